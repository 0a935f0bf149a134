/** Charts drawn as SVG: the chances of a game, and what several charts share. */
import {h, show, svg} from "../common/dom.js";
import {counted, percent} from "../common/numbers.js";

/** The room around a chart. */
const LEFT = 40, RIGHT = 12, TOP = 10, BOTTOM = 22;
const QUARTERS = [0, .25, .5, .75, 1];

/** @type {WeakMap<Element, ResizeObserver>} */
const watchers = new WeakMap();

/** Draws into `root` now and whenever its width changes. @param {Element} root @param {(width: number) => void} draw */
export function atWidth(root, draw) {
  watchers.get(root)?.disconnect();
  let width = 0;
  const again = () => {
    const now = Math.floor(root.clientWidth);
    if (now >= 120 && now !== width) draw(width = now);
  };
  const watcher = new ResizeObserver(again);
  watchers.set(root, watcher);
  watcher.observe(root);
  again();
}

/** An empty line under a chart, for the numbers of what is pointed at. */
export const chartNote = () => h("p", {class: "chart-note small soft", "aria-hidden": "true"}, "\u00a0");

/** A drawing. @param {number} width @param {number} height @param {string} label @param {Child[]} inside */
export const drawing = (width, height, label, ...inside) =>
  svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label}, inside);

/** A line through points. @param {string} kind @param {[number, number][]} places */
export const line = (kind, places) => svg("path",
  {class: kind, d: places.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("")});

/**
 * Horizontal lines at the quarters between two values, with their percentages at the left.
 * @param {number} left @param {number} right @param {(value: number) => number} y @param {number} low
 * @param {number} high
 */
export const grid = (left, right, y, low, high, labels = QUARTERS) => QUARTERS.map((part) => {
  const value = low + part * (high - low), at = y(value);
  return [
    svg("line", {class: part === .5 ? "grid middle" : "grid", x1: left, x2: right, y1: at, y2: at}),
    labels.includes(part) &&
      svg("text", {class: "tick", x: left - 6, y: at + 4, "text-anchor": "end"}, percent(value, 0))
  ];
});

/**
 * Everybody's chance of winning after each move, as lines; a click calls `goTo(move)`.
 * @param {Element} root @param {Chances[]} chances @param {string[]} names @param {GoTo} goTo
 */
export function chancesChart(root, chances, names, goTo) {
  const end = chances[chances.length - 1];
  /** @param {Chances} at @param {string} between */
  const everybody = (at, between) => names.map((name, seat) => `${name} ${percent(at.seats[seat])}`).join(between);
  atWidth(root, (width) => {
    const height = 190, last = Math.max(end.move, 1), room = width - LEFT - RIGHT;
    /** @param {number} move */
    const x = (move) => LEFT + room * (move / last);
    /** @param {number} chance */
    const y = (chance) => TOP + (height - TOP - BOTTOM) * (1 - chance);
    const cursor = svg("line", {class: "cursor", y1: TOP, y2: height - BOTTOM, visibility: "hidden"});
    const note = chartNote();
    const chart =
      drawing(width, height, `Chances of winning after ${counted(end.move, "move")}: ${everybody(end, ", ")}`,
        grid(LEFT, width - RIGHT, y, 0, 1, [0, .5, 1]),
        svg("text", {class: "tick", x: width - RIGHT, y: height - 5, "text-anchor": "end"}, counted(end.move, "move")),
        cursor, names.map((_, seat) => line(`line seat-${seat}`, chances.map((at) => [x(at.move), y(at.seats[seat])]))),
        names.map(
          (_, seat) => svg("circle", {class: `dot seat-${seat}`, cx: x(end.move), cy: y(end.seats[seat]), r: 4})));
    /** @param {MouseEvent} event */
    const nearest = (event) => {
      const at = (event.clientX - chart.getBoundingClientRect().left - LEFT) / room * last;
      return chances.reduce((best, each) => (Math.abs(each.move - at) < Math.abs(best.move - at) ? each : best));
    };
    chart.addEventListener("pointermove", (event) => {
      const at = nearest(event);
      for (const place of ["x1", "x2"]) cursor.setAttribute(place, String(x(at.move)));
      cursor.setAttribute("visibility", "visible");
      note.textContent = `Move ${at.move}: ${everybody(at, " · ")}`;
    });
    chart.addEventListener("pointerleave", () => {
      cursor.setAttribute("visibility", "hidden");
      note.textContent = "\u00a0";
    });
    chart.addEventListener("click", (event) => goTo(nearest(event).move));
    show(root, chart, note);
  });
}

/** Who is who, by colour. @param {string[]} names */
export const legend = (names) => h("ul", {class: "legend"},
  names.map((name, seat) => h("li", {class: `seat-${seat}`}, h("i", {"aria-hidden": "true"}), name)));
