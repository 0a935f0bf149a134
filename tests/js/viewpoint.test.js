import {asLink, fittingScores, fromLink, START, viewsOf} from "#js/game/viewpoint.js";
import assert from "node:assert/strict";
import {test} from "node:test";

const RULES = {
  toml: "family = \"pig\"\n[bust]\nstreak = 3\npenalty = 10",
  goal: 100,
  players: 2
};
const VIEWS = (missing) =>
  ({views: ["surface", "slice", "table"].map((name) => ({name, missing: missing[name] ?? null}))});

test("a link leads to the same view", () => {
  for (const changes
         of [{}, {game: "pig", view: "slice", dice: "1", scores: [40, 70]}, {toml: RULES.toml, busts: [2, 1]}]) {
    const state = {...START, ...changes};
    const read = fromLink(new URLSearchParams(asLink(state, RULES).split("?")[1]));
    assert.deepEqual(asLink(read, RULES), asLink(state, RULES));
    for (const key of ["view", "dice", "scores", "busts", "toml"]) assert.deepEqual(read[key], state[key]);
  }
});

test("scores are below the goal, one for each player", () => {
  assert.deepEqual(fittingScores([150, -3], RULES), [99, 0]);
  assert.deepEqual(fittingScores([1], {players: 3, goal: 10}), [1, 0, 0]);
});

test("a view is offered unless the server says why not", () => {
  assert.deepEqual(viewsOf(VIEWS({})).names, ["surface", "panels", "slice", "table"]);
  assert.deepEqual(viewsOf(VIEWS({}), ["1"]).names, ["surface", "slice", "table"]);
  const none = viewsOf(VIEWS({surface: "why", slice: "why", table: "why"}));
  assert.deepEqual(none, {names: [], reasons: ["why"]});
});
