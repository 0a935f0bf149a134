import {Board} from "#js/game/board.js";
import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {serve} from "./server.js";

const SEATS = [{name: "You", player: "human"}, {name: "Ada", player: "optimal"}];
const GAME = Array.from({length: 145}, (_, at) => (at % 3 === 2 ? "bank" : "roll"));
const RECORD = {
  version: 1,
  rules: {preset: "pig"},
  seats: SEATS,
  first: 0,
  seed: "k3v9x2",
  moves: GAME
};
const ACTIONS = [{move: "roll", loss: 0}, {move: "bank", loss: .02}];

beforeEach(() => {
  for (const name of ["localStorage", "sessionStorage"]) {
    const stored = new Map();
    globalThis[name] = {getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value)};
  }
});

/** A server of which every move is legal; `more` changes what it says of a record. */
function serving(more = () => ({})) {
  return serve((method, path, {record}) => {
    if (path === "/api/games/coach") return [200, {value: .5, actions: ACTIONS, sentence: "Roll."}];
    if (path === "/api/games/review")
      return [
        200, {
          decisions: [
            {move: 7, seat: 0, habit: {}}, {move: 9, seat: 1, habit: {}}, {move: 20, seat: 0, habit: null},
            {move: 31, seat: 0, habit: {}}
          ],
          rolls: [],
          seats: [],
          patterns: []
        }
      ];
    const {moves} = record, view = {
      over: moves.length >= GAME.length,
      moves: ACTIONS,
      movers: moves.map(() => 0),
      mover: 0,
      chances: [],
      log: [],
      solve: null
    };
    return [200, {record, view: {...view, ...more(record)}}];
  });
}

/** A board with the game, when all that it asks for is known. */
async function opened(place = {}, record = RECORD) {
  const board = new Board(() => {});
  await board.open(record, place);
  return board;
}

