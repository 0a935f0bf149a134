import {isoDay, isoMinute, timeOf} from "#js/common/dates.js";
import {allGames, deleteGames} from "#js/common/library.js";
import {asJson, asText, importGames, missing, splitGames} from "#js/game/library-files.js";
import assert from "node:assert/strict";
import {afterEach, test} from "node:test";

import {serve} from "./server.js";

const record = (moves, seed = "k3v9x2") => ({
  version: 1,
  rules: {preset: "pig"},
  seats: [{name: "You", player: "human"}, {name: "Ada", player: "optimal"}],
  first: 0,
  seed,
  moves: moves.split("")
});
const kept = (id, moves, more = {}) => ({
  id,
  begun: 1000,
  changed: 2000,
  place: "app",
  record: record(moves),
  title: "Pig",
  family: "pig",
  goal: 100,
  over: false,
  winners: [],
  scores: [0, 0],
  summary: null,
  ...more
});
const SUMMARY = [{name: "You", player: "human", decisions: 3}, {name: "Ada", player: "optimal", decisions: 1}];

/** A server that accepts games whose moves are all "r", and reads texts that name moves. */
const playing = () => serve((method, path, body) => {
  if (path === "/api/games/summary") {
    if (!body.record?.moves.every((move) => move === "r")) return [422, {error: "moves[0]: bad"}];
    const outcome = {title: "Pig", family: "pig", goal: 100, over: false, winners: [], seats: [{score: 0}, {score: 0}]};
    return [200, {outcome, seats: SUMMARY}];
  }
  if (path === "/api/games/text") return [200, {text: `rules: pig\nmoves: ${body.record.moves.join("")}\n`}];
  const moves = /moves: (\w*)/.exec(body.text);
  return moves ? [200, {record: record(moves[1]), date: "2026-11-19 14:31"}] : [422, {error: "line 2: bad"}];
});

afterEach(async () => deleteGames((await allGames()).map((game) => game.id)));

test("exported games are imported as they were, once", async () => {
  playing();
  const games = [kept("aaa", "rr", {place: "table"}), kept("bbb", "r", {changed: 3000})], reports = [];
  const text = asJson(games);
  assert.deepEqual(await importGames(text, (done, all) => reports.push([done, all])), {added: 2, there: 0});
  assert.deepEqual(reports, [[0, 2], [1, 2]]);
  assert.deepEqual(await allGames(), [{...games[1], summary: SUMMARY}, {...games[0], summary: SUMMARY}]);
  assert.deepEqual(await importGames(text, () => {}), {added: 0, there: 2});
});

test("games as text are imported with their dates", async () => {
  playing();
  const text = await asText([kept("aaa", "rr"), kept("bbb", "r")]);
  assert.deepEqual(await importGames(text, () => {}), {added: 2, there: 0});
  const found = await allGames();
  assert.deepEqual(found.map((game) => game.record.moves.length).toSorted(), [1, 2]);
  assert.equal(isoMinute(found[0].changed), "2026-11-19 14:31");
  assert.deepEqual(await importGames(JSON.stringify(record("rrr")), () => {}), {added: 1, there: 0});
});

test("a bad file changes nothing, and what is wrong is named", async () => {
  playing();
  const games = [kept("aaa", "rr"), kept("bbb", "rx")];
  for (const [text, words] of [[asJson(games), /^game 2: moves\[0\]: bad$/],
         ["rules: pig\nmoves: r\n\nrules: pig\n", /^game from line 4: line 2: bad$/],
         ["nonsense", /^line 2: bad$/],
         ["{\"a\": 1}", /no games in it/],
         ["{", /not valid JSON/],
         ["[]", /no games in it/],
         [asJson(games).replace("\"version\":1,\"games\"", "\"version\":2,\"games\""), /^version 2: this program/],
         ["{\"kind\": \"jeopardice games\", \"version\": 1, \"games\": [null]}", /./],
  ])
    await assert.rejects(importGames(text, () => {}), {message: words});
  assert.deepEqual(await allGames(), []);
});

test("a game that went on differently is added beside the other", () => {
  const library = [kept("aaa", "rrb", {over: true})];
  assert.deepEqual(missing(library, [kept("aaa", "rr")]), []);
  assert.deepEqual(missing(library, [kept("zzz", "rrb")]), []);
  const [other] = missing(library, [kept("aaa", "rbb")]);
  assert.notEqual(other.id, "aaa");
  assert.equal(missing([kept("aaa", "r")], [kept("aaa", "rr")])[0].id, "aaa");
});

test("every game of a text begins with its rules", () => {
  assert.deepEqual(splitGames("rules: a\n1\n"), [{text: "rules: a\n1\n", line: 1}]);
  assert.deepEqual(splitGames("# notes\r\nRules: a\r\n1\r\nrules : b\r\n2").map(({text, line}) => [text, line]),
    [["Rules: a\n1", 2], ["rules : b\n2", 4]]);
});

test("dates are read as they are written", () => {
  const time = new Date(2026, 10, 9, 4, 5).getTime();
  assert.equal(isoMinute(time), "2026-11-09 04:05");
  assert.equal(timeOf(isoMinute(time), 0), time);
  assert.equal(isoDay(timeOf("2026-11-09", 0)), "2026-11-09");
  for (const text of ["", "yesterday", "2026-13-40"]) assert.equal(timeOf(text, 7), 7);
});
