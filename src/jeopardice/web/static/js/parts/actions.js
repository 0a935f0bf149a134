/** Every legal action as a bar with its value: for the coach and for Ask. */
import {h} from "../common/dom.js";
import {decimal, percent, points, signed} from "../common/numbers.js";
import {moveWords, thenWords} from "../game/words.js";
import {button} from "./controls.js";
import {smallDice} from "./die.js";

const FIRST = 6;

/**
 * How values and losses are written, with the same decimals in all lines: chances as percentages, differences of
 * chances with their sign, the rest as numbers.
 * @param {string} measure @param {Pick<Action, "value" | "loss">[]} actions
 * @returns {{write: (value: number) => string, writeLoss: (loss: number) => string}}
 */
export function scale(measure = "chance", actions = []) {
  if (measure === "chance") {
    const least = Math.min(...actions.flatMap(({loss}) => (loss > 0 ? [loss] : [])));
    const digits = least < .00005 ? 3 : least < .0005 ? 2 : 1;
    return {write: (value) => percent(value), writeLoss: (loss) => `−${percent(loss, digits)}`};
  }
  if (measure.startsWith("difference"))
    return {write: (value) => signed(value, 2), writeLoss: (loss) => `−${percent(loss, 2)}`};
  const digits = measure === "turns" ? 3 : actions.some(({value}) => Math.abs(value) >= 100) ? 1 : 2;
  /** @param {number} value */
  const write = (value) => decimal(value, digits);
  return {write, writeLoss: (loss) => (measure === "turns" ? "+" : "−") + write(loss)};
}

/**
 * The list of actions, best first, as the server ranks them. `pick` makes each a button.
 * @param {Action[]} actions
 * @param {{measure?: string, all?: boolean, more?: () => void, pick?: (action: Action) => void, pickLabel?: string}}
 *   options
 */
export function actionBars(actions, {measure = "chance", all = false, more, pick, pickLabel = "Choose"} = {}) {
  const shown = all ? actions : actions.slice(0, FIRST), {write, writeLoss} = scale(measure, shown);
  const worst = Math.max(...shown.map((action) => action.loss));
  // The bars start a little below the worst action, so that small differences are visible; a note says where.
  const span = Math.max(worst * 1.25, 1e-9), base = actions[0].value + (measure === "turns" ? span : -span);
  const several = actions.filter((each) => each.loss === 0).length > 1;
  return h("div", {class: "advice"}, h("ol", {class: "actions"}, shown.map((action, index) => {
    const {keep, loss, verdict} = action, value = write(action.value);
    const good = verdict === "best" || verdict === "tied" || loss === 0;
    const rank = index === 0 && !several ? "best" : "as good";
    const width = `${worst > 0 ? 100 * (1 - loss / span) : 100}%`;
    const inside = [
      h("span", {class: "action-name"},
        keep ? [smallDice(keep), h("span", {class: "plus"}, thenWords(action))] : moveWords(action)),
      " ",
      h("span", {class: "action-value number"}, value),
      " ",
      h("span", {class: "action-bar", "aria-hidden": "true"}, h("i", {style: {width}})),
      h("span", {class: "action-loss number"}, good ? h("span", {class: "tick-mark"}, rank) : writeLoss(loss)),
    ];
    const name = `${moveWords(action)}: ${value}, ${good ? "best" : writeLoss(loss)}${
      action.points ? `, ${points(action.points)} points` : ""}`;
    return h("li", {class: good ? "action best" : "action"},
      pick ? h("button", {"aria-label": `${name}. ${pickLabel}.`, key: `action-${index}`, click: () => pick(action)},
               inside) :
             h("div", {role: "img", "aria-label": name}, inside));
  })),
    h("p", {class: "bars-note small soft"}, h("span", {}, worst > 0 ? `Bars start at ${write(base)}` : ""),
      actions.length > FIRST && more ?
        button(all ? "Fewer" : `All ${actions.length}`, "more", more, "plain small", {"aria-expanded": String(all)}) :
        null));
}
