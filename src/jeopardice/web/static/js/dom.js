/** Making and replacing parts of the page, and the words that numbers are told in. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Gives an element its properties: click: handler, on: {event: handler}, key (by which `show` finds the focus again),
 * data: {…}, style: {…}; everything else becomes an attribute.
 */
function dress(element, properties) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on")
      for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (name === "click")
      element.addEventListener("click", value);
    else if (name === "key")
      element.dataset.key = value;
    else if (name === "data")
      Object.assign(element.dataset, value);
    else if (name === "style")
      for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else if (name === "value")
      element.value = value;
    else if (name === "checked" || name === "disabled" || name === "selected")
      element[name] = value;
    else
      element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

/** An HTML element; children that are null or false are left out. */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  if (tag === "button") element.type = "button";
  const {value, ...others} = properties ?? {};
  dress(element, others);
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  // A select has its value only once its options are there.
  return value === undefined ? element : dress(element, {value});
}

/** An SVG element. */
export function svg(tag, properties, ...children) {
  const element = dress(document.createElementNS(SVG, tag), properties);
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}

/** Replaces what is in `root`, and puts the focus back on the control with the same data-key. */
export function show(root, ...children) {
  const key = root.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  root.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  if (key) root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({preventScroll: true});
}

/** Tells a screen reader, which speaks when it has finished what it is saying. */
export function announce(text) {
  const live = document.getElementById("live");
  // The same words twice are only spoken twice if the text changes in between.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** A line at the bottom of the page for a moment, also spoken. */
export function toast(text) {
  const note = h("div", {class: "toast"}, text);
  document.getElementById("toasts").append(note);
  announce(text);
  setTimeout(() => note.remove(), 2600);
}

/** A choice of a few, as radio buttons side by side: options are [value, label] pairs. */
export function choice(name, label, options, value, change) {
  return h("fieldset", {class: "choice-field"}, h("legend", {class: "unseen"}, label),
    h("div", {class: "choice"},
      options.map(([each, text]) => h("label", {}, h("input", {
        type: "radio",
        name,
        value: each,
        checked: String(each) === String(value),
        key: `${name}-${each}`,
        on: {change: () => change(each)}
      }),
                    h("span", {}, text)))));
}

/** A labelled select: options are [value, label] pairs. */
export function select(label, options, value, change, more = {}) {
  return h("label", {class: "field"}, h("span", {}, label),
    h("select", {value: String(value), on: {change: (event) => change(event.target.value)}, ...more},
      options.map(([each, text]) => h("option", {value: each}, text))));
}

/** A labelled number. */
export function number(label, value, change, more = {}) {
  return h("label", {class: "field"}, h("span", {}, label), h("input", {
    type: "number",
    inputmode: "numeric",
    value: String(value),
    on: {input: (event) => change(event.target.valueAsNumber)},
    ...more
  }));
}

/** Calls the function once it has not been asked for during `wait` milliseconds. */
export function calmly(wait, action) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), wait);
  };
}

/** Copies text, and says so. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    window.prompt(`Copy ${what.toLowerCase()}:`, text);
  }
}

const grouped = new Intl.NumberFormat("en-GB");
/** 12,345 */
export const points = (value) => grouped.format(value).replace("-", "−");
/** 54.1 %, kept on one line */
export const percent = (value, digits = 1) => `${(100 * value).toFixed(digits).replace("-", "−")}\u00a0%`;
/** A sentence in which no percent sign begins a line. */
export const unbroken = (sentence) => sentence.replaceAll(" %", "\u00a0%");
/** +1.3 % or −1.3 % */
export const signed = (value, digits = 1) => {
  const text = (100 * Math.abs(value)).toFixed(digits);
  return `${Number(text) === 0 ? "±" : value < 0 ? "−" : "+"}${text}\u00a0%`;
};
/** 1 die, 3 dice */
export const diceCount = (count) => (Number(count) === 1 ? "1 die" : `${count} dice`);
/** The dice of a hand: "3 dice"; where they are of several kinds "3 dice (AAB)". */
export const handWords = (hand) =>
  (/^\d+$/.test(String(hand)) ? diceCount(hand) : `${diceCount(String(hand).replace(/[^A-Z]/g, "").length)} (${hand})`);
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
