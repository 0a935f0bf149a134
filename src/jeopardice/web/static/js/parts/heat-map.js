/** The surface between rolling and banking as a map: darker where banking starts early. */
import {h, hasTouch, show} from "../common/dom.js";
import {clamp, percent, points} from "../common/numbers.js";

export const RAMP = ["#1d6650", "#328267", "#5fa678", "#b0c468", "#f2c550", "#fbe7a6"];
/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1]
};

/** The turn total to bank at, by index; in Hog the number of dice. @param {Surface} surface @param {number} at */
export const bankAt = (surface, at) => (surface.never?.[at] ? "never" : points(surface.hold_at[at]));

/** The same in words. @param {Surface} surface @param {number} at @param {string} what */
export const surfaceWords = (surface, at, what) =>
  (surface.never?.[at] ? "Never bank: roll until you win" : `${what} ${bankAt(surface, at)}`);

/** Colours the map. @param {CanvasRenderingContext2D} context @param {Surface} surface @param {number} size */
function paint(context, surface, size) {
  const image = context.createImageData(size, size), most = Math.max(...surface.hold_at);
  const ramp = RAMP.map((shade) => [1, 3, 5].map((at) => parseInt(shade.slice(at, at + 2), 16)));
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++) {
      const place = surface.hold_at[a * size + b] / most * (ramp.length - 1);
      const low = Math.min(Math.floor(place), ramp.length - 2);
      const colour = ramp[low].map((shade, part) => shade + (ramp[low + 1][part] - shade) * (place - low));
      image.data.set([...colour, 255], 4 * ((size - 1 - b) * size + a));
    }
  context.putImageData(image, 0, 0);
}

/**
 * Draws the map; pointing at it or arrow keys show the numbers.
 * @param {Element} root @param {Surface} surface @param {string} what
 */
export function drawHeatMap(root, surface, what) {
  const size = surface.scores.length, label = `${what}, by both scores; arrow keys move`;
  const canvas =
    h("canvas", {width: size, height: size, class: "heat", tabindex: "0", role: "img", "aria-label": label});
  const context = canvas.getContext("2d");
  if (context) paint(context, surface, size);
  const note =
    h("p", {class: "small", role: "status"}, `${hasTouch() ? "Tap" : "Point at"} the map to see its numbers.`);
  const at = {a: 0, b: 0};
  /** @param {number} a @param {number} b */
  const go = (a, b) => {
    at.a = clamp(0, a, size - 1);
    at.b = clamp(0, b, size - 1);
    const place = at.a * size + at.b, words = surfaceWords(surface, place, what);
    note.textContent = `You ${points(surface.scores[at.a])}, opponent ${points(surface.scores[at.b])}: ${
      words[0].toLowerCase()}${words.slice(1)}, you win ${percent(surface.value[place])}`;
  };
  /** @param {PointerEvent} event */
  const pointed = (event) => {
    const box = canvas.getBoundingClientRect();
    go(Math.floor((event.clientX - box.left) / box.width * size),
      size - 1 - Math.floor((event.clientY - box.top) / box.height * size));
  };
  canvas.addEventListener("pointermove", pointed);
  canvas.addEventListener("pointerdown", pointed);
  canvas.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    go(at.a + step[0], at.b + step[1]);
  });
  show(root,
    h("div", {class: "heat-box"}, h("span", {class: "heat-y small soft"}, "opponent's score ↑"), canvas,
      h("span", {class: "heat-x small soft"}, "your score →")),
    note);
}
