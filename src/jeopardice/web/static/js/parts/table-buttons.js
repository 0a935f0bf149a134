/** The buttons of the table: roll and bank, or what can be done while another player has to move. */
import {isActive} from "../common/api.js";
import {h, toast} from "../common/dom.js";
import {clamp, listed, points} from "../common/numbers.js";
import {diceCounts, possible, whyNot} from "../game/choices.js";
import {diceCount, handWords} from "../game/dice.js";
import {needsSolution, playerName, SUBSTITUTES} from "../game/record.js";

import {progress} from "./progress.js";

/** @typedef {import("../game/game.js").Game} Game @typedef {import("./table.js").Table} Table */

/** Seconds of waiting after which other players are offered. */
const LONG = 5;

/** Whether the computer to move waits for a solve. @param {Game} game */
export const isWaiting = ({solve, busy, needsBestPlay}) => busy && isActive(solve) && needsBestPlay;
/** Whether it waits so long that the user may want to play on without it. @param {Game} game */
export const isWaitingLong = ({solve}) => solve?.state === "queued" || (solve?.seconds ?? 0) > LONG;

/** @param {Child[]} inside */
const buttons = (...inside) => h("div", {class: "buttons"}, inside);
/** @param {string} label @param {() => void} click */
const mainButton = (label, click, key = "", more = "") =>
  h("button", {class: `roll ${more}`, key: "roll", click}, label, key && h("kbd", {}, key));

/** @param {Table} table @param {GameView} view */
export function tableButtons(table, view) {
  const {game} = table, {halted} = game;
  if (game.handTo !== null) return buttons(mainButton("I'm ready", () => game.ready(), "Enter"));
  if (isWaiting(game))
    return buttons(
      progress("Computing best play", game.solve, "whole"), table.offered ? substitutes(game, view) : null);
  if (game.isHuman(view.mover)) return diceCounts(view).length ? hogButtons(table, view) : rollAndBank(game, view);
  if ((game.error || halted) && !game.busy) {
    const again = halted?.state === "failed" ? null : halted ? "Solve it" : "Try again";
    return buttons(again ? mainButton(again, () => game.tryAgain(), "", "whole") : null,
      game.needsBestPlay ? substitutes(game, view) : null);
  }
  return buttons(h("p", {class: "watching"}, h("span", {class: "dots", "aria-hidden": "true"}),
    `${view.seats[view.mover].name} is playing`));
}

/** Other ways to play, for those who wait for best play. @param {Game} game @param {GameView} view */
function substitutes(game, view) {
  const waiting = listed(view.seats.filter(needsSolution).map((seat) => seat.name));
  return [
    h("p", {class: "why"}, `${waiting} can play another way:`),
    SUBSTITUTES.map(
      (player) => h("button", {class: "bank", key: `instead-${player}`, click: () => game.replaceBest(player)},
        playerName(player))),
  ];
}

/** @param {Game} game @param {GameView} view */
function rollAndBank(game, view) {
  const can = possible(view, game.chosen), missing = whyNot(view, game.chosen), {offer} = view.turn;
  const why = {roll: missing ?? view.refused.roll, bank: missing ?? view.refused.bank};
  /**
   * @param {string} kind @param {string} label @param {string} key @param {Move | null} move @param {string} [reason]
   */
  const button = (kind, label, key, move, reason) => h("button", {
    class: kind,
    key: kind,
    "aria-disabled": move && game.yours ? null : "true",
    title: move ? null : reason,
    "aria-describedby": move ? null : "why",
    click: () => (move ? game.play(move.move) : reason && toast(reason))
  },
    label, h("kbd", {}, key));
  // Before the first roll there is nothing to bank, but there may be a turn to continue.
  const second = can.steal ?
    button("bank", `Continue with ${points(offer?.total ?? 0)} and ${handWords(offer?.dice ?? "")}`, "S", can.steal) :
    can.end ? button("bank", "End the turn", "B", can.end) :
              button("bank", `Bank${can.bank ? ` ${points(can.bank.total)}` : ""}`, "B", can.bank, why.bank);
  const reasons = new Set([can.roll ? null : why.roll, can.bank || can.steal || can.end ? null : why.bank]);
  return buttons(button("roll", can.roll?.dice ? `Roll ${handWords(can.roll.dice)}` : "Roll", "R", can.roll, why.roll),
    second, h("p", {class: "why", id: "why"}, [...reasons].filter((text) => text && text !== missing).join(" ")));
}

/** Hog: how many dice to roll. @param {Table} table @param {GameView} view */
function hogButtons(table, view) {
  const counts = diceCounts(view), min = Math.min(...counts), max = Math.max(...counts);
  const label = h("span"), slider = h("input", {
    type: "range",
    min,
    max,
    "aria-label": "Dice to roll",
    key: "hog",
    on: {input: () => set(slider.valueAsNumber)}
  });
  /** @param {number} count */
  const set = (count) => {
    table.hogDice = clamp(min, count, max);
    slider.value = String(table.hogDice);
    label.textContent = `Roll ${diceCount(table.hogDice)}`;
  };
  /** @param {string} name @param {string} sign @param {number} change */
  const step = (name, sign, change) =>
    h("button", {class: "step", "aria-label": name, click: () => set(table.hogDice + change)}, sign);
  set(table.hogDice);
  return h("div", {class: "buttons hog"},
    h("div", {class: "hog-count"}, step("One die fewer", "−", -1), slider, step("One die more", "+", 1)),
    h("button", {class: "roll", key: "roll", click: () => table.game.play(`roll ${table.hogDice}`)}, label,
      h("kbd", {}, "R")));
}
