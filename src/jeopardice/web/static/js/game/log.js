/** The turns of a game, read from its log. */
import {counted, points} from "../common/numbers.js";

const ENDS = ["bank", "bust", "lose_banked", "end", "win"];
/** @param {LogEntry} entry */
const isRoll = (entry) => entry.kind === "roll";

/** The turns of a game, the last first; a win by another player's last turn is not a turn. @param {LogEntry[]} log */
export function turnsOf(log) {
  /** @type {Map<string, LogEntry[]>} */
  const turns = new Map();
  for (const entry of log) {
    const key = `${entry.turn} ${entry.seat}`;
    turns.set(key, [...turns.get(key) ?? [], entry]);
  }
  return [...turns.values()].filter((entries) => entries.some((entry) => entry.kind !== "win")).reverse();
}

/** One turn in a few words. @param {LogEntry[]} entries */
export function turnWords(entries) {
  const rolls = counted(entries.filter(isRoll).length, "roll");
  const end = entries.findLast(
    (entry) => ENDS.includes(entry.kind) && (entry.kind !== "win" || !entries.some((each) => each.kind === "bank")));
  const paid = entries.find((entry) => entry.kind === "penalty");
  const penalty = paid ? `, pays ${points(Math.abs(paid.points))}` : "";
  /** @type {Record<string, string>} */
  const words = {
    bank: `+${points(end?.points || end?.total || 0)} in ${rolls}${penalty}`,
    bust: `bust after ${rolls}${penalty}`,
    lose_banked: `loses everything${penalty}`,
    win: `wins immediately in ${rolls}`,
    end: `too few points to bank${penalty}`
  };
  return words[end?.kind ?? ""] ?? rolls;
}

/** What the last move led to. @param {GameView} view */
export const lastEvents = ({log}) => log.filter((entry) => entry.move === log.at(-1)?.move);

/** The last roll of the game. @param {GameView} view */
export const lastRoll = (view) => view.log.findLast(isRoll);

/** Whether the turn of an entry is over. @param {GameView} view @param {LogEntry} of */
export const isSpent = (view, of) => view.log.some((entry) => ENDS.includes(entry.kind) && entry.turn === of.turn);

/** Simultaneous play: the last roll of each seat in the last round in which dice were rolled. @param {GameView} view */
export function lastRound(view) {
  const last = lastRoll(view);
  if (!last) return [];
  const rolls = view.seats.map((_, seat) => view.log.findLast((entry) => isRoll(entry) && entry.seat === seat &&
                                   entry.turn === last.turn - last.seat + seat));
  return rolls.filter((entry) => entry !== undefined);
}
