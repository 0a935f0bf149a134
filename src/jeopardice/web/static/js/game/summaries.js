/** Summaries of the games of the library: made once, and kept with the games. */
import {finished, post} from "../common/api.js";
import {putSummary} from "../common/library.js";

/** Whether a game can have a summary that is not known yet. @param {KeptGame} game */
export const lacksSummary = ({summary, record}) => !summary && record.moves.length > 0;

/** What is said of a game without a summary. */
const UNKNOWN = "Not analysed yet: best play of this game is not known here.";

/**
 * Summarises games whose best play is known; `report` hears of each that was tried, and why it has none. Stops unless
 * `isWanted` says that it continues.
 * @param {KeptGame[]} games @param {(game: KeptGame, missing: string | null) => void} report
 * @param {() => boolean} isWanted
 */
export async function summarise(games, report, isWanted) {
  for (const game of games.filter(lacksSummary)) {
    if (!isWanted()) return;
    let missing = null;
    try {
      const {seats} = await post("/api/games/summary", {record: game.record});
      game.summary = seats;
      if (seats)
        await putSummary(game, seats);
      else
        missing = UNKNOWN;
    } catch (error) {
      missing = error.message;
    }
    report(game, missing);
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
