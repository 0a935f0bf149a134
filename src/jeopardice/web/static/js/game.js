/** The game on the table: its record, what the server says of it, and the computers' turns. No page in here. */
import {finished, post, Refusal} from "./api.js";
import {choosing, onlySet, placesOf} from "./choices.js";
import {newSeed, save} from "./store.js";

export const PLAYERS = [
  ["human", "A person"],
  ["optimal", "Best play"],
  ["max-score", "Most points"],
  ["card", "Strategy card"],
  ["beginner", "Beginner"],
];
export const playerName = (player) =>
  PLAYERS.find(([name]) => name === player)?.[1] ?? player.replace("hold-at:", "Holds at ");
/** What computers are called. */
export const COMPUTERS = ["Ada", "Blaise", "Christiaan", "Dorothea"];
/** Players who cannot move before best play is known. */
export const NEEDS_SOLVE = ["optimal", "card"];
export const SPEEDS = {
  slow: 1900,
  normal: 1000,
  fast: 380,
  "at once": 0
};

export const newRecord = () => ({
  version: 1,
  rules: {preset: "farkle"},
  seats: [{name: "You", player: "human"}, {name: COMPUTERS[0], player: "optimal"}],
  first: 0,
  seed: newSeed(),
  moves: [],
});

/** The rules of a record with the number that sits at the table, as the server is asked about them. */
export const rulesFor = ({rules, seats}) => ({...rules, set: {...rules.set, players: seats.length}});

/** How long a tab that follows another one waits for it before it plays the computers' turns itself. */
const PATIENCE = 4000;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Holds a game and tells `changed(what)` of every step: "view", "choice", "shown", "waiting", "error", "refused". */
export class Game {
  constructor(changed) {
    this.changed = changed;
    this.record = newRecord();
    this.view = null;
    this.chosen = new Set();
    this.speed = "normal";
    this.busy = false;
    this.error = null;
    /** The solve without which the computer at the move cannot go on: "cancelled" or "failed". */
    this.halted = null;
    /** What the server says of the rules, once it is known. */
    this.about = null;
    /** Whether another tab plays this game now. */
    this.follows = false;
    /** While looking back: the whole record that this is the beginning of. */
    this.whole = null;
    /** Hand-over between people: the seat that has to say that it is there. */
    this.handTo = null;
    this.solve = null;
    /** The solves whose end is waited for. */
    this.watching = new Set();
    /** Grows with every game or jump, so that answers that come late are dropped. */
    this.age = 0;
  }

  isHuman(seat) {
    return this.record.seats[seat]?.player === "human";
  }
  get humans() {
    return this.record.seats.filter((seat) => seat.player === "human").length;
  }
  /** Whether a person may move now. */
  get yours() {
    return Boolean(this.view) && !this.view.over && !this.busy && this.handTo === null && this.isHuman(this.view.mover);
  }
  get lookingBack() {
    return this.whole !== null;
  }

  /** Takes over a record, and plays on from it; whether the server took it. */
  open(record) {
    return this.jump(record);
  }

  /** Takes over what was done in another tab, which plays the computers' turns as long as it is there. */
  async follow(record) {
    if (!this.view || JSON.stringify(record) === JSON.stringify(this.whole ?? this.record)) return;
    if (!await this.jump(record, null, true)) return;
    const {age} = this;
    await pause(PATIENCE);
    if (age !== this.age || !this.follows) return;
    this.follows = false;
    this.run();
  }

  /** Goes to a record, with `whole` as the one that it is the beginning of. What is refused changes nothing. */
  async jump(record, whole = null, follows = false) {
    const age = ++this.age;
    this.follows = follows;
    this.busy = true;
    let answer = null;
    try {
      answer = await post("/api/games", {record, move: null, advance: false});
    } catch (error) {
      if (age !== this.age) return false;
      this.refusal = error;
      this.wanted = record;
    }
    if (age !== this.age) return false;
    this.busy = false;
    if (answer) {
      this.handTo = null;
      this.whole = whole;
      this.take(answer);
    } else {
      this.changed("refused");
    }
    if (age === this.age) this.run(age);
    return answer !== null;
  }

  /** Shows the game as it was after so many moves. */
  async lookBack(moves) {
    const whole = this.whole ?? this.record;
    await this.jump({...whole, moves: whole.moves.slice(0, moves)}, whole);
  }

  async returnToEnd() {
    if (this.whole) await this.jump(this.whole);
  }

  /** Goes on from a position that was looked back to; the moves after it are forgotten. */
  async branch() {
    await this.jump(this.record);
  }

  async ask(body, age) {
    try {
      const answer = await post("/api/games", body);
      if (age !== this.age) return false;
      this.take(answer);
      return true;
    } catch (error) {
      if (age !== this.age || !(error instanceof Refusal)) return false;
      this.error = error.message;
      this.changed("error");
      return false;
    }
  }

  take({record, view}) {
    const before = this.view && this.record.moves.length < record.moves.length ? this.view : null;
    const same = this.taken === JSON.stringify(record);
    this.taken = JSON.stringify(record);
    this.record = record;
    this.view = view;
    this.error = null;
    this.halted = null;
    // The same position again, with the chances that have become known: what was chosen stays.
    if (!same) this.chosen = new Set();
    if (!same && choosing(view) && this.isHuman(view.mover)) {
      const only = onlySet(view);
      if (only) this.chosen = placesOf(view, only);
    }
    if (before && !view.over && this.humans > 1 && this.isHuman(view.mover) && view.mover !== before.mover &&
      !this.lookingBack)
      this.handTo = view.mover;
    if (!this.lookingBack) save("game", record);
    this.changed("view");
    this.watchSolve(view.solve);
  }

