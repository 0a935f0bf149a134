/** What a position holds besides scores, turn total and dice: only some rules need it. */
import {read} from "./rules-text.js";

/** @typedef {ReturnType<typeof needsOf>} Needs */

/** @type {Carryover} */
export const NONE = {
  busts: [],
  beat: 0,
  seat: 1,
  singles: 0,
  offerDice: "",
  offerTotal: 0
};

/** Which carryover the rules need for an objective. @param {string} toml @param {string} objective */
export function needsOf(toml, objective) {
  /** @param {string} key */
  const at = (key) => read(toml, key);
  const simultaneous = at("simultaneous") === true, win = objective === "win" && !simultaneous;
  const bonuses = String(at("turn.single_die_bonus") ?? "").replace(/[[\]\s]/g, "");
  const race = objective !== "score";
  return {
    simultaneous,
    /** The busts in a row that cost the penalty; 0: they do not count. */
    streak: race && Number(at("bust.penalty")) > 0 ? Number(at("bust.streak") ?? 0) : 0,
    /** Whether a bust keeps the turn total, and whether a roll may cost all that is banked. */
    keepsOnBust: at("turn.keep_on_bust") === true,
    losesBanked: race && /[^[\]\s]/.test(String(at("events.lose_banked") ?? "")),
    mustBeat: win && at("turn.beat_previous") === true,
    inRounds: win && at("end.rule") === "equal-turns",
    steals: win && at("family") !== "hog" && (at("turn.steal") ?? "never") !== "never",
    /** The most single-die bonuses in a turn. */
    singles: bonuses ? bonuses.split(",").length : 0,
  };
}

/** The busts in a row of each player. @param {Carryover} state @param {number} players */
export const bustsOf = (state, players) => Array.from({length: players}, (_, seat) => state.busts[seat] ?? 0);

/** The carryover as part of a request. @param {Carryover} state @param {Needs} needs @param {number} players */
export function inRequest(state, needs, players) {
  return {
    ...(needs.streak > 1 ? {busts: bustsOf(state, players)} : {}),
    ...(needs.mustBeat && state.beat ? {to_beat: state.beat} : {}),
    ...(needs.inRounds ? {seat: Math.min(state.seat, players)} : {}),
    ...(needs.singles ? {singles: state.singles} : {}),
  };
}

/**
 * The carryover as part of a link.
 * @param {Carryover & {mode?: string}} state @param {Needs} needs @param {number} players
 * @returns {Record<string, string | number>}
 */
export function inLink(state, needs, players) {
  return {
    ...(needs.streak > 1 && state.busts.some(Boolean) ? {busts: bustsOf(state, players).join(",")} : {}),
    ...(needs.mustBeat && state.beat ? {beat: state.beat} : {}),
    ...(needs.inRounds && state.seat > 1 ? {seat: state.seat} : {}),
    ...(needs.singles && state.singles ? {singles: state.singles} : {}),
    ...(needs.steals && state.mode === "offer" ? {offer: `${state.offerDice}:${state.offerTotal}`} : {}),
  };
}

/** The carryover of a link. @param {URLSearchParams} given @returns {Carryover} */
export function fromLink(given) {
  /** @param {string | null} text */
  const count = (text, least = 0) => Math.max(least, Math.trunc(Number(text)) || 0);
  const [offerDice, offerTotal = "0"] = (given.get("offer") ?? "").split(":");
  return {
    busts: (given.get("busts") ?? "").split(",").filter(Boolean).map((each) => count(each)),
    beat: count(given.get("beat")),
    seat: count(given.get("seat"), 1),
    singles: count(given.get("singles")),
    offerDice,
    offerTotal: count(offerTotal),
  };
}

/**
 * The carryover of the same player after a bank or a bust (null); what the others do before the next turn is not known.
 * @param {Carryover} state @param {Needs} needs @param {number} players @param {number | null} banked
 * @returns {Carryover}
 */
export function afterTurn(state, needs, players, banked) {
  const [mine, ...others] = bustsOf(state, players);
  return {
    ...NONE,
    busts: needs.streak > 1 ? [banked === null ? (mine + 1) % needs.streak : 0, ...others] : [],
    seat: state.seat,
  };
}

/**
 * The banked points that one more bust costs.
 * @param {string} toml @param {Carryover} state @param {Needs} needs @param {number} score
 */
export function penaltyOf(toml, state, needs, score) {
  if (!needs.streak || (state.busts[0] ?? 0) + 1 < needs.streak) return 0;
  const floor = read(toml, "bust.floor") ?? 0, lower = score - Number(read(toml, "bust.penalty"));
  return score - (floor === "none" ? lower : Math.min(score, Math.max(lower, Number(floor))));
}
