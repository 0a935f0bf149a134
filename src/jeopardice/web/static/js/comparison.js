/** Two games side by side: how fair, how long, how much skill and luck. */
import {h, percent, points} from "./dom.js";
import {phaseName} from "./slices.js";

const chance = (value, digits = 1) => percent(value, digits);
const plain = (value) => (Math.abs(value) >= 100 ? points(Math.round(value)) : value.toFixed(2));
const LINES = [
  ["The first player wins", "first_player", chance],
  ["Fairest head start for the second", "komi", (value) => `${points(value)} points`],
  ["A game takes, in turns of both", "expected_turns", plain],
  ["A turn makes, in points", "points_per_turn", plain],
  ["A turn busts", "bust_probability", chance],
  ["Decisions in a game", "decisions", plain],
  ["The best action is not the obvious one", "not_obvious", chance],
  ["Best play beats maximum scoring", "optimal_against_max_score", chance],
  ["Best play beats a beginner", "optimal_against_beginner", chance],
  ["The lead changes, in a game", "lead_changes", plain],
  ["Luck in the result against a beginner", "luck", chance],
  ["Games to be ahead, 95 % sure", "games_to_be_ahead", points],
];

/** The table of a comparison; numbers found by chance carry their standard error. */
export function comparisonTable(found, names) {
  const cell = (game, key, tell) => {
    const value = game[key];
    if (value === null || value === undefined) return "–";
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
          LINES.map(([label, key, tell]) => h("tr", {}, h("th", {scope: "row"}, label),
                      found.games.map((game) => h("td", {class: "number"}, cell(game, key, tell))))),
          bankLines(found.games)))),
    h("p", {class: "small soft"},
      `± is the standard error of ${points(found.games_played)} games by chance; all else is exact.`),
    (found.disagreements ?? []).map((each) => h("p", {}, disagreement(each, names))),
  ];
}

/** At 0 : 0, the turn total to bank from, by the dice left. */
function bankLines(games) {
  const dice = [...new Set(games.flatMap((game) => game.bank_from.map((each) => each.dice_left)))].slice(0, 8);
  return dice.map(
    (left) => h("tr", {}, h("th", {scope: "row"}, `At 0 : 0, bank ${phaseName(left)} from`), games.map((game) => {
      const total = game.bank_from.find((each) => each.dice_left === left)?.total;
      return h("td", {class: "number"}, total === null || total === undefined ? "–" : points(total));
    })));
}

function disagreement(each, names) {
  const [base, other] = names;
  if (!each.comparable) return `Decisions of ${other} and ${base} cannot be compared: ${each.reason}.`;
  return `A best player of ${base} would decide otherwise in ${percent(each.share)} of the decisions of ${other}.`;
}
