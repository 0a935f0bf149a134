/** A position at a kitchen table: told by a link, asked about, and what comes of it. */
import {parse} from "./dice.js";
import {linked, NOTHING, passed, penalty, told, unlinked, wanted} from "./lasting.js";
import {pack, query, unpack} from "./store.js";

export const START = {
  ...NOTHING,
  game: "farkle",
  /** Rules of one's own, as text, in place of the game; and a goal other than that of the rules. */
  toml: null,
  goal: null,
  scores: [0, 0],
  turn: 0,
  roll: "",
  left: "",
  objective: "win",
  mode: "rolled"
};

/** The state that a link tells: game or rules, goal, scores, turn, roll or left, objective, and what lasts. */
export function fromLink(given) {
  const scores = (given.get("scores") ?? "0,0").split(",").map(Number);
  return {
    ...START,
    ...unlinked(given),
    game: given.get("game") ?? START.game,
    toml: given.has("rules") ? String(unpack(given.get("rules"))) : null,
    goal: /^-?\d+$/.test(given.get("goal")) ? Number(given.get("goal")) : null,
    scores: scores.every(Number.isFinite) ? scores : START.scores,
    turn: Number(given.get("turn")) || 0,
    roll: given.get("roll") ?? "",
    left: given.get("left") ?? "",
    objective: given.get("objective") ?? "win",
    // How many dice were rolled may be known before they are: "left=5&roll=".
    mode: given.has("offer")                  ? "offer" :
      given.has("left") && !given.has("roll") ? "left" :
                                                "rolled"
  };
}

/** How many dice of each kind a text names: "AAB", or a number where all are alike. */
export const countsOf = (kinds, text) =>
  kinds.map((kind) => (kind.name ? text.split(kind.name).length - 1 : Number(text) || 0));

export class Position {
  /** A game as the server tells it, and what was said of the position. */
  constructor(game, state) {
    Object.assign(this, {game, state});
  }

  get goal() {
    return this.state.goal ?? this.game.goal;
  }
  get players() {
    return this.state.objective === "win" ? this.state.scores.length : 1;
  }
  get asks() {
    return wanted(this.game.toml, this.state.objective);
  }
  /** What is told: dice rolled, dice left, or what the turn before has left, where one may go on with that. */
  get mode() {
    const {mode} = this.state;
    if (mode === "offer") return this.asks.steals ? mode : "rolled";
    return this.game.family === "farkle" ? mode : "rolled";
  }
  /** How many dice there are, and their kinds: `{name, count, faces}`, one without a name where all are alike. */
  get dice() {
    const kinds = this.game.dice;
    return {kinds, count: kinds.reduce((sum, kind) => sum + kind.count, 0)};
  }
  /** How many dice of each kind are rolled, or null where that was not said: a turn begins with all. */
  get hand() {
    const {kinds} = this.dice, {turn, left} = this.state;
    if (!turn) return kinds.map((kind) => kind.count);
    if (!left) return null;
    return countsOf(kinds, left);
  }
  /** How many dice of the roll are still to be told. */
  get missing() {
    return (this.hand?.reduce((sum, count) => sum + count, 0) ?? 0) - parse(this.state.roll).length;
  }

  /** The position as a link. */
  get query() {
    const {state, mode} = this, {game, toml, goal, scores, turn, roll, left, objective} = state;
    const parts = {
      ...(toml ? {rules: pack(toml)} : {game}),
      ...(goal === null ? {} : {goal}),
      scores: scores.join(","),
      turn,
      ...(mode === "left" || (mode === "rolled" && turn && left) ? {left} : {}),
      ...(mode === "rolled" && (roll || left) ? {roll} : {}),
      ...linked(state, this.asks, this.players),
      ...(objective === "win" ? {} : {objective})
    };
    return query(parts);
  }

  /** Whether there may be more dice in the roll than were told. */
  get doubtful() {
    const {state, mode, hand, dice} = this;
    return mode === "rolled" && state.roll && !hand && parse(state.roll).length < dice.count;
  }

  /** What is still to be told before anything can be asked. */
  get wanting() {
    const {state, mode, missing} = this;
    if (mode === "offer") return "Tell what the player before has left.";
    if (mode === "left") return "Tap how many dice are left to roll.";
    return state.roll ? `Tap ${missing === 1 ? "one more die" : `${missing} more dice`}.` : "Tap the dice you rolled.";
  }

  /** What is asked, or null while nothing can be. */
  get question() {
    const {state, game, dice, mode} = this;
    const alone = state.objective !== "win";
    const set = {
      ...(state.goal === null ? {} : {goal: state.goal}),
      ...(!alone && state.scores.length !== game.players ? {players: state.scores.length} : {})
    };
    const rules = {...(state.toml ? {toml: state.toml} : {preset: state.game}), set};
    const body = {rules, objective: state.objective, ...told(state, this.asks, this.players)};
    if (state.objective !== "score") body.scores = alone ? state.scores.slice(0, 1) : state.scores;
    if (mode === "offer") {
      const left = game.family === "farkle" ? state.offerDice : String(dice.count);
      return left && state.offerTotal ? {...body, offer: {dice: left, total: state.offerTotal}} : null;
    }
    body.turn = game.family === "hog" ? 0 : state.turn;
    if (game.family !== "farkle") return body;
    if (mode === "left" && !state.turn) return body;
    if (mode === "left") return state.left ? {...body, dice_left: state.left} : null;
    return state.roll && this.missing <= 0 ? {...body, roll: state.roll} : null;
  }

  /** What changes when a move is made: a bank passes the dice on, a roll waits for the next dice. */
  after(action) {
    const {state, asks} = this, total = state.turn + (action.points ?? 0);
    if (action.then === "bank") return this.next(total);
    if (action.then === "end") return this.next(null, {total});
    if (action.then === "steal")
      return {turn: state.offerTotal, roll: "", left: String(action.dice ?? ""), mode: "rolled"};
    const alone = action.keep && parse(state.roll).length === 1;
    return {
      turn: this.mode === "offer" ? 0 : total,
      roll: "",
      left: String(action.dice ?? ""),
      mode: "rolled",
      singles: Math.min(asks.singles, state.singles + (alone ? 1 : 0))
    };
  }

  /** What changes when it is the next player's turn, after a bank of so many points or a bust (null). */
  next(banked, {total = this.state.turn, lost = false} = {}) {
    const {state, asks, players} = this, [mine, ...others] = state.scores;
    const after = lost ? 0 : mine + (banked ?? (asks.keeps ? total : 0));
    const score = banked === null ? after - penalty(this.game.toml, state, asks, after) : after;
    return {
      ...passed(state, asks, players, banked),
      scores: state.objective === "win" ? [...others, score] : [score],
      turn: 0,
      roll: "",
      left: "",
      mode: state.mode === "left" ? "left" : "rolled"
    };
  }
}
