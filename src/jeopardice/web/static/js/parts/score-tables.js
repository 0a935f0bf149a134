/** Tables of best play: by the turn total, and by both scores. */
import {h} from "../common/dom.js";
import {points} from "../common/numbers.js";
import {handWords} from "../game/dice.js";
import {column} from "../game/turn-slice.js";

import {numberHead, scrolling} from "./controls.js";
import {chanceOrDash} from "./decision-map.js";

/** @param {Child} value */
const numberCell = (value, more = "") => h("td", {class: `number ${more}`}, value);

/**
 * Every turn total with some dice to roll: the values of rolling and banking, and the best one.
 * @param {TurnSlice} slice @param {number} phase
 */
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
