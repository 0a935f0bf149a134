import {needsOf, NONE, penaltyOf} from "#js/game/carryover.js";
import assert from "node:assert/strict";
import {test} from "node:test";

const RULES = `family = "pig"
simultaneous = true

[bust]
streak = 2
penalty = 5

[end]
rule = "equal-turns"
tie = "split"
`;

test("in simultaneous play busts in a row count, but nobody is first or has a bank to beat", () => {
  const needs = needsOf(RULES, "win");
  assert.deepEqual([needs.simultaneous, needs.streak], [true, 2]);
  assert.deepEqual([needs.mustBeat, needs.inRounds, needs.steals], [false, false, false]);
  assert.equal(needsOf(RULES, "score").streak, 0);
});

test("the second bust in a row costs the penalty, not below the floor", () => {
  const needs = needsOf(RULES, "win"), once = {...NONE, busts: [1, 0]};
  assert.equal(penaltyOf(RULES, NONE, needs, 8), 0);
  assert.equal(penaltyOf(RULES, once, needs, 8), 5);
  assert.equal(penaltyOf(RULES, once, needs, 3), 3);
});
