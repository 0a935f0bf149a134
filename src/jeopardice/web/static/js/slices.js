/**
 * One turn at given scores: a map of roll and bank by turn total and dice, curves of what both are worth, and tables.
 */
import {h, handWords, percent, points, show, svg} from "./dom.js";

const ROLL = 0, BANK = 1;
export const phaseName = handWords;

/** The least turn total from which best play banks, by the dice to roll; null where it always rolls. */
export function bankFrom(slice, phase) {
  const wide = slice.phases.length;
  for (let row = 1; row < slice.totals.length; row++)
    if (slice.decision[row * wide + phase] === BANK) return slice.totals[row];
  return null;
}

/** What a surface says at a place: the turn total to bank at, if there is one; in Hog the number of dice. */
export const bankAt = (surface, at) => (surface.never?.[at] ? "never" : points(surface.hold_at[at]));

const worth = (value) => (Number.isNaN(value) ? "–" : percent(value, 2));

/** How many turn totals to draw: beyond the last change of mind there is little to see. */
function interesting(slice) {
  const last =
    Math.max(...slice.phases.map((_, phase) => slice.totals.indexOf(bankFrom(slice, phase) ?? slice.totals.at(-1))));
  return Math.min(slice.totals.length, Math.ceil(last * 1.3) + 5);
}

/** A map: each line a number of dice, each column a turn total. */
export function decisionMap(root, slice, chosen, pick) {
  const wide = slice.phases.length, high = interesting(slice);
  const told = h("p", {class: "small soft map-told", role: "status"}, "Point at a place to see its numbers.");
  const tell = (phase, row) => {
    const at = row * wide + phase;
    told.textContent = `${phaseName(slice.phases[phase])}, turn total ${points(slice.totals[row])}: ${
      slice.decision[at] === BANK   ? "bank" :
        slice.decision[at] === ROLL ? "roll" :
                                      "the turn ends"}. Roll ${worth(slice.roll[at])}, bank ${worth(slice.bank[at])}${
      slice.reachable?.[at] === 0 ? " (no play leads here)" : ""}`;
  };
  const line = (name, phase) => {
    const canvas = h("canvas", {width: high, height: 1, class: "decisions"});
    const context = canvas.getContext("2d");
    for (let row = 0; row < high; row++) {
      const at = row * wide + phase;
      context.fillStyle = slice.reachable?.[at] === 0 ? "rgba(128,128,128,.12)" :
        slice.decision[at] === BANK                   ? "#e3b23a" :
        slice.decision[at] === ROLL                   ? "#2f7d62" :
                                                        "rgba(128,128,128,.5)";
      context.fillRect(row, 0, 1, 1);
    }
    canvas.addEventListener("pointermove", (event) => {
      const box = canvas.getBoundingClientRect();
      tell(phase, Math.max(0, Math.min(high - 1, Math.floor((event.clientX - box.left) / box.width * high))));
    });
    const from = bankFrom(slice, phase);
    return h("li", {},
      h("button", {"aria-pressed": String(chosen === phase), key: `phase-${phase}`, click: () => pick(phase)},
        h("span", {}, phaseName(name)), canvas, h("span", {class: "number"}, from === null ? "roll on" : points(from)),
        h("span", {class: "unseen"}, from === null ? "always roll" : `bank from ${points(from)}`)));
  };
  show(root,
    h("p", {class: "row small soft key"},
      h("span", {}, h("i", {class: "swatch roll-swatch", "aria-hidden": "true"}), "roll"),
      h("span", {}, h("i", {class: "swatch bank-swatch", "aria-hidden": "true"}), "bank"),
      h("span", {}, h("i", {class: "swatch none-swatch", "aria-hidden": "true"}), "never seen"),
      h("span", {class: "map-from"}, "bank from")),
    h("ol", {class: "map"}, slice.phases.map(line)),
    h("p", {class: "map-axis small soft", "aria-hidden": "true"}, h("span", {}, "0"), h("span", {}, "turn total"),
      h("span", {}, points(slice.totals[high - 1]))),
    told);
}

