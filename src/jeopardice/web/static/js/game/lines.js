/**
 * The lines of an analysis: lists of moves, each from the start of the game. The first is the game as it was played,
 * which nothing here changes; the others are variations.
 */
import {load, save} from "../common/store.js";

/** Games whose variations are kept, the most recent ones. */
const MOST_GAMES = 100;

/** Whether a line goes through these moves. @param {string[]} line @param {string[]} moves */
const passes = (line, moves) => moves.length <= line.length && moves.every((move, place) => line[place] === move);

/** A name for moves, under which answers about them are remembered. @param {string[]} moves */
export const keyOf = (moves) => moves.join("\n");

/** The number of moves that a line shares with the game. @param {string[]} game @param {string[]} line */
export function startOf(game, line) {
  const other = line.findIndex((move, place) => move !== game[place]);
  return other < 0 ? line.length : other;
}

/**
 * Where each line leaves another one: the game, or an earlier variation that it shares more moves with.
 * @param {Lines} lines @returns {Origin[]}
 */
export function originsOf(lines) {
  return lines.map((line, number) => {
    const starts = lines.slice(0, Math.max(1, number)).map((other) => startOf(other, line));
    const from = Math.max(...starts);
    return {parent: starts.indexOf(from), from};
  });
}

/**
 * A line with the variations that start from it, and all that start from those. @param {Lines} lines @param {number}
 * line
 */
export function branchesOf(lines, line) {
  const found = new Set([line]);
  originsOf(lines).forEach(({parent}, number) => number && found.has(parent) && found.add(number));
  return found;
}

/** The number of a line that goes through these moves, or of the game. @param {Lines} lines @param {string[]} moves */
export function lineOf(lines, moves) {
  const same = lines.findIndex((line) => line.length === moves.length && passes(line, moves));
  return Math.max(0, same >= 0 ? same : lines.findIndex((line) => passes(line, moves)));
}

/** A move without the dice that it rolled, which belong to it where the dice are real. @param {string} move */
export const bareMove = (move) => move.replace(/ \[.*\]$/, "");

/**
 * The lines after a move is tried at a place, and the place after it. The move is a step along this line or another one
 * where it is known; it continues a variation at its end; else a new variation begins.
 * @param {Lines} lines @param {Place} at @param {string} move @returns {Step}
 */
export function afterMove(lines, at, move) {
  const before = lines[at.line].slice(0, at.move), next = at.move + 1;
  /** @param {string} [step] */
  const isIt = (step) => step !== undefined && (step === move || bareMove(step) === move);
  const known = [at.line, ...lines.keys()].find((line) => passes(lines[line], before) && isIt(lines[line][at.move]));
  if (known !== undefined) return {lines, at: {line: known, move: next}, isNew: false};
  const moves = [...before, move];
  if (at.line > 0 && at.move === lines[at.line].length)
    return {lines: lines.with(at.line, moves), at: {line: at.line, move: next}, isNew: true};
  return {lines: [...lines, moves], at: {line: lines.length, move: next}, isNew: true};
}

/**
 * The lines after the dice are entered that the last move before a place waits for.
 * @param {Lines} lines @param {Place} at @param {string} dice @returns {Step}
 */
export function afterDice(lines, {line, move}, dice) {
  const before = lines[line].slice(0, move - 1), rolled = `${lines[line][move - 1]} [${dice}]`;
  if (line > 0 && move === lines[line].length)
    return {lines: lines.with(line, [...before, rolled]), at: {line, move}, isNew: true};
  return {lines: [...lines, [...before, rolled]], at: {line: lines.length, move}, isNew: true};
}

/**
 * The lines without a variation and those that start from it; a place in one of them moves to where the variation
 * started.
 * @param {Lines} lines @param {Place} at @param {number} line @returns {Step}
 */
export function without(lines, at, line) {
  const gone = branchesOf(lines, line), left = lines.filter((_, number) => !gone.has(number));
  if (!gone.has(at.line)) return {lines: left, at: {...at, line: left.indexOf(lines[at.line])}, isNew: true};
  const {parent, from} = originsOf(lines)[line];
  return {lines: left, at: {line: left.indexOf(lines[parent]), move: Math.min(at.move, from)}, isNew: true};
}

/**
 * The lines when the game has continued; variations that have become part of it are removed. @param {Lines}
 * lines @param {string[]} game
 */
export const playedOn = (lines, game) => [game, ...lines.slice(1).filter((line) => !passes(game, line))];

/** What is the same for all lines of a game. @param {GameRecord} record */
export const gameKey = ({moves, seats, ...same}) => JSON.stringify([same, seats.map((seat) => seat.name)]);

/**
 * The game with the variations that the browser has kept, and more of them.
 * @param {GameRecord} record @param {Lines} more @returns {Lines}
 */
export function keptLines(record, more = []) {
  /** @type {Lines} */
  const kept = new Map(load("variations", [])).get(gameKey(record)) ?? [];
  const others = more.filter((line) => !kept.some((each) => passes(each, line)));
  return playedOn([[], ...kept, ...others], record.moves);
}

/** @param {GameRecord} record @param {Lines} lines */
export function keepLines(record, lines) {
  const key = gameKey(record),
        others = load("variations", []).filter((/** @type {[string, Lines]} */[each]) => each !== key);
  save("variations", lines.length > 1 ? [...others, [key, lines.slice(1)]].slice(-MOST_GAMES) : others);
}
