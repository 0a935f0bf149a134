/** Solving the rules of the page Design, and the files of a solution. */
import {download, finished, isActive, post} from "../common/api.js";
import {h, show, toast} from "../common/dom.js";
import {percent, points} from "../common/numbers.js";

import {button, select} from "./controls.js";
import {problem, progress, refreshed} from "./progress.js";

/** @type {Option[]} */
const OBJECTIVES = [
  ["win", "Win"], ["score", "Most points in a turn"], ["average", "Points per turn in the long run"],
  ["turns", "Fewest turns to the goal"]
];
/** @type {Record<string, string>} */
const RESULTS = {
  win: "The first player wins",
  score: "Points in a turn",
  average: "Points per turn",
  turns: "Turns to the goal"
};

export class SolveCard {
  /** @param {import("../pages/design.js").Design} design */
  constructor(design) {
    this.design = design;
    this.root = h("section", {class: "card stack", "aria-label": "Best play"});
    /** @type {Job | null} */
    this.job = null;
    /** The job that makes a file. @type {Job | null} */
    this.making = null;
    /** @type {Error | null} */
    this.problem = null;
    /** The text that was solved. */
    this.solved = "";
  }

  draw() {
    const {job, making, design} = this, running = isActive(job);
    show(this.root, h("h2", {}, "Best play"),
      h("div", {class: "row act"},
        select(
          "Play for", OBJECTIVES, design.state.objective, (objective) => design.keep({objective}), {key: "objective"}),
        button("Solve", "solve", () => this.solve(), "main", {disabled: running || !design.found?.ok})),
      running ? progress(job?.state === "queued" ? "Waiting" : "Solving", job) : null,
      making ? progress("Creating the file", making) : null, this.problem ? problem(this.problem) : null,
      job?.state === "done" ? this.result(job) : null);
  }

  /** @param {Job} job */
  result(job) {
    const {id, objective, value, values, seconds} = job, chance = objective === "win" || objective.startsWith("within");
    /** @param {string} name @param {string} label */
    const file = (name, label) => button(label, name, () => this.download(`/api/solves/${id}/${name}`));
    return h("div", {class: "stack"},
      h("p", {class: "big-number"}, h("b", {class: "number"}, chance ? percent(value, 3) : value.toFixed(3)),
        h("span", {}, RESULTS[objective] ?? objective)),
      values && values.length > 1 ?
        h("p", {class: "soft"}, values.map((each, seat) => `Seat ${seat + 1}: ${percent(each, 2)}`).join(" · ")) :
        null,
      h("p", {class: "small soft"},
        `${job.title} · ${points(job.states ?? 0)} states${seconds ? ` · ${seconds.toFixed(2)} s` : ""}`),
      this.solved === this.design.text ? null : h("p", {class: "small warn"}, "The rules have changed since."),
      h("div", {class: "row"},
        objective === "win" ? [file("card.html", "Card to print"), file("card.txt", "Card as text")] : null,
        ["score", "average"].includes(objective) ? null : file("solution.nc", "Solution")));
  }

  /** Draws the progress of a job. @param {Job} job */
  report(job) {
    if (!refreshed(this.root, job)) this.draw();
  }

  async solve() {
    const {rules, text, state} = this.design;
    this.problem = null;
    this.solved = text;
    try {
      const job = await post("/api/solves", {rules, objective: state.objective});
      await finished(job, (now) => this.report(this.job = now));
    } catch (error) {
      this.problem = error;
      this.job = error.body?.id ? error.body : null;
    }
    this.draw();
  }

  /** @param {string} path @param {RulesSource} [body] */
  async download(path, body) {
    try {
      await download(path, body, (job) => this.report(this.making = job));
    } catch (error) {
      toast(error.message);
    }
    this.making = null;
    this.draw();
  }
}
