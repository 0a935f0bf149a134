/** The game on the table: its record, what the server says about it, and the moves. It draws nothing. */
import {asHere, finished, isActive, post, Refusal, waitAgain} from "../common/api.js";
import {keepGame, newId} from "../common/library.js";
import {load, save} from "../common/store.js";

import {choosing, onlySet, placesOf} from "./choices.js";
import {pause, playComputers} from "./computers.js";
import {needsSolution, newRecord, rulesFor} from "./record.js";

/** How long a tab that follows another one waits for it before it plays the computers' turns itself. */
const PATIENCE = 4000;

/** Holds a game and reports every step to `changed`: "view", "choice", "shown", "waiting", "error", "refused". */
export class Game {
  /** @param {(what: string) => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.record = newRecord();
    /** @type {GameView | null} */
    this.view = null;
    /** The places of the dice chosen. @type {Set<number>} */
    this.chosen = new Set();
    this.speed = "normal";
    this.busy = false;
    /** @type {string | null} */
    this.error = null;
    /** The record that the server has refused, and why. @type {{record: GameRecord, refusal: Refusal} | null} */
    this.refused = null;
    /** The cancelled or failed solve without which the computer to move cannot play. @type {Job | null} */
    this.halted = null;
    /** What the server says about the rules, once it is known. @type {CheckedRules | null} */
    this.about = null;
    /** Whether another tab plays this game now. */
    this.follows = false;
    /** Hand-over between people: the seat that has to confirm that it is ready. @type {number | null} */
    this.handTo = null;
    /** @type {Job | null} */
    this.solve = null;
    /** The solves to wait for. */
    this.watching = new Set();
    /** Increases with every game or jump, so that late answers are dropped. */
    this.age = 0;
    this.taken = "";
    /** Under which name the library keeps the game; null: under that of the tab that plays it. @type {Kept} */
    this.kept = {id: null};
    this.keeping = Promise.resolve();
  }

  /** @param {number | undefined} seat */
  isHuman(seat) {
    return seat !== undefined && this.record.seats[seat]?.player === "human";
  }
  /** Whether a person may move now. */
  get yours() {
    return Boolean(this.view) && !this.view?.over && !this.busy && this.handTo === null &&
      this.isHuman(this.view?.mover);
  }
  /** Whether the player to move cannot move without best play. */
  get needsBestPlay() {
    return this.view !== null && needsSolution(this.record.seats[this.view.mover]);
  }

  /** Takes over the game of another tab, which plays the computers' turns while open. @param {GameRecord} record */
  async follow(record) {
    if (!this.view || JSON.stringify(record) === JSON.stringify(this.record)) return;
    if (!await this.open(record, true, {id: null})) return;
    const {age} = this;
    await pause(PATIENCE);
    if (age !== this.age || !this.follows) return;
    this.follows = false;
    this.run();
  }

  /**
   * Opens a record and plays on; returns whether the server accepts it. A refused record changes nothing. The library
   * keeps it under the name in `kept`.
   * @param {GameRecord} record @param {boolean} follows @param {Kept} kept
   */
  async open(record, follows = false, kept = this.kept) {
    const age = ++this.age;
    this.follows = follows;
    this.busy = true;
    let answer = null;
    try {
      answer = await post("/api/games", {record, move: null, advance: false});
    } catch (refusal) {
      if (age === this.age) this.refused = {record, refusal};
    }
    if (age !== this.age) return false;
    this.busy = false;
    if (answer) {
      this.handTo = null;
      this.kept = kept;
      this.take(answer);
    } else {
      this.changed("refused");
    }
    if (age === this.age) this.run(age);
    return answer !== null;
  }

  /** Sends the record with a move, or without one for the chances. @param {string | null} move @param {number} age */
  async ask(move, age) {
    try {
      const answer = await post("/api/games", {record: this.record, move, advance: false});
      if (age !== this.age) return false;
      this.take(answer);
      return true;
    } catch (error) {
      if (age === this.age && error instanceof Refusal) this.fail(error.message);
      return false;
    }
  }

  /** @param {string | null} error @param {Job | null} halted */
  fail(error, halted = this.halted) {
    this.halted = halted;
    this.error = error;
    this.changed("error");
  }

  /** Takes over an answer of the server. @param {{record: GameRecord, view: GameView}} answer */
  take({record, view}) {
    const before = this.view && this.record.moves.length < record.moves.length ? this.view : null;
    const same = this.taken === JSON.stringify(record);
    this.taken = JSON.stringify(record);
    this.record = record;
    this.view = {...view, solve: asHere(view.solve)};
    this.error = null;
    // The same position again does not bring back what a computer waits for, unless it is known now.
    if (!same || view.chances) this.halted = null;
    const human = this.isHuman(view.mover);
    // The same position again, with the chances that have become known: the choice stays.
    if (!same) {
      const only = human && choosing(view) ? onlySet(view) : null;
      this.chosen = only ? placesOf(view, only) : new Set();
    }
    const people = record.seats.filter((seat) => seat.player === "human").length;
    if (before && !view.over && people > 1 && human && view.mover !== before.mover) this.handTo = view.mover;
    this.keep(record, view);
    this.changed("view");
    this.watchSolve(this.view.solve);
  }

  /**
   * Keeps the game: immediately as the one on the table, then in the library. @param {GameRecord}
   * record @param {GameView} view
   */
  keep(record, view) {
    const {kept} = this;
    if (this.follows) {
      kept.known = record.moves;
      return;
    }
    kept.id ??= load("game.id", null) ?? newId();
    save("game.id", kept.id);
    save("game", record);
    this.keeping = this.keeping.then(async () => {
      const before = /** @type {string} */ (kept.id);
      kept.id = await keepGame(record, view, {id: before, known: kept.known});
      kept.known = record.moves;
      if (kept.id !== before && kept === this.kept) save("game.id", kept.id);
    });
  }

  /** Waits until best play is known, so that the chances can be shown. @param {Job | null} solve */
  async watchSolve(solve) {
    if (!solve || this.watching.has(solve.id) || !isActive(solve)) {
      this.solve = solve;
      return;
    }
    this.watching.add(solve.id);
    try {
      await finished(solve, (now) => {
        if (this.view?.solve?.id === solve.id) this.hear(now);
      });
    } catch {
      // The view says what went wrong.
    }
    this.watching.delete(solve.id);
    // Even after a jump: a position of this game has its chances now.
    if (!this.busy && this.view?.solve?.id === solve.id) await this.ask(null, this.age);
    // A computer that waited for it plays on.
    if (solve.id === this.solve?.id && this.solve.state === "done") this.run();
  }

  /** Takes over the progress of a solve, unless it belongs to a previous game. @param {Job} solve */
  hear(solve, age = this.age) {
    if (age !== this.age) return;
    this.solve = solve;
    this.changed("waiting");
  }

  /** @param {string} move */
  async play(move) {
    if (!this.yours) return;
    this.follows = false;
    const age = this.age;
    this.busy = true;
    const done = await this.ask(move, age);
    if (age !== this.age) return;
    this.busy = false;
    this.changed("shown");
    if (done) this.run(age);
  }

  ready() {
    this.handTo = null;
    this.changed("shown");
  }

  /** Plays the computers' turns. */
  run(age = this.age) {
    return playComputers(this, age);
  }

  /** Lets the computer to move retry what was cancelled or went wrong. */
  tryAgain() {
    this.error = this.halted = null;
    waitAgain();
    if (this.view) this.view.solve = null;
    this.run();
  }

  /** Replaces all players who wait for best play. @param {string} player */
  async replaceBest(player) {
    const seats = this.record.seats.map((seat) => (needsSolution(seat) ? {...seat, player} : seat));
    await this.open({...this.record, seats});
  }

  /** Requests best play of a game that the server does not solve by itself, because it takes long. */
  async askForBestPlay() {
    const {view} = this;
    if (!view) return;
    try {
      view.solve = await post("/api/solves", {rules: rulesFor(this.record), objective: "win"});
      if (this.halted) return this.tryAgain();
      await this.watchSolve(view.solve);
      // Best play may have been known already.
      if (this.solve?.state === "done" && !this.view?.chances && !this.busy) await this.ask(null, this.age);
    } catch (error) {
      this.fail(error.message);
    }
  }

  /** The number of moves before the last decision of a person; -1 if there is none. */
  get lastDecision() {
    return (this.view?.movers ?? []).findLastIndex((seat) => this.isHuman(seat));
  }

  /** Returns to the last decision of a person. */
  async takeBack() {
    const moves = this.lastDecision;
    if (moves >= 0) await this.open({...this.record, moves: this.record.moves.slice(0, moves)});
  }
}
