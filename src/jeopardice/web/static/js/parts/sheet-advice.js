/** Advice at a real table: for whom it is, what to do, and what the last decision cost. */
import {announce, h, show} from "../common/dom.js";
import {beginsWith} from "../common/library.js";
import {unbroken} from "../common/numbers.js";
import {Adviser} from "../game/adviser.js";
import {isByPoints} from "../game/advising.js";
import {decisionOf} from "../game/sheet.js";
import {moveWords} from "../game/words.js";

import {actionBars, scale} from "./actions.js";
import {costNote, meanwhileNote} from "./advice-notes.js";
import {mark} from "./controls.js";

export class SheetAdvice {
  /** @param {HTMLElement} root @param {import("../pages/table.js").TablePage} page */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.all = false;
    this.adviser = new Adviser(page.game, () => this.draw());
    /** The previous position: its decisions, who moves, the only legal decision, and whether advice was wanted. */
    this.last = {position: "", done: /** @type {string[]} */ ([]), seat: 0, only: "", wanted: false};
    /** The best move in a line beside the dice: on a phone the advice is below. */
    this.bestLine = h("p", {class: "sheet-best", hidden: true, "aria-hidden": "true"});
  }

  /** Judges the decision that has led to a new position; dice, and a roll without a choice, are none. */
  arrived() {
    const {last, adviser} = this, done = this.page.game.moves.map(decisionOf), move = done.at(-1) ?? "";
    const follows = done.length > last.done.length && beginsWith(done, last.done);
    if (follows && last.wanted && done.length === last.done.length + 1)
      adviser.judge(last.position, move, last.seat);
    else if (!(follows && move === last.only) && JSON.stringify(done) !== JSON.stringify(last.done))
      adviser.forget();
  }

  /** Whether there is a decision, and a player who wants advice. @param {GameView} view */
  isWanted(view) {
    const {game} = this.page;
    return !view.over && game.isAdvised && !game.byResult && !view.waits && view.moves.length > 1;
  }

  /** The advice for this position, if it is known and wanted. @param {GameView} view */
  current(view) {
    return this.isWanted(view) ? this.adviser.advice : null;
  }

  /** Fetches the advice for the position. */
  async refresh() {
    const {view, moves} = this.page.game, {position} = this.adviser;
    if (!view) return;
    const wanted = this.isWanted(view), only = view.moves.length === 1 ? view.moves[0].move : "";
    this.last = {position, done: moves.map(decisionOf), seat: view.mover, only, wanted};
    if (wanted) {
      const advice = await this.adviser.learn();
      if (advice) {
        this.all = false;
        announce(advice.sentence);
      }
    }
    this.draw();
  }

  draw() {
    const {view} = this.page.game;
    if (!view) return;
    this.root.hidden = view.over;
    this.drawBest(view);
    show(this.root, h("h2", {class: "visually-hidden"}, "Advice"), this.costLine(view), this.body(view),
      this.audience(view));
  }

  /** @param {GameView} view */
  drawBest(view) {
    const advice = this.current(view), best = advice?.actions[0];
    this.bestLine.hidden = !best;
    this.bestLine.textContent = "";
    if (!advice || !best) return;
    const by = isByPoints(advice) ? "By points: " : "";
    this.bestLine.textContent = `${by}${moveWords(best)}: ${scale(advice.measure, advice.actions).write(best.value)}`;
  }

  /** For whom it is. @param {GameView} view */
  audience(view) {
    const {game} = this.page, {advised} = game.state;
    /** @param {number} seat */
    const toggle = (seat) => {
      game.set({advised: advised.includes(seat) ? advised.filter((each) => each !== seat) : [...advised, seat]});
      this.page.draw();
    };
    return h("div", {class: "row advised", role: "group", "aria-label": "Advice for"},
      h("span", {class: "soft small"}, "Advice for"),
      view.seats.map(({name}, seat) => h("button", {
        class: `button small seat-${seat}`,
        "aria-pressed": String(advised.includes(seat)),
        key: `advised-${seat}`,
        click: () => toggle(seat)
      },
                       mark(), name)));
  }

  /** @param {GameView} view */
  costLine(view) {
    const {cost} = this.adviser;
    // It no longer matters when the next player has rolled.
    if (!cost || (view.mover !== cost.seat && view.turn.total)) return null;
    return costNote(cost, view.seats[cost.seat]);
  }

  /** @param {GameView} view @returns {Child} */
  body(view) {
    const {game} = this.page, {name} = view.seats[view.mover], advice = this.current(view);
    const waiting = view.chances || view.over ? null : this.meanwhile();
    if (!game.isAdvised) return h("p", {class: "empty"}, `${name} plays without advice.`);
    if (game.byResult) return h("p", {class: "empty"}, "Enter the dice of this turn to get advice.");
    if (!this.isWanted(view)) return [h("p", {class: "empty"}, "Advice follows when the dice are entered."), waiting];
    if (this.adviser.problem) return h("p", {class: "error"}, this.adviser.problem);
    if (!advice) return [h("p", {class: "empty"}, "Thinking …"), waiting];
    return [
      waiting,
      h("p", {class: "sentence big"}, unbroken(advice.sentence)),
      actionBars(advice.actions, {
        measure: advice.measure,
        all: this.all,
        more: () => {
          this.all = !this.all;
          this.draw();
        },
        pick: (action) => this.page.move(action.move),
        pickLabel: `${name} did this`
      }),
      h("p", {class: "small soft"}, "Tap what was done."),
    ];
  }

  meanwhile() {
    return meanwhileNote(this.page.solve, this.page.game.about, () => this.page.solveIt());
  }
}
