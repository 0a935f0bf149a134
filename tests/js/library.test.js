import {allGames, deleteGames, gameNamed, keepGame, lastUnfinished, merging, newId, putSummary, sameGame, storageTrouble} from "#js/common/library.js";
import assert from "node:assert/strict";
import {test} from "node:test";

const record = (moves, more = {}) => ({
  version: 1,
  rules: {preset: "pig"},
  seats: [{name: "You", player: "human"}, {name: "Ada", player: "optimal"}],
  first: 0,
  seed: "k3v9x2",
  moves: moves.split(""),
  ...more
});
const stored = (moves, over = false, place = "app") => ({record: record(moves), over, place});
const outcome = (over = false) =>
  ({title: "Pig", family: "pig", goal: 100, over, winners: over ? [0] : [], seats: [{score: 7}, {score: 0}]});

test("a game is continued and its moves are taken back where all of them are known", () => {
  assert.equal(merging(null, [], record("rr")), "update");
  assert.equal(merging(stored("r"), [..."r"], record("rr")), "update");
  assert.equal(merging(stored("rrb"), [..."rrb"], record("r")), "update");
  assert.equal(merging(stored("rrb"), [..."rrb"], record("rb")), "update");
  assert.equal(merging(stored("rr"), [..."rr"], record("rr")), "nothing");
  const replaced = record("rr", {seats: [{name: "You", player: "human"}, {name: "Ada", player: "beginner"}]});
  assert.equal(merging(stored("rr"), [..."rr"], replaced), "update");
});

test("a tab that has not seen the moves of another one keeps a game of its own", () => {
  assert.equal(merging(stored("rrrrb"), [..."rr"], record("rrb")), "both");
  assert.equal(merging(stored("rrrrb"), [..."rr"], record("rrr")), "nothing");
  assert.equal(merging(stored("rrrrb"), [..."rr"], record("r")), "nothing");
});

test("a finished game is neither shortened nor changed", () => {
  const over = stored("rrb", true);
  assert.equal(merging(over, [..."rrb"], record("rr")), "nothing");
  assert.equal(merging(over, [..."rrb"], record("rrr")), "both");
});

test("the last turn at a table with real dice can be corrected when the game is over", () => {
  assert.equal(merging(stored("rrb", true, "table"), [..."rrb"], record("rrr")), "update");
  assert.equal(merging(stored("rrb", true, "table"), [..."rr"], record("rrr")), "both");
});

test("another game never takes the place of a stored one", () => {
  for (const other of [{seed: "other"}, {first: 1}, {rules: {preset: "hog"}}])
    assert.equal(merging(stored("r"), [..."r"], record("rr", other)), "both");
});

test("without storage games are kept in memory, and why is said", async () => {
  const id = newId(), view = outcome();
  assert.equal(await keepGame(record(""), view, {id}), id);
  assert.deepEqual(await allGames(), []);
  assert.equal(await keepGame(record("r"), view, {id}), id);
  assert.match(storageTrouble(), /does not let Jeopardice store games/);
  assert.equal(await keepGame(record("rb"), outcome(true), {id, known: ["r"]}), id);
  const other = await keepGame(record("rr"), view, {id, known: ["r", "b"]});
  assert.notEqual(other, id);
  assert.deepEqual((await allGames()).map((game) => game.record.moves.join("")).toSorted(), ["rb", "rr"]);
  assert.equal((await lastUnfinished(null)).id, other);
  assert.equal(await lastUnfinished(other), undefined);
  assert.equal((await sameGame(record("rb"))).id, id);
  const game = await gameNamed(id);
  await putSummary(game, {seats: []});
  assert.deepEqual((await gameNamed(id)).summary, {seats: []});
  await deleteGames([id]);
  assert.deepEqual((await allGames()).map((each) => each.id), [other]);
});

test("a correction of the same length needs a new summary", async () => {
  const id = newId();
  await keepGame(record("rb"), outcome(), {id, place: "table"});
  await putSummary(await gameNamed(id), [{name: "You"}]);
  await keepGame(record("rb"), outcome(), {id, place: "table"});
  assert.notEqual((await gameNamed(id)).summary, null);
  await keepGame(record("rr"), outcome(), {id, known: ["r", "b"], place: "table"});
  assert.equal((await gameNamed(id)).summary, null);
});
