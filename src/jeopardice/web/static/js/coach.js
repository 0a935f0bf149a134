/** The coach beside the game: advice on request or always, and what each decision cost. */
import {bars} from "./advice.js";
import {post} from "./api.js";
import {choosing, placesOf} from "./choices.js";
import {announce, choice, h, show, unbroken} from "./dom.js";
import {progress} from "./progress.js";
import {load, save} from "./store.js";
import {cannotWords, costWords, spoken} from "./words.js";

export class Coach {
  constructor(root, game, redraw) {
    Object.assign(this, {
      root,
      game,
      redraw,
      mode: load("coach", "ask"),
      asked: false,
      all: false,
      advice: null,
      known: "",
      cost: null,
      problem: null
    });
  }

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

  get position() {
    return JSON.stringify([this.game.record, this.game.view?.chances !== null]);
  }

  /** Called whenever the position has changed. */
  moved(before, move, seat) {
    this.asked = false;
    this.all = false;
    if (before && move && this.mode !== "off" && this.known === before && this.advice)
      this.judge(move, seat);
    else if (move)
      this.cost = null;
  }

  judge(move, seat) {
    const {actions} = this.advice, action = actions.find((each) => each.move === move);
    // Who had no choice is neither praised nor blamed.
    this.cost =
      action && actions.length > 1 ? {loss: action.loss, word: action.word, move, seat, best: actions[0].move} : null;
  }

  /** Fetches the advice of the position (unseen, to know what the decision will cost), and shows it where wanted. */
  async refresh() {
    const {game} = this, position = this.position;
    if (this.mode !== "off" && game.view && !game.view.over && game.isHuman(game.view.mover) && game.view.chances &&
      this.known !== position) {
      try {
        const advice = await post("/api/games/coach", {record: game.record});
        if (position !== this.position) return;
        this.advice = advice;
        this.known = position;
        this.problem = null;
        if (this.visible) announce(advice.sentence);
      } catch (error) {
        if (position !== this.position) return;
        this.advice = null;
        this.problem = error.message;
      }
    }
    this.draw();
  }

  get visible() {
    return this.mode === "always" || (this.mode === "ask" && this.asked);
  }

  draw() {
    const {game} = this, {view} = game;
    const mine = view && !view.over && game.isHuman(view.mover) && game.handTo === null;
    const fresh = this.advice && this.known === this.position;
    show(this.root,
      h("header", {}, h("h2", {}, "Coach"),
        choice("coach", "When the coach speaks", [["off", "Off"], ["ask", "On request"], ["always", "Always"]],
          this.mode, (mode) => this.setMode(mode))),
      this.costLine(), this.body(view, mine, fresh));
  }

  costLine() {
    if (!this.cost || this.mode === "off") return null;
    const {seat, word} = this.cost, {view} = this.game;
    // What one person has chosen unseen is not told while another still has to choose.
    if (view?.simultaneous && view.mover > 0 && view.mover !== seat && this.game.isHuman(view.mover)) return null;
    const [verdict, more] = costWords(this.cost, view.seats[seat]);
    return h("p", {class: `cost ${["best", "fine"].includes(word) ? "fine" : "lost"}`}, h("b", {}, verdict), " ",
      h("span", {}, more));
  }

  body(view, mine, fresh) {
    if (!view) return null;
    if (this.mode === "off") return h("p", {class: "empty"}, "The coach is quiet.");
    if (this.problem) return h("p", {class: "error"}, this.problem);
    if (!view.chances) {
      const solve = this.game.solve;
      const {seconds, problem} = this.game.about?.best_play ?? {};
      if (solve?.state === "failed" || problem) return h("p", {class: "soft"}, cannotWords(solve?.error ?? problem));
      if (!solve || solve.state === "cancelled") {
        const time = seconds ? `it takes ${spoken(seconds)}` : "it may take minutes";
        return h("div", {class: "stack"},
          h("p", {class: "soft"}, `Best play of this game is not worked out yet: ${time}.`),
          h("button", {class: "button", key: "work-out", click: () => this.game.askForBestPlay()}, "Work it out"));
      }
      return progress("Working out best play of this game", solve);
    }
    if (view.over) return h("p", {class: "empty"}, "The game is over: see the review.");
    if (!mine) return h("p", {class: "empty"}, `${view.seats[view.mover].name} is playing.`);
    if (!this.visible)
      return h("button", {class: "button", key: "ask-coach", click: () => this.toggle()}, "What would you do?",
        h("kbd", {}, "C"));
    if (!fresh) return h("p", {class: "empty"}, "Thinking …");
    return [
      h("p", {class: "sentence"}, unbroken(this.advice.sentence)),
      bars(this.advice.actions, {
        all: this.all,
        more: () => {
          this.all = !this.all;
          this.draw();
        },
        pick: choosing(view) ?
          (action) => {
            this.game.chosen = placesOf(view, action.keep);
            this.redraw();
          } :
          undefined,
        pickLabel: "Choose these dice",
      }),
      this.mode === "ask" ? h("button", {class: "button plain small", key: "ask-coach", click: () => this.toggle()},
                              "Hide", h("kbd", {}, "C")) :
                            null,
    ];
  }
}
