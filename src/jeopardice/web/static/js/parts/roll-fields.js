/** Dice to tap on the page Ask: those rolled, or how many are left. */
import {h} from "../common/dom.js";
import {sum} from "../common/numbers.js";
import {diceText, parseDice} from "../game/dice.js";
import {countsOf} from "../game/position.js";

import {dicePad} from "./dice-pad.js";

/** @typedef {import("../pages/ask.js").Ask} Ask */

/** How many dice (of each kind), to tap. @param {Ask} ask @param {"left" | "offerDice"} key @param {string} label */
export function diceCounter(ask, key, label) {
  const kinds = ask.position.game.dice, chosen = countsOf(kinds, ask.state[key]);
  /** @param {number} index @param {number} count */
  const choose = (index, count) => {
    const next = chosen.with(index, count);
    const named = kinds.map((kind, each) => kind.name.repeat(next[each])).join("");
    ask.set({[key]: kinds[0].name ? named : String(count)});
  };
  return h("div", {class: "stack"}, kinds.map(({name, count: most}, index) => {
    const counts = [...Array(most + 1).keys()].slice(name ? 0 : 1);
    return h("div", {class: "taps", role: "group", "aria-label": name ? `${label}, kind ${name}` : label},
      name ? h("span", {class: "kind-name"}, name) : null,
      counts.map((count) => h("button", {
        class: "tap-count",
        "aria-pressed": String(chosen[index] === count),
        key: `${key}-${name}${count}`,
        click: () => choose(index, count)
      },
                   h("b", {}, count), h("small", {}, count === 1 ? "die" : "dice"))));
  }));
}

/** @param {Ask} ask */
export function rollFields(ask) {
  const {state, position} = ask, {mode, hand, game} = position, rolled = parseDice(state.roll);
  if (mode === "left") return state.turn ? diceCounter(ask, "left", "Dice left to roll") : null;
  const places = Math.max(hand ? sum(hand) : position.diceCount, rolled.length);
  /** @param {DiceKind} kind @param {number} index */
  const isFull = ({name, count}, index) =>
    rolled.filter((die) => (die.kind ?? "") === name).length >= (hand?.[index] ?? count);
  /** @param {Die[]} dice */
  const set = (dice) => ask.set({roll: diceText(dice)});
  return dicePad({
    kinds: game.dice,
    dice: rolled,
    places,
    isFull,
    add: (die) => set([...rolled, die]),
    remove: (place) => set(rolled.toSpliced(place, 1)),
    clear: () => set([])
  });
}
