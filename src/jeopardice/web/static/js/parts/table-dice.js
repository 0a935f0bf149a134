/** The dice on the table: to choose from, or those that were rolled last. */
import {h} from "../common/dom.js";
import {choosing, extendable} from "../game/choices.js";
import {dieName, parseDice} from "../game/dice.js";
import {isSpent, lastRoll, lastRound} from "../game/log.js";

import {mark} from "./controls.js";
import {picture, stillDie, waitingDie} from "./die.js";

/** @param {import("./table.js").Table} table @param {GameView} view */
export function tableDice(table, view) {
  const round = view.simultaneous && !view.turn.kept.length ? lastRound(view) : [];
  if (round.length > 1) return h("div", {class: "round"}, round.map((entry) => rolledBy(view, entry)));
  return h("div", {class: "dice", role: "group", "aria-label": "Dice on the table"},
    choosing(view) ? choosableDice(table, view) : rolledDice(view));
}

/** @param {import("./table.js").Table} table @param {GameView} view */
function choosableDice(table, view) {
  const {game} = table;
  return (view.turn.roll ?? []).map((die, place) => {
    const live = extendable(view, new Set([place])), chosen = game.chosen.has(place);
    const kind = `${chosen ? " chosen" : ""}${live ? "" : " dead"}`;
    if (!game.yours) return stillDie(die, chosen ? "chosen" : kind);
    return h("button", {
      class: `die${kind}`,
      "aria-pressed": String(chosen),
      "aria-disabled": live ? null : "true",
      "aria-label": `${dieName(die)}${live ? "" : ", scores nothing"}`,
      "aria-keyshortcuts": String(place + 1),
      key: `die-${place}`,
      click: () => table.choose(place)
    },
      picture(die));
  });
}

/** The last roll, or places for the first one. @param {GameView} view */
function rolledDice(view) {
  const last = lastRoll(view);
  if (last) return parseDice(last.dice).map((die) => stillDie(die, isSpent(view, last) ? "dead" : ""));
  return view.family === "hog" ? [] : Array.from({length: Math.min(view.dice, 8)}, waitingDie);
}

/** Simultaneous play: what a seat has rolled. @param {GameView} view @param {LogEntry} entry */
function rolledBy(view, {seat, dice}) {
  const {name} = view.seats[seat];
  return h("div", {class: `dice seat-${seat}`, role: "group", "aria-label": `Dice of ${name}`},
    h("b", {}, mark(), name), parseDice(dice).map((die) => stillDie(die, "small dead")));
}
