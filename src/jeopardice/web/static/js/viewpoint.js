/** What Explore looks at: a game or rules of one's own, a view, dice and scores; all of it is told by a link. */
import {pack, unpack} from "./store.js";

export const START = {
  game: "farkle",
  /** Rules of one's own, as text, in place of the game. */
  toml: null,
  view: "surface",
  dice: null,
  scores: [0, 0]
};
/** The names of the views, in the order in which they are offered. */
export const VIEWS = {
  surface: "Surface",
  panels: "All dice",
  slice: "One turn",
  table: "Tables"
};

/** What a link tells; what it leaves out is as at the start. Throws where its rules cannot be read. */
export function fromLink(given) {
  const scores = (given.get("scores") ?? "").split(",").filter(Boolean).map((score) => Math.trunc(score));
  return {
    game: given.get("game") ?? START.game,
    toml: given.has("rules") ? String(unpack(given.get("rules"))) : null,
    view: given.get("view") ?? START.view,
    dice: given.get("dice"),
    scores: scores.length && scores.every(Number.isFinite) ? scores : START.scores
  };
}

/** The link that tells it. */
export function asLink({game, toml, view, dice, scores}) {
  const parts = {...(toml ? {rules: pack(toml)} : {game}), view, ...(dice ? {dice} : {})};
  if (scores.some(Boolean)) parts.scores = scores.join(",");
  const told = Object.entries(parts).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `explore?${told.join("&").replaceAll("%2C", ",")}`;
}

/** As many scores as there are players, each below the goal. */
export const fitting = (scores, {players, goal}) =>
  Array.from({length: Math.max(2, players)}, (_, seat) => Math.max(0, Math.min(goal - 1, scores[seat] ?? 0)));

/**
 * What the server says of the views of a game: those there are, and in plain words why others are missing. Whether
 * there are several numbers of dice to roll is not known (null) before the first answer.
 */
export function offered(game, phases = null) {
  const missing = Object.fromEntries(game.views.map(({name, missing: why}) => [name, why]));
  missing.panels = missing.surface || (phases && phases.length < 2 ? "one" : null);
  return {
    names: Object.keys(VIEWS).filter((name) => !missing[name]),
    reasons: [...new Set(game.views.map((view) => view.missing).filter(Boolean))]
  };
}
