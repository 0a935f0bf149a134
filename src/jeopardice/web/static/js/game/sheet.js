/** The turns of a game at a real table, as a score sheet has them, and the dice that are to be entered. */
import {points} from "../common/numbers.js";

import {choosing, diceCounts} from "./choices.js";
import {countsOf} from "./position.js";

/** @typedef {{turn: number, seat: number, from: number, to: number, entries: LogEntry[], open: boolean}} SheetTurn */

/**
 * The turns of a game in order: who played, which moves of the record, and what happened. Neighbouring turns are of
 * different seats. @param {GameView} view @returns {SheetTurn[]}
 */
export function turnsIn(view) {
  /** @type {SheetTurn[]} */
  const turns = [];
  view.movers.forEach((seat, move) => {
    const last = turns.at(-1);
    if (last?.seat === seat)
      last.to = move + 1;
    else
      turns.push({turn: turns.length + 1, seat, from: move, to: move + 1, entries: [], open: false});
  });
  for (const entry of view.log) turns[entry.turn - 1]?.entries.push(entry);
  const last = turns.at(-1);
  if (last) last.open = !view.over && last.turn === view.turn.number;
  return turns;
}

/** The round of a turn, both counted from 1. @param {number} turn @param {number} seats */
export const roundOf = (turn, seats) => Math.ceil(turn / seats);

/** The turns by rounds, the first round first; seats without a turn yet have none. @param {GameView} view */
export function roundsOf(view, first = 0) {
  const seats = view.seats.length;
  /** @type {(SheetTurn | undefined)[][]} */
  const rounds = [];
  for (const turn of turnsIn(view)) {
    const round = roundOf(turn.turn, seats) - 1;
    rounds[round] ??= Array(seats).fill(undefined);
    rounds[round][turn.seat] = turn;
  }
  return {rounds, order: Array.from({length: seats}, (_, place) => (first + place) % seats)};
}

const ENDS = ["bank", "bust", "lose_banked", "end"];

/** What a turn came to, for a cell of the sheet: "+450", "bust". @param {SheetTurn} turn */
export function cellWords({entries, open}) {
  if (open) return "…";
  const end = entries.findLast(({kind}) => ENDS.includes(kind)), lost = entries.find(({kind}) => kind === "penalty");
  const penalty = lost ? ` −${points(Math.abs(lost.points))}` : "";
  if (!end) return entries.some(({kind}) => kind === "win") ? "wins" : "–";
  /** @type {Record<string, string>} */
  const words = {
    bank: `+${points(end.points || end.total)}`,
    bust: end.points > 0 ? `bust +${points(end.points)}` : "bust",
    end: end.points > 0 ? `bust +${points(end.points)}` : "too few",
    lose_banked: "lost all"
  };
  return words[end.kind] + penalty;
}

/** The score of the seat after its turn. @param {SheetTurn} turn */
export const scoreAfter = ({entries, seat}) => entries.at(-1)?.scores[seat] ?? null;

/**
 * The dice that may be entered now: how many of each kind, and the move that they belong to. `move` is null in Hog,
 * where the number of dice says it; "" where the move waits for its dice. @typedef {{move: string | null, hand:
 * number[]}} Wanted
 */

/** @param {GameView} view @param {DiceKind[]} kinds @returns {Wanted | null} */
export function diceWanted(view, kinds) {
  if (view.over) return null;
  if (view.waits) return {move: "", hand: countsOf(kinds, view.waits.dice)};
  if (choosing(view)) return null;
  const counts = diceCounts(view);
  if (counts.length) return {move: null, hand: [Math.max(...counts)]};
  const rolls = view.moves.filter(({then}) => then === "roll");
  return rolls.length === 1 ? {move: rolls[0].move, hand: countsOf(kinds, rolls[0].dice)} : null;
}

/** The decision of a move of the record, without its dice. @param {string} move */
export const decisionOf = (move) => move.replace(/\s*\[.*\]$/, "");

/** The dice of a move of the record, as text; "" where there are none. @param {string} move */
export const diceIn = (move) => (/\[(.*)\]$/.exec(move) ?? [])[1] ?? "";
