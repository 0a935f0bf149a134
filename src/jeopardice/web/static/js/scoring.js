/** What scores in a game, for whoever has never played it: read off its rules file. */
import {parse, picture} from "./dice.js";
import {h, points} from "./dom.js";
import {entries, read} from "./toml.js";

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

/** A list of what scores, and the few sentences that a newcomer needs. */
export function scoringCard(toml, goal) {
  const family = read(toml, "family") ?? "farkle", patterns = entries(toml, "scoring");
  const least = read(toml, "turn.minimum_bank"), first = read(toml, "turn.first_bank");
  const how = {
    farkle:
      "Roll, set aside dice that score, then roll the rest or bank. A roll that scores nothing loses the turn total.",
    pig: "Roll as often as you like: each roll adds to the turn total. A bust loses it. Bank to keep it.",
    hog: "Choose how many dice to roll, once a turn. If one of them busts, the turn scores nothing.",
  }[family];
  const end = read(toml, "end.rule") === "last-turn" ?
    `When somebody reaches ${points(goal)}, all others have one more turn, and the highest score wins.` :
    read(toml, "end.rule") === "equal-turns" ?
    `When somebody reaches ${points(goal)}, the round is completed, and the highest score wins.` :
    `First to ${points(goal)} wins.`;
  const bust = entries(toml, "events").find(([name]) => name === "bust")?.[1] ?? "";
  const busts = [...bust.matchAll(/"([^"]+)"/g)].map((found) => found[1]);
  return h("details", {class: "card how", open: true}, h("summary", {}, h("h2", {}, "How to play")),
    h("p", {}, `${how} ${end}`, read(toml, "simultaneous") === true ? " Both choose and roll at the same time." : ""),
    least > 0 ? h("p", {}, `A bank needs ${points(least)} or more.`) : null,
    first > 0 ? h("p", {}, `The first bank needs ${points(first)} or more.`) : null,
    busts.length ? h("p", {class: "how-line"}, "Busts: ", busts.map(patternDice)) : null,
    patterns.length ? h("ul", {class: "scoring"}, patterns.map(([pattern,
      worth]) => h("li", {}, patternDice(pattern), h("b", {class: "number"}, points(Number(worth)))))) :
                      null,
    !patterns.length && family !== "farkle" ? h("p", {}, "A roll scores the sum of its dice.") : null);
}
