import {byPointsWords} from "#js/game/advising.js";
import {costWords, eventWords, isSmallCost, moveWords, recordedWords, resultWords, rollWords, shortCostWords, whose} from "#js/game/words.js";
import assert from "node:assert/strict";
import {test} from "node:test";

const YOU = {
  name: "You",
  player: "human"
},
      ADA = {
        name: "Ada",
        player: "optimal"
      };
const KINDS = ["roll", "keep", "bank", "bust", "lose_banked", "win", "penalty", "steal", "end"];

test("every event is a sentence about you or about another", () => {
  for (const kind of KINDS) {
    const entry = {kind, dice: "15", points: 150, total: 150};
    assert.match(eventWords(entry, YOU), /^You [a-z]+[^s](?: |$)/);
    assert.match(eventWords(entry, ADA), /^Ada [a-z]*s(?: |$)/);
  }
});

test("a computer is never addressed, whatever its name", () => {
  const named = {name: "You", player: "optimal"};
  assert.equal(rollWords(named), "You, roll the dice.");
  assert.equal(eventWords({kind: "bank", points: 300}, named), "You banks 300");
});

test("a recorded move reads like the same action of the advice", () => {
  assert.equal(recordedWords("15 roll"), moveWords({keep: "15", then: "roll"}));
  assert.equal(recordedWords("roll 7"), moveWords({keep: "", then: "roll", dice: "7"}));
  assert.deepEqual(["bank", "115 end", "steal", "A5,B* bank"].map(recordedWords),
    ["Bank", "Keep 1 1 5, end the turn", "Continue the previous turn", "Keep A5 B★, bank"]);
});

test("a move is praised, excused or priced", () => {
  const cost = {move: "bank", best: "A5,A5 roll", loss: .02};
  assert.deepEqual(costWords({...cost, loss: 0, word: "best"}, YOU), ["Your last move was best play:", "banked."]);
  assert.match(costWords({...cost, loss: .0006, word: "fine"}, YOU).join(" "), /was fine: banked\. Better by 0\.06/);
  assert.deepEqual(costWords({...cost, word: "inaccuracy"}, ADA),
    ["Ada's last move cost 2.0\u00a0%:", "banked. Better: keep A5 A5, roll."]);
});

test("by points a move is priced in points, and no chance is named", () => {
  const cost = {move: "bank", best: "115 roll", loss: 1234.56, word: "fine", measure: "points"};
  assert.deepEqual(
    costWords(cost, YOU), ["Your last move cost 1,234.6 points in the turn:", "banked. Better: keep 1 1 5, roll."]);
  assert.equal(shortCostWords(cost), "✗ Last move: −1,234.6 points. Better: keep 1 1 5, roll");
  assert.equal(shortCostWords({...cost, loss: 0, word: "best"}), "✓ Last move: most points");
  assert.deepEqual([0, .01, 35].map((loss) => isSmallCost({...cost, loss})), [true, true, false]);
});

test("the same verdict in a few words", () => {
  const cost = {best: "bank", loss: .023, word: "mistake"};
  assert.equal(shortCostWords(cost), "✗ Last move: −2.3\u00a0%. Better: bank");
  assert.equal(shortCostWords({...cost, loss: 0, word: "best"}), "✓ Last move: best play");
});

test("advice by points says until when, or why", () => {
  assert.match(byPointsWords({state: "running"}), /^By points in the turn, until best play is known\.$/);
  assert.match(byPointsWords({state: "failed", error: "too large"}), /cannot be computed here: too large/);
  assert.match(byPointsWords({state: "cancelled"}, 200), /not been computed yet, which takes about 3 minutes/);
  assert.match(byPointsWords(null, 9, "too long"), /cannot be computed here: too long/);
});

test("the result names the winners", () => {
  const seats = [YOU, ADA];
  assert.deepEqual([[0], [1], [0, 1]].map((winners) => resultWords({winners, seats})),
    ["You win!", "Ada wins.", "You and Ada share the win."]);
});

test("two players are you and the opponent, more have numbers", () => {
  assert.deepEqual([whose(0, 2, "score"), whose(1, 2, "score"), whose(2, 3, "score")],
    ["Your score", "Opponent's score", "Player 3's score"]);
});
