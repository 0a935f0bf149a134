/** The help of the app: what the pages are for, and the keys. */
import {h} from "../common/dom.js";
import {load, save} from "../common/store.js";

import {openDialog} from "./controls.js";

const KEYS = [
  ["1–9", "choose the die at that place"], ["A", "choose the dice that score most"], ["R or Enter", "roll"],
  ["B", "bank"], ["S", "continue the previous player's turn"], ["U", "take back a move"], ["C", "show or hide advice"],
  ["H", "how to play"], ["N", "new game"], ["?", "this help"]
];
const PAGES = [
  ["Play", " against best play, with a coach. "], ["Ask", " what to do at a real table. "],
  ["Explore", " when best play rolls and banks. "], ["Design", " rules of your own. "],
  ["Papers", " shows published numbers beside ours."]
];

export const helpDialog = () => openDialog("Help",
  () =>
    [h("p", {},
       "In a jeopardy dice game you roll, add to a turn total, and lose it all when a roll scores nothing. Bank to keep it. The first player to reach the goal wins."),
      h("p", {}, PAGES.map(([name, what]) => [h("b", {}, name), what])),
      h("section", {}, h("h3", {}, "Keys while playing"),
        h("dl", {class: "keys"}, KEYS.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]))),
      h("label", {class: "check"},
        h("input",
          {type: "checkbox", checked: load("keys", true), on: {change: (event) => save("keys", event.target.checked)}}),
        "Use these single-key shortcuts"),
      h("p", {class: "small soft"}, "Your game and settings stay in this browser. Nothing leaves this computer."),
]);
