/** Dice as text, the way `jeopardice advise` writes them ("115", "10,10", "A5,B*"), and in words. */
import {listed} from "../common/numbers.js";

/** A die of a text: "A5" is a 5 of kind A, "*" a wild face. @param {string} text @returns {Die} */
function parseDie(text) {
  const [, kind, face] = /^([A-Z]?)(\d+|\*)$/.exec(text.trim()) ?? [null, "", text];
  return {face, kind: kind || null};
}

/** The dice of a text. @param {string | null | undefined} text */
export function parseDice(text) {
  if (!text) return [];
  const parts = text.includes(",") ? text.split(",").filter(Boolean) : /^[A-Z]/.test(text) ? [text] : [...text];
  return parts.map(parseDie);
}

/** One die as text. @param {Die} die */
export const dieText = (die) => `${die.kind ?? ""}${die.face}`;

/** Dice as the text that the server reads. @param {Die[]} dice */
export function diceText(dice) {
  const parts = dice.map(dieText);
  if (dice.some((die) => die.kind)) return parts.join(",");
  if (!parts.some((part) => part.length > 1)) return parts.join("");
  return parts.length === 1 ? `${parts[0]},` : parts.join(",");
}

/** The same text for the same dice in any order. @param {Die[]} dice */
export const sortedText = (dice) => dice.map(dieText).sort().join(" ");

/** @param {Die} die */
export const dieName = ({face, kind}) => `${face === "*" ? "wild" : face}${kind ? ` of die ${kind}` : ""}`;
/** "1, 1 and 5" @param {Die[]} dice */
export const diceName = (dice) => listed(dice.map(dieName));

/** 1 die, 3 dice @param {number | string} count */
export const diceCount = (count) => (Number(count) === 1 ? "1 die" : `${count} dice`);
/** The dice to roll: "3 dice"; where they are of several kinds "3 dice (AAB)". @param {number | string} hand */
export const handWords = (hand) =>
  (/^\d+$/.test(String(hand)) ? diceCount(hand) : `${diceCount(String(hand).replace(/[^A-Z]/g, "").length)} (${hand})`);
