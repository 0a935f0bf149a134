/** The turn of a game at a real table: the dice to enter and what was done with them, or only its result. */
import {h} from "../common/dom.js";
import {counted, points} from "../common/numbers.js";
import {needsOf} from "../game/carryover.js";
import {choosing, extendable, possible, whyNot} from "../game/choices.js";
import {dieName, handWords} from "../game/dice.js";
import {read} from "../game/rules-text.js";
import {correctionOf, moveWords, possessive} from "../game/words.js";

import {button, choice, mark} from "./controls.js";
import {dicePad} from "./dice-pad.js";
import {picture, smallDice} from "./die.js";
import {resultFields} from "./sheet-result.js";

/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** @param {TablePage} page @param {GameView} view */
export function sheetEntry(page, view) {
  const {game} = page, {typed, correction} = game.state, seat = view.seats[view.mover], {about} = game;
  if (!about) return null;
  /** @param {string} how */
  const enterBy = (how) => {
    const others = typed.filter((each) => each !== view.mover);
    game.set({typed: how === "result" ? [...others, view.mover] : others});
    page.draw();
  };
  return [
    h("header", {},
      h("h2", {class: `seat-${view.mover}`}, mark(), correction ? correctionOf(seat) : `${possessive(seat)} turn`),
      choice("enter", "What you enter for this turn", [["dice", "Dice"], ["result", "Result only"]],
        game.byResult ? "result" : "dice", enterBy)),
    correction ? wasLine(page, correction) : null,
    facts(view),
    page.advice.bestLine,
    game.error ? h("p", {class: "error", role: "alert"}, sentence(game.error)) : null,
    game.byResult ? resultFields(page, view, rulesNeed(about)) : diceFields(page, view, about),
  ];
}

/** @param {string} text */
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

/** What the result of a turn needs by these rules. @param {CheckedRules} about */
const rulesNeed = (about) => {
  const needs = needsOf(about.toml, "win");
  const wins = /[^[\]\s]/.test(String(read(about.toml, "events.win") ?? ""));
  const steal = about.family === "hog" ? "never" : String(read(about.toml, "turn.steal") ?? "never");
  const loses = /[^[\]\s]/.test(String(read(about.toml, "events.lose_banked") ?? ""));
  return {keeps: needs.keepsOnBust, loses, wins, steal, kinds: about.dice, counts: about.family === "farkle"};
};

/**
 * What was entered before; as long as nothing has changed, its next entry can be kept.
 * @param {TablePage} page @param {Correction} correction
 */
function wasLine(page, {was, from, starts}) {
  const now = page.game.moves.slice(from), next = was[now.length];
  const same = now.every((move, place) => move === was[place]);
  return h("div", {class: "row small"}, h("span", {}, `Before: ${was.map(recordedMove).join(", ")}`),
    starts.length ? h("span", {class: "soft"}, `${counted(starts.length, "later turn")} will be kept.`) : null,
    same && was.length > 1 && next ?
      button(`Keep “${recordedMove(next)}”`, "keep-old", () => page.move(next), "small") :
      null);
}

/** A move with its dice, as people read it. @param {string} move */
const recordedMove = (move) => move.replace(/ \[(.*)\]/, " $1");

/** What matters besides the dice. @param {GameView} view */
function facts(view) {
  const {turn, seats, mover} = view, {busts} = seats[mover];
  const parts = [
    turn.total ? `Turn total ${points(turn.total)}` : null,
    turn.to_beat ? `${points(turn.to_beat)} to beat` : null,
    busts ? `${busts} ${busts === 1 ? "bust" : "busts"} in a row` : null,
    view.last_turn ? "Last turn" : null,
    turn.offer && !turn.total ? `May continue with ${points(turn.offer.total)} and ${handWords(turn.offer.dice)}` :
                                null,
  ].filter(Boolean);
  const {kept} = turn;
  return parts.length || kept.length ?
    h("p", {class: "sheet-facts"}, h("span", {}, parts.join(" · ")),
      view.family === "farkle" ? kept.map((set) => h("span", {class: "sheet-kept"}, smallDice(set.dice))) : null) :
    null;
}

