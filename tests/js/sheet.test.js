import {SheetGame} from "#js/game/sheet-game.js";
import {cellWords, diceWanted, roundsOf, turnsIn} from "#js/game/sheet.js";
import assert from "node:assert/strict";
import {test} from "node:test";

import {serve} from "./server.js";

const KINDS = [{name: "", count: 1, faces: ["1", "2", "3", "4", "5", "6"]}];
const GOAL = 30;

const record = (moves = []) => ({
  version: 1,
  rules: {preset: "pig"},
  seats: ["Ada", "Bob", "Cleo"].map((name) => ({name, player: "human"})),
  first: 0,
  seed: "",
  dice: "given",
  moves
});

/** Pig in which a bank must exceed the one before, as far as the page needs it; throws what the server would say. */
function view({seats, moves}) {
  const found =
    {seats: seats.map((seat) => ({...seat, score: 0, busts: 0})), movers: [], log: [], over: false, winners: []};
  let mover = 0, number = 1, total = 0, beat = 0;
  moves.forEach((move, at) => {
    const refuse = (why) => {
      throw new Error(`moves[${at}]: "${move}": ${why}`);
    };
    if (found.over) refuse("the game is over");
    found.movers.push(mover);
    const [word, amount] = move.split(" "), fell = Number(/\[(\d)\]/.exec(move)?.[1] ?? 0);
    const seat = found.seats[mover], log = (kind, points) => found.log.push({
      seat: mover,
      turn: number,
      kind,
      dice: "",
      points,
      total,
      move: at + 1,
      scores: found.seats.map((each) => each.score)
    });
    if (word === "roll" && fell > 1) {
      total += fell;
      return log("roll", fell);
    }
    const points = word === "bank" ? total : word === "banked" ? Number(amount) : 0;
    if (word.startsWith("bank") && points <= beat) refuse(`A bank must beat the ${beat} points banked before`);
    seat.score += points;
    log(points ? "bank" : "bust", points);
    found.over = seat.score >= GOAL;
    if (found.over) found.winners = [mover];
    beat = points;
    total = 0;
    mover = (mover + 1) % seats.length;
    if (!found.over) number += 1;
    return undefined;
  });
  const rolls = found.over ? [] : [{move: "roll", keep: "", then: "roll", dice: "1"}];
  return {...found, family: "pig", mover, turn: {number, total, roll: null}, waits: null, moves: rolls, chances: null};
}

/** A game at the table, on a server that plays by these rules. */
async function sheet(moves) {
  serve((method, path, {record: given, move}) => {
    if (path !== "/api/games") return [200, {ok: true, dice: KINDS, toml: ""}];
    const after = {...given, moves: move === null ? given.moves : [...given.moves, move]};
    try {
      return [200, {record: after, view: view(after)}];
    } catch (error) {
      return [422, {error: move === null ? error.message : error.message.replace(/^moves\[\d+\]/, "move")}];
    }
  });
  const game = new SheetGame(() => {});
  await game.start(record(moves), [0]);
  return game;
}

test("a sheet has every turn in its round and column", () => {
  const seen = view(record(["roll [4]", "bank", "bust", "banked 9", "roll [1]", "roll [3]"]));
  assert.deepEqual(turnsIn(seen).map(({turn, seat, from, to, open}) => [turn, seat, from, to, open]),
    [[1, 0, 0, 2, false], [2, 1, 2, 3, false], [3, 2, 3, 4, false], [4, 0, 4, 5, false], [5, 1, 5, 6, true]]);
  const {rounds, order} = roundsOf(seen, 0);
  assert.deepEqual(rounds.map((turns) => turns.map((turn) => turn && cellWords(turn))),
    [["+4", "bust", "+9"], ["bust", "…", undefined]]);
  assert.deepEqual(order, [0, 1, 2]);
});

test("the dice to enter are those of the only roll, of a move that waits, or in Hog any number", () => {
  const before = view(record());
  assert.deepEqual(diceWanted(before, KINDS), {move: "roll", hand: [1]});
  assert.deepEqual(diceWanted({...before, waits: {move: "15 roll", dice: "4"}}, KINDS), {move: "", hand: [4]});
  const hog = [1, 2, 3].map((count) => ({move: `roll ${count}`, keep: "", then: "roll", dice: String(count)}));
  assert.deepEqual(diceWanted({...before, moves: hog}, KINDS), {move: null, hand: [3]});
  assert.equal(diceWanted({...before, over: true}, KINDS), null);
});

test("dice and results are entered one after the other, and taken back", async () => {
  const game = await sheet([]);
  game.tap({face: "4", kind: null});
  game.enter("bank");
  await game.enter("banked 9");
  assert.deepEqual(game.moves, ["roll [4]", "bank", "banked 9"]);
  await game.enter("banked 5");
  const why = "A bank must beat the 9 points banked before";
  assert.equal(game.error, why);
  await game.step(() => game.askAgain());
  assert.equal(game.error, why, "best play that becomes known does not hide why a step was refused");
  game.undo();
  await game.undo();
  assert.deepEqual(game.moves, ["roll [4]"]);
});

test("a corrected turn is followed by the same turns", async () => {
  const game = await sheet(["banked 4", "bust", "banked 9", "banked 10"]);
  await game.correct(turnsIn(game.view)[1]);
  assert.deepEqual(game.moves, ["banked 4"]);
  await game.enter("banked 5");
  assert.deepEqual(game.moves, ["banked 4", "banked 5", "banked 9", "banked 10"]);
  assert.equal(game.state.correction, null);
});

test("a correction that makes a later turn impossible names it, and can be taken further or given up", async () => {
  const moves = ["banked 4", "banked 6", "banked 9", "bust"];
  for (const [how, after] of [["cancelCorrection", moves],
         ["dropRest", ["banked 4", "banked 9"]],
         ["correctNext", ["banked 4", "banked 9"]],
  ]) {
    const game = await sheet(moves);
    await game.correct(turnsIn(game.view)[1]);
    await game.enter("banked 9");
    const {trouble} = game.state.correction;
    assert.deepEqual([trouble.why, trouble.moves, trouble.rest],
      ["A bank must beat the 9 points banked before", ["banked 9"], ["bust"]]);
    await game[how]();
    assert.deepEqual(game.moves, after);
    if (how !== "correctNext") continue;
    await game.enter("bust");
    assert.deepEqual(game.moves, ["banked 4", "banked 9", "bust", "bust"]);
    assert.equal(game.state.correction, null);
  }
});

test("a correction may end the game before turns that were played", async () => {
  const game = await sheet(["banked 4", "bust", "banked 9"]);
  await game.correct(turnsIn(game.view)[0]);
  await game.enter("banked 30");
  assert.ok(game.view.over);
  assert.deepEqual(game.state.correction.trouble.moves, ["bust"]);
  await game.dropRest();
  assert.deepEqual(game.moves, ["banked 30"]);
});
