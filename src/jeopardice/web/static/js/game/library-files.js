/** Games as files: the whole library as JSON, or games as text that people can read. */
import {post} from "../common/api.js";
import {isoMinute, timeOf} from "../common/dates.js";
import {allGames, merging, newId, putGames} from "../common/library.js";

const KIND = "jeopardice games", VERSION = 1;

/** The games as one text of JSON; their summaries are made again when it is read. @param {KeptGame[]} games */
export const asJson = (games) => `${JSON.stringify({
  kind: KIND,
  version: VERSION,
  games: games.map(({id, begun, changed, place, record}) => ({id, begun, changed, place, record}))
})}\n`;

/** The games as one text that people can read. @param {KeptGame[]} games */
export async function asText(games) {
  const texts = [];
  for (const {record, changed} of games)
    texts.push((await post("/api/games/text", {record, date: isoMinute(changed)})).text);
  return texts.join("\n");
}

/**
 * The games of a text of several, each with the number of its first line: every game begins with its rules.
 * @param {string} text
 */
export function splitGames(text) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const starts = lines.flatMap((line, at) => (/^\s*rules\s*:/i.test(line) ? [at] : []));
  if (starts.length < 2) return [{text, line: 1}];
  return starts.map((start, at) => ({text: lines.slice(start, starts[at + 1]).join("\n"), line: start + 1}));
}

/** @param {unknown} value @param {number} otherwise */
const time = (value, otherwise) => (typeof value === "number" && value > 0 && value < 8e15 ? value : otherwise);

/**
 * What a file says, not checked yet: a library, one record, or games as text.
 * @param {string} text @returns {Promise<Partial<KeptGame>[]>}
 */
async function candidates(text) {
  const now = Date.now();
  if (!/^\s*[{[]/.test(text)) {
    const found = [];
    for (const part of splitGames(text)) {
      const read = await post("/api/games/read", {text: part.text}).catch((error) => {
        throw new Error(part.line > 1 ? `game from line ${part.line}: ${error.message}` : error.message);
      });
      const played = timeOf(read.date, now);
      found.push({record: read.record, begun: played, changed: played});
    }
    return found;
  }
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error("this is not valid JSON");
  }
  if (Array.isArray(content?.games) && content.kind === KIND) {
    if (content.version !== VERSION)
      throw new Error(`version ${content.version}: this program reads version ${VERSION}`);
    return content.games;
  }
  if (content?.rules && content?.seats) return [{record: content}];
  throw new Error("there are no games in it: it must be a game as text, its record, or exported games");
}

/**
 * Adds the games of a file to the library; returns how many were added and how many were there already. The server
 * checks every game first, and an error leaves the library as it was.
 * @param {string} text @param {(done: number, all: number) => void} report
 */
export async function importGames(text, report) {
  const found = await candidates(text), now = Date.now();
  /** @type {KeptGame[]} */
  const read = [];
  for (const [at, each] of found.entries()) {
    report(at, found.length);
    const {record, begun, changed} = each ?? {};
    const checked = await post("/api/games/summary", {record}).catch((error) => {
      throw new Error(found.length > 1 ? `game ${at + 1}: ${error.message}` : error.message);
    });
    read.push(kept(/** @type {GameRecord} */ (record), checked, {
      id: typeof each.id === "string" && /^\w{1,40}$/.test(each.id) ? each.id : newId(),
      begun: time(begun, now),
      changed: time(changed, now),
      place: each.place === "table" ? "table" : "app"
    }));
  }
  const added = missing(await allGames(), read);
  await putGames(added);
  return {added: added.length, there: read.length - added.length};
}

/**
 * @param {GameRecord} record @param {{outcome: Outcome, seats: SeatSummary[] | null}} checked
 * @param {Pick<KeptGame, "id" | "begun" | "changed" | "place">} more @returns {KeptGame}
 */
function kept(record, {outcome: {title, family, goal, over, winners, seats}, seats: summary}, more) {
  return {...more, record, title, family, goal, over, winners, scores: seats.map((seat) => seat.score), summary};
}

/** The games that are not in the library yet, or further there. @param {KeptGame[]} library @param {KeptGame[]} read */
export function missing(library, read) {
  const known = new Map(library.map((game) => [game.id, game]));
  const records = new Set(library.map((game) => JSON.stringify(game.record)));
  return read.flatMap((game) => {
    const text = JSON.stringify(game.record), same = known.get(game.id) ?? null;
    if (records.has(text)) return [];
    records.add(text);
    const how = merging(same, [], game.record);
    if (how === "nothing") return [];
    const added = how === "both" ? {...game, id: newId()} : game;
    known.set(added.id, added);
    return [added];
  });
}