/** @param {TablePage} page @param {GameView} view @param {CheckedRules} about */
function diceFields(page, view, about) {
  const {game} = page, {wanted} = game;
  if (choosing(view)) return chooseDice(page, view);
  const can = possible(view, new Set()), dice = game.draft;
  const places = Math.min(
    wanted?.hand.reduce((all, each) => all + each, 0) ?? 0, wanted?.move === null ? dice.length + 1 : Infinity);
  const rolls = view.moves.filter(({then}) => then === "roll");
  return h("div", {class: "stack"},
    wanted ?
      [
        h("p", {class: "sheet-ask", id: "pad-ask"}, padWords(view, wanted, dice.length)),
        dicePad({
          kinds: about.dice,
          dice,
          places,
          isFull: ({name}) => game.isFull(name || null),
          add: (die) => game.tap(die),
          remove: (place) => game.untap(place),
          clear: () => game.clear()
        }),
      ] :
      null,
    h("div", {class: "row sheet-actions"},
      wanted?.move === null && dice.length ?
        button(`These are all: ${dice.length} ${dice.length === 1 ? "die" : "dice"}`, "roll-done",
          () => game.finishRoll(), "main") :
        null,
      can.bank ? button(`Bank ${points(can.bank.total)}`, "bank", () => page.move("bank"), "main") : null,
      can.steal ? button(moveWords(can.steal), "steal", () => page.move("steal"), "") : null,
      can.end ? button("End the turn", "end", () => page.move("end"), "") : null,
      !wanted && rolls.length > 1 ?
        rolls.map((roll) => button(moveWords(roll), roll.move, () => page.move(roll.move), "")) :
        null));
}

/** @param {GameView} view @param {import("../game/sheet.js").Wanted} wanted @param {number} entered */
function padWords(view, {move, hand}, entered) {
  const missing = hand.reduce((all, each) => all + each, 0) - entered;
  if (move === null) return "Tap the dice that were rolled.";
  if (!entered && view.turn.total && view.family === "pig" && move)
    return `Roll again: tap ${missing === 1 ? "the die you rolled" : `the ${missing} dice you rolled`}; or bank.`;
  if (missing === 1) return entered ? "Tap one more die." : "Tap the die that was rolled.";
  return entered ? `Tap ${missing} more dice.` : `Tap the ${missing} dice that were rolled.`;
}

/** The dice on the table, of which some are set aside. @param {TablePage} page @param {GameView} view */
function chooseDice(page, view) {
  const can = possible(view, page.chosen), why = whyNot(view, page.chosen);
  /** @param {Die} die @param {number} place */
  const dieButton = (die, place) => {
    const live = extendable(view, new Set([place])), chosen = page.chosen.has(place);
    return h("button", {
      class: `die${chosen ? " chosen" : ""}${live ? "" : " dead"}`,
      "aria-pressed": String(chosen),
      "aria-disabled": live ? null : "true",
      "aria-label": `${dieName(die)}${live ? "" : ", scores nothing"}`,
      key: `die-${place}`,
      click: () => page.choose(place)
    },
      picture(die));
  };
  /** @param {Move | null} move @param {string} label @param {string} key @param {string} kind */
  const act = (move, label, key, kind) => button(label, key, () => (move ? page.move(move.move) : undefined), kind,
    {"aria-disabled": move ? null : "true", "aria-describedby": "why-not"});
  return h("div", {class: "stack"},
    h("div", {class: "rolled", role: "group", "aria-label": "Dice rolled"}, (view.turn.roll ?? []).map(dieButton)),
    h("div", {class: "row sheet-actions"},
      can.end ? act(can.end, "End the turn", "end", "main") :
                [
                  act(can.roll, can.roll ? `Set aside, roll ${handWords(can.roll.dice)}` : "Set aside and roll", "roll",
                    "main"),
                  act(can.bank, can.bank ? `Bank ${points(can.bank.total)}` : "Bank", "bank", "")
                ]),
    h("p", {class: "small soft sheet-why", id: "why-not"},
      why ?? (can.bank || can.end ? "" : view.refused.bank ?? "")));
}
