/** What a position holds besides scores, turn total and dice: only some rules ask for it. */
import {h, number, select} from "./dom.js";
import {read} from "./toml.js";

export const NOTHING = {
  busts: [],
  beat: 0,
  seat: 1,
  singles: 0,
  offerDice: "",
  offerTotal: 0
};

/** What the rules (as the server writes them) ask for, for an objective. */
export function wanted(toml, objective) {
  const at = (key) => read(toml, key), together = at("simultaneous") === true, hog = at("family") === "hog";
  const win = objective === "win" && !together;
  const bonuses = String(at("turn.single_die_bonus") ?? "").replace(/[[\]\s]/g, "");
  return {
    together,
    /** So many busts in a row cost the penalty; 0: they do not count. */
    streak: objective === "score" || together || !(at("bust.penalty") > 0) ? 0 : at("bust.streak") ?? 0,
    /** Whether a bust keeps the turn total, and whether a roll may cost all that is banked. */
    keeps: at("turn.keep_on_bust") === true,
    loses: objective !== "score" && !together && /[^[\]\s]/.test(at("events.lose_banked") ?? ""),
    beats: win && at("turn.beat_previous") === true,
    rounds: win && at("end.rule") === "equal-turns",
    steals: win && !hog && (at("turn.steal") ?? "never") !== "never",
    /** The most single-die bonuses of a turn. */
    singles: bonuses ? bonuses.split(",").length : 0,
  };
}

/** As many busts in a row as there are players. */
const bustsOf = (state, players) => Array.from({length: players}, (_, index) => state.busts[index] ?? 0);

/** The fields for what the rules ask for; `set(changes)` hears of every change. */
export function fields(state, asks, players, set) {
  const parts = [];
  if (asks.streak > 1) {
    const busts = bustsOf(state, players);
    parts.push(...busts.map((count, index) => number(index === 0 ? "Your busts in a row" :
                                players === 2                    ? "Other's busts in a row" :
                                                                   `Busts in a row of player ${index + 1}`,
                              count, (value) => set({busts: bustsOf(state, players).with(index, value || 0)}),
                              {min: 0, max: asks.streak - 1, key: `busts-${index}`})));
  }
  if (asks.beats)
    parts.push(number("Bank of the player before, to beat", state.beat, (beat) => set({beat: Math.max(0, beat || 0)}),
      {min: 0, key: "beat"}));
  if (asks.rounds)
    parts.push(select("Your place in the round",
      Array.from({length: players}, (_, index) => [index + 1, `${index + 1} of ${players}`]), state.seat,
      (seat) => set({seat: Number(seat)}), {key: "seat"}));
  if (asks.singles)
    parts.push(number("Single-die bonuses won in this turn", state.singles,
      (singles) => set({singles: Math.max(0, singles || 0)}), {min: 0, max: asks.singles, key: "singles"}));
  return parts.length ? h("div", {class: "fields", role: "group", "aria-label": "What these rules count"}, parts) :
                        null;
}

/** The part of a request that says it. */
export function told(state, asks, players) {
  return {
    ...(asks.streak > 1 ? {busts: bustsOf(state, players)} : {}),
    ...(asks.beats && state.beat ? {to_beat: state.beat} : {}),
    ...(asks.rounds ? {seat: Math.min(state.seat, players)} : {}),
    ...(asks.singles ? {singles: state.singles} : {}),
  };
}

/** The part of a link that says it. */
export function linked(state, asks, players) {
  return {
    ...(asks.streak > 1 && state.busts.some(Boolean) ? {busts: bustsOf(state, players).join(",")} : {}),
    ...(asks.beats && state.beat ? {beat: state.beat} : {}),
    ...(asks.rounds && state.seat > 1 ? {seat: state.seat} : {}),
    ...(asks.singles && state.singles ? {singles: state.singles} : {}),
    ...(asks.steals && state.mode === "offer" ? {offer: `${state.offerDice}:${state.offerTotal}`} : {}),
  };
}

/** What a link says of it. */
export function unlinked(given) {
  const count = (key, least) => Math.max(least, Math.trunc(Number(given.get(key))) || 0);
  const [offerDice = "", offerTotal = 0] = (given.get("offer") ?? "").split(":");
  return {
    busts: (given.get("busts") ?? "").split(",").filter(Boolean).map((each) => Math.max(0, Math.trunc(each) || 0)),
    beat: count("beat", 0),
    seat: count("seat", 1),
    singles: count("singles", 0),
    offerDice,
    offerTotal: Math.max(0, Math.trunc(offerTotal) || 0),
  };
}

/** What is left of it for the next player, after a bank of so many points, or a bust (null). */
export function passed(state, asks, players, banked) {
  const [mine, ...others] = bustsOf(state, players);
  return {
    ...NOTHING,
    busts: asks.streak > 1 ? [...others, banked === null ? (mine + 1) % asks.streak : 0] : [],
    beat: asks.beats && banked !== null ? banked : 0,
    seat: asks.rounds ? state.seat % players + 1 : 1,
  };
}

/** What one more bust costs of the banked points. */
export function penalty(toml, state, asks, score) {
  if (!asks.streak || (state.busts[0] ?? 0) + 1 < asks.streak) return 0;
  const floor = read(toml, "bust.floor") ?? 0, lower = score - read(toml, "bust.penalty");
  return score - (floor === "none" ? lower : Math.min(score, Math.max(lower, floor)));
}
