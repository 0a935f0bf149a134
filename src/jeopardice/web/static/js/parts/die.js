/** Dice drawn as SVG. */
import {h, prefersStillness, svg} from "../common/dom.js";
import {diceName, dieName, parseDice} from "../game/dice.js";

const LOW = 27, MID = 50, HIGH = 73;
/** @type {Record<string, number[][]>} */
const PIPS = {
  1: [[MID, MID]],
  2: [[LOW, LOW], [HIGH, HIGH]],
  3: [[LOW, LOW], [MID, MID], [HIGH, HIGH]],
  4: [[LOW, LOW], [LOW, HIGH], [HIGH, LOW], [HIGH, HIGH]],
  5: [[LOW, LOW], [LOW, HIGH], [MID, MID], [HIGH, LOW], [HIGH, HIGH]],
  6: [[LOW, LOW], [LOW, MID], [LOW, HIGH], [HIGH, LOW], [HIGH, MID], [HIGH, HIGH]],
};
const STAR = "50,20 58,40 80,41 63,55 69,76 50,64 31,76 37,55 20,41 42,40";

/** @param {string} face */
function drawFace(face) {
  if (face === "*") return svg("polygon", {class: "pip", points: STAR});
  if (PIPS[face])
    return PIPS[face].map(([x, y]) => svg("circle", {class: "pip", cx: x, cy: y, r: face === "1" ? 11 : 9.2}));
  return face && written("numeral", face, 50, face.length > 1 ? 46 : 52);
}

/**
 * Characters on a die, around a height. They are drawn by the style sheet: as part of a picture they are not text, for
 * the die has a name.
 * @param {string} kind @param {string} text @param {number} middle @param {number} size
 */
const written = (kind, text, middle, size) =>
  svg("foreignObject", {x: 0, y: middle - size, width: 100, height: 2 * size},
    h("span", {class: kind, data: {text}, style: {"font-size": `${size}px`, "line-height": `${2 * size}px`}}));

/** The picture of one die. @param {Die} die */
export function picture({face, kind}) {
  const colour = kind ? `kind kind-${(kind.charCodeAt(0) - 65) % 6}` : "";
  return svg("svg", {viewBox: "0 0 100 100", "aria-hidden": "true", class: colour},
    svg("rect", {class: "edge", x: 4, y: 7, width: 92, height: 91, rx: 20}),
    svg("rect", {class: "body", x: 4, y: 3, width: 92, height: 91, rx: 20}),
    // The letter stands between the upper pips; a star or numeral makes room for it.
    svg("g", {transform: `translate(0 ${kind && !PIPS[face] ? 6 : -1.5})`}, drawFace(face)),
    kind && written("kind-letter", kind, 19, 19));
}

/** A die to look at. @param {Die} die */
export const stillDie = (die, more = "") =>
  h("span", {class: `die ${more}`, role: "img", "aria-label": dieName(die)}, picture(die));

/** The place of a die that is not rolled yet. */
export const waitingDie = () =>
  h("span", {class: "die waiting", "aria-hidden": "true"}, picture({face: "", kind: null}));

/** A row of small dice to look at. @param {Die[]} dice @param {string} label */
export const tinyDice = (dice, label, more = "") => h("span", {class: "small-dice", role: "img", "aria-label": label},
  dice.map((die) => h("span", {class: `die tiny${more}`, "aria-hidden": "true"}, picture(die))));

/** @param {string} text */
export const smallDice = (text) => tinyDice(parseDice(text), diceName(parseDice(text)));

/** Lets the dice of a row tumble for a moment. @param {Element} row */
export function tumble(row) {
  if (prefersStillness()) return;
  [...row.querySelectorAll(".die")].forEach((die, place) => {
    const turn = (Math.random() - .5) * 500, x = (Math.random() - .5) * 90;
    die.animate(
      [
        {transform: `translate(${x}px, -70px) rotate(${turn}deg) scale(.8)`, opacity: 0},
        {transform: `translate(${x / 4}px, 6px) rotate(${turn / 8}deg)`, opacity: 1, offset: .65},
        {transform: "none", opacity: 1},
      ],
      {duration: 420 + 35 * place, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards"});
  });
}
