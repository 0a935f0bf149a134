/** The position of an analysis: the scores, the turn and the dice, and every action with its value. */
import {h, show} from "../common/dom.js";
import {clamp, duration, percent, points, signed, unbroken} from "../common/numbers.js";
import {placesOf} from "../game/choices.js";
import {MARKS} from "../game/course.js";
import {handWords, parseDice} from "../game/dice.js";
import {lastRoll} from "../game/log.js";
import {cannotWords, moveWords, recordedWords, resultWords, thenWords} from "../game/words.js";

import {scale} from "./actions.js";
import {markOf} from "./board-moves.js";
import {button, mark} from "./controls.js";
import {smallDice, stillDie, waitingDie} from "./die.js";
import {progress} from "./progress.js";

/** @typedef {import("../game/board.js").Board} Board */

const FIRST = 8;
/** Forms for real dice, with what was typed and refused, by their positions. @type {WeakMap<object, HTMLElement>} */
const forms = new WeakMap();

/** The scores, the turn and the dice. @param {Element} root @param {Board} board */
export function drawPosition(root, board) {
  const {position, record} = board;
  root.setAttribute("aria-busy", String(!position));
  if (!position || !record) return;
  const {view} = position;
  show(root, h("h2", {class: "visually-hidden"}, "Position"), scores(view),
    h("div", {class: "turn"}, view.over ? h("p", {class: "result-word"}, resultWords(view)) : turn(board, view)));
}

/** @param {GameView} view */
const scores = (view) =>
  h("ol", {class: `seats of-${view.seats.length}`, "aria-label": "Scores"}, view.seats.map((seat, index) => {
    const moves = !view.over && view.mover === index, won = view.over && view.winners.includes(index);
    return h("li",
      {class: `seat seat-${index}${moves ? " moves" : ""}${won ? " won" : ""}`, "aria-current": moves ? "true" : null},
      h("span", {class: "seat-name"}, mark(), h("b", {}, seat.name)),
      h("span", {class: "seat-score"}, points(seat.score)),
      h("span", {class: "bar", "aria-hidden": "true"},
        h("i", {style: {width: `${100 * clamp(0, seat.score / view.goal, 1)}%`}})),
      moves ? h("span", {class: "visually-hidden"}, "to move") : null);
  }));

/** @param {Board} board @param {GameView} view */
function turn(board, view) {
  const {total, kept, to_beat, offer, roll} = view.turn, name = view.seats[view.mover].name;
  const facts = [
    to_beat > 0 ? `a bank needs more than ${points(to_beat)}` : null, view.last_turn ? "last turn" : null,
    offer ? `${points(offer.total)} with ${handWords(offer.dice)} to steal` : null
  ].filter(Boolean);
  return [
    h("p", {class: "position-total"}, `${name} to move`,
      view.family === "hog" ? null : [", turn total ", h("b", {}, points(total))],
      facts.length ? h("span", {class: "facts"}, ` · ${facts.join(" · ")}`) : null),
    view.family === "farkle" ?
      h("div", {class: "kept", "aria-label": "Set aside in this turn", role: "group"},
        kept.map((set) => h("span", {class: "set"}, parseDice(set.dice).map((die) => stillDie(die, "mini")),
                   h("small", {}, points(set.points))))) :
      null,
    h("div", {class: "dice", role: "group", "aria-label": "Dice"}, dice(board, view, roll)),
    h("p", {class: "luck-line"}, luckWords(board)),
  ];
}

/**
 * The dice on the table, with those that were kept; else the last roll of the turn, or the dice to roll.
 * @param {Board} board @param {GameView} view @param {Die[] | null} roll
 */
function dice(board, view, roll) {
  if (roll) {
    const keep = board.hides ? "" : view.moves.find(({move}) => move === board.played)?.keep ?? "";
    const chosen = placesOf(view, keep);
    return roll.map((die, place) => stillDie(die, chosen.has(place) ? "chosen" : ""));
  }
  const last = lastRoll(view);
  if (last && view.turn.total > 0 && last.seat === view.mover) return parseDice(last.dice).map((die) => stillDie(die));
  return view.family === "hog" ? null : Array.from({length: view.dice}, waitingDie);
}

/** The luck of the roll that led here. @param {Board} board */
function luckWords(board) {
  const report = board.report(board.at.line), {move} = board.at;
  const rolls = report?.review?.rolls.filter((roll) => roll.move === move) ?? [], seats = report?.view.seats ?? [];
  return rolls.map(({seat, dice: rolled, luck}) => `${seats[seat].name} rolled ${rolled}: luck ${signed(luck)}`)
    .join(" · ");
}

/**
 * The actions with their values, and why. @param {Element} root @param {Board} board @param {{all: boolean, more: ()
 * => void}} options
 */
export function drawActions(root, board, {all, more}) {
  const {position, problem} = board;
  if (problem) return show(root, h("h2", {}, "Actions"), h("p", {class: "error"}, problem));
  if (!position) return;
  const {view, advice} = position;
  if (view.over) return show(root, h("h2", {}, "Actions"), h("p", {class: "empty"}, "The game is over."));
  if (view.waits) {
    if (!forms.has(position)) forms.set(position, diceForm(board, view.waits.dice));
    return show(root, h("h2", {}, "Actions"), forms.get(position));
  }
  if (!advice)
    return show(root, h("header", {}, h("h2", {}, "Actions")), view.moves.length ? unvalued(board, view) : null);
  const hides = board.hides, judged = board.retry?.chosen ?? board.played;
  show(root,
    h("header", {}, h("h2", {}, hides ? "What would you do?" : "Actions"),
      h("p", {class: "small soft"}, hides ? "" : `best play wins ${percent(advice.value)}`)),
    hides ? null : verdict(board, view, advice, judged),
    hides ? null : h("p", {class: "sentence"}, to(view), unbroken(advice.sentence)),
    actionList(board, advice, judged, {all: all || hides, more}));
}

