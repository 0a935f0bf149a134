import {Game} from "#js/game/game.js";
import assert from "node:assert/strict";
import {test} from "node:test";

import {serve} from "./server.js";

const HUMAN = {
  name: "You",
  player: "human"
},
      BEN = {
        name: "Ben",
        player: "human"
      },
      ADA = {
        name: "Ada",
        player: "beginner"
      };
const BEST = {
  name: "Ada",
  player: "optimal"
};
const LENGTH = 6;

const record = (seats, moves = []) => ({version: 1, rules: {preset: "hog"}, seats, first: 0, seed: "k3v9x2", moves});

/** A game in which everybody rolls in turn, and which is over after a few moves. */
function view({seats, moves}, more = {}) {
  return {
    seats,
    mover: moves.length % seats.length,
    movers: moves.map((_, at) => at % seats.length),
    over: moves.length >= LENGTH,
    turn: {roll: null},
    moves: [{move: "roll", keep: "", then: "roll"}],
    log: [],
    chances: [],
    solve: null,
    ...more
  };
}

/** Plays on the server as the page asks for it. */
function playing(more = () => ({})) {
  return serve((method, path, body) => {
    if (path !== "/api/games") return [200, {id: "1", state: "done"}];
    const {record: given, move, advance} = body;
    if (given.seed === "bad") return [422, {error: "seed: bad"}];
    const moves = advance || move ? [...given.moves, move ?? "roll"] : given.moves;
    return [200, {record: {...given, moves}, view: view({...given, moves}, more(body))}];
  });
}

/** A game without pauses, and the steps that it reports. */
function table() {
  const steps = [], game = new Game((what) => steps.push(what));
  game.speed = "instant";
  return {game, steps};
}

/** Waits until a condition holds. */
async function until(condition) {
  for (let tries = 0; !condition(); tries++) {
    assert.ok(tries < 1000, "it does not happen");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test("computers play until a person has to move, and after the person's move", async () => {
  playing();
  const {game} = table();
  assert.equal(await game.open(record([ADA, HUMAN])), true);
  await until(() => game.yours);
  assert.deepEqual(game.record.moves, ["roll"]);
  await game.play("roll");
  await until(() => game.yours);
  assert.equal(game.record.moves.length, 3);
});

test("a game without people is played to its end", async () => {
  playing();
  const {game} = table();
  await game.open(record([ADA, {...ADA, name: "Blaise"}]));
  await until(() => game.view.over && !game.busy);
  assert.equal(game.record.moves.length, LENGTH);
});

test("a refused record changes nothing", async () => {
  playing();
  const {game, steps} = table();
  await game.open(record([HUMAN, ADA]));
  const before = game.record;
  assert.equal(await game.open({...record([HUMAN, ADA]), seed: "bad"}), false);
  assert.equal(game.record, before);
  assert.equal(steps.at(-2), "refused");
  assert.ok(game.yours);
});

test("a move is taken back to the last decision of a person", async () => {
  playing();
  const {game} = table();
  await game.open(record([HUMAN, ADA], ["roll", "roll", "roll", "roll"]));
  assert.equal(game.lastDecision, 2);
  await game.takeBack();
  assert.deepEqual([game.record.moves.length, game.yours], [2, true]);
});

test("people hand over to each other, and computers do not wait for that", async () => {
  playing();
  const {game} = table();
  await game.open(record([HUMAN, BEN, ADA]));
  await game.play("roll");
  assert.deepEqual([game.handTo, game.yours], [1, false]);
  game.ready();
  assert.equal(game.yours, true);
  await game.play("roll");
  await until(() => game.handTo === 0);
});

test("the answers about a game that was left are dropped", async () => {
  let answer;
  const late = new Promise((resolve) => (answer = resolve));
  serve(async (method, path, {record: given}) => {
    if (given.seed === "slow") await late;
    return [200, {record: given, view: view(given)}];
  });
  const {game} = table();
  const slow = game.open({...record([HUMAN, ADA]), seed: "slow"});
  await game.open(record([HUMAN, BEN]));
  answer();
  assert.equal(await slow, false);
  assert.deepEqual(game.record.seats[1], BEN);
  assert.equal(game.record.seed, "k3v9x2");
});

test("a computer whose best play was cancelled waits, and another player takes its place", async () => {
  playing(
    ({record: {seats}}) =>
      (seats[0].player === "optimal" ? {chances: null, solve: {id: "1", state: "failed", error: "too large"}} : {}));
  const {game} = table();
  await game.open(record([BEST, HUMAN]));
  await until(() => game.halted);
  assert.deepEqual([game.halted.state, game.busy, game.record.moves], ["failed", false, []]);
  await game.replaceBest("beginner");
  await until(() => game.yours);
  assert.deepEqual([game.record.seats[0].player, game.record.moves.length], ["beginner", 1]);
});

test("whoever waits for a cancelled solve sees that, until it is asked for again", async () => {
  let state = "running";
  const job = () => ({id: "1", state, progress: .5});
  serve((method, path, {record: given, move, advance} = {}) => {
    if (path === "/api/solves") state = "running";
    if (path !== "/api/games") return [200, job()];
    if (advance && state !== "done") return [409, {error: "not solved", solve: job()}];
    const moves = advance || move ? [...given.moves, "roll"] : given.moves;
    return [200, {record: {...given, moves}, view: view({...given, moves}, {chances: null, solve: job()})}];
  });
  const {game} = table();
  game.open(record([BEST, HUMAN]));
  await until(() => game.solve);
  state = "cancelled";
  await until(() => game.halted);
  // Both the computer and the chances have waited for it.
  await until(() => !game.watching.size);
  assert.deepEqual([game.halted.state, game.busy], ["cancelled", false]);
  const again = game.askForBestPlay();
  await until(() => game.busy);
  state = "done";
  await again;
  await until(() => game.record.moves.length === 1);
});

test("a tab that follows another one plays the computers' turns only if that does not", async (context) => {
  playing();
  const {game} = table();
  await game.open(record([HUMAN, ADA]));
  context.mock.timers.enable({apis: ["setTimeout"]});
  /** The number of moves after some time, and what follows from it at once. */
  const after = async (milliseconds) => {
    for (const time of [milliseconds, 1]) {
      context.mock.timers.tick(time);
      for (let step = 0; step < 20; step++) await new Promise((resolve) => setImmediate(resolve));
    }
    return game.record.moves.length;
  };
  game.follow(record([HUMAN, ADA], ["roll"]));
  assert.equal(await after(0), 1);
  assert.equal(await after(3900), 1);
  // The other tab goes on.
  game.follow(record([HUMAN, ADA], ["roll", "roll", "roll"]));
  assert.equal(await after(0), 3);
  assert.equal(await after(3900), 3);
  assert.equal(await after(100), 4);
});
