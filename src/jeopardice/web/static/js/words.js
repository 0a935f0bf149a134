/** What happens in a game, in words. */
import {parse} from "./dice.js";
import {handWords, percent, points} from "./dom.js";

const MOVE = /^(?:(\S+) )?(roll|bank|end|steal)(?: (\d+))?$/;
const faces = (text) => parse(text).map((die) => `${die.kind ?? ""}${die.face === "*" ? "★" : die.face}`).join(" ");

/** Whether a seat is spoken to; a computer never is, whatever it is called. */
const isYou = (seat) => seat.name === "You" && seat.player === "human";

/** One line of the log, of this seat. */
export function eventWords(entry, seat) {
  const you = isYou(seat), who = seat.name;
  const say = (mine, theirs) => (you ? `You ${mine}` : `${who} ${theirs}`);
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
      return `${say("lose", "loses")} every banked point`;
    case "win":
      return say("win", "wins");
    case "penalty":
      return `${say("pay", "pays")} ${points(Math.abs(entry.points))} for busts in a row`;
    case "steal":
      return `${say("go", "goes")} on with ${points(entry.total)}`;
    case "end":
      return `${say("have", "has")} too few points to bank`;
    default:
      return `${who}: ${entry.kind}`;
  }
}

/** The sentence of a finished game. */
export function resultWords(view) {
  const won = view.winners.map((seat) => view.seats[seat]);
  if (won.length > 1) return `${listed(won.map((seat) => seat.name))} share the win.`;
  return isYou(won[0]) ? "You win!" : `${won[0].name} wins.`;
}

/** "Ada, Ben and Cid" */
export const listed = (names) =>
  (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/** What is said to a seat that may roll. */
export const rollWords = (seat) => (isYou(seat) ? "Your turn: roll the dice." : `${seat.name}, roll the dice.`);

/** A move, in words: "Set aside 1 5, roll 4 dice". */
export function moveWords(action) {
  const then = action.then === "bank"                                       ? "bank" :
    action.then === "end"                                                   ? "end the turn" :
    action.then === "steal"                                                 ? "go on with what is left" :
    action.dice === "" || action.dice === null || action.dice === undefined ? "roll" :
                                                                              `roll ${handWords(action.dice)}`;
  return action.keep ? `Keep ${faces(action.keep)}, ${then}` : then[0].toUpperCase() + then.slice(1);
}

/** A move of a record ("15 roll", "roll 7", "bank"), in words. */
export function recordedWords(move) {
  const [, keep, then, dice] = MOVE.exec(move) ?? [null, null, move, null];
  return moveWords({keep, then, dice});
}

/** A move of a record as something that was done: "set aside 1 5 and rolled". */
function doneWords(move) {
  const [, keep, then, dice] = MOVE.exec(move) ?? [null, null, "roll", null];
  const done = {bank: "banked", end: "ended the turn", steal: "went on with what was left", roll: "rolled"}[then];
  return `${keep ? `set aside ${faces(keep)} and ` : ""}${done}${dice ? ` ${handWords(dice)}` : ""}`;
}

/** What the last move of a seat was worth, as [verdict, more]; `word` is the server's name for its cost. */
export function costWords({loss, word, move, best}, seat) {
  const whose = isYou(seat) ? "Your last move" : `The last move of ${seat.name}`, did = doneWords(move);
  if (word === "best" || loss < 5e-5) return [`${whose} was best play:`, `${did}.`];
  const better = recordedWords(best).toLowerCase();
  if (word === "fine") return [`${whose} was fine:`, `${did}. Better by ${percent(loss, 2)}: ${better}.`];
  return [`${whose} cost ${percent(loss)}:`, `${did}. Better: ${better}.`];
}

/** "about 4 minutes" */
export function spoken(seconds) {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes`;
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? `about ${hours} hours` : `about ${points(Math.round(hours / 24))} days`;
}

/** That best play cannot be had, and why. */
export const cannotWords = (why) => `Best play of this game cannot be worked out here${why ? `: ${why}` : ""}.`;
