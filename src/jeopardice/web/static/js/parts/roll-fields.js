/** Dice to tap on the page Ask: those rolled, or how many are left. */
import {h} from "../common/dom.js";
import {sum} from "../common/numbers.js";
import {diceText, dieName, parseDice} from "../game/dice.js";
import {countsOf} from "../game/position.js";

import {button} from "./controls.js";
import {picture, waitingDie} from "./die.js";

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
  /** @param {Die} die @param {number} place */
  const rolledDie = (die, place) => h("button", {
    class: "die",
    "aria-label": `Remove ${dieName(die)}`,
    key: `rolled-${place}`,
    click: () => ask.set({roll: diceText(rolled.toSpliced(place, 1))})
  },
    picture(die));
  return h("div", {class: "stack"}, game.dice.map((kind, index) => faceButtons(ask, kind, rolled, isFull(kind, index))),
    h("div", {class: "rolled", role: "group", "aria-label": "Dice rolled"}, rolled.map(rolledDie),
      Array.from({length: places - rolled.length}, waitingDie),
      rolled.length ? button("Clear", "clear-roll", () => ask.set({roll: ""}), "small plain") : null));
}

/** The faces of a kind, to tap. @param {Ask} ask @param {DiceKind} kind @param {Die[]} rolled @param {boolean} full */
function faceButtons(ask, {name, faces}, rolled, full) {
  return h("div", {class: "taps", role: "group", "aria-label": name ? `Add a die of kind ${name}` : "Add a die"},
    faces.map((face) => {
      const die = {face, kind: name || null};
      return h("button", {
        class: "die",
        "aria-label": `Add ${dieName(die)}`,
        "aria-disabled": full ? "true" : null,
        key: `face-${name}${face}`,
        click: () => full || ask.set({roll: diceText([...rolled, die])})
      },
        picture(die));
    }));
}
