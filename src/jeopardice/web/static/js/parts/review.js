/** A review in words: luck and skill that add up to the result for each seat, and the patterns of its mistakes. */
import {post} from "../common/api.js";
import {h, show} from "../common/dom.js";
import {counted, percent, signed, unbroken} from "../common/numbers.js";
import {marksWords} from "../game/course.js";

import {button, mark} from "./controls.js";

/**
 * The review of a game, and a way to its analysis. @param {Element} root @param {GameRecord} record @param {() =>
 * void} analyse
 */
export async function drawReview(root, record, analyse) {
  const head = h("header", {}, h("h2", {}, "Review"), button("Analyse the game", "analyse-game", analyse, "main"));
  show(root, head, h("p", {class: "empty"}, "Checking every decision …"));
  try {
    show(root, head, reviewSums(await post("/api/games/review", {record})));
  } catch (error) {
    show(root, head, h("p", {class: "error"}, error.message));
  }
}

/** Every seat's sums and patterns. @param {Review} review */
export const reviewSums = (review) =>
  h("div", {class: "sums"}, review.seats.map((seat, index) => accountOf(seat, index, review)));

/** A seat with its sums and patterns. @param {Account} seat @param {number} index @param {Review} review */
function accountOf(seat, index, {patterns}) {
  const own = patterns.filter((pattern) => pattern.seat === index);
  return h("div", {class: `sum seat-${index}`},
    h("h3", {}, mark(), seat.name,
      h("span", {class: "soft small"}, `${marksWords(seat.marks)} in ${counted(seat.decisions, "decision")}`)),
    sumOf(seat),
    own.length ? h("ul", {class: "patterns"}, own.map((pattern) => h("li", {}, unbroken(pattern.sentence)))) : null);
}

/**
 * start + luck + mistakes + turns by result + others = result; of a seat whose dice were not seen, luck and mistakes
 * are one part. @param {Account} seat
 */
export function sumOf(seat, seen = true) {
  /** @param {string} value @param {string} word */
  const part = (value, word, more = "") =>
    h("span", {class: `part ${more}`}, h("b", {class: "number"}, value), h("small", {}, word));
  /** @param {number} value @param {string} word */
  const change = (value, word) => part(signed(value), word, value < -5e-4 ? "bad" : value > 5e-4 ? "good" : "");
  return h("p", {class: "parts"}, part(percent(seat.start), "at the start"),
    seen ? change(seat.luck, "own luck") : null, seen ? change(seat.cost, "own mistakes") : null,
    seat.unseen ? change(seat.unseen, seen ? "turns by result" : "luck and mistakes") : null,
    change(seat.others, "other players"), part(`= ${percent(seat.result)}`, "result", "total-part"));
}
