import {presets, rulesOf} from "#js/game/presets.js";
import {newRecord, newSeed, playerName, rulesFor} from "#js/game/record.js";
import assert from "node:assert/strict";
import {test} from "node:test";

import {serve} from "./server.js";

test("presets are asked for until they are there, then never again; well-known games come first", async () => {
  serve(() => [503, {error: "busy"}]);
  await assert.rejects(presets());
  const asked =
    serve(() => [200, ["zilch", "cosmic-wimpout", "farkle", "big-pig"].map((name) => ({name, title: name}))]);
  assert.deepEqual((await presets()).map(({name}) => name), ["farkle", "zilch", "big-pig", "cosmic-wimpout"]);
  await presets();
  assert.equal(asked.length, 1);
});

test("the user's own rules take the place of a preset", () => {
  assert.deepEqual([rulesOf({game: "pig", toml: null}), rulesOf({game: "pig", toml: "goal = 5"})],
    [{preset: "pig"}, {toml: "goal = 5"}]);
});

test("the rules of a record are for as many players as have seats, and keep its changes", () => {
  const record = {...newRecord(), rules: {preset: "pig", set: {goal: 15}}};
  assert.deepEqual(rulesFor(record), {preset: "pig", set: {goal: 15, players: 2}});
});

test("seeds are short, readable and differ", () => {
  const seeds = Array.from({length: 100}, newSeed);
  for (const seed of seeds) assert.match(seed, /^[a-hj-km-np-z2-9]{6}$/);
  assert.equal(new Set(seeds).size, 100);
});

test("a player that holds is named by its number", () => {
  assert.deepEqual(["optimal", "hold-at:300"].map(playerName), ["Best play", "Holds at 300"]);
});
