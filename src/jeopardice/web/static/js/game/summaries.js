/** Summaries of the games of the library: made once, and kept with the games. */
import {finished, post} from "../common/api.js";
import {putSummary} from "../common/library.js";

/** Whether a game can have a summary that is not known yet. @param {KeptGame} game */
export const lacksSummary = ({summary, record}) => !summary && record.moves.length > 0;

/**
 * Summarises games whose best play is known; `report` hears of each that was tried. Stops when `goesOn` says so.
 * @param {KeptGame[]} games @param {(game: KeptGame) => void} report @param {() => boolean} goesOn
 */
export async function summarise(games, report, goesOn) {
  for (const game of games.filter(lacksSummary)) {
    if (!goesOn()) return;
    const {seats} = await post("/api/games/summary", {record: game.record}).catch(() => ({seats: null}));
    if (seats) {
      game.summary = seats;
      await putSummary(game, seats);
    }
    report(game);
  }
}

/** Summarises a game; solves it first if need be. @param {KeptGame} game @param {JobReport} report */
export async function analyse(game, report) {
  for (;;) {
    try {
      const {seats} = await post("/api/games/summary", {record: game.record, solve: true});
      game.summary = seats;
      return await putSummary(game, seats);
    } catch (error) {
      const job = error.body?.solve;
      if (!job || job.state === "failed") throw error;
      await finished(job, report);
    }
  }
}
