/** The coach in two lines at the bottom edge of a phone; a tap opens the reasons above it. */
import {h, show} from "../common/dom.js";
import {unbroken} from "../common/numbers.js";
import {isSmallCost, shortCostWords} from "../game/words.js";

export class CoachLine {
  /** @param {import("./coach.js").Coach} coach */
  constructor(coach) {
    this.coach = coach;
    this.open = false;
    this.root = h("div", {class: "coach-line", hidden: true});
    coach.root.id = "coach";
    new ResizeObserver(() => {
      document.documentElement.style.setProperty("--line-height", `${this.root.offsetHeight}px`);
    }).observe(this.root);
    addEventListener("keydown", (event) => event.key === "Escape" && this.open && this.toggle(false));
  }

  /** Shows or hides the reasons. */
  toggle(open = !this.open) {
    this.open = open;
    this.draw();
  }
  close() {
    this.open = false;
  }

  draw() {
    const {coach} = this, {view} = coach.game;
    this.root.hidden = !view || view.over;
    this.open &&= !this.root.hidden;
    coach.root.classList.toggle("open", this.open);
    if (!view || view.over) return show(this.root);
    const cost = coach.shownCost(view), asks = coach.canAsk(view);
    show(this.root,
      h("button", {
        class: "coach-button",
        key: "coach-line",
        "aria-expanded": asks ? null : String(this.open),
        "aria-controls": asks ? null : "coach",
        click: () => (asks ? coach.toggle() : this.toggle())
      },
        h("span", {class: "coach-words"}, h("span", {class: "coach-says"}, unbroken(coach.brief(view))),
          cost ? h("span", {class: `coach-cost ${isSmallCost(cost) ? "good" : "bad"}`}, shortCostWords(cost)) : null)));
  }
}
