/** The page Ask: a position at a real table, and what to do. Two taps for the usual case. */
import {isActive, post} from "../common/api.js";
import {announce, debounced, h, show, toast} from "../common/dom.js";
import {unbroken} from "../common/numbers.js";
import {load, save} from "../common/store.js";
import {adviseAtOnce, byPointsWords, isByPoints} from "../game/advising.js";
import {fromLink, Position, START} from "../game/position.js";
import {moveWords} from "../game/words.js";
import {actionBars, scale} from "../parts/actions.js";
import {button, pageHead} from "../parts/controls.js";
import {GameChoice} from "../parts/game-choice.js";
import {positionForm} from "../parts/position-form.js";
import {progress, refreshed, reporter, stopped} from "../parts/progress.js";

export class Ask {
  constructor() {
    /** @type {PositionState} */
    this.state = {...START, ...load("ask", {})};
    /** The positions to go back to. @type {PositionState[]} */
    this.past = [];
    this.choice = new GameChoice();
    this.allActions = false;
    /** Whether the position is that after a turn that was entered here. */
    this.turnIsOver = false;
    this.stop = new AbortController();
    this.form = h("section", {class: "card stack", "aria-label": "The position"});
    this.answer = h("section", {class: "card answer", "aria-label": "Advice"});
    // On a phone the answer is far below, so the best action stays visible.
    this.best = h("p", {class: "best-line", "aria-hidden": "true"});
    this.page =
      h("div", {}, pageHead("Ask", "One position at a real table: tap the dice you rolled and see what to do."),
        h("div", {class: "ask"}, h("div", {}, this.form, this.best), this.answer));
    this.ask = debounced(90, () => this.advise());
  }

  /** @param {HTMLElement} root @param {URLSearchParams | null} given */
  async enter(root, given) {
    show(root, this.page);
    this.past = [];
    try {
      this.state = await this.choice.open(given, fromLink, this.state, START);
    } catch (error) {
      show(this.form, h("p", {class: "error"}, error.message));
      return;
    }
    this.draw();
    this.ask();
  }

  get position() {
    return new Position(/** @type {GameRules} */ (this.choice.find(this.state)), this.state);
  }

  /** @param {Partial<PositionState>} changes */
  set(changes, redraw = true) {
    this.turnIsOver = false;
    Object.assign(this.state, changes);
    save("ask", this.state);
    history.replaceState(null, "", `#ask?${this.position.query}`);
    if (redraw) this.draw();
    this.ask();
  }

  /** Goes to another position; `back` returns. @param {Partial<PositionState>} changes */
  go(changes, turnIsOver = false) {
    this.past.push({...this.state});
    this.set(changes, false);
    this.turnIsOver = turnIsOver;
    this.draw();
  }
  back() {
    this.set(this.past.pop() ?? {});
  }

  draw() {
    show(this.form, positionForm(this));
  }

  async advise() {
    this.stop.abort();
    const {signal} = this.stop = new AbortController(), {question, request} = this.position;
    const head = h("h2", {}, "Advice");
    this.best.textContent = "";
    if (!question) return show(this.answer, head, h("p", {class: "empty"}, request));
    try {
      const report = reporter(this.answer, "Computing best play", "", head);
      const showAgain = (/** @type {Advice} */ advice, /** @type {boolean} */ again) => {
        if (!again || !refreshed(this.answer, advice.solve)) this.showAdvice(advice, again);
      };
      await adviseAtOnce(question, showAgain, report, signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      const refused = error.status === 422;  // asking again would not help
      show(this.answer, head,
        refused ? h("p", {class: "error", role: "alert"}, error.message) : stopped(error, () => this.advise()));
    }
  }

  /** Requests best play, which was not computed before. @param {object} rules */
  async solve(rules) {
    try {
      await post("/api/solves", {rules, objective: "win"});
      this.advise();
    } catch (error) {
      toast(error.message);
    }
  }

  /** Why the advice is by points, and how to change that. @param {Advice} advice */
  meanwhile({solve}) {
    const {question} = this.position, repeats = solve?.state === "cancelled" && question;
    return h("div", {class: "stack meanwhile"}, h("p", {class: "soft small", role: "status"}, byPointsWords(solve)),
      isActive(solve) ? progress("Computing best play of this game", solve) : null,
      repeats ? h("div", {}, button("Solve it", "work-out", () => this.solve(question.rules))) : null);
  }

  /** @param {Advice} advice @param {boolean} [again] */
  showAdvice(advice, again = false) {
    const {actions, measure, left_out_words: ignored} = advice, {write} = scale(measure, actions), {position} = this;
    const value = measure.startsWith("difference") ? "your chance minus the opponent's:" : "worth";
    if (!again) announce(advice.sentence);
    const continues = position.game.family !== "hog";  // in Hog the dice decide what follows
    this.best.textContent = actions.length ? `${moveWords(actions[0])}: ${write(actions[0].value)}` : "";
    show(this.answer,
      h("header", {}, h("h2", {}, "Advice"), h("span", {class: "soft small"}, `${value} ${write(advice.value)}`)),
      isByPoints(advice) ? this.meanwhile(advice) : null,
      position.isDoubtful ? h("p", {class: "small soft"}, "If these are all the dice that you rolled:") : null,
      h("p", {class: "sentence big"}, unbroken(advice.sentence)),
      actions.length ? actionBars(actions, {
        measure,
        all: this.allActions,
        more: () => {
          this.allActions = !this.allActions;
          this.showAdvice(advice, true);
        },
        pick: continues ? (action) => this.go(position.after(action), ["bank", "end"].includes(action.then)) :
                          undefined,
        pickLabel: "I did this"
      }) :
                       null,
      actions.length && continues ? h("p", {class: "small soft"}, "Tap what you did to continue from there.") : null,
      ignored?.length ? h("p", {class: "small soft"}, `Not considered in this answer: ${ignored.join(", ")}.`) : null);
  }
}
