/** The roll/bank surface in 3-D, by plotly; without WebGL a map in 2-D. */
import {h, percent, points, show} from "./dom.js";
import {bankAt} from "./slices.js";

const RAMP = ["#1d6650", "#328267", "#5fa678", "#b0c468", "#f2c550", "#fbe7a6"];

export function hasWebGL() {
  try {
    return Boolean(document.createElement("canvas").getContext("webgl"));
  } catch {
    return false;
  }
}

let plotly = null;
/** Loads plotly's script from this server, once. */
function loadPlotly() {
  plotly ??= new Promise((resolve, reject) => {
    document.head.append(h("script", {
      src: "/plotly.min.js",
      on: {
        load: () => resolve(window.Plotly),
        error: () => {
          plotly = null;
          reject(new Error("plotly.min.js could not be loaded."));
        }
      }
    }));
  });
  return plotly;
}

const colour = (name) => {
  const probe = document.body.appendChild(h("span", {style: {color: `var(--${name})`}}));
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
};

/** What the surface says at a place, in words. */
const said = (surface, at, what) =>
  (surface.never?.[at] ? "Never bank: roll until you win" : `${what} ${bankAt(surface, at)}`);

/** Row a of a square array that is stored in one piece. */
export const rows = (values, size) => Array.from({length: size}, (_, a) => values.subarray(a * size, (a + 1) * size));

/**
 * Draws one surface.
 * @param {HTMLElement} root a box with a height
 * @param {{scores: Int32Array, hold_at: Int32Array, never: Uint8Array, value: Float32Array, goal: number}} surface
 * @param {{what: string, small?: boolean, drawn?: Function}} options `what` names the height: "Bank at" or "Dice to
 *   roll"
 */
export async function drawSurface(root, surface, {what, small = false}) {
  const Plotly = await loadPlotly();
  const size = surface.scores.length, scores = Array.from(surface.scores);
  const hold = rows(surface.hold_at, size).map((row) => Array.from(row));
  const value = rows(surface.value, size);
  // In plotly z[y][x]: the mover's score runs along x, the other's along y.
  const z = scores.map((_, b) => scores.map((__, a) => hold[a][b]));
  const text =
    scores.map((other, b) => scores.map((mine, a) => `You ${points(mine)}, other ${points(other)}<br><b>${
                                          said(surface, a * size + b, what)}</b><br>You win ${percent(value[a][b])}`));
  const narrow = root.clientWidth < 500, away = small ? 1.12 : narrow ? 1.22 : .9;
  const ink = colour("ink"), line = colour("line");
  const axis = (title) => ({
    title: {text: title, font: {size: small ? 10 : 12}},
    color: ink,
    gridcolor: line,
    zerolinecolor: line,
    showbackground: false,
    tickfont: {size: small ? 9 : 11},
    nticks: small ? 3 : 6
  });
  await Plotly.react(root, [{
    type: "surface",
    x: scores,
    y: scores,
    z,
    text,
    hoverinfo: "text",
    showscale: !small && !narrow,
    colorbar: {thickness: 12, len: .7, tickfont: {color: ink}, outlinewidth: 0},
    colorscale: RAMP.map((shade, index) => [index / (RAMP.length - 1), shade]),
    contours: {x: {highlight: !small}, y: {highlight: !small}, z: {highlight: false}},
    lighting: {ambient: .74, diffuse: .5, specular: .03, roughness: 1}
  }],
    {
      margin: {l: 0, r: 0, t: 0, b: 0},
      paper_bgcolor: "rgba(0,0,0,0)",
      font: {family: getComputedStyle(document.documentElement).fontFamily, color: ink},
      hoverlabel: {bgcolor: colour("card"), bordercolor: line, font: {color: ink, size: 13}},
      uirevision: "kept",
      scene: {
        xaxis: axis("Your score"),
        yaxis: axis("Other's score"),
        zaxis: axis(what),
        camera: {eye: {x: 1.2 * away, y: -1.8 * away, z: .95 * away}, center: {x: 0, y: 0, z: -.12}},
        aspectmode: "cube"
      },
    },
    {displayModeBar: false, responsive: true, displaylogo: false});
  root.dataset.drawn = String(Number(root.dataset.drawn ?? 0) + 1);
}

/** Frees what plotly holds. */
export const forget = (root) => {
  if (root.dataset.drawn) window.Plotly?.purge(root);
};

/** The same as a map: darker where banking comes early. Hover or arrow keys tell the numbers. */
export function drawMap(root, surface, {what}) {
  const size = surface.scores.length, most = Math.max(...surface.hold_at), canvas = h("canvas", {
    width: size,
    height: size,
    class: "heat",
    tabindex: "0",
    role: "img",
    "aria-label": `${what}, by both scores; arrow keys move`
  });
  const context = canvas.getContext("2d"), image = context.createImageData(size, size);
  const ramp = RAMP.map((shade) => [1, 3, 5].map((at) => parseInt(shade.slice(at, at + 2), 16)));
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++) {
      const place = surface.hold_at[a * size + b] / most * (ramp.length - 1),
            low = Math.min(Math.floor(place), ramp.length - 2);
      const pixel = 4 * ((size - 1 - b) * size + a);
      for (let c = 0; c < 3; c++)
        image.data[pixel + c] = ramp[low][c] + (ramp[low + 1][c] - ramp[low][c]) * (place - low);
      image.data[pixel + 3] = 255;
    }
  context.putImageData(image, 0, 0);
  const told = h("p", {class: "small", role: "status"}, "Point at a place to see its numbers.");
  const at = {a: 0, b: 0};
  const tell = () => {
    const place = at.a * size + at.b, words = said(surface, place, what);
    told.textContent = `You ${points(surface.scores[at.a])}, other ${points(surface.scores[at.b])}: ${
      words[0].toLowerCase()}${words.slice(1)}, you win ${percent(surface.value[place])}`;
  };
  canvas.addEventListener("pointermove", (event) => {
    const box = canvas.getBoundingClientRect();
    at.a = Math.max(0, Math.min(size - 1, Math.floor((event.clientX - box.left) / box.width * size)));
    at.b = Math.max(0, Math.min(size - 1, size - 1 - Math.floor((event.clientY - box.top) / box.height * size)));
    tell();
  });
  canvas.addEventListener("keydown", (event) => {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];
    if (!step) return;
    event.preventDefault();
    at.a = Math.max(0, Math.min(size - 1, at.a + step[0]));
    at.b = Math.max(0, Math.min(size - 1, at.b + step[1]));
    tell();
  });
  show(root,
    h("div", {class: "heat-box"}, h("span", {class: "heat-y small soft"}, "other's score ↑"), canvas,
      h("span", {class: "heat-x small soft"}, "your score →")),
    told);
}
