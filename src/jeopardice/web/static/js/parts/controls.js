/** Buttons, fields and frames that several pages use. */
import {h} from "../common/dom.js";
import {withEdges} from "../common/edges.js";

/**
 * A button; `kind` adds classes such as "small", "plain" and "main".
 * @param {Child} label @param {string} key @param {() => void} click @param {string} kind @param {Properties} more
 */
export const button = (label, key, click, kind = "small", more = {}) =>
  h("button", {class: `button ${kind}`, key, click, ...more}, label);

/**
 * A few options as radio buttons side by side.
 * @param {string} name @param {string} label @param {Option[]} options @param {unknown} value
 * @param {(value: any) => void} change
 */
export function choice(name, label, options, value, change) {
  return h("fieldset", {class: "choice-field"}, h("legend", {class: "visually-hidden"}, label),
    h("div", {class: "choice"}, options.map(([each, text]) => {
      const checked = String(each) === String(value), on = {change: () => change(each)};
      return h("label", {}, h("input", {type: "radio", name, value: each, checked, key: `${name}-${each}`, on}),
        h("span", {}, text));
    })));
}

/**
 * A labelled select.
 * @param {string} label @param {Option[]} options @param {unknown} value @param {(value: string) => void} change
 * @param {Properties} more
 */
export const select = (label, options, value, change, more = {}) =>
  h("label", {class: "field"}, h("span", {}, label), bareSelect(options, value, change, more));

/**
 * A select without its label.
 * @param {Option[]} options @param {unknown} value @param {(value: string) => void} change @param {Properties} more
 */
export const bareSelect = (options, value, change, more = {}) =>
  h("select", {value: String(value), on: {change: (event) => change(event.target.value)}, ...more},
    options.map(([each, text]) => h("option", {value: each}, text)));

/**
 * A number; what is typed replaces it. @param {string} label @param {unknown} value @param {Change<number>} change
 * @param {Properties} more
 */
export const number = (label, value, change, more = {}) => field(label, value, (input) => change(input.valueAsNumber),
  {type: "number", inputmode: "numeric", on: {focus: (event) => event.target.select()}, ...more});

/**
 * A labelled input.
 * @param {Child} label @param {unknown} value @param {(input: HTMLInputElement) => void} change
 * @param {Properties} more
 */
export const field = (label, value, change, more = {}) =>
  h("label", {class: "field"}, h("span", {}, label), bareInput(value, change, more));

/** A bare input. @param {unknown} value @param {Change<HTMLInputElement>} change @param {Properties} more */
export const bareInput = (value, change, {on, ...more} = {}) =>
  h("input", {value: String(value), on: {input: (event) => change(event.target), ...on}, ...more});

/** Games to choose from. @param {GameRules[]} games @returns {Option[]} */
export const gameOptions = (games) => games.map((game) => [game.name, game.title]);

/** The title of a page and what it is for. @param {string} title @param {Child} lead */
export const pageHead = (title, lead) =>
  h("div", {class: "page-head"}, h("h1", {}, title), h("p", {class: "lead"}, lead));

/** A box that scrolls by itself, and shows where. @param {string} label @param {string} kind @param {Child} content */
export const scrolling = (label, kind, content) =>
  withEdges(h("div", {class: `scroll ${kind}`, tabindex: "0", role: "region", "aria-label": label}, content));

/** The head of a column of numbers. @param {string | number} title */
export const numberHead = (title) => h("th", {scope: "col", class: "number"}, title);

/** A colour and its meaning. @param {string} colour @param {string} label */
export const swatch = (colour, label) =>
  h("span", {}, h("i", {class: `swatch ${colour}-swatch`, "aria-hidden": "true"}), label);

/** The colour of a seat. */
export const mark = () => h("i", {class: "mark", "aria-hidden": "true"});

/**
 * Opens a dialog with a title; it is removed when it closes.
 * @param {string} title @param {(close: () => void) => Child} content @param {string} kind
 */
export function openDialog(title, content, kind = "") {
  const dialog = h("dialog", {"aria-labelledby": "dialog-title"}), close = () => dialog.close();
  dialog.append(h("div", {class: `inside ${kind}`},
    h("header", {}, h("h2", {id: "dialog-title"}, title),
      h("button", {class: "icon", "aria-label": "Close", click: close}, "✕")),
    content(close)));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
