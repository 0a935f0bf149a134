/** What Explore shows: a game or the user's own rules, a view, dice, scores and carryover; a link holds all of it. */
import {pack, query} from "../common/links.js";
import {clamp} from "../common/numbers.js";

import {fromLink as carryoverFromLink, inLink, needsOf, NONE} from "./carryover.js";
import {rulesInLink} from "./position.js";

/** @type {ViewState} */
export const START = {
  ...NONE,
  game: "farkle",
  /** The text of the user's own rules, in place of the game. */
  toml: null,
  view: "surface",
  dice: null,
  scores: [0, 0]
};
/** The names of the views, in the order in which they are offered. @type {Record<string, string>} */
export const VIEWS = {
  surface: "Surface",
  panels: "All dice",
  slice: "One turn",
  table: "Tables"
};

/**
 * The state of a link; missing parts have defaults. Throws if its rules cannot be read.
 * @param {URLSearchParams} given @returns {ViewState}
 */
export function fromLink(given) {
  const scores = (given.get("scores") ?? "").split(",").filter(Boolean).map((score) => Math.trunc(Number(score)));
  return {
    ...carryoverFromLink(given),
    game: given.get("game") ?? START.game,
    toml: rulesInLink(given),
    view: given.get("view") ?? START.view,
    dice: given.get("dice"),
    scores: scores.length && scores.every(Number.isFinite) ? scores : START.scores
  };
}

/** The carryover that the rules of a game need at the start of a turn. @param {GameRules} game */
export const needsBetweenTurns = (game) => ({...needsOf(game.toml, "win"), singles: 0});

/** The link to a view of a game. @param {ViewState} state @param {GameRules} rules */
export function asLink(state, rules) {
  const {game, toml, view, dice, scores} = state;
  return `explore?${query({
    ...(toml ? {rules: pack(toml)} : {game}),
    view,
    ...(dice ? {dice} : {}),
    ...(scores.some(Boolean) ? {scores: scores.join(",")} : {}),
    ...inLink(state, needsBetweenTurns(rules), scores.length)
  })}`;
}

/** One score below the goal for each player. @param {number[]} scores @param {GameRules} game */
export const fittingScores = (scores, {players, goal}) =>
  Array.from({length: Math.max(2, players)}, (_, seat) => clamp(0, scores[seat] ?? 0, goal - 1));

/**
 * The views that a game has, and the reasons why others are missing. The numbers of dice to roll (`phases`) are not
 * known before the first answer.
 * @param {GameRules} game @param {string[] | null} phases
 */
export function viewsOf(game, phases = null) {
  /** @type {Record<string, string | null>} */
  const missing = Object.fromEntries(game.views.map((view) => [view.name, view.missing]));
  missing.panels = missing.surface || (phases && phases.length < 2 ? "one" : null);
  return {
    names: Object.keys(VIEWS).filter((name) => !missing[name]),
    reasons: [...new Set(game.views.map((view) => view.missing).filter(Boolean))]
  };
}
