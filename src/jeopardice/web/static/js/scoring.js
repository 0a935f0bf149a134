/** How a game is played and what scores in it, for whoever has never played it. */
import {parse, picture} from "./dice.js";
import {h, points} from "./dom.js";
import {load, save} from "./store.js";

/** The dice of a pattern; letters stand for any faces, alike where the letters are alike. */
function patternDice(pattern) {
  const letters = /^[a-z]+$/.test(pattern);
  const dice = letters ? [...pattern].map((letter) => ({face: letter, kind: null})) : parse(pattern);
  return h("span", {
    class: "small-dice",
    role: "img",
    "aria-label": letters ? `pattern ${[...pattern].join(" ")}` : dice.map((die) => die.face).join(" ")
  },
    dice.map((die) => h("span", {class: `die tiny${letters ? " any" : ""}`, "aria-hidden": "true"}, picture(die))));
}

/** How a game is played and what scores, as the server tells it. */
export function howToPlay({family, how, scoring}) {
  return [
    // The dice are drawn with a star where the text has *.
    h("p", {}, how.join(" ").replaceAll("*", "★")),
    scoring.length && family !== "farkle" ? h("p", {}, "These rolls have points of their own:") : null,
    scoring.length ? h("ul", {class: "scoring"}, scoring.map(({pattern,
      points: worth}) => h("li", {}, patternDice(pattern), h("b", {class: "number"}, points(worth))))) :
                     null,
  ];
}

/** The same as a card that stays folded if it was. */
export function scoringCard(rules) {
  const card = h("details", {class: "card how", open: load("how", true)}, h("summary", {}, h("h2", {}, "How to play")),
    howToPlay(rules));
  card.addEventListener("toggle", () => save("how", card.open));
  return card;
}

/** The same in front of everything. */
export function howDialog(rules) {
  const dialog = h("dialog", {"aria-labelledby": "how-title"},
    h("div", {class: "inside how"},
      h("header", {}, h("h2", {id: "how-title"}, rules.title || "Your own rules"),
        h("button", {class: "icon", "aria-label": "Close", click: () => dialog.close()}, "✕")),
      howToPlay(rules)));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
