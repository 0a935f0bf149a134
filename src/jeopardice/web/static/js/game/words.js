/** What happens in a game, in words. */
import {listed, percent, points} from "../common/numbers.js";

import {handWords, parseDice} from "./dice.js";

const MOVE = /^(?:(\S+) )?(roll|bank|end|steal)(?: (\d+))?$/;
/** @param {string} text */
const faces = (text) => parseDice(text).map((die) => `${die.kind ?? ""}${die.face === "*" ? "★" : die.face}`).join(" ");
/** @param {string} text */
const lowerFirst = (text) => text.replace(/^./, (first) => first.toLowerCase());

/** Whether a seat is addressed as "you"; a computer never is, whatever its name. @param {Seat} seat */
const isYou = (seat) => seat.name === "You" && seat.player === "human";

/** One line of the log, about this seat. @param {LogEntry} entry @param {Seat} seat */
export function eventWords(entry, seat) {
  const you = isYou(seat);
  /** @param {string} mine @param {string} theirs */
  const say = (mine, theirs) => (you ? `You ${mine}` : `${seat.name} ${theirs}`);
  switch (entry.kind) {
    case "roll":
      return `${say("roll", "rolls")} ${faces(entry.dice)}`;
    case "keep":
      return `${say("set", "sets")} aside ${faces(entry.dice)} for ${points(entry.points)}`;
    case "bank":
      return `${say("bank", "banks")} ${points(entry.points || entry.total)}`;
    case "bust":
      return `${say("bust", "busts")}${
        entry.points > 0 ? ` and ${you ? "keep" : "keeps"} ${points(entry.points)}` : ""}`;
    case "lose_banked":
      return `${say("lose", "loses")} all banked points`;
    case "win":
      return say("win", "wins");
    case "penalty":
      return `${say("pay", "pays")} ${points(Math.abs(entry.points))} for busts in a row`;
    case "steal":
      return `${say("continue", "continues")} with ${points(entry.total)}`;
    case "end":
      return `${say("have", "has")} too few points to bank`;
    default:
      return `${seat.name}: ${entry.kind}`;
  }
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

/** A move of a record ("15 roll", "roll 7", "bank"), in words. @param {string} move */
export function recordedWords(move) {
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

/**
 * What the last move of a seat was worth, as [verdict, details]; `word` is the server's name for its cost.
 * @param {{loss: number, word: string, move: string, best: string}} cost @param {Seat} seat
 */
export function costWords({loss, word, move, best}, seat) {
  const whose = isYou(seat) ? "Your last move" : `${seat.name}'s last move`, did = doneWords(move);
  if (word === "best" || loss < 5e-5) return [`${whose} was best play:`, `${did}.`];
  const better = lowerFirst(recordedWords(best));
  if (word === "fine") return [`${whose} was fine:`, `${did}. Better by ${percent(loss, 2)}: ${better}.`];
  return [`${whose} cost ${percent(loss)}:`, `${did}. Better: ${better}.`];
}

/** That best play is not available, and why. @param {string | null} [why] */
export const cannotWords = (why) => `Best play of this game cannot be computed here${why ? `: ${why}` : ""}.`;

/** "Your score", "Opponent's score", "Player 3's score" @param {number} seat @param {number} of @param {string} what */
export const whose = (seat, of, what) => `${
  seat === 0 ? "Your" :
    of === 2 ? "Opponent's" :
               `Player ${seat + 1}'s`} ${what}`;
