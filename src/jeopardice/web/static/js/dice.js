/** Dice: drawn as SVG, and written as text the way `jeopardice advise` writes them ("115", "10,10", "A5,B*"). */
import {h, still, svg} from "./dom.js";

const LOW = 27, MID = 50, HIGH = 73;
const PIPS = {
  1: [[MID, MID]],
  2: [[LOW, LOW], [HIGH, HIGH]],
  3: [[LOW, LOW], [MID, MID], [HIGH, HIGH]],
  4: [[LOW, LOW], [LOW, HIGH], [HIGH, LOW], [HIGH, HIGH]],
  5: [[LOW, LOW], [LOW, HIGH], [MID, MID], [HIGH, LOW], [HIGH, HIGH]],
  6: [[LOW, LOW], [LOW, MID], [LOW, HIGH], [HIGH, LOW], [HIGH, MID], [HIGH, HIGH]],
};
const STAR = "50,20 58,40 80,41 63,55 69,76 50,64 31,76 37,55 20,41 42,40";

/** A die of a text: "A5" is a 5 of kind A, "*" a wild face. */
function token(text) {
  const [, kind, face] = /^([A-Z]?)(\d+|\*)$/.exec(text.trim()) ?? [null, "", text];
  return {face, kind: kind || null};
}

/** The dice of a text. */
export function parse(text) {
  if (!text) return [];
  const parts = text.includes(",") ? text.split(",").filter(Boolean) : /^[A-Z]/.test(text) ? [text] : [...text];
  return parts.map(token);
}

export const spell = (die) => `${die.kind ?? ""}${die.face}`;

/** Dice as the text that the server reads. */
export function write(dice) {
  const parts = dice.map(spell);
  if (dice.some((die) => die.kind)) return parts.join(",");
  if (!parts.some((part) => part.length > 1)) return parts.join("");
  return parts.length === 1 ? `${parts[0]},` : parts.join(",");
}

/** The same text for the same dice in any order. */
export const gathered = (dice) => dice.map(spell).sort().join(" ");

const faceName = (face) => (face === "*" ? "wild" : face);
export const dieName = (die) => `${faceName(die.face)}${die.kind ? ` of die ${die.kind}` : ""}`;
/** "1, 1 and 5" */
export function diceName(dice) {
  const names = dice.map(dieName);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The picture of one die. */
export function picture(die) {
  const face = String(die.face);
  const inside = face === "*" ? [svg("polygon", {class: "pip", points: STAR})] :
    PIPS[face]  ? PIPS[face].map(([x, y]) => svg("circle", {class: "pip", cx: x, cy: y, r: face === "1" ? 11 : 9.2})) :
    face === "" ? [] :
                  [svg("text",
                    {class: "numeral", x: 50, y: 67, "text-anchor": "middle", "font-size": face.length > 1 ? 46 : 52},
                    face)];
  return svg("svg", {
    viewBox: "0 0 100 100",
    "aria-hidden": "true",
    class: die.kind ? `kind kind-${(die.kind.charCodeAt(0) - 65) % 6}` : ""
  },
    svg("rect", {class: "edge", x: 4, y: 7, width: 92, height: 91, rx: 20}),
    svg("rect", {class: "body", x: 4, y: 3, width: 92, height: 91, rx: 20}),
    // The letter stands between the upper pips; a star or numeral makes room for it.
    svg("g", {transform: `translate(0 ${die.kind && !PIPS[face] ? 6 : -1.5})`}, inside),
    die.kind && svg("text", {class: "kind-letter", x: 50, y: 26, "text-anchor": "middle", "font-size": 19}, die.kind));
}

/** A die to look at. */
export const stillDie = (die, more = "") =>
  h("span", {class: `die ${more}`, role: "img", "aria-label": dieName(die)}, picture(die));

/** A row of small dice to look at. */
export const smallDice = (text) => h("span", {class: "small-dice", role: "img", "aria-label": diceName(parse(text))},
  parse(text).map((die) => h("span", {class: "die tiny", "aria-hidden": "true"}, picture(die))));

/** Lets the dice of a row tumble for a moment. */
export function tumble(row) {
  if (still()) return;
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
