import {gamesOf, playersOf, progressOf} from "#js/game/player-progress.js";
import assert from "node:assert/strict";
import {test} from "node:test";

import {serve} from "./server.js";

const seat = (name, player = "human") => ({name, player});
const game = (changed, title, ...summary) => ({changed, title, summary});
const GAMES = [
  game(3, "Pig", seat("You"), seat("Ada", "optimal")), game(2, "Pig", seat("Ben"), seat("You")),
  game(1, "Hog", seat("Ada", "optimal"), seat("You")), {changed: 4, title: "Hog", summary: null}
];

test("people are listed by their games, computers are not", () => {
  assert.deepEqual(playersOf(GAMES), ["You", "Ben"]);
  assert.deepEqual(playersOf([]), []);
});

test("the games of a person come in the order in which they were played", () => {
  assert.deepEqual(gamesOf(GAMES, "You", "").map(({played}) => played), [1, 2, 3]);
  assert.deepEqual(gamesOf(GAMES, "You", "Pig").map(({played}) => played), [2, 3]);
  assert.deepEqual(gamesOf(GAMES, "Ada", ""), []);
});

test("many games are sent in parts, each with what the server has added up so far", async () => {
  const asked = serve((method, path, {games, tally = 0}) => [200, {tally: tally + games.length, progress: {games: 7}}]);
  const many = Array.from({length: 400}, (_, played) => ({played, seat: seat("You")}));
  assert.deepEqual(await progressOf("You", many), {games: 7});
  assert.deepEqual(asked.map(({body}) => [body.games.length, body.tally]), [[150, undefined], [150, 150], [100, 300]]);
});
