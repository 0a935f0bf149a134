/** The games that come with Jeopardice, and the user's own rules in place of one. */
import {get, post} from "../common/api.js";

const WELL_KNOWN = ["farkle", "pig", "hog", "ten-thousand", "zilch"];

/** @type {Promise<GameRules[]> | null} */
let known = null;
/** The presets, requested once; the best-known games come first. */
export function presets() {
  known ??= get("/api/presets").then(wellKnownFirst);
  known.catch(() => {
    known = null;
  });
  return known;
}

/** @param {GameRules[]} games */
export function wellKnownFirst(games) {
  /** @param {GameRules} game */
  const place = ({name}) => (WELL_KNOWN.includes(name) ? WELL_KNOWN.indexOf(name) : WELL_KNOWN.length);
  return games.toSorted((a, b) => place(a) - place(b) || a.title.localeCompare(b.title));
}

/** Checks rules. @param {RulesSource} rules @param {AbortSignal} [signal] @returns {Promise<CheckedRules>} */
export const checkRules = (rules, signal) => post("/api/rules", rules, signal);

/** The rules that a page shows, as a request names them. @param {{game: string, toml: string | null}} state */
export const rulesOf = ({game, toml}) => (toml ? {toml} : {preset: game});
