/**
 * What Explore looks at: a game or rules of one's own, a view, dice, scores and what else lasts between turns; all of
 * it is told by a link.
 */
import {linked, NOTHING, unlinked, wanted} from "./lasting.js";
import {pack, query, unpack} from "./store.js";

export const START = {
  ...NOTHING,
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
    ...unlinked(given),
    game: given.get("game") ?? START.game,
    toml: given.has("rules") ? String(unpack(given.get("rules"))) : null,
    view: given.get("view") ?? START.view,
    dice: given.get("dice"),
    scores: scores.length && scores.every(Number.isFinite) ? scores : START.scores
  };
}

/** What the rules of a game ask for besides scores and dice, between turns. */
export const asked = (game) => ({...wanted(game.toml, "win"), singles: 0});

/** The link that tells it, of a game as the server tells it. */
export function asLink(state, rules) {
  const {game, toml, view, dice, scores} = state;
  const parts = {...(toml ? {rules: pack(toml)} : {game}), view, ...(dice ? {dice} : {})};
  if (scores.some(Boolean)) parts.scores = scores.join(",");
  Object.assign(parts, linked(state, asked(rules), scores.length));
  return `explore?${query(parts)}`;
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
