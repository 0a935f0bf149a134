/** Faces to tap, and the dice that were entered so far: on the pages Table and Ask. */
import {h} from "../common/dom.js";
import {dieName} from "../game/dice.js";

import {button} from "./controls.js";
import {picture, waitingDie} from "./die.js";

/**
 * `places`: how many dice there are in all; a full kind takes no more.
 * @param {{kinds: DiceKind[], dice: Die[], places: number, isFull: (kind: DiceKind, index: number) => boolean,
 *   add: (die: Die) => void, remove: (place: number) => void, clear: () => void}} pad
 */
export const dicePad = ({kinds, dice, places, isFull, add, remove, clear}) =>
  h("div", {class: "stack"}, kinds.map((kind, index) => faceButtons(kind, isFull(kind, index), add)),
    h("div", {class: "rolled", role: "group", "aria-label": "Dice rolled"},
      dice.map(
        (die, place) => h("button",
          {class: "die", "aria-label": `Remove ${dieName(die)}`, key: `rolled-${place}`, click: () => remove(place)},
          picture(die))),
      Array.from({length: Math.max(0, places - dice.length)}, waitingDie),
      dice.length ? button("Clear", "clear-roll", clear, "small plain") : null));

/** The faces of a kind, to tap. @param {DiceKind} kind @param {boolean} full @param {(die: Die) => void} add */
function faceButtons({name, faces}, full, add) {
  return h("div", {class: "taps", role: "group", "aria-label": name ? `Add a die of kind ${name}` : "Add a die"},
    faces.map((face) => {
      const die = {face, kind: name || null};
      return h("button", {
        class: "die",
        "aria-label": `Add ${dieName(die)}`,
        "aria-disabled": full ? "true" : null,
        key: `face-${name}${face}`,
        click: () => full || add(die)
      },
        picture(die));
    }));
}
