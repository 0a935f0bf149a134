/** Two games side by side: how fair, how long, how much skill and luck. */
import {h, percent, points} from "./dom.js";
import {explained} from "./explained.js";
import {phaseName} from "./slices.js";

const chance = (value, digits = 1) => percent(value, digits);
const plain = (value) => (Math.abs(value) >= 100 ? points(Math.round(value)) : value.toFixed(2));
const headStart = (value) => (value < 0 ? `${points(-value)} to the first` : `${points(value)} points`);
/** Each line: its name, what it means, where it is found, how it is told, and what is said where there is none. */
const LINES = [
  [
    "The first player wins", "How often whoever begins wins, if both play as well as possible. 50 % is fair.",
    "first_player", chance
  ],
  [
    "Fair head start for the second",
    "Points to give to the second player at the beginning, so that both win about as often.", "komi", headStart
  ],
  [
    "Turns in a game", "Of both players together, on average, if both play as well as possible.", "expected_turns",
    plain
  ],
  ["Points in a turn", "On average in such games, turns that bust included.", "points_per_turn", plain],
  ["Turns that bust", "The part of all turns in such games that end in a bust.", "bust_probability", chance],
  ["Decisions in a game", "How often one of the players has a choice, in a game.", "decisions", plain],
  [
    "Going for points is wrong",
    "The part of these decisions in which the choice that makes the most points in the turn is not the best one.",
    "not_obvious", chance
  ],
  [
    "Best play beats a points player",
    "How often best play wins against somebody who goes for the most points in every turn, whatever the scores are. A coin tells who begins.",
    "optimal_against_max_score", chance
  ],
  [
    "Best play beats a beginner",
    "How often best play wins against somebody who rolls twice, keeps all that scores most and banks (in Hog: who rolls two dice). A coin tells who begins.",
    "optimal_against_beginner", chance
  ],
  ["Changes of the lead", "How often the player in front is overtaken, in a game.", "lead_changes", plain],
  [
    "Luck against a beginner",
    "How much the dice, and not the better play, decide who wins such a game: 100 % is the toss of a coin, 0 % a sure win.",
    "luck", chance
  ],
  [
    "Games until best play leads",
    "Play so many games against a beginner, and best play has won most of them in 95 of 100 such matches.",
    "games_to_be_ahead", points, "very many"
  ],
];

/** The table of a comparison; numbers found by chance carry their standard error. */
export function comparisonTable(found, names) {
  const cell = (game, key, tell, none = "–") => {
    const value = game[key];
    if (value === null || value === undefined) return none;
    if (typeof value !== "object") return tell(value);
    return [
      tell(value.value),
      value.stderr ? h("small", {class: "soft"}, ` ±${tell(value.stderr, 2).replace("\u00a0%", "")}`) : null
    ];
  };
  return [
    h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Comparison"},
      h("table", {class: "comparison"},
        h("thead", {},
          h("tr", {}, h("th", {scope: "col"}, h("span", {class: "unseen"}, "What")),
            names.map((name) => h("th", {scope: "col", class: "number"}, name)))),
        h("tbody", {},
          LINES.map(([label, words, key, tell, none]) => h("tr", {}, h("th", {scope: "row"}, explained(label, words)),
                      found.games.map((game) => h("td", {class: "number"}, cell(game, key, tell, none))))),
          bankLines(found.games)))),
    h("p", {class: "small soft"},
      `± is the standard error of ${points(found.games_played)} games by chance; all else is exact.`),
    (found.disagreements ?? []).map((each) => h("p", {}, disagreement(each, names))),
  ];
}

/** Half way to the goal, the turn total to bank from, by the dice left. */
function bankLines(games) {
  const dice = [...new Set(games.flatMap((game) => game.bank_from.map((each) => each.dice_left)))].slice(0, 8);
  return dice.map(
    (left) => h("tr", {},
      h("th", {scope: "row"},
        explained(`With ${phaseName(left)} left, bank from`,
          "The least turn total that best play banks, with both players half way to the goal; never: it rolls until it wins.")),
      games.map((game) => {
        const found = game.bank_from.find((each) => each.dice_left === left);
        return h("td", {class: "number"}, !found ? "–" : found.total === null ? "never" : points(found.total));
      })));
}

function disagreement(each, names) {
  const [base, other] = names;
  if (!each.comparable) return `What to do in ${base} says nothing about what to do in ${other}: ${each.reason}.`;
  return `Somebody who is used to best play of ${base} has to decide otherwise in ${
    percent(each.share)} of the decisions whether to bank, to play ${other} as well.`;
}
