/** Making and replacing elements of the page. */

/** The children that are there, as `append` takes them. @param {Child[]} children @returns {(Node | string)[]} */
const present = (children) =>
  /** @type {any[]} */ (children).flat(Infinity).filter(
    (child) => child !== null && child !== undefined && child !== false);

/**
 * Gives an element its properties: click: handler, on: {event: handler}, key (by which `show` finds the focus again),
 * data: {…}, style: {…}; everything else becomes an attribute.
 * @param {any} element @param {Properties} properties
 */
function dress(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
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
    else if (["value", "checked", "disabled", "selected"].includes(name))
      element[name] = value;
    else
      element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

/**
 * An HTML element; children that are null or false are left out.
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Properties} [properties]
 * @param {Child[]} children @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag), {value, ...others} = properties;
  if (element instanceof HTMLButtonElement) element.type = "button";
  dress(element, others);
  element.append(...present(children));
  // A select has its value only once its options are there.
  return dress(element, {value});
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag @param {Tag} tag @param {Properties} properties @param {Child[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, properties, ...children) {
  const element = dress(document.createElementNS("http://www.w3.org/2000/svg", tag), properties);
  element.append(...present(children));
  return element;
}

/** Replaces the content of `root`; the focus stays with its key. @param {Element} root @param {Child[]} children */
export function show(root, ...children) {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && root.contains(active) ? active.dataset.key : undefined;
  root.replaceChildren(...present(children));
  if (key) /** @type {HTMLElement?} */
    (root.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus({preventScroll: true});
}

/** The element of index.html with this id. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Lets a screen reader speak after its current sentence. @param {string} text */
export function announce(text) {
  const live = byId("live");
  // The same words are only spoken again if the text changes in between.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Shows and speaks a line at the bottom of the page for a moment. @param {string} text */
export function toast(text) {
  const note = h("div", {class: "toast"}, text);
  byId("toasts").append(note);
  announce(text);
  setTimeout(() => note.remove(), 2600);
}

/** Copies text, and says so. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    window.prompt(`Copy ${what.toLowerCase()}:`, text);
  }
}

/** Calls `action` after `wait` milliseconds without another request. @param {number} wait @param {() => void} action */
export function debounced(wait, action) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, wait);
  };
}

/** Whether the user points with a finger, not with a mouse. */
export const hasTouch = () => matchMedia("(pointer: coarse)").matches;
/** Whether the user prefers no animation. */
export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether the user is typing into an element, so keys are not shortcuts. @param {EventTarget | null} target */
export const isTyping = (target) => target instanceof Element &&
  target.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea, select");