/** Waits until a board knows its place. */
async function settled(board) {
  for (let tries = 0; board.unknown(); tries++) {
    assert.ok(tries < 1000, "it never knows");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

test("every position of a game is looked at, and the game stays whole", async () => {
  serving();
  const board = await opened();
  for (const to of [0, 1, 144, 145, 146, -1, 70]) {
    board.go(to);
    assert.equal(board.lines[0], GAME);
    assert.equal(board.at.move, Math.max(0, Math.min(145, to)));
  }
  await settled(board);
  assert.equal(board.position.advice.sentence, "Roll.");
  assert.deepEqual(board.record, RECORD);
});

test("a move that was not played is a variation; it is continued, left and deleted", async () => {
  serving();
  const board = await opened({move: 10});
  assert.equal(board.played, "roll");
  board.play("bank");
  board.play("roll");
  assert.deepEqual([board.at, board.lines[0] === GAME], [{line: 1, move: 12}, true]);
  assert.deepEqual(board.lines[1], [...GAME.slice(0, 10), "bank", "roll"]);
  await settled(board);
  board.leave();
  assert.deepEqual(board.at, {line: 0, move: 10});
  assert.equal(board.lines.length, 2);
  board.go(11, 1);
  board.remove(1);
  assert.deepEqual([board.at, board.lines], [{line: 0, move: 10}, [GAME]]);
  await settled(board);
});

test("a game that was just opened is there after a reload", async () => {
  serving();
  await opened({move: 10});
  await opened({move: 3}, {...RECORD, seed: "another"});
  const {record, move} = JSON.parse(sessionStorage.getItem("jeopardice.analysis"));
  assert.deepEqual([record.seed, move], ["another", 3]);
});

test("variations and the place survive a reload", async () => {
  serving();
  const board = await opened({move: 10});
  board.play("bank");
  await settled(board);
  const {record, ...place} = JSON.parse(sessionStorage.getItem("jeopardice.analysis"));
  const again = await opened(place, record);
  assert.deepEqual([again.at, again.lines], [board.at, board.lines]);
});

test("a link brings its variations with it", async () => {
  serving();
  const other = [...GAME.slice(0, 10), "bank"];
  const board = await opened({moves: other, lines: [other], move: 11});
  assert.deepEqual([board.at, board.lines], [{line: 1, move: 11}, [GAME, other]]);
});

test("another tab's variations are taken over, and the place stays", async () => {
  serving();
  const [board, other] = [await opened({move: 10}), await opened({move: 50})];
  board.play("bank");
  await settled(board);
  other.follow(other.record);
  assert.deepEqual([other.at, other.lines], [{line: 0, move: 50}, board.lines]);
  other.go(50);
  other.play(other.played === "roll" ? "bank" : "roll");
  board.follow(board.record);
  assert.deepEqual([board.at, board.lines.length], [{line: 1, move: 11}, 3]);
  await Promise.all([settled(board), settled(other)]);
});

test("a game that is played on in another tab grows here", async () => {
  serving();
  const board = await opened({move: 5}, {...RECORD, moves: GAME.slice(0, 20)});
  board.follow(RECORD);
  assert.deepEqual([board.lines[0], board.at], [GAME, {line: 0, move: 5}]);
  board.follow({...RECORD, moves: GAME.slice(0, 3)});
  board.follow({...RECORD, seed: "another", moves: [...GAME, "roll"]});
  assert.equal(board.lines[0], GAME);
  await settled(board);
});

test("a position is tried again without its values until a move is chosen, and without a variation", async () => {
  serving();
  const board = await opened({move: 10});
  board.tryAgain();
  assert.ok(board.hides);
  board.play("bank");
  assert.deepEqual([board.hides, board.retry, board.lines], [false, {chosen: "bank"}, [GAME]]);
  board.go(11);
  assert.equal(board.retry, null);
  await settled(board);
});

test("the next mark is one of a person", async () => {
  serving();
  const board = await opened({move: 0});
  await settled(board);
  const found = [];
  for (let next = board.nextMark; next !== null; next = board.nextMark) {
    found.push(next);
    board.go(next);
  }
  assert.deepEqual(found, [7, 31]);
  await settled(board);
});

test("the seats are open to the analysis, and the record keeps its players", async () => {
  const asked = serving();
  const board = await opened({move: 3});
  assert.ok(asked.every(({body}) => body.record.seats.every((seat) => seat.player === "human")));
  assert.deepEqual(board.record.seats, SEATS);
});

test("what the server refuses is said once, and the board goes on", async () => {
  let refuses = true;
  serve(() => (refuses ?
            [422, {error: "moves[3]: \"fly\": no"}] :
            [200, {record: RECORD, view: {over: true, moves: [], movers: [], chances: null, log: [], solve: null}}]));
  const board = await opened();
  assert.match(board.problem, /fly/);
  refuses = false;
  board.go(3);
  await settled(board);
  assert.equal(board.problem, null);
});

test("while the game is being solved its moves are there, and afterwards their values", async () => {
  let state = "running";
  serve((method, path, body) => {
    if (path === "/api/solves/1") return [200, {id: "1", state: state = "done"}];
    if (path === "/api/games/coach") return [200, {value: .5, actions: ACTIONS, sentence: "Roll."}];
    if (path === "/api/games/review") return [200, {decisions: [], rolls: [], seats: [], patterns: []}];
    const {moves} = body.record;
    return [
      200, {
        record: body.record,
        view: {
          over: false,
          moves: ACTIONS,
          movers: moves.map(() => 0),
          mover: 0,
          log: [],
          chances: state === "done" ? [] : null,
          solve: {id: "1", state}
        }
      }
    ];
  });
  const board = await opened({move: 3});
  assert.equal(board.position.advice, null);
  for (let tries = 0; !board.position?.advice; tries++) {
    assert.ok(tries < 1000);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.deepEqual([board.solve.state, board.at], ["done", {line: 0, move: 3}]);
  await settled(board);
});

test("chances that come in parts are asked for until they are whole", async () => {
  let known = 0;
  const asked = serving(({moves}) => (moves.length < GAME.length ? {} : {
    chances:
      Array.from({length: known += 50}, (_, place) => ({move: Math.max(0, 146 - known + place), seats: [.5, .5]}))
  }));
  const board = await opened();
  await settled(board);
  // One of the questions is about the position at the end.
  assert.equal(asked.filter(({path, body}) => path === "/api/games" && body.record.moves.length === 145).length, 3);
  assert.equal(board.game.view.chances[0].move, 0);
});