/** Real dice: the dice rolled after the last move of a line. @param {Board} board @param {string} hand */
function diceForm(board, hand) {
  const typed = h("input", {name: "dice", required: true, autocomplete: "off", inputmode: "numeric", key: "fell"});
  const refusal = h("p", {class: "error", role: "alert"});
  return h("form", {
    class: "row",
    on: {
      submit: (event) => {
        event.preventDefault();
        board.fell(typed.value.trim()).catch((error) => show(refusal, error.message));
      }
    }
  },
    h("label", {class: "field"}, h("span", {}, `The roll of ${handWords(hand)}`), typed),
    h("button", {class: "button main", type: "submit"}, "Continue"), refusal);
}

/** Whom the coach addresses, unless it is "you". @param {GameView} view */
const to = ({seats, mover}) => (seats[mover].name === "You" ? "" : h("b", {}, `To ${seats[mover].name}: `));

/** Actions without values: best play is not known. @param {Board} board @param {GameView} view */
const unvalued = (board, view) => [waiting(board),
  h("ol", {class: "board-actions"},
    view.moves.map((move) => h("li", {class: move.move === board.played ? "played" : ""},
                     h("button", {key: `action-${move.move}`, click: () => board.play(move.move)}, actionName(move),
                       move.move === board.played ? h("span", {class: "tag"}, "played") : null)))),
];

/** @param {Board} board */
function waiting(board) {
  const {solve} = board;
  if (solve?.state === "failed") return h("p", {class: "soft"}, cannotWords(solve.error));
  if (solve && solve.state !== "cancelled" && solve.state !== "done")
    return progress("Computing best play of this game", solve);
  if (board.game?.view.chances) return null;
  return h("div", {class: "stack"},
    h("p", {class: "soft"},
      `Best play of this game has not been computed yet.${
        solve?.seconds ? ` That takes ${duration(solve.seconds)}.` : ""}`),
    button("Solve it", "work-out", () => board.askForBestPlay(), ""));
}

/**
 * What the move played, or chosen, was worth. @param {Board} board @param {GameView} view @param {Advice}
 * advice @param {string | null} judged
 */
function verdict(board, view, advice, judged) {
  const action = advice.actions.find((each) => each.move === judged);
  if (!action) return null;
  const tried = Boolean(board.retry), name = view.seats[view.mover].name, marked = action.word in MARKS;
  const word = advice.actions.length < 2 ? "the only move" :
    marked                               ? `${action.word}, −${percent(action.loss)}` :
    action.word === "best" ? "best play" :
                             "as good as best play";
  return h("p", {class: `cost ${marked ? "lost" : "fine"}`, role: tried ? "status" : null},
    h("b", {}, tried ? "You chose: " : `${name} played: `), recordedWords(action.move), h("span", {}, " – "),
    h("b", {}, word), ".");
}

/** @param {{keep: string, then: string, dice: string}} action */
const actionName = (action) => h("span", {class: "action-name"},
  action.keep ?
    [
      h("span", {class: "visually-hidden"}, "Keep "), smallDice(action.keep), " ",
      h("span", {class: "plus"}, thenWords(/** @type {Action} */ (action)))
    ] :
    moveWords(action));

/**
 * @param {Board} board @param {Advice} advice @param {string | null} judged @param {{all: boolean, more: () => void}}
 *   options
 */
function actionList(board, advice, judged, {all, more}) {
  const {hides} = board, {actions} = advice;
  // While the values are hidden, the order does not give them away.
  const ordered = hides ? actions.toSorted((a, b) => b.points - a.points || a.move.localeCompare(b.move)) : actions;
  const shown =
    ordered.filter((action, index) => all || index < FIRST || action.move === judged || action.move === board.played);
  const {write, writeLoss} = scale("chance", shown);
  const worst = Math.max(...shown.map((action) => action.loss)), span = Math.max(worst * 1.25, 1e-9);
  /** @param {Action} action */
  const values = ({value, loss, word}) => [h("span", {class: "action-value number"}, write(value)),
    " ",
    h("span", {class: "action-loss number"},
      loss === 0      ? h("span", {class: "tick-mark"}, "best") :
        word in MARKS ? markOf(word, loss) :
                        writeLoss(loss)),
    h("span", {class: "action-bar", "aria-hidden": "true"},
      h("i", {style: {width: `${worst > 0 ? 100 * (1 - loss / span) : 100}%`}})),
  ];
  return [
    h("ol", {class: "board-actions"}, shown.map((action) => {
      const {move} = action, chosen = move === board.retry?.chosen, played = !hides && move === board.played;
      const tags = [chosen ? "your choice" : "", played ? "played" : ""].filter(Boolean);
      return h("li", {class: `${action.loss === 0 && !hides ? "best" : ""} ${tags.length ? "played" : ""}`},
        h("button", {key: `action-${move}`, click: () => board.play(move)}, actionName(action), " ",
          h("span", {class: "tags"}, tags.map((tag) => [h("span", {class: "tag"}, tag), " "])),
          hides ? null : values(action)));
    })),
    actions.length > FIRST && !hides ?
      button(all ? "Fewer" : `All ${actions.length}`, "more", more, "plain small", {"aria-expanded": String(all)}) :
      null,
  ];
}
