/** The chances of winning by rolling and by banking with some dice to roll, by the turn total. */
import {show, svg} from "../common/dom.js";
import {clamp, points} from "../common/numbers.js";
import {handWords} from "../game/dice.js";
import {bankFrom, cell, column, rowsToDraw} from "../game/turn-slice.js";

import {chartNote, drawing, grid, line} from "./charts.js";
import {chanceOrDash} from "./decision-map.js";

const PAD = {
  left: 48,
  right: 10,
  top: 10,
  bottom: 26
},
      HEIGHT = 230;
/** @type {[number, string][]} */
const TICKS = [[0, "start"], [.25, "middle"], [.5, "middle"], [.75, "middle"], [1, "end"]];

/** @param {Element} root @param {TurnSlice} slice @param {number} phase */
export function drawCurves(root, slice, phase) {
  const high = rowsToDraw(slice), width = Math.max(280, root.clientWidth || 640), room = width - PAD.left - PAD.right;
  const cells = column(slice, phase).slice(0, high);
  const values = cells.flatMap(({roll, bank}) => [roll, bank]).filter((value) => !Number.isNaN(value));
  const low = Math.min(...values), top = Math.max(...values);
  /** @param {number} row */
  const x = (row) => PAD.left + room * row / Math.max(1, high - 1);
  /** @param {number} value */
  const y = (value) => PAD.top + (HEIGHT - PAD.top - PAD.bottom) * (1 - (value - low) / Math.max(1e-9, top - low));
  /** @param {"roll" | "bank"} what */
  const curve = (what) =>
    line(`curve-${what}`, cells.flatMap((each, row) => (Number.isNaN(each[what]) ? [] : [[x(row), y(each[what])]])));
  const from = bankFrom(slice, phase), at = from === null ? 0 : x(slice.totals.indexOf(from)), note = chartNote();
  const best = from === null ? "rolling is always best" : `banking is best from ${points(from)}`;
  const chart = drawing(width, HEIGHT, `With ${handWords(slice.phases[phase])} to roll: ${best}`,
    grid(PAD.left, width - PAD.right, y, low, top),
    TICKS.map(
      ([part, anchor]) => svg("text", {class: "tick", x: x(part * (high - 1)), y: HEIGHT - 6, "text-anchor": anchor},
        points(slice.totals[Math.round(part * (high - 1))]))),
    from !== null && svg("line", {class: "cursor", x1: at, x2: at, y1: PAD.top, y2: HEIGHT - PAD.bottom}),
    curve("roll"), curve("bank"));
  chart.addEventListener("pointermove", (event) => {
    const place = (event.clientX - chart.getBoundingClientRect().left - PAD.left) / room * (high - 1);
    const {total, roll, bank} = cell(slice, clamp(0, Math.round(place), high - 1), phase);
    note.textContent = `Turn total ${points(total)}: roll ${chanceOrDash(roll)}, bank ${chanceOrDash(bank)}`;
  });
  show(root, chart, note);
}
