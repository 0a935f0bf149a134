import {fromLink, Position, START} from "#js/game/position.js";
import assert from "node:assert/strict";
import {test} from "node:test";

const FARKLE = {
  family: "farkle",
  goal: 10000,
  players: 2,
  toml: "family = \"farkle\"",
  dice: [{name: "", count: 6, faces: []}]
};
const WIMPOUT = {
  ...FARKLE,
  dice: [{name: "A", count: 4, faces: []}, {name: "B", count: 1, faces: []}]
};
const PIG = {
  ...FARKLE,
  family: "pig",
  goal: 100,
  toml: "family = \"pig\"",
  dice: [{name: "", count: 1, faces: []}]
};
const ZILCH = {
  ...FARKLE,
  toml: "family = \"farkle\"\n[bust]\nstreak = 3\npenalty = 500\nfloor = \"none\""
};
const EVERYTHING = {
  ...FARKLE,
  toml: `family = "farkle"
[turn]
beat_previous = true
steal = "after-bank"
single_die_bonus = [300, 500]
[bust]
streak = 3
penalty = 500
[end]
rule = "equal-turns"`
};

const at = (game, state = {}) => new Position(game, {...START, ...state});
const linked = (game, position) => new Position(game, fromLink(new URLSearchParams(position.query)));

test("a link leads to the same question", () => {
  const places = [
    at(FARKLE, {scores: [3500, 4200], turn: 650, roll: "115346"}),
    at(FARKLE, {turn: 650, left: "3", mode: "left"}),
    at(FARKLE, {goal: 2000, objective: "turns", scores: [350], roll: "115346"}),
    at(PIG, {scores: [5, 8, 9], turn: 6}),
    at(FARKLE, {toml: FARKLE.toml, roll: "115346"}),
    at(WIMPOUT, {turn: 20, left: "AAB", roll: "A5,A10,B*"}),
    at(EVERYTHING, {busts: [2, 1], beat: 300, seat: 2, singles: 1, turn: 400, left: "1", roll: "5"}),
    at(EVERYTHING, {mode: "offer", offerDice: "3", offerTotal: 450}),
  ];
  for (const place of places) {
    assert.ok(place.question);
    assert.deepEqual(linked(place.game, place).question, place.question);
  }
});

test("nothing is asked before the whole roll is known", () => {
  assert.equal(at(FARKLE).question, null);
  assert.equal(at(FARKLE, {roll: "11534"}).question, null);
  assert.equal(at(FARKLE, {roll: "11534"}).request, "Tap one more die.");
  assert.equal(at(FARKLE, {roll: "115346"}).question.roll, "115346");
  assert.equal(at(FARKLE, {turn: 100, left: "5", roll: "1153"}).question, null);
});

test("in mid-turn, a roll that may have had more dice is doubtful", () => {
  assert.ok(at(FARKLE, {turn: 650, roll: "115"}).isDoubtful);
  assert.ok(!at(FARKLE, {turn: 650, left: "3", roll: "115"}).isDoubtful);
});

test("a bank ends the turn; everybody keeps their own place", () => {
  const next = at(PIG, {scores: [35, 42, 7], turn: 20}).after({then: "bank", points: 0});
  assert.deepEqual([next.scores, next.turn], [[55, 42, 7], 0]);
});

test("a roll keeps the turn and waits for the dice that are left", () => {
  const next = at(FARKLE, {turn: 100, roll: "115346"}).after({then: "roll", keep: "11", points: 200, dice: "4"});
  assert.deepEqual([next.turn, next.left, next.roll], [300, "4", ""]);
});

test("the last bust of a streak costs the penalty, down to the floor", () => {
  const bust = (game, busts, scores) => at(game, {busts, scores}).ended(null);
  assert.deepEqual([bust(ZILCH, [1, 0], [100, 50]).scores, bust(ZILCH, [1, 0], [100, 50]).busts], [[100, 50], [2, 0]]);
  assert.deepEqual([bust(ZILCH, [2, 1], [100, 50]).scores, bust(ZILCH, [2, 1], [100, 50]).busts], [[-400, 50], [0, 1]]);
  assert.deepEqual(bust(EVERYTHING, [2, 1], [100, 50]).scores, [0, 50]);
});

test("after a turn it is not known what the others will have banked before the next one", () => {
  assert.equal(at(EVERYTHING, {beat: 450}).ended(500).beat, 0);
  assert.deepEqual([1, 2].map((seat) => at(EVERYTHING, {seat}).ended(450).seat), [1, 2]);
});

test("a question mentions only what the rules count", () => {
  const {question} = at(FARKLE, {busts: [2, 1], beat: 300, seat: 2, singles: 1, roll: "115346"});
  assert.deepEqual(Object.keys(question).sort(), ["objective", "roll", "rules", "scores", "turn"]);
});

test("damaged numbers in a link are ignored", () => {
  const state = fromLink(new URLSearchParams("scores=a,b&turn=x&busts=-1,y&seat=0&goal=many&offer=3:-5"));
  assert.deepEqual(
    [state.scores, state.turn, state.busts, state.seat, state.goal, state.offerTotal], [[0, 0], 0, [0, 0], 1, null, 0]);
});
