/** One turn of best play as a map, curves and a table, and tables by both scores. */
import {h, hasTouch, show, svg} from "../common/dom.js";
import {clamp, percent, points} from "../common/numbers.js";
import {handWords} from "../game/dice.js";
import {bankFrom, cell, column, rowsToDraw} from "../game/turn-slice.js";

import {chartNote, drawing, grid, line} from "./charts.js";
import {numberHead, scrolling, swatch} from "./controls.js";

/** @type {Record<string, string>} */
const COLOURS = {
  roll: "#2f7d62",
  bank: "#e3b23a"
};
const OVER = "rgba(128,128,128,.5)", UNREACHABLE = "rgba(128,128,128,.12)";

/** A chance of winning, where there is one. @param {number} value */
export const chanceOrDash = (value) => (Number.isNaN(value) ? "–" : percent(value, 2));

/**
 * A map of a turn at given scores: each line a number of dice, each column a turn total.
 * @param {Element} root @param {TurnSlice} slice @param {number} chosen @param {(phase: number) => void} pick
 */
export function drawDecisionMap(root, slice, chosen, pick) {
  const high = rowsToDraw(slice);
  const note = h("p", {class: "small soft map-note", role: "status"},
    `${hasTouch() ? "Tap" : "Point at"} the map to see its numbers.`);
  /** @param {number} phase @param {number} row */
  const describe = (phase, row) => {
    const {total, best = "the turn ends", roll, bank, reachable} = cell(slice, row, phase);
    note.textContent = `${handWords(slice.phases[phase])}, turn total ${points(total)}: ${best}. Roll ${
      chanceOrDash(roll)}, bank ${chanceOrDash(bank)}${reachable ? "" : " (cannot happen)"}`;
  };
  /** @param {string} name @param {number} phase */
  const mapLine = (name, phase) => {
    const canvas = h("canvas", {width: high, height: 1, class: "decisions"}), context = canvas.getContext("2d");
    for (let row = 0; context && row < high; row++) {
      const {best = "", reachable} = cell(slice, row, phase);
      context.fillStyle = reachable ? COLOURS[best] ?? OVER : UNREACHABLE;
      context.fillRect(row, 0, 1, 1);
    }
    /** @param {PointerEvent} event */
    const pointed = (event) => {
      const box = canvas.getBoundingClientRect();
      describe(phase, clamp(0, Math.floor((event.clientX - box.left) / box.width * high), high - 1));
    };
    canvas.addEventListener("pointermove", pointed);
    canvas.addEventListener("pointerdown", pointed);
    const from = bankFrom(slice, phase), key = `phase-${phase}`;
    return h("li", {},
      h("button", {"aria-pressed": String(chosen === phase), key, click: () => pick(phase)},
        h("span", {}, handWords(name)), canvas,
        from === null ?
          h("span", {class: "number"}, "never") :
          h("span", {class: "number"}, h("span", {class: "visually-hidden"}, "bank from "), points(from))));
  };
  show(root,
    h("p", {class: "row small soft key"}, swatch("roll", "roll"), swatch("bank", "bank"),
      swatch("none", "cannot happen"), h("span", {class: "map-from"}, "bank from")),
    h("ol", {class: "map"}, slice.phases.map(mapLine)),
    h("p", {class: "map-axis small soft", "aria-hidden": "true"}, h("span", {}, "0"), h("span", {}, "turn total"),
      h("span", {}, points(slice.totals[high - 1]))),
    note);
}

/** The height of the curves, and the room around them. */
const HEIGHT = 230, LEFT = 48, RIGHT = 10, TOP = 10, BOTTOM = 26;
/** @type {[number, string][]} */
const TICKS = [[0, "start"], [.25, "middle"], [.5, "middle"], [.75, "middle"], [1, "end"]];

/** The chances by rolling and by banking. @param {Element} root @param {TurnSlice} slice @param {number} phase */
export function drawCurves(root, slice, phase) {
  const high = rowsToDraw(slice), width = Math.max(280, root.clientWidth || 640), room = width - LEFT - RIGHT;
  const cells = column(slice, phase).slice(0, high);
  const values = cells.flatMap(({roll, bank}) => [roll, bank]).filter((value) => !Number.isNaN(value));
  const low = Math.min(...values), top = Math.max(...values);
  /** @param {number} row */
  const x = (row) => LEFT + room * row / Math.max(1, high - 1);
  /** @param {number} value */
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / Math.max(1e-9, top - low));
  /** @param {"roll" | "bank"} what */
  const curve = (what) =>
    line(`curve-${what}`, cells.flatMap((each, row) => (Number.isNaN(each[what]) ? [] : [[x(row), y(each[what])]])));
  const from = bankFrom(slice, phase), at = from === null ? 0 : x(slice.totals.indexOf(from)), note = chartNote();
  const best = from === null ? "rolling is always best" : `banking is best from ${points(from)}`;
  const chart = drawing(width, HEIGHT, `With ${handWords(slice.phases[phase])} to roll: ${best}`,
    grid(LEFT, width - RIGHT, y, low, top),
    TICKS.map(
      ([part, anchor]) => svg("text", {class: "tick", x: x(part * (high - 1)), y: HEIGHT - 6, "text-anchor": anchor},
        points(slice.totals[Math.round(part * (high - 1))]))),
    from !== null && svg("line", {class: "cursor", x1: at, x2: at, y1: TOP, y2: HEIGHT - BOTTOM}), curve("roll"),
    curve("bank"));
  chart.addEventListener("pointermove", (event) => {
    const place = (event.clientX - chart.getBoundingClientRect().left - LEFT) / room * (high - 1);
    const {total, roll, bank} = cell(slice, clamp(0, Math.round(place), high - 1), phase);
    note.textContent = `Turn total ${points(total)}: roll ${chanceOrDash(roll)}, bank ${chanceOrDash(bank)}`;
  });
  show(root, chart, note);
}

/** @param {Child} value */
const numberCell = (value, more = "") => h("td", {class: `number ${more}`}, value);

/** Every turn total: the values of rolling and banking, the best one. @param {TurnSlice} slice @param {number} phase */
export const turnTable = (slice, phase) =>
  scrolling(`Turn totals with ${handWords(slice.phases[phase])} to roll`, "table-tall",
    h("table", {class: "every-total"},
      h("thead", {}, h("tr", {}, ["Turn total", "Best", "Roll", "Bank", "Turn busts"].map(numberHead))),
      h("tbody", {},
        column(slice, phase)
          .filter(({reachable}) => reachable)
          .map(({total, best, roll, bank, bust}) => h("tr", {}, h("th", {scope: "row", class: "number"}, points(total)),
                 numberCell(best ?? "–", best === "bank" ? "bank-word" : "roll-word"), numberCell(chanceOrDash(roll)),
                 numberCell(chanceOrDash(bank)), numberCell(slice.bust ? chanceOrDash(bust) : ""))))));

/**
 * Numbers by both scores: `write(a, b)` at the places of `marks`.
 * @param {Int32Array} scores @param {number[]} marks @param {string} title
 * @param {(a: number, b: number) => string} write
 */
export const scoreTable = (scores, marks, title, write) => scrolling(title, "table-tall",
  h("table", {class: "by-scores"},
    h("thead", {},
      h("tr", {}, h("th", {scope: "col"}, "You \\ opponent"), marks.map((b) => numberHead(points(scores[b]))))),
    h("tbody", {},
      marks.map((a) => h("tr", {}, h("th", {scope: "row", class: "number"}, points(scores[a])),
                  marks.map((b) => numberCell(write(a, b))))))));
