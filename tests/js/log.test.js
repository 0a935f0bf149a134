import {isSpent, lastEvents, lastRoll, lastRound, turnsOf, turnWords} from "#js/game/log.js";
import assert from "node:assert/strict";
import {test} from "node:test";

const entry = (turn, seat, kind, more = {}) => ({turn, seat, kind, dice: "", points: 0, total: 0, move: turn, ...more});
const LOG = [
  entry(0, 0, "roll", {dice: "5"}),
  entry(0, 0, "bank", {points: 50}),
  entry(1, 1, "roll", {dice: "2"}),
  entry(1, 1, "bust"),
  entry(1, 1, "penalty", {points: -500}),
  entry(2, 0, "roll", {dice: "1"}),
];

test("every entry belongs to one turn, the last turn first", () => {
  const turns = turnsOf(LOG);
  assert.deepEqual(turns.map(([{turn}]) => turn), [2, 1, 0]);
  assert.deepEqual(turns.reverse().flat(), LOG);
});

test("a win by another player's last turn is no turn", () => {
  assert.equal(turnsOf([...LOG, entry(2, 1, "win")]).length, 3);
});

test("a turn is described by its end", () => {
  assert.deepEqual(turnsOf(LOG).map(turnWords), ["1 roll", "bust after 1 roll, pays 500", "+50 in 1 roll"]);
  const won = [entry(0, 0, "roll"), entry(0, 0, "bank", {points: 100}), entry(0, 0, "win")];
  assert.equal(turnWords(won), "+100 in 1 roll");
  assert.equal(turnWords([entry(0, 0, "roll"), entry(0, 0, "win")]), "wins immediately in 1 roll");
});

test("the dice of a turn that is over are spent", () => {
  const view = {log: LOG, seats: [{}, {}]};
  assert.equal(lastRoll(view).dice, "1");
  assert.equal(isSpent(view, lastRoll(view)), false);
  assert.equal(isSpent(view, LOG[0]), true);
  assert.deepEqual(lastEvents(view), [LOG[5]]);
});

test("in simultaneous play a round has one roll for each seat", () => {
  const rounds = [0, 1, 2, 3].map((turn) => entry(turn, turn % 2, "roll", {dice: String(turn)}));
  assert.deepEqual(lastRound({log: rounds, seats: [{}, {}]}).map(({dice}) => dice), ["2", "3"]);
  assert.deepEqual(lastRound({log: [], seats: [{}, {}]}), []);
});
