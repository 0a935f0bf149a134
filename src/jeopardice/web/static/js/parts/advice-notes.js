/** What stands beside advice: what the last decision cost, and that it goes by points while best play is not known. */
import {isActive} from "../common/api.js";
import {h} from "../common/dom.js";
import {byPointsWords} from "../game/advising.js";
import {costWords, isSmallCost} from "../game/words.js";

import {button} from "./controls.js";
import {progress} from "./progress.js";

/** @param {import("../game/adviser.js").Cost} cost @param {Seat} seat */
export function costNote(cost, seat) {
  const [verdict, details] = costWords(cost, seat);
  return h(
    "p", {class: `cost ${isSmallCost(cost) ? "fine" : "lost"}`}, h("b", {}, verdict), " ", h("span", {}, details));
}

/**
 * Why advice goes by points, and how to change that. @param {Job | null} solve @param {CheckedRules | null} about
 * @param {() => void} solveIt
 */
export function meanwhileNote(solve, about, solveIt) {
  const {seconds = null, problem = null} = about?.best_play ?? {};
  const active = isActive(solve), refused = Boolean(problem) || solve?.state === "failed";
  return h("div", {class: "stack meanwhile"},
    h("p", {class: "soft small", role: "status"}, byPointsWords(solve, seconds, problem)),
    active ? progress("Computing best play of this game", solve) : null,
    active || refused ? null : button("Solve it", "work-out", solveIt, ""));
}
