/** Charts drawn as SVG: the chances of a game, and the luck of its rolls. */
import {h, percent, show, signed, svg} from "./dom.js";

const PAD = {
  left: 40,
  right: 12,
  top: 10,
  bottom: 22
};

/** Draws into `root` now and whenever its width changes. */
function atWidth(root, draw) {
  root.watcher?.disconnect();
  let width = 0;
  const again = () => {
    const now = Math.floor(root.clientWidth);
    if (now >= 120 && now !== width) draw(width = now);
  };
  root.watcher = new ResizeObserver(again);
  root.watcher.observe(root);
  again();
}

/**
 * Everybody's chance to win after each move, as lines; click: `goTo(move)`.
 * @param {{move: number, seats: number[]}[]} chances
 */
export function chancesChart(root, chances, names, goTo) {
  atWidth(root, (width) => {
    const height = 190, last = Math.max(chances.at(-1).move, 1);
    const x = (move) => PAD.left + (width - PAD.left - PAD.right) * (move / last);
    const y = (chance) => PAD.top + (height - PAD.top - PAD.bottom) * (1 - chance);
    const lines = names.map((_, seat) => svg("path", {
      class: `line seat-${seat}`,
      d: chances.map((at, index) => `${index ? "L" : "M"}${x(at.move).toFixed(1)} ${y(at.seats[seat]).toFixed(1)}`)
        .join("")
    }));
    const ends =
      names.map((_, seat) => svg("circle",
                  {class: `dot seat-${seat}`, cx: x(chances.at(-1).move), cy: y(chances.at(-1).seats[seat]), r: 4}));
    const cursor = svg("line", {class: "cursor", y1: PAD.top, y2: height - PAD.bottom, visibility: "hidden"});
    const told = h("p", {class: "chart-told small soft", "aria-hidden": "true"}, "\u00a0");
    const drawing = svg("svg", {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `Chances to win after ${chances.at(-1).move} moves: ${
        names.map((name, seat) => `${name} ${percent(chances.at(-1).seats[seat])}`).join(", ")}`
    },
      [0, .25, .5, .75, 1]
        .map((level) => [svg("line", {
          class: level === .5 ? "grid middle" : "grid",
          x1: PAD.left,
          x2: width - PAD.right,
          y1: y(level),
          y2: y(level)
        }),
               level % .5 === 0 &&
                 svg(
                   "text", {class: "tick", x: PAD.left - 6, y: y(level) + 4, "text-anchor": "end"}, percent(level, 0))])
        .flat(),
      svg("text", {class: "tick", x: width - PAD.right, y: height - 5, "text-anchor": "end"},
        `${chances.at(-1).move} ${chances.at(-1).move === 1 ? "move" : "moves"}`),
      cursor, lines, ends);
    const nearest = (event) => {
      const at =
        (event.clientX - drawing.getBoundingClientRect().left - PAD.left) / (width - PAD.left - PAD.right) * last;
      return chances.reduce((best, each) => (Math.abs(each.move - at) < Math.abs(best.move - at) ? each : best));
    };
    drawing.addEventListener("pointermove", (event) => {
      const at = nearest(event);
      cursor.setAttribute("x1", x(at.move));
      cursor.setAttribute("x2", x(at.move));
      cursor.setAttribute("visibility", "visible");
      told.textContent =
        `Move ${at.move}: ${names.map((name, seat) => `${name} ${percent(at.seats[seat])}`).join(" · ")}`;
    });
    drawing.addEventListener("pointerleave", () => {
      cursor.setAttribute("visibility", "hidden");
      told.textContent = "\u00a0";
    });
    drawing.addEventListener("click", (event) => goTo?.(nearest(event).move));
    show(root, drawing, told);
  });
}

/** Luck of each roll, up and down from zero, in the colour of its seat. */
export function luckChart(root, rolls, names, goTo) {
  if (!rolls.length) return;
  atWidth(root, (width) => {
    const height = 170, most = Math.max(.02, ...rolls.map((roll) => Math.abs(roll.luck)));
    const middle = height / 2, room = width - PAD.left - PAD.right, step = room / rolls.length,
          thick = Math.max(1, Math.min(26, step * .8));
    const told = h("p", {class: "chart-told small soft", "aria-hidden": "true"}, "\u00a0");
    const bars = rolls.map((roll, index) => {
      const tall = Math.max(1, Math.abs(roll.luck) / most * (middle - 12));
      const bar = svg("rect", {
        class: `luck seat-${roll.seat}`,
        x: PAD.left + (index + .5) * step - thick / 2,
        width: thick,
        y: roll.luck >= 0 ? middle - tall : middle,
        height: tall,
        rx: Math.min(2, step / 4)
      });
      bar.addEventListener("pointerenter", () => {
        told.textContent = `${names[roll.seat]}, turn ${roll.turn}, ${roll.dice}: ${signed(roll.luck)}`;
      });
      bar.addEventListener("click", () => goTo?.(roll.move));
      return bar;
    });
    const luckiest = rolls.reduce((best, roll) => (Math.abs(roll.luck) > Math.abs(best.luck) ? roll : best));
    show(root,
      svg("svg", {
        width,
        height,
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": `Luck of ${rolls.length} rolls; the largest: ${names[luckiest.seat]}, ${luckiest.dice}, ${
          signed(luckiest.luck)}`
      },
        svg("line", {class: "grid middle", x1: PAD.left, x2: width - PAD.right, y1: middle, y2: middle}),
        svg("text", {class: "tick", x: PAD.left - 6, y: 16, "text-anchor": "end"}, signed(most, 0)),
        svg("text", {class: "tick", x: PAD.left - 6, y: height - 8, "text-anchor": "end"}, signed(-most, 0)), bars),
      told);
  });
}

/** Who is who, by colour. */
export const legend = (names) => h("ul", {class: "legend"},
  names.map((name, seat) => h("li", {class: `seat-${seat}`}, h("i", {"aria-hidden": "true"}), name)));
