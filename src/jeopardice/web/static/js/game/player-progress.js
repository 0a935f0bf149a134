/** Whose progress can be shown, and the server's answer about it. */
import {post} from "../common/api.js";

/** How many games go into one request, and how many count at most: the last ones. */
const PART = 150, MOST = 2000;

/** The names of people in analysed games, those with most games first. @param {KeptGame[]} games */
export function playersOf(games) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const {summary} of games) {
    for (const {name, player} of summary ?? [])
      if (player === "human") counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([name]) => name);
}

/**
 * The analysed games of a person, the first played first; with a title only those of this game.
 * @param {KeptGame[]} games @param {string} name @param {string} title
 */
export function gamesOf(games, name, title) {
  return games
    .flatMap((game) => {
      const seat = (game.summary ?? []).find((each) => each.name === name && each.player === "human");
      return seat && (!title || game.title === title) ? [{played: game.changed, seat}] : [];
    })
    .sort((a, b) => a.played - b.played)
    .slice(-MOST);
}

/**
 * The progress of a person over games.
 * @param {string} name @param {ReturnType<typeof gamesOf>} games @returns {Promise<PlayerProgress>}
 */
export async function progressOf(name, games) {
  let answer = {tally: undefined, progress: undefined};
  for (let at = 0; at === 0 || at < games.length; at += PART)
    answer = await post("/api/games/progress", {name, games: games.slice(at, at + PART), tally: answer.tally});
  return /** @type {any} */ (answer.progress);
}
