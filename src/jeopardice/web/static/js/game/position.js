/** A position at a real table: read from a link, sent as a question, continued after a move. */
import {pack, query, unpack} from "../common/links.js";
import {sum} from "../common/numbers.js";

import {afterTurn, fromLink as carryoverFromLink, inLink, inRequest, needsOf, NONE, penaltyOf} from "./carryover.js";
import {parseDice} from "./dice.js";
import {rulesOf} from "./presets.js";

/** @type {PositionState} */
export const START = {
  ...NONE,
  game: "farkle",
  /** The text of the user's own rules, in place of the game; and a goal other than that of the rules. */
  toml: null,
  goal: null,
  scores: [0, 0],
  turn: 0,
  roll: "",
  left: "",
  objective: "win",
  mode: "rolled"
};

/** The text of the rules in a link, or null. @param {URLSearchParams} given */
export const rulesInLink = (given) => (given.has("rules") ? String(unpack(given.get("rules") ?? "")) : null);

/**
 * The state of a link: game or rules, goal, scores, turn, roll or left, objective, carryover.
 * @param {URLSearchParams} given @returns {PositionState}
 */
export function fromLink(given) {
  const scores = (given.get("scores") ?? "0,0").split(",").map(Number), goal = given.get("goal") ?? "";
  return {
    ...START,
    ...carryoverFromLink(given),
    game: given.get("game") ?? START.game,
    toml: rulesInLink(given),
    goal: /^-?\d+$/.test(goal) ? Number(goal) : null,
    scores: scores.every(Number.isFinite) ? scores : START.scores,
    turn: Number(given.get("turn")) || 0,
    roll: given.get("roll") ?? "",
    left: given.get("left") ?? "",
    objective: given.get("objective") ?? "win",
    // The number of rolled dice may be known before their faces: "left=5&roll=".
    mode: given.has("offer")                  ? "offer" :
      given.has("left") && !given.has("roll") ? "left" :
                                                "rolled"
  };
}

/** The dice of each kind in "AAB", or in a number if all are alike. @param {DiceKind[]} kinds @param {string} text */
export const countsOf = (kinds, text) =>
  kinds.map((kind) => (kind.name ? text.split(kind.name).length - 1 : Number(text) || 0));

export class Position {
  /** A game as the server describes it, and what is known. @param {GameRules} game @param {PositionState} state */
  constructor(game, state) {
    this.game = game;
    this.state = state;
  }

  get goal() {
    return this.state.goal ?? this.game.goal;
  }
  get solo() {
    return this.state.objective !== "win";
  }
  get players() {
    return this.solo ? 1 : this.state.scores.length;
  }
  get needs() {
    return needsOf(this.game.toml, this.state.objective);
  }
  /** What is known: the dice rolled, the dice left, or what the previous player left, where it may be continued. */
  get mode() {
    const {mode} = this.state;
    if (mode === "offer") return this.needs.steals ? mode : "rolled";
    return this.game.family === "farkle" ? mode : "rolled";
  }
  /** All dice, of all kinds. */
  get diceCount() {
    return sum(this.game.dice.map((kind) => kind.count));
  }
  /** How many dice of each kind are rolled, or null where that is not known: a turn begins with all. */
  get hand() {
    const {dice} = this.game, {turn, left} = this.state;
    if (!turn) return dice.map((kind) => kind.count);
    return left ? countsOf(dice, left) : null;
  }
  /** How many dice of the roll are still to be entered. */
  get missing() {
    return sum(this.hand ?? [0]) - parseDice(this.state.roll).length;
  }

  /** The position as a link. */
  get query() {
    const {state, mode} = this, {game, toml, goal, scores, turn, roll, left, objective} = state;
    return query({
      ...(toml ? {rules: pack(toml)} : {game}),
      ...(goal === null ? {} : {goal}),
      scores: scores.join(","),
      turn,
      ...(mode === "left" || (mode === "rolled" && turn && left) ? {left} : {}),
      ...(mode === "rolled" && (roll || left) ? {roll} : {}),
      ...inLink(state, this.needs, this.players),
      ...(objective === "win" ? {} : {objective})
    });
  }

  /** Whether there may be more dice in the roll than were entered. */
  get isDoubtful() {
    const {state, mode, hand} = this;
    return mode === "rolled" && state.roll && !hand && parseDice(state.roll).length < this.diceCount;
  }

  /** What has to be entered before there can be advice. */
  get request() {
    const {state, mode, missing} = this;
    if (mode === "offer") return "Enter what the previous player left.";
    if (mode === "left") return "Tap how many dice are left to roll.";
    return state.roll ? `Tap ${missing === 1 ? "one more die" : `${missing} more dice`}.` : "Tap the dice you rolled.";
  }

  /** The question to the server, or null while something is missing. */
  get question() {
    const {state, game, mode, solo} = this, {goal, scores, objective} = state;
    const set = {
      ...(goal === null ? {} : {goal}),
      ...(!solo && scores.length !== game.players ? {players: scores.length} : {})
    };
    const body = {
      rules: {...rulesOf(state), set},
      objective,
      ...inRequest(state, this.needs, this.players),
      ...(objective === "score" ? {} : {scores: solo ? scores.slice(0, 1) : scores})
    };
    if (mode === "offer") {
      const dice = game.family === "farkle" ? state.offerDice : String(this.diceCount);
      return dice && state.offerTotal ? {...body, offer: {dice, total: state.offerTotal}} : null;
    }
    const turn = {...body, turn: game.family === "hog" ? 0 : state.turn};
    if (game.family !== "farkle" || (mode === "left" && !state.turn)) return turn;
    if (mode === "left") return state.left ? {...turn, dice_left: state.left} : null;
    return state.roll && this.missing <= 0 ? {...turn, roll: state.roll} : null;
  }

  /** What changes when a move is made: a bank ends the turn, a roll waits for the next dice. @param {Action} action */
  after(action) {
    const {state, needs} = this, total = state.turn + (action.points ?? 0);
    if (action.then === "bank") return this.ended(total);
    if (action.then === "end") return this.ended(null, {total});
    const rolling = {roll: "", left: String(action.dice ?? ""), mode: "rolled"};
    if (action.then === "steal") return {...rolling, turn: state.offerTotal};
    const single = action.keep && parseDice(state.roll).length === 1;
    return {
      ...rolling,
      turn: this.mode === "offer" ? 0 : total,
      singles: Math.min(needs.singles, state.singles + (single ? 1 : 0))
    };
  }

  /**
   * What changes when the turn ends with a bank or a bust (null); everybody stays where they are. @param {number |
   * null} banked
   */
  ended(banked, {total = this.state.turn, lost = false} = {}) {
    const {state, needs, players} = this, [mine, ...others] = state.scores;
    const after = lost ? 0 : mine + (banked ?? (needs.keepsOnBust ? total : 0));
    const score = banked === null ? after - penaltyOf(this.game.toml, state, needs, after) : after;
    return {
      ...afterTurn(state, needs, players, banked),
      scores: this.solo ? [score] : [score, ...others],
      turn: 0,
      roll: "",
      left: "",
      mode: state.mode === "left" ? "left" : "rolled"
    };
  }
}
