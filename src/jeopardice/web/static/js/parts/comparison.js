/** Two games side by side: how fair, how long, how much skill and luck. */
import {h} from "../common/dom.js";
import {clamp, percent, points} from "../common/numbers.js";
import {handWords} from "../game/dice.js";

import {numberHead, scrolling} from "./controls.js";

/** @typedef {(value: any, digits?: number) => string} Write */
/** @type {Write} */
const plain = (value) => (Math.abs(value) >= 100 ? points(Math.round(value)) : value.toFixed(2));
/** Of the second player, or of every seat. @param {number | number[]} value */
const headStart = (value) => (Array.isArray(value) ? `${value.slice(1).map((each) => points(each)).join(", ")} points` :
    value < 0 ? `${points(-value)} to the first` :
                `${points(value)} points`);

/**
 * Each line: its name, what it means, its key in the answer, how it is written, and what is shown if there is none.
 * @type {[string, string, string, Write, string?][]}
 */
const LINES = [
  [
    "The first player wins", "How often the player who starts wins under best play. 50 % is fair.", "first_player",
    percent
  ],
  [
    "Fair head start for the second",
    "Points to give to the second player at the start, so that both win about equally often.", "komi", headStart
  ],
  ["Turns in a game", "Of both players together, on average under best play.", "expected_turns", plain],
  ["Points in a turn", "On average under best play, including turns that bust.", "points_per_turn", plain],
  ["Turns that bust", "The share of all turns under best play that end in a bust.", "bust_probability", percent],
  ["Decisions in a game", "How often one of the players has a choice in a game.", "decisions", plain],
  [
    "Playing for points is wrong",
    "The share of these decisions in which the choice that makes the most points in the turn is not the best one.",
    "not_obvious", percent
  ],
  [
    "Best play beats a points player",
    "How often best play wins against a player who maximises the points of every turn, whatever the scores are. Averaged over who starts.",
    "optimal_against_max_score", percent
  ],
  [
    "Best play beats a beginner",
    "How often best play wins against a player who rolls twice, keeps what scores most and banks (in Hog: who rolls two dice). Averaged over who starts.",
    "optimal_against_beginner", percent
  ],
  ["Lead changes", "How often the leading player is overtaken in a game.", "lead_changes", plain],
  [
    "Luck against a beginner",
    "How much the dice decide who wins, rather than the better play: 100 % is the toss of a coin, 0 % a certain win.",
    "luck", percent
  ],
  [
    "Games until best play leads",
    "In a match of this many games against a beginner, best play wins most games in 95 of 100 matches.",
    "games_to_be_ahead", points, "very many"
  ],
];

/** @param {Measured} measured @param {Write} write @param {string} none */
function cell(measured, write, none) {
  if (measured === null || measured === undefined) return none;
  if (typeof measured === "number" || Array.isArray(measured)) return write(measured);
  const {value, stderr} = measured;
  return [write(value), stderr ? h("small", {class: "soft"}, ` ±${write(stderr).replace("\u00a0%", "")}`) : null];
}

/** @param {string} label @param {string} words @param {Child[]} cells */
const row = (label, words, cells) =>
  h("tr", {}, h("th", {scope: "row"}, explained(label, words)), cells.map((each) => h("td", {class: "number"}, each)));

/** A comparison as a table; simulated numbers have errors. @param {Comparison} found @param {string[]} names */
export const comparisonTable = ({games, games_played: played, disagreements = []},
  names) => [scrolling("Comparison", "",
               h("table", {class: "comparison"},
                 h("thead", {},
                   h("tr", {}, h("th", {scope: "col"}, h("span", {class: "visually-hidden"}, "Measure")),
                     names.map(numberHead))),
                 h("tbody", {}, LINES.map(([label, words, key, write,
                   none = "–"]) => row(label, words, games.map((game) => cell(game[key], write, none)))),
                   bankLines(games)))),
  h("p", {class: "small soft"},
    `± is the standard error over ${points(played)} simulated games; all other numbers are exact.`),
  disagreements.map((each) => h("p", {}, disagreementWords(each, names))),
];

/** Half way to the goal, the turn total to bank from, by the dice left. @param {GameProfile[]} games */
function bankLines(games) {
  const dice = [...new Set(games.flatMap((game) => game.bank_from.map((each) => each.dice_left)))].slice(0, 8);
  return dice.map(
    (left) => row(`With ${handWords(left)} left, bank from`,
      "The lowest turn total that best play banks when both players are half way to the goal; “never” means that it rolls until it wins.",
      games.map((game) => {
        const found = game.bank_from.find((each) => each.dice_left === left);
        return !found ? "–" : found.total === null ? "never" : points(found.total);
      })));
}

/** @param {{comparable: boolean, reason: string | null, share: number}} each @param {string[]} names */
const disagreementWords = ({comparable, reason, share}, [base, other]) =>
  (comparable ? `A perfect player of ${base} would have to change ${
                  percent(share)} of the decisions whether to bank to play ${other} equally well.` :
                `Best play of ${base} and of ${other} cannot be compared: ${reason}.`);

let made = 0;

/** A label whose explanation opens beside it. @param {string} label @param {string} words */
function explained(label, words) {
  const id = `explained-${made += 1}`;
  // In the top layer, so that no box that scrolls cuts it off.
  const card = h("span", {class: "explanation", id, popover: "manual"}, words);
  const button = h("button", {class: "explained", "aria-describedby": id}, label);
  const open = () => {
    if (card.matches(":popover-open") || !card.isConnected) return;
    card.showPopover();
    const at = button.getBoundingClientRect(), {width, height} = card.getBoundingClientRect();
    const below = at.bottom + 6 + height < innerHeight;
    card.style.left = `${clamp(8, at.left, innerWidth - width - 8)}px`;
    card.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - height - 6)}px`;
  };
  const close = () => {
    if (card.matches(":popover-open")) card.hidePopover();
  };
  for (const event of ["pointerenter", "focus", "click"]) button.addEventListener(event, open);
  for (const event of ["pointerleave", "blur"]) button.addEventListener(event, close);
  button.addEventListener("keydown", (event) => event.key === "Escape" && close());
  return h("span", {}, button, card);
}
