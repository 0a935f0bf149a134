/** A review in words: luck and skill that add up to the result for each seat, and the patterns of its mistakes. */
import {post} from "../common/api.js";
import {h, show} from "../common/dom.js";
import {counted, percent, signed, unbroken} from "../common/numbers.js";
import {marksWords} from "../game/course.js";

import {mark} from "./controls.js";

/**
 * Draws the review of a game. @param {Element} root @param {GameRecord} record
 * @param {Child} more what stands beside its title
 */
export async function drawReview(root, record, more = null) {
  const head = h("header", {}, h("h2", {}, "Luck and mistakes"), more);
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
  const isSeen = !seat.unseen || seat.decisions > 0 || Math.abs(seat.luck) > 0;
  const marks = isSeen ? `${marksWords(seat.marks)} in ${counted(seat.decisions, "decision")}` : "by results only";
  return h("div", {class: `sum seat-${index}`, data: {seat: String(index)}},
    h("h3", {}, mark(), seat.name, h("span", {class: "soft small"}, marks)), sumOf(seat, isSeen),
    own.length ? h("ul", {class: "patterns"}, own.map((pattern) => h("li", {}, unbroken(pattern.sentence)))) : null);
}

/**
 * start + luck + mistakes + turns by result + others = result; of a seat whose dice were not seen, luck and mistakes
 * are one part. @param {Account} seat @param {boolean} isSeen
 */
function sumOf(seat, isSeen) {
  /** @param {string} value @param {string} word */
  const part = (value, word, more = "") =>
    h("span", {class: `part ${more}`}, h("b", {class: "number"}, value), h("small", {}, word));
  /** @param {number} value @param {string} word */
  const change = (value, word) => part(signed(value), word, value < -5e-4 ? "bad" : value > 5e-4 ? "good" : "");
  return h("p", {class: "parts"}, part(percent(seat.start), "at the start"),
    isSeen ? change(seat.luck, "own luck") : null, isSeen ? change(seat.cost, "own mistakes") : null,
    seat.unseen ? change(seat.unseen, isSeen ? "turns by result" : "luck and mistakes") : null,
    change(seat.others, "other players"), part(`= ${percent(seat.result)}`, "result", "total-part"));
}
