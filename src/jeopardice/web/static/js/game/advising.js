/** Advice by the points in the turn, until best play is known. */
import {finished, isActive, whenReady} from "../common/api.js";
import {duration} from "../common/numbers.js";

import {cannotWords} from "./words.js";

/** Whether advice is by the points in the turn, because best play is not known. @param {Advice | null} advice */
export const isByPoints = (advice) => advice?.measure === "points" && advice.objective === "score";

/**
 * Asks for advice and shows it; advice by points is shown again with every report of the solve, and replaced by best
 * play when that is known.
 * @param {object} question @param {(advice: Advice, again: boolean) => void} show
 * @param {JobReport} wait what is shown while nothing can be said @param {AbortSignal} signal
 */
export async function adviseAtOnce(question, show, wait, signal) {
  for (;;) {
    const advice = await whenReady("POST", "/api/advice", {...question, meanwhile: true}, wait, signal);
    signal.throwIfAborted();
    show(advice, false);
    if (!isActive(advice.solve)) return;
    try {
      await finished(advice.solve, (solve) => show({...advice, solve}, true), signal);
    } catch (error) {
      // Cancelled or failed: the advice stays, and says so.
      if (!error.body?.state) throw error;
      return show({...advice, solve: error.body}, true);
    }
  }
}

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
