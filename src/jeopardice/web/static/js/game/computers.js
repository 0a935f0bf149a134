/** The computers' turns, one decision after another at the speed that people can follow. */
import {finished, isActive, post} from "../common/api.js";

import {placesOf} from "./choices.js";

/** @typedef {import("./game.js").Game} Game */

/** The milliseconds before each decision. @type {Record<string, number>} */
export const SPEEDS = {
  slow: 1900,
  normal: 1000,
  fast: 380,
  instant: 0
};

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Plays until a person has to move or leaves the game. @param {Game} game @param {number} age */
export async function playComputers(game, age) {
  if (game.busy || game.follows) return;
  while (age === game.age && game.view && !game.view.over && !game.isHuman(game.view.mover)) {
    game.busy = true;
    await pause(SPEEDS[game.speed]);
    if (age !== game.age) return;
    let answer;
    try {
      answer = await decide(game, age);
    } catch (error) {
      if (age !== game.age) return;
      const job = ["cancelled", "failed"].includes(error.body?.state) ? error.body : null;
      game.busy = false;
      game.fail(job ? null : error.message, job);
      return;
    }
    if (answer) await showChoice(game, answer.record.moves.at(-1), age);
    if (age !== game.age) return;
    if (answer) game.take(answer);
  }
  if (age !== game.age) return;
  game.busy = false;
  game.changed("shown");
}

/** The game after the computer's decision; null if it had to wait first. @param {Game} game @param {number} age */
async function decide(game, age) {
  /** @param {Job} job */
  const wait = (job) => finished(job, (now) => game.hear(now, age));
  const {view, record} = game;
  if (view?.solve && game.needsBestPlay && (isActive(view.solve) || view.solve.state === "failed"))
    view.solve = await wait(view.solve);
  if (age !== game.age) return null;
  try {
    return await post("/api/games", {record, move: null, advance: true});
  } catch (error) {
    const solve = error.status === 409 ? error.body?.solve : null;
    if (age !== game.age || !isActive(solve)) throw error;
    await wait(solve);
    return null;
  }
}

/**
 * Shows which dice the computer takes before it continues.
 * @param {Game} game @param {string} move @param {number} age
 */
async function showChoice(game, move, age) {
  const {view} = game, keep = view?.moves.find((each) => each.move === move)?.keep;
  if (!view?.turn.roll || !keep || game.speed === "instant") return;
  game.chosen = placesOf(view, keep);
  game.changed("choice");
  await pause(SPEEDS[game.speed] * .7);
  if (age !== game.age) game.chosen = new Set();
}
