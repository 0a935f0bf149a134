/**
 * A game with real dice: its record, what the server says about it, dice that are not complete yet, and corrections.
 * Everything that a reload must not lose is in `state`. It draws nothing.
 */
import {post} from "../common/api.js";
import {keepGame, newId} from "../common/library.js";
import {load, save} from "../common/store.js";

import {diceText, parseDice} from "./dice.js";
import {checkRules} from "./presets.js";
import {rulesFor} from "./record.js";
import {decisionOf, diceIn, diceWanted, turnsIn} from "./sheet.js";

/** @type {SheetState} */
const NOTHING = {
  record: null,
  id: "",
  known: [],
  draft: "",
  advised: [],
  typed: [],
  correction: null
};

export class SheetGame {
  /** @param {() => void} changed is called after every step */
  constructor(changed) {
    this.changed = changed;
    /** @type {SheetState} */
    this.state = {...NOTHING, ...load("table", {})};
    /** @type {GameView | null} */
    this.view = null;
    /** What the server says about the rules. @type {CheckedRules | null} */
    this.about = null;
    /** Why the last step was refused. @type {string | null} */
    this.error = null;
    /** Steps are done one after the other. @type {Promise<unknown>} */
    this.work = Promise.resolve();
    /** @type {Promise<unknown>} */
    this.keeping = Promise.resolve();
  }

  get record() {
    return this.state.record;
  }
  get moves() {
    return this.state.record?.moves ?? [];
  }
  /** The dice that may be entered now. */
  get wanted() {
    return this.view && this.about ? diceWanted(this.view, this.about.dice) : null;
  }
  get draft() {
    return parseDice(this.state.draft);
  }
  /** The seat to move, if it gets advice. */
  get isAdvised() {
    return this.view !== null && this.state.advised.includes(this.view.mover);
  }
  /** Whether the turn of the seat to move is entered by its result only. */
  get byResult() {
    return this.view !== null && this.state.typed.includes(this.view.mover);
  }

  /** Does a step when those before it are done. @param {() => Promise<unknown>} action */
  step(action) {
    this.work = this.work.then(action).then(() => this.changed());
    return this.work;
  }

  /** @param {Partial<SheetState>} changes */
  set(changes) {
    Object.assign(this.state, changes);
    save("table", this.state);
  }

  /** Shows the game that the browser has kept. */
  open() {
    return this.step(() => this.ask());
  }

  /** Begins or opens a game. @param {GameRecord} record @param {number[]} advised @param {string} [id] */
  start(record, advised, id) {
    return this.step(async () => {
      const seats = record.seats.map((_, seat) => seat);
      // The turns of those who get no advice are entered by their results, unless the player chooses otherwise.
      const typed = seats.filter((seat) => !advised.includes(seat));
      this.view = this.about = null;
      this.set({...NOTHING, record, advised, typed, id: id ?? newId(), known: id ? record.moves : []});
      await this.ask();
    });
  }

  /** Takes over what another tab has saved. @param {SheetState} state */
  follow(state) {
    if (JSON.stringify(state) === JSON.stringify(this.state)) return;
    this.state = {...NOTHING, ...state};
    this.step(async () => {
      this.about = null;
      await this.ask();
    });
  }

  /**
   * Sends the record, with a move if there is one; returns whether the server accepts it.
   * @param {string | null} move @param {GameRecord | null} record
   */
  async ask(move = null, record = this.state.record) {
    if (!record) return false;
    try {
      const [answer, about] = await Promise.all([
        post("/api/games", {record, move, advance: false}),
        this.about ?? checkRules(rulesFor(record)),
      ]);
      this.about = about;
      this.view = answer.view;
      this.error = null;
      this.set({record: answer.record, ...(move === null ? {} : {draft: ""})});
      return true;
    } catch (error) {
      this.error = error.message.replace(/^move: "[^"]*": /, "");
      return false;
    }
  }

  /** Asks for the same position again, because best play may be known now; a refused step stays refused. */
  async askAgain() {
    const {error} = this;
    if (await this.ask()) this.error = error;
  }

  /** Keeps the game in the library; not in the middle of a correction. */
  keep() {
    const {record, id} = this.state, {view} = this;
    if (!record || !view || this.state.correction) return;
    this.keeping = this.keeping.then(async () => {
      const name = await keepGame(record, view, {id, known: this.state.known, place: "table"});
      if (this.state.id === id) this.set({id: name, known: record.moves});
    });
  }

  /** Enters a move: a decision, its dice, or the result of the turn. @param {string} move */
  enter(move) {
    return this.step(async () => {
      if (await this.ask(move)) await this.entered();
    });
  }

  /** Enters one die more; the last one completes the roll. @param {Die} die */
  tap(die) {
    return this.step(async () => {
      const {wanted} = this, dice = [...this.draft, die];
      if (!wanted || this.isFull(die.kind)) return;
      this.set({draft: diceText(dice)});
      if (wanted.move !== null && dice.length === wanted.hand.reduce((all, each) => all + each, 0))
        await this.complete(wanted.move);
    });
  }

