/** Comparing the rules of the page Design with another game. */
import {whenReady} from "../common/api.js";
import {h, show} from "../common/dom.js";

import {comparisonTable} from "./comparison.js";
import {button, gameOptions, select} from "./controls.js";
import {problem, progress, refreshed} from "./progress.js";

/** @typedef {{found: Comparison, names: string[], text: string, other: string}} Compared */

export class CompareCard {
  /** @param {import("../pages/design.js").Design} design */
  constructor(design) {
    this.design = design;
    this.root = h("section", {class: "card stack", "aria-label": "Compare"});
    this.running = false;
    /** @type {Job | null} */
    this.job = null;
    /** @type {Error | null} */
    this.problem = null;
    /** @type {Compared | null} */
    this.compared = null;
  }

  draw() {
    const {design, running, compared} = this;
    show(this.root, h("h2", {}, "Compare"),
      h("div", {class: "row act"},
        select("With", gameOptions(design.games), design.state.other,
          (other) => {
            design.keep({other});
            this.draw();
          },
          {key: "other"}),
        button("Compare side by side", "compare", () => this.compare(), "", {disabled: running || !design.found?.ok})),
      running ? progress("Solving and simulating both games", this.job) : null,
      this.problem ? problem(this.problem) : null,
      compared ? [this.outdated(compared), comparisonTable(compared.found, compared.names)] :
                 h("p", {class: "soft small"},
                   "How fair both games are, how long they take, how much is skill and how much luck."));
  }

  /** Says whether a comparison is about other games than those chosen now. @param {Compared} compared */
  outdated({text, other}) {
    const {design} = this, changed = text !== design.text, another = other !== design.state.other;
    if (!changed && !another) return null;
    const what = changed && another ? "The rules and the game to compare with have" :
      changed                       ? "The rules have" :
                                      "The game to compare with has";
    return h("p", {class: "small warn", role: "status"}, `${what} changed since.`);
  }

  async compare() {
    const {design} = this, {text, rules, state: {other}} = design, title = design.found?.title || "These rules";
    const otherTitle = design.preset(other)?.title ?? other;
    Object.assign(this, {running: true, job: null, problem: null, compared: null});
    this.draw();
    try {
      const found = await whenReady("POST", "/api/compare", {rules: [rules, {preset: other}]}, (job) => {
        this.job = job;
        if (!refreshed(this.root, job)) this.draw();
      });
      const names = [title, otherTitle === title ? `${otherTitle} (preset)` : otherTitle];
      this.compared = {found, text, other, names};
    } catch (error) {
      this.problem = error;
    }
    this.running = false;
    this.draw();
  }
}
