/** What happens in a game, in words. */
import {decimal, listed, percent, points} from "../common/numbers.js";

import {handWords, parseDice} from "./dice.js";

const MOVE = /^(?:(\S+) )?(roll|bank|end|steal)(?: (\d+))?(?: \[.*\])?$/;
const RESULT = /^(banked|bust|lost|won)\b/;
/** @param {string} text */
const faces = (text) => parseDice(text).map((die) => `${die.kind ?? ""}${die.face === "*" ? "★" : die.face}`).join(" ");
/** @param {string} text */
const lowerFirst = (text) => text.replace(/^./, (first) => first.toLowerCase());

/** Whether a seat is addressed as "you"; a computer never is, whatever its name. @param {Seat} seat */
const isYou = (seat) => seat.name === "You" && seat.player === "human";

/** "Your", "Ada's" @param {Seat} seat */
export const possessive = (seat) => (isYou(seat) ? "Your" : `${seat.name}'s`);

/** What is done when a turn of a score sheet is entered again. @param {Seat} seat */
export const correctionOf = (seat) => `Correct ${isYou(seat) ? "your" : possessive(seat)} turn`;

/**
 * For each event what "you" do, what another player does, and the details.
 * @type {Record<string, [string, string, ((entry: LogEntry, you: boolean) => string)?]>}
 */
const EVENTS = {
  roll: ["roll", "rolls", ({dice}) => ` ${faces(dice)}`],
  keep: ["set aside", "sets aside", (entry) => ` ${faces(entry.dice)} for ${points(entry.points)}`],
  bank: ["bank", "banks", (entry) => ` ${points(entry.points || entry.total)}`],
  bust:
    ["bust", "busts", (entry, you) => (entry.points > 0 ? ` and keep${you ? "" : "s"} ${points(entry.points)}` : "")],
  lose_banked: ["lose all banked points", "loses all banked points"],
  win: ["win", "wins"],
  penalty: ["pay", "pays", (entry) => ` ${points(Math.abs(entry.points))} for busts in a row`],
  steal: ["continue with", "continues with", ({total}) => ` ${points(total)}`],
  end: ["have too few points to bank", "has too few points to bank"]
};

/** One line of the log, about this seat. @param {LogEntry} entry @param {Seat} seat */
export function eventWords(entry, seat) {
  const you = isYou(seat), [mine, theirs, details] = EVENTS[entry.kind] ?? [entry.kind, entry.kind];
  return `${seat.name} ${you ? mine : theirs}${details?.(entry, you) ?? ""}`;
}

/** The result of a finished game. @param {GameView} view */
export function resultWords(view) {
  const won = view.winners.map((seat) => view.seats[seat]);
  if (won.length > 1) return `${listed(won.map((seat) => seat.name))} share the win.`;
  return isYou(won[0]) ? "You win!" : `${won[0].name} wins.`;
}

/** What a seat that may roll is asked to do. @param {Seat} seat */
export const rollWords = (seat) => (isYou(seat) ? "Your turn: roll the dice." : `${seat.name}, roll the dice.`);

/** A move: "Keep 1 5, roll 4 dice". @param {{keep?: string | null, then: string, dice?: string | null}} action */
export function moveWords({keep, then, dice}) {
  /** @type {Record<string, string>} */
  const names = {bank: "bank", end: "end the turn", steal: "continue the previous turn"};
  const words = names[then] ?? (dice ? `roll ${handWords(dice)}` : "roll");
  return keep ? `Keep ${faces(keep)}, ${words}` : words[0].toUpperCase() + words.slice(1);
}

/** What follows the dice that a move keeps: "roll 4 dice". @param {Action} action */
export const thenWords = (action) => lowerFirst(moveWords({...action, keep: ""}));

/** A move of a record ("15 roll", "roll 7 [1234562]", "banked 450"), in words. @param {string} move */
export function recordedWords(move) {
  if (RESULT.test(move)) return move[0].toUpperCase() + move.slice(1);
  const [, keep, then, dice] = MOVE.exec(move) ?? [null, null, move, null];
  return moveWords({keep, then, dice});
}

/** A move of a record in the past tense: "set aside 1 5 and rolled". @param {string} move */
function doneWords(move) {
  const [, keep, then, dice] = MOVE.exec(move) ?? [null, null, "roll", null];
  /** @type {Record<string, string>} */
  const done = {bank: "banked", end: "ended the turn", steal: "continued the previous turn", roll: "rolled"};
  return `${keep ? `set aside ${faces(keep)} and ` : ""}${done[then]}${dice ? ` ${handWords(dice)}` : ""}`;
}

/** Fewer points are no loss. */
const POINTS = .05;
/** Whether a cost is none, or hardly any. @param {{loss: number, word: string, measure?: string}} cost */
export const isSmallCost = ({loss, word, measure}) =>
  (measure === "points" ? loss < POINTS : ["best", "fine"].includes(word));

/**
 * What the last move of a seat was worth, as [verdict, details]; `word` is the server's name for its cost.
 * @param {{loss: number, word: string, move: string, best: string, measure?: string}} cost @param {Seat} seat
 */
export function costWords({loss, word, move, best, measure}, seat) {
  const whose = `${possessive(seat)} last move`, did = doneWords(move);
  if (measure === "points") {
    if (loss < POINTS) return [`${whose} made the most points of the turn:`, `${did}.`];
    return [
      `${whose} cost ${decimal(loss, 1)} points in the turn:`, `${did}. Better: ${lowerFirst(recordedWords(best))}.`
    ];
  }
  if (word === "best" || loss < 5e-5) return [`${whose} was best play:`, `${did}.`];
  const better = lowerFirst(recordedWords(best));
  if (word === "fine") return [`${whose} was fine:`, `${did}. Better by ${percent(loss, 2)}: ${better}.`];
  return [`${whose} cost ${percent(loss)}:`, `${did}. Better: ${better}.`];
}

/**
 * The same in a few words.
 * @param {{loss: number, word: string, best: string, measure?: string}} cost
 */
export function shortCostWords({loss, word, best, measure}) {
  if (measure === "points") {
    if (loss < POINTS) return "✓ Last move: most points";
    return `✗ Last move: −${decimal(loss, 1)} points. Better: ${lowerFirst(recordedWords(best))}`;
  }
  if (word === "best" || loss < 5e-5) return "✓ Last move: best play";
  if (word === "fine") return `✓ Last move: fine, −${percent(loss, 2)}`;
  return `✗ Last move: −${percent(loss)}. Better: ${lowerFirst(recordedWords(best))}`;
}

/** Says that best play is not available, and why. @param {string | null} [why] */
export const cannotWords = (why) => `Best play of this game cannot be computed here${why ? `: ${why}` : ""}.`;

/** "Your score", "Opponent's score", "Player 3's score" @param {number} seat @param {number} of @param {string} what */
export const whose = (seat, of, what) => `${
  seat === 0 ? "Your" :
    of === 2 ? "Opponent's" :
               `Player ${seat + 1}'s`} ${what}`;
