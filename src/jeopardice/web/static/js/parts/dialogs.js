/** The help of the app, and how a game is played and what scores in it. */
import {h} from "../common/dom.js";
import {points} from "../common/numbers.js";
import {load, save} from "../common/store.js";
import {parseDice} from "../game/dice.js";

import {openDialog} from "./controls.js";
import {tinyDice} from "./die.js";

const KEYS = [
  ["1–9", "choose the die at that place"], ["A", "choose the dice that score most"], ["R or Enter", "roll"],
  ["B", "bank"], ["S", "continue the previous player's turn"], ["U", "take back a move"], ["C", "show or hide advice"],
  ["H", "how to play"], ["N", "new game"], ["?", "this help"]
];
const ANALYSIS = [
  ["← →", "back and forward"], ["Home End", "start and end of the game"], ["M", "next mistake"],
  ["T", "try this position again"], ["Esc", "leave a variation"]
];
const PAGES = [
  ["Play", " against best play, with a coach. "], ["Table", " keeps the score of real dice, with advice. "],
  ["Ask", " what to do in one position. "], ["Games", " keeps every game that you play. "],
  ["Progress", " names what costs you most. "], ["Explore", " when best play rolls and banks. "],
  ["Design", " rules of your own. "], ["Papers", " shows published numbers beside ours."]
];

/** @param {string} title @param {string[][]} keys */
const keysOf = (title, keys) => h("section", {}, h("h3", {}, title),
  h("dl", {class: "keys"}, keys.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])));

export const helpDialog = () => openDialog("Help",
  () =>
    [h("p", {},
       "In a jeopardy dice game you roll, add to a turn total, and lose it all when a roll scores nothing. Bank to keep it. The first player to reach the goal wins."),
      h("p", {}, PAGES.map(([name, what]) => [h("b", {}, name), what])),
      keysOf("Keys while playing", KEYS),
      keysOf("Keys in the analysis", ANALYSIS),
      h("label", {class: "check"},
        h("input",
          {type: "checkbox", checked: load("keys", true), on: {change: (event) => save("keys", event.target.checked)}}),
        "Use these single-key shortcuts"),
      h("p", {class: "small soft"}, "Your games and settings stay in this browser. Nothing leaves this computer."),
]);

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

/** A card that stays folded or open on the next visit. @param {CheckedRules} rules */
export function scoringCard(rules) {
  const card = h("details", {class: "card how", open: load("how", true)}, h("summary", {}, h("h2", {}, "How to play")),
    howToPlay(rules));
  card.addEventListener("toggle", () => save("how", card.open));
  return card;
}

/** @param {CheckedRules} rules */
export const howDialog = (rules) => openDialog(rules.title || "Your own rules", () => howToPlay(rules), "how");
