import {courseOf, marksWords, openMoves} from "#js/game/course.js";
import assert from "node:assert/strict";
import {test} from "node:test";

const entry = (seat, turn, kind, move, dice = "", points = 0, score = 0) =>
  ({seat, turn, kind, move, dice, points, total: points, scores: [score, score]});

const MOVES = ["roll", "1 roll", "115 bank", "roll", "5 roll"];
const LOG = [
  entry(0, 1, "roll", 1, "115346"), entry(0, 1, "keep", 2, "1"), entry(0, 1, "roll", 2, "11523"),
  entry(0, 1, "keep", 3, "115"), entry(0, 1, "bank", 3, "", 350, 350), entry(1, 2, "roll", 4, "522346"),
  entry(1, 2, "keep", 5, "5"), entry(1, 2, "roll", 5, "22346"), entry(1, 2, "bust", 5)
];
const VIEW = {
  movers: [0, 0, 0, 1, 1],
  mover: 0,
  over: false,
  log: LOG,
  simultaneous: false
};
const REVIEW = {
  decisions:
    [{move: 1, cost: .012, word: "mistake"}, {move: 2, cost: 0, word: "best"}, {move: 4, cost: .0002, word: "fine"}],
  rolls: [
    {move: 1, seat: 0, luck: .05}, {move: 2, seat: 0, luck: .02}, {move: 4, seat: 1, luck: -.01},
    {move: 5, seat: 1, luck: -.06}
  ]
};

test("every roll is a row with its dice, what was kept, what followed, its luck and the cost", () => {
  const [first, second] = courseOf(MOVES, VIEW, REVIEW);
  assert.deepEqual([first.seat, first.at, first.opens, first.end, first.score], [0, 0, true, "+350", 350]);
  assert.deepEqual(first.rows.map(({at, words}) => [at, words]), [
    [1, "rolled 1 1 5 3 4 6, kept 1, rolled 5"],
    [2, "rolled 1 1 5 2 3, kept 1 1 5, banked 350"],
  ]);
  assert.deepEqual(
    first.rows.map(({luck, cost, word}) => [luck, cost, word]), [[.05, .012, "mistake"], [.02, 0, "best"]]);
  assert.deepEqual(first.rows[0].kept, [true, false, false, false, false, false]);
  assert.deepEqual(second.rows.map(({at, words, luck}) => [at, words, luck]), [
    [4, "rolled 5 2 2 3 4 6, kept 5, rolled 5", -.01],
    [null, "rolled 2 2 3 4 6, bust", -.06],
  ]);
});

test("dice that wait for a decision are the last row", () => {
  const view = {...VIEW, movers: [0], mover: 0, log: LOG.slice(0, 1)};
  assert.deepEqual(
    courseOf(["roll"], view, null)[0].rows.map(({at, words}) => [at, words]), [[1, "rolled 1 1 5 3 4 6"]]);
});

test("a turn that begins with a choice has a row for it", () => {
  const view =
    {...VIEW, movers: [0], mover: 1, log: [entry(0, 1, "roll", 1, "3465"), entry(0, 1, "bank", 1, "", 18, 18)]};
  const [turn] = courseOf(["roll 4"], view, null);
  assert.equal(turn.opens, false);
  assert.deepEqual(turn.rows.map(({at, words}) => [at, words]), [[0, "rolled 4"], [null, "rolled 3 4 6 5, +18"]]);
});

test("a turn that is known by its result has that as its row", () => {
  const view = {...VIEW, movers: [0], mover: 1, log: [entry(0, 1, "bank", 1, "", 450, 450)]};
  assert.deepEqual(courseOf(["banked 450"], view, null)[0].rows.map(({at, words}) => [at, words]), [[0, "banked 450"]]);
});

test("in simultaneous play the moves of a round that is not over are not shown", () => {
  const moves = ["roll 3", "roll 4", "roll 5"];
  assert.deepEqual(openMoves({simultaneous: true, over: false, movers: [0, 1, 0], mover: 1}, moves), moves.slice(0, 2));
  assert.deepEqual(
    openMoves({simultaneous: true, over: false, movers: [0, 1], mover: 0}, moves.slice(0, 2)), moves.slice(0, 2));
  assert.deepEqual(openMoves({simultaneous: true, over: false, movers: [0, 1, 0, 0], mover: 0}, [...moves, "bank"]),
    moves.slice(0, 2));
  assert.deepEqual(openMoves({simultaneous: false, over: false, movers: [0, 1, 0], mover: 1}, moves), moves);
});

test("marks are counted in words", () => {
  assert.equal(marksWords({inaccuracy: 2, mistake: 0, blunder: 1}), "2 inaccuracies and 1 blunder");
  assert.equal(marksWords({inaccuracy: 0, mistake: 0, blunder: 0}), "no mistakes");
});
