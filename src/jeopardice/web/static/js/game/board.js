/** The analysis of a game: its lines, the place in them, and what the server says of both. It draws nothing. */
import {finished, isActive, post} from "../common/api.js";
import {save} from "../common/store.js";

import {afterDice, afterMove, bareMove, gameKey, keepLines, keptLines, keyOf, lineOf, startOf, without} from "./lines.js";
import {rulesFor} from "./record.js";

/** Positions and lines whose answers are remembered. */
const MOST = 400;

/** Holds an analysis and reports every step to `changed`: "lines", "place", "position", "waiting". */
export class Board {
  /** @param {(what: string) => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** The game. @type {GameRecord | null} */
    this.record = null;
    /** @type {Lines} */
    this.lines = [[]];
    /** @type {Place} */
    this.at = {line: 0, move: 0};
    /** What is known of lines and positions, by their moves. @type {Map<string, LineReport>} */
    this.reports = new Map();
    /** @type {Map<string, PositionReport>} */
    this.positions = new Map();
    /** While a position is tried again: what was chosen. @type {{chosen: string | null} | null} */
    this.retry = null;
    /** @type {string | null} */
    this.problem = null;
    /** @type {Job | null} */
    this.solve = null;
    /** Increases with every game, so that late answers are dropped. */
    this.age = 0;
    this.asking = false;
  }

  /** The moves of the line. */
  get line() {
    return this.lines[this.at.line];
  }
  /** The moves before the position. */
  get moves() {
    return this.line.slice(0, this.at.move);
  }
  /** What is known of the game. */
  get game() {
    return this.reports.get(keyOf(this.lines[0])) ?? null;
  }
  /** What is known of the position. */
  get position() {
    return this.positions.get(keyOf(this.moves)) ?? null;
  }
  /** Where the line leaves the game. */
  get start() {
    return startOf(this.lines[0], this.line);
  }
  /** The move that follows in the line, without its dice. */
  get played() {
    const move = this.line[this.at.move];
    return move === undefined ? null : bareMove(move);
  }
  /** Whether the values of the actions are hidden. */
  get hides() {
    return this.retry !== null && this.retry.chosen === null;
  }

  /** What is known of a line. @param {number} line */
  report(line) {
    return this.reports.get(keyOf(this.lines[line])) ?? null;
  }

  /**
   * Opens a game at a place; `lines` are variations to add to those that the browser has kept.
   * @param {GameRecord} record @param {{move?: number, moves?: string[], lines?: Lines}} place
   */
  async open(record, {move, moves, lines = []} = {}) {
    const age = ++this.age;
    this.record = record;
    this.reports.clear();
    this.positions.clear();
    this.problem = this.retry = this.solve = null;
    this.lines = keptLines(record, lines);
    const line = moves ? lineOf(this.lines, moves) : 0;
    this.at = {line, move: Math.min(move ?? Infinity, this.lines[line].length)};
    this.keepPlace();
    this.changed("lines");
    await this.learn(age);
  }

  /** Takes over what another tab has changed: the variations, or the game played on. @param {GameRecord} record */
  follow(record) {
    if (!this.record || gameKey(record) !== gameKey(this.record)) return;
    const {line, moves} = this, longer = record.moves.length > this.lines[0].length;
    if (longer && startOf(record.moves, this.lines[0]) === this.lines[0].length) this.record = record;
    this.lines = keptLines(this.record);
    // A variation that is gone leaves the board where it has started.
    const found = lineOf(this.lines, line) || lineOf(this.lines, moves);
    this.at = {line: found, move: startOf(this.lines[found], moves)};
    this.changed("lines");
    this.learn(this.age);
  }

  /** The record of some moves; it hides nothing from anybody. @param {string[]} moves @returns {GameRecord} */
  part(moves) {
    const record = /** @type {GameRecord} */ (this.record);
    return {...record, seats: record.seats.map((seat) => ({...seat, player: "human"})), moves};
  }

  /**
   * Asks for what is not known yet: the position first, then the lines. @param {number} age @returns {Promise<void>}
   */
  async learn(age = this.age) {
    if (this.asking || !this.record) return;
    this.asking = true;
    try {
      for (let todo; age === this.age && !this.problem && (todo = this.unknown());) await todo(age);
    } catch (error) {
      if (age === this.age) this.problem = error.message;
    }
    this.asking = false;
    if (age !== this.age) return this.learn();
    if (this.problem) this.changed("position");
  }

  /** The next question to ask. @returns {((age: number) => Promise<void>) | null} */
  unknown() {
    const {moves} = this, game = this.game;
    if (!game) return (age) => this.askLine(this.lines[0], age);
    if (!this.position) return (age) => this.askPosition(moves, age);
    const line = this.lines.find((each) => !this.reports.get(keyOf(each))?.isWhole);
    if (line) return (age) => this.askLine(line, age);
    const unjudged = this.lines.find((each) => {
      const report = this.reports.get(keyOf(each));
      return report?.view.chances && !report.review;
    });
    return unjudged ? (age) => this.askReview(unjudged, age) : null;
  }

  /** @param {string[]} moves @param {number} age */
  async askLine(moves, age) {
    const {view} = await post("/api/games", {record: this.part(moves), move: null, advance: false});
    if (age !== this.age) return;
    // The chances of a long game whose turns take long to compute come in parts, the last ones first.
    const {chances} = view, before = this.reports.get(keyOf(moves))?.view.chances?.length ?? 0;
    const isWhole = !chances?.length || chances[0].move === 0 || chances.length <= before;
    keep(this.reports, keyOf(moves), {view, review: null, isWhole});
    if (moves === this.lines[0]) this.waitFor(view.solve, age);
    this.changed("lines");
  }

  /** @param {string[]} moves @param {number} age */
  async askReview(moves, age) {
    const review = await post("/api/games/review", {record: this.part(moves)}), known = this.reports.get(keyOf(moves));
    if (age !== this.age || !known) return;
    keep(this.reports, keyOf(moves), {...known, review});
    this.changed("lines");
  }

  /** @param {string[]} moves @param {number} age */
  async askPosition(moves, age) {
    const record = this.part(moves), {view} = await post("/api/games", {record, move: null, advance: false});
    const known = this.game?.view.chances && !view.over && view.moves.length;
    const advice = known ? await post("/api/games/coach", {record}) : null;
    if (age !== this.age) return;
    keep(this.positions, keyOf(moves), {view, advice});
    this.changed("position");
  }

  /** Waits until the game is solved, then asks again. @param {Job | null} solve @param {number} age */
  async waitFor(solve, age) {
    this.solve = solve;
    if (!isActive(solve)) return;
    try {
      await finished(/** @type {Job} */ (solve), (now) => {
        if (age !== this.age) return;
        this.solve = now;
        this.changed("waiting");
      });
      if (age !== this.age) return;
      this.reports.clear();
      this.positions.clear();
    } catch {
      // The job says what went wrong.
    }
    if (age !== this.age) return;
    this.changed("waiting");
    await this.learn(age);
  }

  /** Asks for best play of a game that the server does not solve by itself. */
  async askForBestPlay() {
    if (!this.record) return;
    const {age} = this;
    try {
      const solve = await post("/api/solves", {rules: rulesFor(this.record), objective: "win"});
      if (age !== this.age) return;
      if (isActive(solve)) return this.waitFor(solve, age);
      this.reports.clear();
      this.positions.clear();
      await this.learn(age);
    } catch (error) {
      this.problem = error.message;
      this.changed("position");
    }
  }

  /** Goes to a place. @param {number} move @param {number} line */
  go(move, line = this.at.line) {
    this.retry = null;
    this.at = {line, move: Math.max(0, Math.min(move, this.lines[line].length))};
    this.arrive();
  }

  /** Keeps the place, for a reload of this tab. */
  keepPlace() {
    save("analysis", {record: this.record, move: this.at.move, moves: this.line}, true);
  }

  /** @param {string} what */
  arrive(what = "place") {
    this.problem = null;
    this.keepPlace();
    this.changed(what);
    this.learn();
  }

  /** Makes a move, or chooses it while the position is tried again. @param {string} move */
  play(move) {
    if (this.hides) {
      this.retry = {chosen: move};
      return this.changed("position");
    }
    this.take(afterMove(this.lines, this.at, move));
  }

  /** Enters the real dice that a roll waits for; throws what the server refuses. @param {string} dice */
  async fell(dice) {
    const {age, lines} = this, step = afterDice(lines, this.at, dice), {line, move} = step.at;
    await post("/api/games", {record: this.part(step.lines[line].slice(0, move)), move: null, advance: false});
    if (age === this.age && lines === this.lines) this.take(step);
  }

  /** @param {Step} step */
  take({lines, at, isNew}) {
    this.retry = null;
    this.lines = lines;
    this.at = at;
    if (isNew && this.record) keepLines(this.record, lines);
    this.arrive(isNew ? "lines" : "place");
  }

  /** Whether there is something to decide. */
  get canRetry() {
    return (this.position?.advice?.actions.length ?? 0) > 1;
  }

  /** Hides the values of the position until a move is chosen. */
  tryAgain() {
    if (this.position && !this.canRetry) return;
    this.retry = {chosen: null};
    this.changed("position");
  }
  /** Shows the values again. */
  giveUp() {
    this.retry = null;
    this.changed("position");
  }

  /** Returns from a variation to the move of the game where it starts. */
  leave() {
    if (this.at.line) this.go(Math.min(this.at.move, this.start), 0);
  }

  /** Deletes a variation. @param {number} line */
  remove(line) {
    if (line) this.take(without(this.lines, this.at, line));
  }

  /** The place of the next marked decision of the game, of people if there are any; null if there is none. */
  get nextMark() {
    const seats = this.record?.seats ?? [], people = seats.some((seat) => seat.player === "human");
    const after = this.at.line ? this.start - 1 : this.at.move;
    const found = this.game?.review?.decisions.find(
      ({move, seat, habit}) => move > after && habit && (!people || seats[seat].player === "human"));
    return found?.move ?? null;
  }
}

/**
 * Remembers an answer, and forgets the oldest. @template Value @param {Map<string, Value>} map @param {string}
 * key @param {Value} value
 */
function keep(map, key, value) {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST) map.delete(/** @type {string} */ (map.keys().next().value));
}
