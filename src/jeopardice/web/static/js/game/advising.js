/** Advice by the points in the turn, until best play is known. */
import {isActive} from "../common/api.js";
import {duration} from "../common/numbers.js";

import {cannotWords} from "./words.js";

/** Whether advice is by the points in the turn, because best play is not known. @param {Advice | null} advice */
export const isByPoints = (advice) => advice?.measure === "points" && advice.objective === "score";

/**
 * Why advice is by points: while best play is computed, before that, or where that is impossible.
 * @param {Job | null | undefined} solve @param {number | null} [seconds] @param {string | null} [problem]
 */
export function byPointsWords(solve, seconds = null, problem = null) {
  if (isActive(solve)) return "By points in the turn, until best play is known.";
  if (problem || solve?.state === "failed") return `By points in the turn. ${cannotWords(problem ?? solve?.error)}`;
  const time = seconds ? `, which takes ${duration(seconds)}` : "";
  return `By points in the turn: best play of this game has not been computed yet${time}.`;
}
