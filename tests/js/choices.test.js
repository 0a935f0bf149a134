import {choosing, chosenPoints, diceCounts, extendable, onlySet, placesOf, possible, richestSet, whyNot} from "#js/game/choices.js";
import {parseDice} from "#js/game/dice.js";
import assert from "node:assert/strict";
import {test} from "node:test";

const SCORES = {
  1: 100,
  5: 50,
  11: 200,
  15: 150,
  222: 200,
  115: 250,
  1222: 300
};

/** A view after a roll in which these sets may be set aside. */
function view(roll, ...sets) {
  const moves = sets.flatMap(
    (keep) => ["roll", "bank"].map((then) => ({move: `${keep} ${then}`, keep, then, points: SCORES[keep]})));
  return {turn: {roll: roll && parseDice(roll)}, moves};
}

const TRIPLE = view("212263", "1", "222", "1222");

test("a die that is in no legal set cannot be chosen, and one of a pair can", () => {
  assert.deepEqual([0, 1, 4].map((place) => extendable(TRIPLE, new Set([place]))), [true, true, false]);
});

test("only a whole legal set can be rolled on or banked with", () => {
  assert.equal(possible(TRIPLE, new Set([0, 2])).roll, null);
  assert.equal(possible(TRIPLE, new Set([0, 2, 3])).bank.move, "222 bank");
  assert.equal(chosenPoints(TRIPLE, new Set([1])), 100);
  assert.equal(chosenPoints(TRIPLE, new Set()), 0);
});

test("an incomplete choice says what is missing", () => {
  assert.match(whyNot(TRIPLE, new Set()), /Choose/);
  assert.match(whyNot(TRIPLE, new Set([0])), /set aside 2 2 2\./);
  assert.equal(whyNot(TRIPLE, new Set([0, 2, 3])), null);
});

test("the places of a set are those of its dice, chosen ones first", () => {
  const pair = view("1151", "1", "11", "115");
  for (const set of ["1", "11", "115"]) assert.equal(placesOf(pair, set).size, set.length);
  assert.deepEqual([...placesOf(pair, "1", new Set([3]))], [3]);
});

test("the richest set scores most with the fewest dice", () => {
  assert.equal(richestSet(TRIPLE), "1222");
  assert.equal(richestSet(view("2221", "222", "11")), "11");
});

test("there is one legal set only where all moves keep the same dice", () => {
  assert.equal(onlySet(view("46236", "5")), "5");
  assert.equal(onlySet(TRIPLE), null);
});

test("before a roll nothing is chosen, and the moves are as they are", () => {
  const start = {turn: {roll: null}, moves: [{move: "roll", keep: "", then: "roll"}]};
  assert.equal(choosing(start), false);
  assert.equal(possible(start, new Set()).roll.move, "roll");
  assert.equal(whyNot(start, new Set()), null);
});

test("Hog offers its numbers of dice", () => {
  const moves = (...names) => ({turn: {roll: null}, moves: names.map((move) => ({move, keep: "", then: "roll"}))});
  assert.deepEqual(diceCounts(moves("roll 1", "roll 2", "roll 3")), [1, 2, 3]);
  assert.deepEqual(diceCounts(moves("roll")), []);
});
