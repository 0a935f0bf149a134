/** What happens in a game, in words. */
import {parse} from "./dice.js";
import {handWords, percent, points} from "./dom.js";

const faces = (text) => parse(text).map((die) => `${die.kind ?? ""}${die.face === "*" ? "★" : die.face}`).join(" ");

/** One line of the log. `who` is the name of the seat. */
export function eventWords(entry, who) {
  const you = who === "You";
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
  const names = view.winners.map((seat) => view.seats[seat].name);
  if (names.length > 1) return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} share the win.`;
  return names[0] === "You" ? "You win!" : `${names[0]} wins.`;
}

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
  const [, keep, then, dice] = /^(?:(\S+) )?(roll|bank|end|steal)(?: (\d+))?$/.exec(move) ?? [null, null, move, null];
  return moveWords({keep, then, dice});
}

/** What a decision cost. */
export const costWords = (loss) => (loss < 5e-5 ? "Best play" : `Cost ${percent(loss, loss < .001 ? 2 : 1)}`);
