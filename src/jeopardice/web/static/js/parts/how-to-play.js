/** How a game is played and what scores in it, for somebody who has never played it. */
import {h} from "../common/dom.js";
import {points} from "../common/numbers.js";
import {load, save} from "../common/store.js";
import {parseDice} from "../game/dice.js";

import {openDialog} from "./controls.js";
import {tinyDice} from "./die.js";

/** The dice of a pattern; equal letters stand for equal faces. @param {string} pattern */
function patternDice(pattern) {
  const letters = /^[a-z]+$/.test(pattern);
  const dice = letters ? [...pattern].map((face) => ({face, kind: null})) : parseDice(pattern);
  const faces = dice.map((die) => die.face).join(" ");
  return letters ? tinyDice(dice, `pattern ${faces}`, " any") : tinyDice(dice, faces);
}

/** @param {CheckedRules} rules */
const howToPlay = ({family, how, scoring}) => [
  // The dice are drawn with a star where the text has *.
  h("p", {}, how.join(" ").replaceAll("*", "★")),
  scoring.length && family !== "farkle" ? h("p", {}, "These rolls score differently:") : null,
  scoring.length ?
    h("ul", {class: "scoring"},
      scoring.map((each) => h("li", {}, patternDice(each.pattern), h("b", {class: "number"}, points(each.points))))) :
    null,
];

/** A card that stays folded if it was. @param {CheckedRules} rules */
export function scoringCard(rules) {
  const card = h("details", {class: "card how", open: load("how", true)}, h("summary", {}, h("h2", {}, "How to play")),
    howToPlay(rules));
  card.addEventListener("toggle", () => save("how", card.open));
  return card;
}

/** @param {CheckedRules} rules */
export const howDialog = (rules) => openDialog(rules.title || "Your own rules", () => howToPlay(rules), "how");
