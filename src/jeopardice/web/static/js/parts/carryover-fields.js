/** Fields for what a position holds besides scores, turn total and dice. */
import {h} from "../common/dom.js";
import {bustsOf} from "../game/carryover.js";
import {whose} from "../game/words.js";

import {number, select} from "./controls.js";

/**
 * The fields that the rules need; `set` gets every change.
 * @param {Carryover} state @param {import("../game/carryover.js").Needs} needs @param {number} players
 * @param {(changes: Partial<Carryover>) => void} set
 */
export function carryoverFields(state, needs, players, set) {
  /** @param {string} label @param {"beat" | "singles"} key @param {Properties} more */
  const count = (label, key, more = {}) =>
    number(label, state[key], (value) => set({[key]: Math.max(0, value || 0)}), {min: 0, key, ...more});
  const busts = needs.streak > 1 ? bustsOf(state, players) : [];
  /** @type {Option[]} */
  const seats = Array.from({length: players}, (_, seat) => [seat + 1, `${seat + 1} of ${players}`]);
  const parts = [
    ...busts.map((value, seat) => number(whose(seat, players, "busts in a row"), value,
                   // Other fields may have changed since this one was drawn.
                   (next) => set({busts: bustsOf(state, players).with(seat, next || 0)}),
                   {min: 0, max: needs.streak - 1, key: `busts-${seat}`})),
    needs.mustBeat && count("Previous player's bank, to beat", "beat"),
    needs.inRounds &&
      select("Your place in the round", seats, state.seat, (seat) => set({seat: Number(seat)}), {key: "seat"}),
    needs.singles > 0 && count("Single-die bonuses won in this turn", "singles", {max: needs.singles}),
  ];
  return parts.some(Boolean) ?
    h("div", {class: "fields", role: "group", "aria-label": "More about the position"}, parts) :
    null;
}