  /** Hog: the dice entered are all. */
  finishRoll() {
    return this.step(() => this.complete(`roll ${this.draft.length}`));
  }

  /** @param {string} decision */
  async complete(decision) {
    const {draft} = this.state;
    if (await this.ask(`${decision} [${draft}]`.trim()))
      await this.entered();
    else
      this.set({draft: diceText(this.draft.slice(0, -1))});
  }

  /** A move was entered: it is kept, or ends a correction. */
  async entered() {
    if (this.state.correction)
      await this.finishCorrection();
    else
      this.keep();
  }

  /** Whether no more dice of a kind can be entered. @param {string | null} kind */
  isFull(kind) {
    const index = Math.max(0, this.about?.dice.findIndex(({name}) => name === (kind ?? "")) ?? 0);
    return this.draft.filter((die) => die.kind === kind).length >= (this.wanted?.hand[index] ?? 0);
  }

  /** Removes a die that was entered. @param {number} place */
  untap(place) {
    return this.step(async () => this.set({draft: diceText(this.draft.toSpliced(place, 1))}));
  }

  /** Removes all dice that were entered. */
  clear() {
    return this.step(async () => this.set({draft: ""}));
  }

  /** Whether there is something to take back. */
  get canUndo() {
    const {draft, correction} = this.state;
    return Boolean(draft) || Boolean(correction) || this.moves.length > 0;
  }

  /** Takes back the last die that was entered, or the last move; its other dice stay. */
  undo() {
    return this.step(async () => {
      const {record, draft, correction} = this.state, {moves} = this;
      if (!record) return;
      if (draft) return this.set({draft: diceText(this.draft.slice(0, -1))});
      if (correction && moves.length <= correction.from) return this.restore();
      const last = moves.at(-1) ?? "", decision = decisionOf(last), dice = parseDice(diceIn(last)).slice(0, -1);
      const before = moves.slice(0, -1), waits = dice.length > 0 && decision !== "roll";
      if (!await this.ask(null, {...record, moves: waits ? [...before, decision] : before})) return;
      this.set({draft: diceText(dice)});
      this.keep();
    });
  }

  /**
   * Enters a turn again, from its beginning or after some of its moves; what follows it is kept for later.
   * @param {import("./sheet.js").SheetTurn} turn @param {number} keep
   */
  correct(turn, keep = 0) {
    return this.step(async () => {
      const {record} = this.state, {view} = this;
      if (!record || !view) return;
      const {moves} = record, from = turn.from + keep, was = moves.slice(turn.from, turn.to);
      if (!turn.open) {
        const starts = turnsIn(view).filter((each) => each.from >= turn.to).map((each) => each.from - turn.to);
        const {turn: number, seat} = turn, rest = moves.slice(turn.to);
        this.set({correction: {turn: number, seat, from, was, rest, starts, before: record, trouble: null}});
      }
      this.set({draft: ""});
      await this.ask(null, {...record, moves: moves.slice(0, from)});
      this.keep();
    });
  }

  /** Puts what followed a corrected turn back after it; a later turn may be impossible now. */
  async finishCorrection() {
    const {record, correction} = this.state, {view} = this;
    if (!record || !correction || !view || (!view.over && view.turn.number <= correction.turn)) return;
    const {rest, starts} = correction, {length} = record.moves;
    if (!rest.length || await this.ask(null, {...record, moves: [...record.moves, ...rest]})) {
      this.set({correction: null});
      return this.keep();
    }
    const [, at, why] =
      /^moves\[(\d+)\]: (?:"[^"]*": )?(.*)$/s.exec(this.error ?? "") ?? [null, length, this.error ?? ""];
    const place = Number(at) - length, start = starts.findLast((each) => each <= place) ?? 0;
    const next = starts.find((each) => each > place) ?? rest.length;
    const fits = {...record, moves: [...record.moves, ...rest.slice(0, start)]};
    await this.ask(null, fits);
    const trouble = {why, moves: rest.slice(start, next), rest: rest.slice(next), over: Boolean(this.view?.over)};
    this.set({correction: {...correction, trouble}});
  }

  /** Corrects the turn that a correction has made impossible. */
  correctNext() {
    return this.step(async () => {
      const {record, correction} = this.state, {view} = this;
      if (!record || !correction?.trouble || !view) return;
      const {rest, moves: was} = correction.trouble, {turn: {number: turn}, mover: seat} = view;
      const gone = correction.rest.length - rest.length, from = record.moves.length;
      const starts = correction.starts.filter((start) => start >= gone).map((start) => start - gone);
      this.set({draft: "", correction: {...correction, turn, seat, from, was, rest, starts, trouble: null}});
    });
  }

  /** Ends a correction: what followed and is impossible now is dropped. */
  dropRest() {
    return this.step(async () => {
      this.set({correction: null, draft: ""});
      this.keep();
    });
  }

  /** Gives up a correction: the game is as it was. */
  async restore() {
    const {correction} = this.state;
    if (!correction) return;
    this.set({correction: null, draft: ""});
    await this.ask(null, correction.before);
  }

  cancelCorrection() {
    return this.step(() => this.restore());
  }
}
