/** Advice at a real table: for whom it is, what to do, and what the last decision cost. */
import {isActive, post} from "../common/api.js";
import {announce, h, show} from "../common/dom.js";
import {unbroken} from "../common/numbers.js";
import {byPointsWords, isByPoints} from "../game/advising.js";
import {decisionOf} from "../game/sheet.js";
import {costWords, isSmallCost, moveWords} from "../game/words.js";

import {actionBars, scale} from "./actions.js";
import {button, mark} from "./controls.js";
import {progress} from "./progress.js";

export class SheetAdvice {
  /** @param {HTMLElement} root @param {import("../pages/table.js").TablePage} page */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.all = false;
    /** @type {Advice | null} */
    this.advice = null;
    /** The position that the advice, or the reason why there is none, is for. */
    this.known = "";
    /** @type {string | null} */
    this.problem = null;
    /** @type {{loss: number, word: string, move: string, seat: number, best: string, measure: string} | null} */
    this.cost = null;
    /** The best move in a line beside the dice: on a phone the advice is below. */
    this.bestLine = h("p", {class: "sheet-best", hidden: true, "aria-hidden": "true"});
  }

  get position() {
    return JSON.stringify([this.page.game.record, this.page.game.view?.chances !== null]);
  }

  /** Judges a move before it is made, if its advice is known. @param {string} move */
  judge(move) {
    const {view} = this.page.game, advice = view && this.current(view);
    this.cost = null;
    if (!view || !advice) return;
    const done = decisionOf(move), {actions, measure} = advice, action = actions.find((each) => each.move === done);
    if (!action || actions.length < 2) return;
    const {loss, word} = action;
    this.cost = {loss, word, move: done, seat: view.mover, best: actions[0].move, measure};
  }

  /** Whether there is something to decide, and somebody who wants advice. @param {GameView} view */
  isWanted(view) {
    const {game} = this.page;
    return !view.over && game.isAdvised && !game.byResult && !view.waits && view.moves.length > 1;
  }

  /** The advice for this position, if it is known and wanted. @param {GameView} view */
  current(view) {
    return this.isWanted(view) && this.known === this.position ? this.advice : null;
  }

  /** Fetches the advice for the position: by best play or, until that is known, by the points in the turn. */
  async refresh() {
    const {record, view} = this.page.game, {position} = this;
    if (view && this.isWanted(view) && this.known !== position) {
      try {
        const advice = await post("/api/games/coach", {record, meanwhile: true});
        if (position !== this.position) return;
        this.advice = advice;
        this.problem = null;
        announce(advice.sentence);
      } catch (error) {
        if (position !== this.position) return;
        this.advice = null;
        this.problem = error.message;
      }
      this.all = false;
      this.known = position;
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
    if (!this.cost) return null;
    const [verdict, details] = costWords(this.cost, view.seats[this.cost.seat]);
    const kind = isSmallCost(this.cost) ? "fine" : "lost";
    return h("p", {class: `cost ${kind}`}, h("b", {}, verdict), " ", h("span", {}, details));
  }

  /** @param {GameView} view @returns {Child} */
  body(view) {
    const {game} = this.page, {name} = view.seats[view.mover], advice = this.current(view);
    const waiting = view.chances || view.over ? null : this.waiting();
    if (!game.isAdvised) return h("p", {class: "empty"}, `${name} plays without advice.`);
    if (game.byResult) return h("p", {class: "empty"}, "Enter the dice of this turn to get advice.");
    if (!this.isWanted(view)) return [h("p", {class: "empty"}, "Advice follows when the dice are entered."), waiting];
    if (this.known !== this.position) return [h("p", {class: "empty"}, "Thinking …"), waiting];
    if (!advice) return h("p", {class: "error"}, this.problem);
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

  /** While best play is not known: by what the advice goes, and how to change that. */
  waiting() {
    const {solve, game} = this.page, {seconds = null, problem = null} = game.about?.best_play ?? {};
    const active = isActive(solve), refused = Boolean(problem) || solve?.state === "failed";
    return h("div", {class: "stack meanwhile"},
      h("p", {class: "soft small", role: "status"}, byPointsWords(solve, seconds, problem)),
      active ? progress("Computing best play of this game", solve) : null,
      active || refused ? null : button("Solve it", "work-out", () => this.page.solveIt(), ""));
  }
}
