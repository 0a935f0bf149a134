/** The coach beside the game: advice on request or always, and what each decision cost. */
import {announce, h, show} from "../common/dom.js";
import {unbroken} from "../common/numbers.js";
import {load, save} from "../common/store.js";
import {Adviser} from "../game/adviser.js";
import {isByPoints} from "../game/advising.js";
import {choosing, placesOf} from "../game/choices.js";

import {actionBars} from "./actions.js";
import {costNote, meanwhileNote} from "./advice-notes.js";
import {CoachLine} from "./coach-line.js";
import {button, choice} from "./controls.js";

/** @type {Option[]} */
const MODES = [["off", "Off"], ["ask", "On request"], ["always", "Always"]];

export class Coach {
  /** @param {Element} root @param {import("../game/game.js").Game} game @param {() => void} redraw */
  constructor(root, game, redraw) {
    this.root = root;
    this.game = game;
    this.redraw = redraw;
    this.mode = load("coach", "ask");
    this.asked = false;
    this.all = false;
    this.adviser = new Adviser(game, () => this.draw());
    /** The same in short, for a phone. */
    this.line = new CoachLine(this);
  }

  /** @param {string} mode */
  setMode(mode) {
    this.mode = mode;
    this.asked = false;
    save("coach", mode);
    this.refresh();
  }

  /** The key or button: shows the advice for this one position, or hides it again. */
  toggle() {
    const shows = !this.visible;
    if (this.mode === "off") this.setMode("ask");
    this.asked = shows;
    this.refresh();
  }

  get advice() {
    return this.adviser.advice;
  }
  get problem() {
    return this.mode === "off" ? null : this.adviser.problem;
  }
  get visible() {
    return this.mode === "always" || (this.mode === "ask" && this.asked);
  }

  /**
   * Called whenever the position has changed.
   * @param {string | null} before the position before @param {string | null} move a person's @param {number} seat
   */
  moved(before, move, seat) {
    this.asked = false;
    this.all = false;
    if (before && move && this.mode !== "off")
      this.adviser.judge(before, move, seat);
    else if (move)
      this.adviser.forget();
  }

  /** Fetches the advice for the position, even if it is not shown, to know what the decision will cost. */
  async refresh() {
    const {view} = this.game;
    if (this.mode !== "off" && view && !view.over && this.game.isHuman(view.mover)) {
      const advice = await this.adviser.learn();
      if (advice && this.visible) announce(advice.sentence);
    }
    this.draw();
  }

  draw() {
    const {view} = this.game;
    show(this.root,
      h("header", {}, h("h2", {}, "Coach"),
        choice("coach", "When the coach gives advice", MODES, this.mode, (mode) => this.setMode(mode))),
      view ? this.costLine(view) : null, view ? this.body(view) : null);
    this.line.draw();
  }

  /** What is shown of the last decision's cost. @param {GameView} view */
  shownCost(view) {
    const {game} = this, {cost} = this.adviser;
    if (!cost || this.mode === "off") return null;
    // A hidden choice stays hidden while another person still has to choose.
    const hidden = view.simultaneous && view.mover > 0 && view.mover !== cost.seat && game.isHuman(view.mover);
    return hidden ? null : cost;
  }

  /** @param {GameView} view */
  costLine(view) {
    const cost = this.shownCost(view);
    return cost && costNote(cost, view.seats[cost.seat]);
  }

  /** Whether a person is to move and has not asked yet. @param {GameView} view */
  canAsk(view) {
    return this.mode === "ask" && !this.asked && !this.problem && this.adviseeMoves(view);
  }
  /** @param {GameView} view */
  adviseeMoves(view) {
    return !view.over && this.game.isHuman(view.mover) && this.game.handTo === null;
  }

  /** Why there is no advice now; empty if there is some, or may be on request. @param {GameView} view */
  silence(view) {
    if (this.mode === "off") return "The coach is off.";
    if (view.over) return "The game is over: see the review.";
    if (!this.adviseeMoves(view)) return `${view.seats[view.mover].name} is playing.`;
    return this.visible && !this.advice ? "Thinking …" : "";
  }

  /** What the coach says, in a sentence. @param {GameView} view */
  brief(view) {
    if (this.problem) return this.problem;
    const silence = this.silence(view);
    if (silence || !this.visible || !this.advice) return silence || "What would you do?";
    return `${isByPoints(this.advice) ? "By points: " : ""}${this.advice.sentences[0]}`;
  }

  /** @param {GameView} view @returns {Child} */
  body(view) {
    if (this.problem) return h("p", {class: "error"}, this.problem);
    const silence = this.silence(view), waiting = this.mode === "off" || view.chances ? null : this.meanwhile();
    if (silence) return [h("p", {class: "empty"}, silence), waiting];
    const toggle = () => this.toggle(), key = h("kbd", {}, "C");
    if (!this.visible || !this.advice) return [button(["What would you do?", key], "ask-coach", toggle, ""), waiting];
    return [
      waiting,
      h("p", {class: "sentence"}, unbroken(this.advice.sentence)),
      actionBars(this.advice.actions, {
        measure: this.advice.measure,
        all: this.all,
        more: () => {
          this.all = !this.all;
          this.draw();
        },
        pick: choosing(view) ? (action) => this.choose(view, action.keep) : undefined,
        pickLabel: "Choose these dice",
      }),
      this.mode === "ask" ? button(["Hide", key], "ask-coach", toggle, "plain small") : null,
    ];
  }

  /** @param {GameView} view @param {string} keep */
  choose(view, keep) {
    this.game.chosen = placesOf(view, keep);
    this.line.close();
    this.redraw();
  }

  meanwhile() {
    return meanwhileNote(this.game.solve, this.game.about, () => this.game.askForBestPlay());
  }
}
