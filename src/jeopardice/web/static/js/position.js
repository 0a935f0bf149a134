/** A position at a kitchen table: told by a link, asked about, and what comes of it. */
import {parse} from "./dice.js";
import {linked, NOTHING, passed, penalty, told, unlinked, wanted} from "./lasting.js";
import {pack, unpack} from "./store.js";
import {read} from "./toml.js";

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
    goal: Number(given.get("goal")) > 0 ? Number(given.get("goal")) : null,
    scores: scores.every(Number.isFinite) ? scores : START.scores,
    turn: Number(given.get("turn")) || 0,
    roll: given.get("roll") ?? "",
    left: given.get("left") ?? "",
    objective: given.get("objective") ?? "win",
    mode: given.has("offer") ? "offer" :
      given.has("left")      ? "left" :
                               "rolled"
  };
}

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
  /**
   * What the rules say of the dice: how many, their faces, and whether they are of several kinds (then they are
   * typed).
   */
  get dice() {
    const text = this.game.toml, sides = read(text, "dice.sides") ?? 6, wild = read(text, "dice.wild");
    const kinds = /^(weights|wild) = \[\s*\[/m.test(text);
    const wilds = typeof wild === "string" && !kinds ?
      wild.replace(/[[\]]/g, "").split(",").map((face) => face.trim()).filter(Boolean) :
      [];
    const faces = Array.from({length: sides}, (_, index) => String(index + 1));
    return {
      count: read(text, "dice.count") ?? 6,
      kinds,
      faces: faces.map((face) => (wilds.includes(face) ? "*" : face))
    };
  }

  /** The position as a link. */
  get query() {
    const {state, mode} = this, {game, toml, goal, scores, turn, roll, left, objective} = state;
    const parts = {
      ...(toml ? {rules: pack(toml)} : {game}),
      ...(goal ? {goal} : {}),
      scores: scores.join(","),
      turn,
      ...(mode === "left"           ? {left} :
          roll && mode === "rolled" ? {roll} :
                                      {}),
      ...linked(state, this.asks, this.players),
      ...(objective === "win" ? {} : {objective})
    };
    return Object.entries(parts)
      .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":")}`)
      .join("&");
  }

  /** What is asked, or null while nothing can be. */
  get question() {
    const {state, game, dice, mode} = this;
    const alone = state.objective !== "win";
    const set = {
      ...(state.goal ? {goal: state.goal} : {}),
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
    if (mode === "left")
      return state.left ? {...body, dice_left: state.left} :
                          {...body, dice_left: dice.kinds ? null : String(dice.count)};
    return state.roll ? {...body, roll: state.roll} : null;
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
