/** The surface between rolling and banking in 3-D, by plotly; without WebGL a map in 2-D. */
import {h} from "../common/dom.js";
import {percent, points} from "../common/numbers.js";

import {RAMP, surfaceWords} from "./heat-map.js";

/** Whether this browser has WebGL. */
export function hasWebGL() {
  try {
    return Boolean(document.createElement("canvas").getContext("webgl"));
  } catch {
    return false;
  }
}

/** @type {Promise<Window["Plotly"]> | null} */
let plotly = null;
/** Loads plotly's script from this server, once. */
function loadPlotly() {
  plotly ??= new Promise((resolve, reject) => {
    const load = () => resolve(window.Plotly), error = () => {
      plotly = null;
      reject(new Error("plotly.min.js could not be loaded."));
    };
    document.head.append(h("script", {src: "/plotly.min.js", on: {load, error}}));
  });
  return plotly;
}

/** A colour of the theme. @param {string} name */
const colour = (name) => {
  const probe = document.body.appendChild(h("span", {style: {color: `var(--${name})`}}));
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
};

/**
 * Draws a surface into a box with a height; `what` names the height: "Bank at" or "Dice to roll".
 * @param {HTMLElement} root @param {Surface} surface @param {string} what
 */
export async function drawSurface(root, surface, what, small = false) {
  const Plotly = await loadPlotly();
  const scores = Array.from(surface.scores), size = scores.length;
  // In plotly z[y][x]: the mover's score runs along x, the opponent's along y.
  const places = scores.map((_, b) => scores.map((__, a) => a * size + b));
  const text =
    places.map((row, b) => row.map((at, a) => `You ${points(scores[a])}, opponent ${points(scores[b])}<br><b>${
                                     surfaceWords(surface, at, what)}</b><br>You win ${percent(surface.value[at])}`));
  const narrow = root.clientWidth < 500, away = small ? 1.12 : narrow ? 1.22 : .9;
  const ink = colour("ink"), line = colour("line");
  /** @param {string} title */
  const axis = (title) => ({
    title: {text: title, font: {size: small ? 10 : 12}},
    color: ink,
    gridcolor: line,
    zerolinecolor: line,
    showbackground: false,
    tickfont: {size: small ? 9 : 11},
    nticks: small ? 3 : 6
  });
  const trace = {
    type: "surface",
    x: scores,
    y: scores,
    z: places.map((row) => row.map((at) => surface.hold_at[at])),
    text,
    hoverinfo: "text",
    showscale: !small && !narrow,
    colorbar: {thickness: 12, len: .7, tickfont: {color: ink}, outlinewidth: 0},
    colorscale: RAMP.map((shade, index) => [index / (RAMP.length - 1), shade]),
    contours: {x: {highlight: !small}, y: {highlight: !small}, z: {highlight: false}},
    lighting: {ambient: .74, diffuse: .5, specular: .03, roughness: 1}
  };
  const layout = {
    margin: {l: 0, r: 0, t: 0, b: 0},
    paper_bgcolor: "rgba(0,0,0,0)",
    font: {family: getComputedStyle(document.documentElement).fontFamily, color: ink},
    hoverlabel: {bgcolor: colour("card"), bordercolor: line, font: {color: ink, size: 13}},
    uirevision: "kept",
    scene: {
      xaxis: axis("Your score"),
      yaxis: axis("Opponent's score"),
      zaxis: axis(what),
      camera: {eye: {x: 1.2 * away, y: -1.8 * away, z: .95 * away}, center: {x: 0, y: 0, z: -.12}},
      aspectmode: "cube"
    },
  };
  await Plotly.react(root, [trace], layout, {displayModeBar: false, responsive: true, displaylogo: false});
  root.dataset.drawn = String(Number(root.dataset.drawn ?? 0) + 1);
}

/** Frees what plotly holds. @param {HTMLElement} root */
export const forgetSurface = (root) => {
  if (root.dataset.drawn) window.Plotly?.purge(root);
};
