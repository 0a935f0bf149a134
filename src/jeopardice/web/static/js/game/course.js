/** A game as rows: each roll with its dice, what was kept, and what followed. */
import {listed, points} from "../common/numbers.js";

import {dieText, parseDice} from "./dice.js";
import {bareMove} from "./lines.js";

const MOVE = /^(?:(\S+) )?(roll|bank|end|steal)(?: (\S+))?$/;
const ENDS = ["bank", "bust", "lose_banked", "end", "win"];
/** The words that are marked, with their marks. @type {Record<string, string>} */
export const MARKS = {
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??"
};

/**
 * The parts of a move; what is not a decision ("banked 450", a turn known by its result) is all in
 * `then`. @param {string} move
 */
function parts(move) {
  const [, keep, then, dice] = MOVE.exec(bareMove(move)) ?? [null, "", move, ""];
  return {keep: keep ?? "", then, dice: dice ?? ""};
}

/** Which dice of a roll are kept. @param {Die[]} roll @param {string} keep */
function keptOf(roll, keep) {
  const left = parseDice(keep).map(dieText);
  return roll.map((die) => {
    const place = left.indexOf(dieText(die));
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

/** How the turn of these entries ended, in short. @param {LogEntry[]} entries */
export function endWords(entries) {
  const end = entries.find((entry) => ENDS.includes(entry.kind)),
        paid = entries.find((entry) => entry.kind === "penalty");
  /** @type {Record<string, string>} */
  const words = {
    bank: `+${points(end?.points || end?.total || 0)}`,
    bust: end && end.points > 0 ? `bust, keeps ${points(end.points)}` : "bust",
    lose_banked: "loses everything",
    end: "too few points to bank",
    win: "wins immediately"
  };
  return end ? `${words[end.kind]}${paid ? `, pays ${points(Math.abs(paid.points))}` : ""}` : "";
}

/**
 * What follows the dice kept: "rolled 5", "banked 450"; in Pig "rolled on with 14".
 * @param {string} move @param {LogEntry | undefined} before @param {LogEntry | undefined} next
 * @param {LogEntry[]} entries
 */
function followWords(move, before, next, entries) {
  const {keep, then, dice} = parts(move), bank = entries.find((entry) => entry.kind === "bank");
  const count = dice || (next ? String(parseDice(next.dice).length) : "");
  /** @type {Record<string, string>} */
  const words = {
    roll: before && !keep ? `rolled on with ${points(before.total)}` :
      count ? `rolled ${count}` :
              "rolled",
    bank: bank ? `banked ${points(bank.points || bank.total)}` : "banked",
    end: "ended the turn",
    steal: `stole the turn${count ? `, rolled ${count}` : ""}`
  };
  return words[then] ?? then;
}

/** The number of moves that roll. @param {string[]} moves */
const rollsIn = (moves) => moves.filter((move) => ["roll", "steal"].includes(parts(move).then)).length;

/**
 * The turns of a game. Each row is a roll with the decision that followed it, or a decision without a roll before it;
 * `at` is the number of moves before the decision.
 * @param {string[]} moves @param {GameView} view @param {Review | null} review @returns {CourseTurn[]}
 */
export function courseOf(moves, view, review) {
  const {movers} = view, decisions = new Map(review?.decisions.map((each) => [each.move, each]));
  const luck = new Map(review?.rolls.map((each) => [`${each.move} ${each.seat}`, each.luck]));
  /** @type {Map<number, LogEntry[]>} */
  const log = new Map();
  for (const entry of view.log) log.set(entry.turn, [...log.get(entry.turn) ?? [], entry]);
  const starts = [...moves.keys()].filter((at) => !at || movers[at] !== movers[at - 1]);
  return starts.map((start, index) => {
    const number = index + 1, seat = movers[start], end = starts[number] ?? moves.length;
    const entries = (log.get(number) ?? []).filter((entry) => entry.seat === seat);
    const rolls = entries.filter((entry) => entry.kind === "roll");
    /** @param {LogEntry | undefined} rolled */
    const luckOf = (rolled) => luck.get(`${rolled?.move} ${seat}`) ?? null;
    /** @type {CourseRow[]} */
    const rows = [];
    for (let at = start; at < end; at++) {
      const done = rollsIn(moves.slice(start, at)), before = rolls[done - 1], decision = decisions.get(at);
      const {keep, then, dice} = parts(moves[at]), next = rollsIn([moves[at]]) ? rolls[done] : undefined;
      // The first roll of a turn is no row, unless there was a choice.
      if (at > start || decision || then !== "roll" || dice)
        rows.push(rowOf(before, keep, followWords(moves[at], before, next, entries), at, luckOf(before), decision));
    }
    const last = rolls[rollsIn(moves.slice(start, end)) - 1];
    // Dice that ended the turn, or that wait for a decision.
    if (rollsIn([moves[end - 1]]) && last) {
      const waits = end === moves.length && !view.over && view.mover === seat;
      const row = rowOf(last, "", waits ? "" : endWords(entries), waits ? end : null, luckOf(last), undefined);
      rows.push(entries.some((entry) => entry.kind === "bust") ? {...row, kept: row.dice.map(() => false)} : row);
    }
    const opens = rows[0]?.at !== start;
    return {number, seat, at: start, opens, rows, end: endWords(entries), score: entries.at(-1)?.scores[seat] ?? null};
  });
}

/**
 * @param {LogEntry | undefined} rolled @param {string} keep @param {string} follows @param {number | null} at
 * @param {number | null} luck @param {Decision | undefined} decision @returns {CourseRow}
 */
function rowOf(rolled, keep, follows, at, luck, decision) {
  const dice = parseDice(rolled?.dice), roll = dice.length ? `rolled ${dice.map(dieText).join(" ")}` : "";
  const kept = keep ? `kept ${parseDice(keep).map(dieText).join(" ")}` : "";
  return {
    at,
    dice,
    kept: keep ? keptOf(dice, keep) : dice.map(() => true),
    follows,
    words: [roll, kept, follows].filter(Boolean).join(", "),
    luck,
    cost: decision?.cost ?? null,
    word: decision?.word ?? ""
  };
}

/** The marks of a seat in words: "2 inaccuracies and 1 blunder". @param {Record<string, number>} marks */
export function marksWords(marks) {
  /** @type {Record<string, [string, string]>} */
  const names = {
    inaccuracy: ["inaccuracy", "inaccuracies"],
    mistake: ["mistake", "mistakes"],
    blunder: ["blunder", "blunders"]
  };
  const found = Object.entries(names).filter(([word]) => marks[word]);
  return found.length ? listed(found.map(([word, [one, more]]) => `${marks[word]} ${marks[word] === 1 ? one : more}`)) :
                        "no mistakes";
}

/**
 * The moves of a game that may be seen: in simultaneous play not those of a round that is not over. @param {GameView}
 * view @param {string[]} moves
 */
export function openMoves(view, moves) {
  if (!view.simultaneous || view.over) return moves;
  const movers = [...view.movers, view.mover];
  return moves.slice(0, movers.findLastIndex((seat, at) => seat === 0 && movers[at - 1] !== 0));
}
