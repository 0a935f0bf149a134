/** The result of a turn at a real table, where its dice are not entered. */
import {h} from "../common/dom.js";
import {countsOf} from "../game/position.js";

import {button, number} from "./controls.js";

/** @typedef {import("../pages/table.js").TablePage} TablePage */
/**
 * What a result needs by the rules: whether a bust keeps the points, what else a roll can do, what may be stolen.
 * @typedef {{keeps: boolean, loses: boolean, wins: boolean, steal: string, kinds: DiceKind[], counts: boolean}} Needed
 */

/** @param {TablePage} page @param {GameView} view @param {Needed} needed */
export function resultFields(page, view, needed) {
  const {result} = page, {keeps, loses, wins, steal} = needed;
  const afterBust = steal === "after-bust", leaves = steal !== "never" && needed.counts;
  /** @param {string} word @param {boolean} leaving */
  const enter = (word, leaving) => page.move(
    [word, leaving && result.left && needed.counts ? `leaving ${result.left}` : ""].filter(Boolean).join(" "));
  // What is typed is read when a button is pressed: the form is not drawn again.
  const total = () => (Number.isNaN(result.points) ? "" : String(result.points));
  const banked = () => enter(`banked ${total()}`.trim(), steal === "after-bank");
  const bust = () => enter(keeps || afterBust ? `bust ${total() || 0}` : "bust", afterBust && Number(total()) > 0);
  const lost = () => enter(afterBust ? `lost ${total() || 0}` : "lost", afterBust && Number(total()) > 0);
  const label = keeps ? "Points banked, or kept on the bust" :
    afterBust         ? "Points banked, or lost by the bust" :
                        "Points banked";
  return h("form", {
    class: "stack",
    on: {
      submit: (event) => {
        event.preventDefault();
        banked();
      }
    }
  },
    h("div", {class: "sheet-result"},
      number(label, total(), (value) => page.setResult({points: value}),
        {min: 0, step: "any", key: "points", enterkeyhint: "done", autocomplete: "off"}),
      h("button", {class: "button main", type: "submit", key: "banked"}, "Banked"), button("Bust", "bust", bust, ""),
      loses ? button("Lost everything", "lost", lost, "") : null,
      wins ? button("Won immediately", "won", () => enter("won", false), "") : null),
    leaves ? diceLeft(page, needed) : null,
    view.turn.total || view.waits ? h("p", {class: "small soft"}, "How the rest of this turn ended, as a whole.") :
                                    null);
}

/** The dice that the next player may take over. @param {TablePage} page @param {Needed} needed */
function diceLeft(page, {kinds}) {
  const {result} = page, counts = countsOf(kinds, result.left);
  /** @param {number} index @param {number} count */
  const choose = (index, count) => {
    const next = counts.with(index, count);
    page.setResult(
      {left: kinds[0].name ? kinds.map((kind, each) => kind.name.repeat(next[each])).join("") || "0" : String(count)});
    page.draw();
  };
  return h("fieldset", {}, h("legend", {}, "Dice left, which the next player may take over"),
    kinds.map(({name, count: most}, index) => h("div",
                {class: "taps", role: "group", "aria-label": name ? `Dice left, kind ${name}` : "Dice left"},
                name ? h("span", {class: "kind-name"}, name) : null,
                [...Array(most + 1).keys()].map((count) => h("button", {
                  class: "tap-count",
                  "aria-pressed": String(Boolean(result.left) && counts[index] === count),
                  key: `left-${name}${count}`,
                  click: () => choose(index, count)
                },
                                                  h("b", {}, count), h("small", {}, count === 1 ? "die" : "dice"))))));
}
