/** A map of one turn at given scores: each line a number of dice, each column a turn total. */
import {h, show} from "../common/dom.js";
import {clamp, percent, points} from "../common/numbers.js";
import {handWords} from "../game/dice.js";
import {bankFrom, cell, rowsToDraw} from "../game/turn-slice.js";

import {swatch} from "./controls.js";

/** @type {Record<string, string>} */
const COLOURS = {
  roll: "#2f7d62",
  bank: "#e3b23a"
};
const OVER = "rgba(128,128,128,.5)", UNREACHABLE = "rgba(128,128,128,.12)";

/** A chance of winning, where there is one. @param {number} value */
export const chanceOrDash = (value) => (Number.isNaN(value) ? "–" : percent(value, 2));

/** @param {Element} root @param {TurnSlice} slice @param {number} chosen @param {(phase: number) => void} pick */
export function drawDecisionMap(root, slice, chosen, pick) {
  const high = rowsToDraw(slice);
  const note = h("p", {class: "small soft map-note", role: "status"}, "Point at the map to see its numbers.");
  /** @param {number} phase @param {number} row */
  const describe = (phase, row) => {
    const {total, best = "the turn ends", roll, bank, reachable} = cell(slice, row, phase);
    note.textContent = `${handWords(slice.phases[phase])}, turn total ${points(total)}: ${best}. Roll ${
      chanceOrDash(roll)}, bank ${chanceOrDash(bank)}${reachable ? "" : " (cannot happen)"}`;
  };
  /** @param {string} name @param {number} phase */
  const line = (name, phase) => {
    const canvas = h("canvas", {width: high, height: 1, class: "decisions"}), context = canvas.getContext("2d");
    for (let row = 0; context && row < high; row++) {
      const {best = "", reachable} = cell(slice, row, phase);
      context.fillStyle = reachable ? COLOURS[best] ?? OVER : UNREACHABLE;
      context.fillRect(row, 0, 1, 1);
    }
    canvas.addEventListener("pointermove", (event) => {
      const box = canvas.getBoundingClientRect();
      describe(phase, clamp(0, Math.floor((event.clientX - box.left) / box.width * high), high - 1));
    });
    const from = bankFrom(slice, phase), key = `phase-${phase}`;
    return h("li", {},
      h("button", {"aria-pressed": String(chosen === phase), key, click: () => pick(phase)},
        h("span", {}, handWords(name)), canvas,
        from === null ? h("span", {class: "number"}, "never") :
                        h("span", {class: "number"}, h("span", {class: "unseen"}, "bank from "), points(from))));
  };
  show(root,
    h("p", {class: "row small soft key"}, swatch("roll", "roll"), swatch("bank", "bank"),
      swatch("none", "cannot happen"), h("span", {class: "map-from"}, "bank from")),
    h("ol", {class: "map"}, slice.phases.map(line)),
    h("p", {class: "map-axis small soft", "aria-hidden": "true"}, h("span", {}, "0"), h("span", {}, "turn total"),
      h("span", {}, points(slice.totals[high - 1]))),
    note);
}
