import {afterDice, afterMove, gameKey, keepLines, keptLines, lineOf, originsOf, playedOn, startOf, without} from "#js/game/lines.js";
import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

const GAME = ["roll", "1 roll", "5 bank", "roll", "bank"];

beforeEach(() => {
  const stored = new Map();
  globalThis.localStorage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => stored.set(name, value)
  };
});

const record = (seed, moves = GAME) =>
  ({version: 1, rules: {preset: "farkle"}, seats: [{name: "You"}, {name: "Ada"}], first: 0, seed, moves});

test("the move that was played is a step along the game", () => {
  const {lines, at, isNew} = afterMove([GAME], {line: 0, move: 1}, "1 roll");
  assert.deepEqual([lines, at, isNew], [[GAME], {line: 0, move: 2}, false]);
});

test("another move begins a variation, and the game stays as it is", () => {
  const {lines, at, isNew} = afterMove([GAME], {line: 0, move: 1}, "1 bank");
  assert.deepEqual(lines, [GAME, ["roll", "1 bank"]]);
  assert.equal(lines[0], GAME);
  assert.deepEqual([at, isNew], [{line: 1, move: 2}, true]);
});

test("even at its end the game is not continued, but by a variation", () => {
  const {lines, at} = afterMove([GAME], {line: 0, move: 5}, "roll");
  assert.deepEqual([lines, at], [[GAME, [...GAME, "roll"]], {line: 1, move: 6}]);
});

test("a variation is continued at its end, and branches before it", () => {
  const first = afterMove([GAME], {line: 0, move: 1}, "1 bank");
  const longer = afterMove(first.lines, first.at, "roll");
  assert.deepEqual(longer.lines, [GAME, ["roll", "1 bank", "roll"]]);
  const other = afterMove(longer.lines, {line: 1, move: 2}, "bank");
  assert.deepEqual(other.lines, [GAME, ["roll", "1 bank", "roll"], ["roll", "1 bank", "bank"]]);
  assert.deepEqual(other.at, {line: 2, move: 3});
});

test("a move that another line knows leads to that line", () => {
  const lines = [GAME, ["roll", "1 bank", "roll"]];
  assert.deepEqual(afterMove(lines, {line: 0, move: 1}, "1 bank").at, {line: 1, move: 2});
  assert.deepEqual(afterMove(lines, {line: 1, move: 1}, "1 roll").at, {line: 0, move: 2});
});

test("a variation starts where it leaves the game", () => {
  assert.equal(startOf(GAME, ["roll", "1 bank"]), 1);
  assert.equal(startOf(GAME, [...GAME, "roll"]), 5);
  assert.equal(lineOf([GAME, ["roll", "1 bank"]], ["roll", "1 bank"]), 1);
  assert.equal(lineOf([GAME, ["roll", "1 bank", "roll"]], ["roll", "1 bank"]), 1);
  assert.equal(lineOf([GAME, ["roll", "1 bank"]], ["bank"]), 0);
});

test("a variation of a variation leaves that one, and goes with it", () => {
  const first = ["roll", "1 bank", "roll", "bank"], second = ["roll", "1 bank", "roll", "roll"];
  const third = [...second, "bank"], fourth = ["roll", "1 roll", "bank"], lines = [GAME, first, second, fourth];
  assert.deepEqual(originsOf(lines).slice(1), [{parent: 0, from: 1}, {parent: 1, from: 3}, {parent: 0, from: 2}]);
  assert.deepEqual(originsOf([...lines, third])[4], {parent: 2, from: 4});
  const left = without([...lines, third], {line: 4, move: 5}, 2);
  assert.deepEqual([left.lines, left.at], [[GAME, first, fourth], {line: 1, move: 3}]);
  assert.deepEqual(without(lines, {line: 3, move: 3}, 1), {lines: [GAME, fourth], at: {line: 1, move: 3}, isNew: true});
});

test("variations that the game has followed since are no variations any more", () => {
  const lines = [GAME, [...GAME, "roll"], ["roll", "1 bank"]];
  assert.deepEqual(playedOn(lines, [...GAME, "roll", "bank"]), [[...GAME, "roll", "bank"], ["roll", "1 bank"]]);
});

test("variations are kept for each game, whoever plays it and however far it is", () => {
  const lines = [GAME, ["roll", "1 bank"]];
  keepLines(record("a"), lines);
  keepLines(record("b"), [GAME, ["roll", "1 bank", "roll"]]);
  assert.deepEqual(keptLines(record("a")), lines);
  assert.deepEqual(keptLines(record("a", GAME.slice(0, 3))), [GAME.slice(0, 3), ["roll", "1 bank"]]);
  assert.deepEqual(keptLines(record("c")), [GAME]);
  keepLines(record("a"), [GAME]);
  assert.deepEqual(keptLines(record("a")), [GAME]);
  assert.equal(keptLines(record("b")).length, 2);
  const seats = [{name: "You", player: "human"}, {name: "Ada", player: "optimal"}];
  assert.equal(gameKey({...record("a"), seats}), gameKey(record("a")));
});

test("real dice belong to the move: the move alone leads along the game, other dice to a variation", () => {
  const game = ["roll [115346]", "15 roll [2346]", "banked 450"];
  assert.deepEqual(afterMove([game], {line: 0, move: 1}, "15 roll").at, {line: 0, move: 2});
  const waits = afterMove([game], {line: 0, move: 1}, "1 roll");
  assert.deepEqual(waits.lines, [game, ["roll [115346]", "1 roll"]]);
  const fell = afterDice(waits.lines, waits.at, "23466");
  assert.deepEqual([fell.lines, fell.at], [[game, ["roll [115346]", "1 roll [23466]"]], {line: 1, move: 2}]);
  const open = ["roll"];
  assert.deepEqual(afterDice([open], {line: 0, move: 1}, "115346").lines, [open, ["roll [115346]"]]);
});

test("a variation that is deleted leaves the others, and the place where it has started", () => {
  const lines = [GAME, ["roll", "1 bank"], ["roll", "bank"]];
  assert.deepEqual(
    without(lines, {line: 2, move: 2}, 1), {lines: [GAME, lines[2]], at: {line: 1, move: 2}, isNew: true});
  assert.deepEqual(without(lines, {line: 1, move: 2}, 1).at, {line: 0, move: 1});
  assert.deepEqual(without(lines, {line: 0, move: 4}, 1).at, {line: 0, move: 4});
});
