/** What is advised in the positions of a game, and what the last decision cost. */
import {post} from "../common/api.js";

/**
 * What a decision cost. @typedef {{loss: number, word: string, move: string, seat: number, best: string, measure:
 * string}} Cost
 */

/** Holds the advice for the position of a game; `late` is called when a verdict comes after its move was shown. */
export class Adviser {
  /** @param {{record: GameRecord | null, view: GameView | null}} game @param {() => void} late */
  constructor(game, late) {
    this.game = game;
    this.late = late;
    /** The position that the answer is for. */
    this.known = "";
    /** @type {{advice: Advice | null, problem: string | null}} */
    this.answer = {advice: null, problem: null};
    /** The last question, to which there may be no answer yet. @type {{position: string, found: Promise<Advice>}?} */
    this.asked = null;
    /** @type {Cost | null} */
    this.cost = null;
    /** Increases with every decision, so that late verdicts are dropped. */
    this.age = 0;
  }

  /** The position, and whether best play is known, as text. */
  get position() {
    return JSON.stringify([this.game.record, this.game.view?.chances !== null]);
  }
  /** The advice for the position, if it is known. */
  get advice() {
    return this.known === this.position ? this.answer.advice : null;
  }
  /** Why there is none. */
  get problem() {
    return this.known === this.position ? this.answer.problem : null;
  }

  /** Asks for advice: by best play or, until that is known, by the points in the turn. @param {string} position */
  ask(position) {
    if (this.asked?.position !== position) {
      const [record] = JSON.parse(position), found = post("/api/games/coach", {record, meanwhile: true});
      this.asked = {position, found};
      found.catch(() => {
        if (this.asked?.found === found) this.asked = null;
      });
    }
    return this.asked.found;
  }

  /** Learns what is advised in the position; returns the advice if it is new and the position still the same. */
  async learn() {
    const {position} = this;
    if (this.advice) return null;
    /** @type {typeof this.answer} */
    const answer = {advice: null, problem: null};
    try {
      answer.advice = await this.ask(position);
    } catch (error) {
      answer.problem = error.message;
    }
    if (position !== this.position || this.advice) return null;
    this.known = position;
    this.answer = answer;
    return answer.advice;
  }

  /** Forgets the last decision. */
  forget() {
    this.age++;
    this.cost = null;
  }

  /**
   * Judges a decision, as soon as it is known what is advised there. @param {string} position @param {string}
   * move @param {number} seat
   */
  async judge(position, move, seat) {
    this.forget();
    const {age} = this;
    if (this.known === position && this.answer.advice) {
      this.cost = costOf(this.answer.advice, move, seat);
      return;
    }
    const advice = await this.ask(position).catch(() => null);
    if (age !== this.age || !advice) return;
    this.cost = costOf(advice, move, seat);
    this.late();
  }
}

/**
 * What a move costs; null where there was no choice.
 * @param {Advice} advice @param {string} move @param {number} seat @returns {Cost | null}
 */
function costOf({actions, measure}, move, seat) {
  const action = actions.find((each) => each.move === move);
  if (!action || actions.length < 2) return null;
  return {loss: action.loss, word: action.word, move, seat, best: actions[0].move, measure};
}
