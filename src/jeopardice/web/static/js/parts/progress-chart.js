/** A chart over games: a dot for each game, and a line for the recent games together. */
import {dayOf} from "../common/dates.js";
import {h, show, svg} from "../common/dom.js";
import {percent} from "../common/numbers.js";

import {atWidth, chartNote, drawing, line} from "./charts.js";

const LEFT = 50, RIGHT = 12, TOP = 10, BOTTOM = 24, HEIGHT = 200;

/** A round number that is not below a value. @param {number} value */
function roundUp(value) {
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 10].map((step) => step * unit).find((step) => step >= value * .999) ?? value;
}

/**
 * @param {Element} root @param {ProgressPoint[]} series @param {"error" | "accuracy"} what @param {string} label
 */
export function progressChart(root, series, what, label) {
  const recent = what === "error" ? "recent_error" : "recent_accuracy";
  const known = series.flatMap((point, at) => {
    const value = point[what], mean = point[recent];
    return value === null || mean === null ? [] : [{at, value, mean, played: point.played}];
  });
  if (!known.length) return show(root, h("p", {class: "empty"}, "No decisions yet."));
  const most = what === "accuracy" ? 1 : roundUp(Math.max(1e-4, ...known.map(({value}) => value)));
  const least = what === "accuracy" ? Math.min(.5, ...known.map(({value}) => Math.floor(value * 10) / 10)) : 0;
  atWidth(root, (width) => {
    const room = width - LEFT - RIGHT, last = Math.max(1, series.length - 1), note = chartNote();
    /** @param {number} at */
    const x = (at) => LEFT + room * (series.length > 1 ? at / last : .5);
    /** @param {number} value */
    const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - least) / (most - least));
    /** @param {typeof known[0]} point */
    const words = ({value, played, mean}) => `${dayOf(played)}: ${percent(value, 2)}, recent games ${percent(mean, 2)}`;
    const end = known[known.length - 1];
    const chart = drawing(width, HEIGHT, `${label} over ${series.length} games; recent games ${percent(end.mean, 2)}`,
      [least, (least + most) / 2, most].map(
        (value) => [svg("line", {class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value)}),
          svg("text", {class: "tick", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end"},
            percent(value,
              what === "accuracy" ? 0 :
                most < .01        ? 2 :
                                    1))]),
      svg("text", {class: "tick", x: LEFT, y: HEIGHT - 6}, dayOf(series[0].played)),
      series.length > 1 &&
        svg("text", {class: "tick", x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end"}, dayOf(end.played)),
      known.map(({at, value}) => svg("circle", {class: "each-game", cx: x(at), cy: y(value), r: 4})),
      line("recent", known.map(({at, mean}) => [x(at), y(mean)])));
    chart.addEventListener("pointermove", (event) => {
      const at = (event.clientX - chart.getBoundingClientRect().left - LEFT) / room * last;
      note.textContent =
        words(known.reduce((best, each) => (Math.abs(each.at - at) < Math.abs(best.at - at) ? each : best)));
    });
    chart.addEventListener("pointerleave", () => {
      note.textContent = "\u00a0";
    });
    show(root, chart, note);
  });
}