  /** Once best play is known, the chances can be shown. */
  async watchSolve(solve) {
    if (!solve || this.watching.has(solve.id) || !["queued", "running"].includes(solve.state)) {
      this.solve = solve;
      return;
    }
    this.watching.add(solve.id);
    try {
      await finished(solve, (now) => {
        if (this.view?.solve?.id !== solve.id) return;
        this.solve = now;
        this.changed("waiting");
      });
    } catch {
      // The view says what went wrong.
    }
    this.watching.delete(solve.id);
    // Whatever was jumped to meanwhile: a position of this game has its chances now.
    if (!this.busy && this.view?.solve?.id === solve.id)
      await this.ask({record: this.record, move: null, advance: false}, this.age);
    // A computer that waited for it goes on.
    if (solve.id === this.solve?.id && this.solve.state === "done") this.run();
  }

  async play(move) {
    if (!this.yours) return;
    this.follows = false;
    if (this.lookingBack) this.whole = null;
    const age = this.age;
    this.busy = true;
    const done = await this.ask({record: this.record, move, advance: false}, age);
    if (age !== this.age) return;
    this.busy = false;
    this.changed("shown");
    if (done) this.run(age);
  }

  ready() {
    this.handTo = null;
    this.changed("shown");
  }

  /** Plays the computers' turns, one decision after another, until a person has the move. */
  async run(age = this.age) {
    if (this.lookingBack || this.busy || this.follows) return;
    while (age === this.age && this.view && !this.view.over && !this.isHuman(this.view.mover)) {
      this.busy = true;
      await pause(SPEEDS[this.speed]);
      if (age !== this.age) return;
      let answer;
      try {
        await this.bestPlay(age);
        if (age !== this.age) return;
        answer = await post("/api/games", {record: this.record, move: null, advance: true});
      } catch (error) {
        if (age !== this.age) return;
        const solve = error.status === 409 ? error.body?.solve : null;
        if (solve && ["queued", "running"].includes(solve.state)) {
          try {
            await finished(solve, (now) => this.hear(now, age));
            continue;
          } catch (failure) {
            error = failure;
          }
        }
        if (age !== this.age) return;
        this.busy = false;
        this.halted = ["cancelled", "failed"].includes(error.body?.state) ? error.body : null;
        this.error = this.halted ? null : error.message;
        this.changed("error");
        return;
      }
      if (age !== this.age) return;
      await this.showChoice(answer.record.moves.at(-1), age);
      if (age !== this.age) return;
      this.take(answer);
    }
    if (age !== this.age) return;
    this.busy = false;
    this.changed("shown");
  }

  /** The computer at the move tries once more what was cancelled or went wrong. */
  tryAgain() {
    this.error = this.halted = null;
    this.view.solve = null;
    this.run();
  }

  /** How far a solve is that was asked for in this game; one of a game that was left says nothing of this one. */
  hear(solve, age) {
    if (age !== this.age) return;
    this.solve = solve;
    this.changed("waiting");
  }

  /** Waits for the solve that the player at the move cannot do without. */
  async bestPlay(age) {
    const {view} = this;
    if (!this.needsBestPlay || !["queued", "running", "failed"].includes(view.solve?.state)) return;
    view.solve = await finished(view.solve, (now) => this.hear(now, age));
  }

  /** Whether the player at the move cannot do without best play. */
  get needsBestPlay() {
    return NEEDS_SOLVE.includes(this.record.seats[this.view.mover].player);
  }

  /** Lets all who wait for best play be played in another way. */
  async replaceBest(player) {
    const seats = this.record.seats.map((seat) => (NEEDS_SOLVE.includes(seat.player) ? {...seat, player} : seat));
    await this.jump({...this.record, seats});
  }

  /** Asks for best play of a game that the server does not solve unasked, since it takes long. */
  async askForBestPlay() {
    try {
      this.view.solve = await post("/api/solves", {rules: rulesFor(this.record), objective: "win"});
      await this.watchSolve(this.view.solve);
      // It may have been known already.
      if (this.solve?.state === "done" && !this.view.chances && !this.busy)
        await this.ask({record: this.record, move: null, advance: false}, this.age);
    } catch (error) {
      this.error = error.message;
      this.changed("error");
    }
  }

  /** Lets everybody see which dice the computer takes before it goes on. */
  async showChoice(move, age) {
    const known = this.view.moves.find((each) => each.move === move);
    if (!known?.keep || !this.view.turn?.roll || this.speed === "at once") return;
    this.chosen = placesOf(this.view, known.keep);
    this.changed("choice");
    await pause(SPEEDS[this.speed] * .7);
    if (age !== this.age) this.chosen = new Set();
  }

  /** Who made the k-th move (from 1 on). */
  moverOf(k) {
    return this.view.movers[k - 1];
  }

  get canTakeBack() {
    return Boolean(this.view) && this.record.moves.some((_, index) => this.isHuman(this.moverOf(index + 1)));
  }

  /** Back to before the last decision of a person. */
  async takeBack() {
    if (!this.canTakeBack) return;
    let moves = this.record.moves.length;
    while (moves > 0 && !this.isHuman(this.moverOf(moves))) moves--;
    await this.jump({...this.record, moves: this.record.moves.slice(0, moves - 1)});
  }
}
