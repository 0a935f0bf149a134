import {Adviser} from "#js/game/adviser.js";
import assert from "node:assert/strict";
import {test} from "node:test";

import {serve} from "./server.js";

const ACTIONS = [{move: "roll", loss: 0, word: "best"}, {move: "bank", loss: .02, word: "mistake"}];

/** A game of which the moves change, its adviser, and a server that answers when it is let to. */
function table() {
  const game = {record: {moves: []}, view: {chances: null}}, answers = [], late = [];
  const asked = serve((method, path, {record}) => new Promise((resolve) => {
    answers.push((status = 200) => resolve(
                   [status, status === 200 ? {actions: ACTIONS, measure: "chance", record} : {error: "too slow"}]));
  }));
  const adviser = new Adviser(game, () => late.push(adviser.cost));
  const move = (text) => {
    const {position} = adviser;
    game.record = {moves: [...game.record.moves, text]};
    return adviser.judge(position, text, 0);
  };
  return {game, adviser, asked, answers, late, move};
}

test("a move is judged at once where its advice is known", async () => {
  const {adviser, asked, answers, late, move} = table(), learnt = adviser.learn();
  answers[0]();
  assert.deepEqual((await learnt).actions, ACTIONS);
  move("bank");
  assert.deepEqual(adviser.cost, {loss: .02, word: "mistake", move: "bank", seat: 0, best: "roll", measure: "chance"});
  assert.deepEqual([asked.length, late.length, adviser.advice], [1, 0, null]);
});

test("a move that was faster than its advice is judged when that arrives, without another question", async () => {
  const {adviser, asked, answers, late, move} = table(), learnt = adviser.learn(), judged = move("bank");
  assert.equal(adviser.cost, null);
  answers[0]();
  assert.equal(await learnt, null);
  await judged;
  assert.deepEqual([adviser.cost.loss, asked.length, late.length], [.02, 1, 1]);
});

test("a move of which nobody has asked for advice is judged, too", async () => {
  const {adviser, asked, answers, move} = table(), judged = move("roll");
  answers[0]();
  await judged;
  assert.deepEqual([adviser.cost.word, asked[0].body.record.moves], ["best", []]);
});

test("a late verdict says nothing once there is another decision, or it is forgotten", async () => {
  const {adviser, answers, late, move} = table(), first = move("bank"), second = move("roll");
  answers[0]();
  await first;
  assert.equal(adviser.cost, null);
  adviser.forget();
  answers[1]();
  await second;
  assert.deepEqual([adviser.cost, late], [null, []]);
});

test("a question that failed is asked again, and one problem belongs to one position", async () => {
  const {game, adviser, asked, answers} = table();
  for (const at of [0, 1]) {
    const learnt = adviser.learn();
    answers[at](409);
    assert.equal(await learnt, null);
    assert.equal(adviser.problem, "too slow");
  }
  assert.equal(asked.length, 2);
  game.record = {moves: ["roll"]};
  assert.equal(adviser.problem, null);
});
