/** The form of the page Ask: scores, turn total, what the previous player left, and how a turn ended. */
import {copy, h} from "../common/dom.js";
import {link} from "../common/links.js";
import {points} from "../common/numbers.js";
import {START} from "../game/position.js";
import {whose} from "../game/words.js";

import {carryoverFields} from "./carryover-fields.js";
import {button, choice, number, select} from "./controls.js";
import {diceCounter, rollFields} from "./roll-fields.js";

/** @typedef {import("../pages/ask.js").Ask} Ask */

/** @type {Option[]} */
const OBJECTIVES = [["win", "to win"], ["score", "most points in the turn"], ["turns", "fewest turns to the goal"]];

/** @param {Ask} ask */
export function positionForm(ask) {
  const {state, position} = ask, {needs, mode, players, game} = position, farkle = game.family === "farkle";
  const {objective} = state;
  const clear = () => {
    const {game: name, toml, goal, scores} = state;
    ask.go({...START, game: name, toml, goal, objective, scores: scores.map(() => 0)});
  };
  return [
    ask.turnIsOver ? h("p", {class: "turn-over", role: "status"}, overWords(position)) : null,
    h("div", {class: "fields"}, ask.choice.field(state, (preset) => ask.set({...START, game: preset, objective})),
      select("Play for", OBJECTIVES, objective, (next) => ask.set({objective: next}), {key: "objective"})),
    objective === "score" ? null : scoreFields(ask),
    carryoverFields(state, needs, players, (changes) => ask.set(changes, false)),
    needs.steals || farkle ? modeField(ask) : null,
    mode === "offer" ?
      offerFields(ask) :
      h("div", {class: "stack"}, game.family === "hog" ? null : turnTotal(ask), farkle ? rollFields(ask) : null),
    h("div", {class: "row ask-foot"}, turnEnds(ask),
      button("Copy link", "share", () => copy(link(`ask?${position.query}`), "Link to this position")),
      ask.past.length ? button("Undo", "undo", () => ask.back(), "small plain") : null,
      button("Start over", "clear", clear, "small plain")),
  ];
}

/** What to do when a turn has ended. @param {import("../game/position.js").Position} position */
const overWords = ({solo, players}) =>
  (solo ? "The turn is over: the next one is yours again." :
          `Your turn is over. Before your next one, enter ${
            players === 2 ? "your opponent's score" : "the scores of the others"}.`);

/** @param {Ask} ask */
function scoreFields(ask) {
  const {state, position} = ask, {scores} = state, {solo} = position;
  const shown = solo ? scores.slice(0, 1) : scores;
  /** @param {string} label @param {string} key @param {() => number[]} next */
  const resize = (label, key, next) => button(label, key, () => ask.set({scores: next()}), "small plain");
  return h("fieldset", {}, h("legend", {class: "visually-hidden"}, "Banked scores"),
    h("div", {class: "scores"},
      shown.map((score, seat) => number(whose(seat, shown.length, "score"), score,
                  // Other scores may have changed since this one was drawn.
                  (value) => ask.set({scores: state.scores.with(seat, value || 0)}, false), {key: `score-${seat}`})),
      number("Goal", position.goal, (goal) => ask.set({goal: Number.isNaN(goal) ? null : goal}, false),
        {min: 1, key: "goal", placeholder: position.game.goal}),
      solo ? null :
             h("div", {class: "row"},
               scores.length < 4 && !position.needs.simultaneous ?
                 resize("+ player", "more-players", () => [...state.scores, 0]) :
                 null,
               scores.length > 2 ? resize("− player", "fewer-players", () => state.scores.slice(0, -1)) : null)));
}

/** @param {Ask} ask */
function modeField(ask) {
  const {game, needs, mode} = ask.position;
  /** @type {Option[]} */
  const options = game.family === "farkle" ? [["rolled", "Dice just rolled"], ["left", "Before rolling"]] :
                                             [["rolled", "In my turn"]];
  if (needs.steals) options.push(["offer", "Before my turn"]);
  return choice("ask-mode", "When to decide", options, mode, (next) => ask.set({mode: next}));
}

/** The changes with another turn total, whose dice are not known. @param {Ask} ask @param {number} turn */
const withTotal = ({position, state}, turn) => ({turn, left: position.mode === "left" ? state.left : ""});

/** @param {Ask} ask @param {string} label */
const totalField = (ask, label) => number(label, ask.state.turn,
  // A turn begins with all dice, which are drawn.
  (turn) => ask.set(withTotal(ask, turn || 0), !turn !== !ask.state.turn), {min: 0, key: "turn"});

/** @param {Ask} ask */
function turnTotal(ask) {
  const {game, diceCount, goal} = ask.position;
  const steps = game.family !== "pig" ? (goal >= 2000 ? [50, 100, 500] : [5, 10, 50]) :
    diceCount === 1                   ? [2, 3, 4, 5, 6] :
                                        [5, 10, 20];
  return h("div", {class: "turn-total"}, totalField(ask, "Turn total before this roll"),
    h("div", {class: "quick", role: "group", "aria-label": "Add to the turn total"},
      steps.map(
        (step) => button(`+${points(step)}`, `add-${step}`, () => ask.set(withTotal(ask, ask.state.turn + step)))),
      button("0", "zero", () => ask.set({turn: 0, left: ""}))));
}

/** What the previous player left, to be continued. @param {Ask} ask */
function offerFields(ask) {
  const {state, position} = ask;
  return h("div", {class: "stack"},
    number("Turn total left by the previous player", state.offerTotal,
      (total) => ask.set({offerTotal: Math.max(0, total || 0)}, false), {min: 0, key: "offer-total"}),
    position.game.family === "farkle" ? diceCounter(ask, "offerDice", "Dice left by the previous player") : null);
}

/** How a turn ends by the dice, without a decision. @param {Ask} ask */
function turnEnds(ask) {
  const {game, needs} = ask.position;
  /** @param {string} key @param {string} words @param {() => Partial<PositionState>} changes */
  const end = (key, words, changes) => button(words, key, () => ask.go(changes(), true));
  if (game.family !== "hog")
    return [
      end("bust", "Bust", () => ask.position.ended(null)),
      needs.losesBanked ? end("lost", "Lost everything", () => ask.position.ended(null, {lost: true})) : null
    ];
  return needs.simultaneous ? null : [
    totalField(ask, "Points you rolled"),
    end("next", "End of the turn", () => ask.position.ended(ask.state.turn || null))
  ];
}
