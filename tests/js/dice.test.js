import {diceName, diceText, handWords, parseDice, sortedText} from "#js/game/dice.js";
import assert from "node:assert/strict";
import {test} from "node:test";

test("dice are written as they were read", () => {
  for (const text of ["", "115346", "10,10", "10,", "A5,B*", "A5", "*"]) {
    const written = diceText(parseDice(text));
    assert.deepEqual(parseDice(written), parseDice(text));
    if (text !== "A5") assert.equal(written, text);
  }
});

test("dice are the same in any order, and only then", () => {
  assert.equal(sortedText(parseDice("511")), sortedText(parseDice("151")));
  assert.notEqual(sortedText(parseDice("11,1")), sortedText(parseDice("1,11,1")));
  assert.notEqual(sortedText(parseDice("A5")), sortedText(parseDice("B5")));
});

test("dice have names that can be spoken", () => {
  assert.equal(diceName(parseDice("115")), "1, 1 and 5");
  assert.equal(diceName(parseDice("A5,B*")), "5 of die A and wild of die B");
});

test("the dice to roll are counted", () => {
  assert.deepEqual(["1", "3", "AAB"].map(handWords), ["1 die", "3 dice", "3 dice (AAB)"]);
});