/** What rolling and banking are worth with so many dice, by the turn total. */
export function curves(root, slice, phase) {
  const wide = slice.phases.length, high = interesting(slice), width = Math.max(280, root.clientWidth || 640),
        height = 230;
  const pad = {left: 48, right: 10, top: 10, bottom: 26};
  const points_ = (values) => Array.from({length: high}, (_, row) => [row, values[row * wide + phase]]).filter(([,
    value]) => !Number.isNaN(value));
  const roll = points_(slice.roll), bank = points_(slice.bank);
  const all = [...roll, ...bank].map(([, value]) => value), low = Math.min(...all), top = Math.max(...all);
  const x = (row) => pad.left + (width - pad.left - pad.right) * row / Math.max(1, high - 1);
  const y = (value) => pad.top + (height - pad.top - pad.bottom) * (1 - (value - low) / Math.max(1e-9, top - low));
  const path = (values) =>
    values.map(([row, value], index) => `${index ? "L" : "M"}${x(row).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const from = bankFrom(slice, phase);
  const told = h("p", {class: "small soft chart-told", "aria-hidden": "true"}, "\u00a0");
  const drawing = svg("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": `With ${phaseName(slice.phases[phase])} to roll: ${
      from === null ? "rolling is always best" : `banking is best from ${points(from)}`}`
  },
    [0, .25, .5, .75, 1]
      .map((part) => [svg("line", {
        class: "grid",
        x1: pad.left,
        x2: width - pad.right,
        y1: y(low + part * (top - low)),
        y2: y(low + part * (top - low))
      }),
             svg("text", {class: "tick", x: pad.left - 6, y: y(low + part * (top - low)) + 4, "text-anchor": "end"},
               percent(low + part * (top - low), 0))])
      .flat(),
    [0, .25, .5, .75, 1].map((part) => svg("text", {
      class: "tick",
      x: x(part * (high - 1)),
      y: height - 6,
      "text-anchor": part === 0 ? "start" :
        part === 1              ? "end" :
                                  "middle"
    },
                               points(slice.totals[Math.round(part * (high - 1))]))),
    from === null ? null : svg("line", {
      class: "cursor",
      x1: x(Array.from(slice.totals).indexOf(from)),
      x2: x(Array.from(slice.totals).indexOf(from)),
      y1: pad.top,
      y2: height - pad.bottom
    }),
    svg("path", {class: "curve-roll", d: path(roll)}), svg("path", {class: "curve-bank", d: path(bank)}));
  drawing.addEventListener("pointermove", (event) => {
    const row = Math.max(0,
      Math.min(high - 1,
        Math.round((event.clientX - drawing.getBoundingClientRect().left - pad.left) / (width - pad.left - pad.right) *
          (high - 1))));
    told.textContent = `Turn total ${points(slice.totals[row])}: roll ${worth(slice.roll[row * wide + phase])}, bank ${
      worth(slice.bank[row * wide + phase])}`;
  });
  show(root, drawing, told);
}

/** Every turn total with so many dice: what both are worth, and what to do. */
export function turnTable(slice, phase) {
  const wide = slice.phases.length;
  const seen = Array.from(slice.totals.keys()).filter((row) => slice.reachable?.[row * wide + phase] !== 0);
  return h("div", {
    class: "scroll table-tall",
    tabindex: "0",
    role: "region",
    "aria-label": `Turn totals with ${phaseName(slice.phases[phase])} to roll`
  },
    h("table", {class: "every-total"}, h("thead", {}, h("tr", {}, ["Turn total", "Best", "Roll", "Bank",
      "Turn busts"].map((title) => h("th", {scope: "col", class: "number"}, title)))),
      h("tbody", {}, seen.map((row) => {
        const at = row * wide + phase, bank = slice.decision[at] === BANK;
        return h("tr", {}, h("th", {scope: "row", class: "number"}, points(slice.totals[row])),
          h("td", {class: `number ${bank ? "bank-word" : "roll-word"}`},
            bank                          ? "bank" :
              slice.decision[at] === ROLL ? "roll" :
                                            "–"),
          h("td", {class: "number"}, worth(slice.roll[at])), h("td", {class: "number"}, worth(slice.bank[at])),
          h("td", {class: "number"}, slice.bust ? worth(slice.bust[at]) : ""));
      }))));
}

/** Numbers by both scores: `tell(a, b)` at the places of `marks`. */
export function scoreTable(scores, marks, title, tell) {
  return h("div", {class: "scroll table-tall", tabindex: "0", role: "region", "aria-label": title},
    h("table", {class: "by-scores"},
      h("thead", {},
        h("tr", {}, h("th", {scope: "col"}, "You \\ other"),
          marks.map((b) => h("th", {scope: "col", class: "number"}, points(scores[b]))))),
      h("tbody", {},
        marks.map((a) => h("tr", {}, h("th", {scope: "row", class: "number"}, points(scores[a])),
                    marks.map((b) => h("td", {class: "number"}, tell(a, b))))))));
}
