/** Every legal action as a bar with its value: for the coach and for Ask. */
import {smallDice} from "./dice.js";
import {h, percent, points, signed} from "./dom.js";
import {moveWords} from "./words.js";

const FIRST = 6;

/** How values are told: chances as percentages, differences of chances with their sign, anything else as numbers. */
export function scale(measure = "chance") {
  if (measure === "chance")
    return {
      tell: (value) => percent(value),
      lose: (loss) => `−${
        percent(loss,
          loss < .0005  ? 3 :
            loss < .005 ? 2 :
                          1)}`
    };
  if (measure.startsWith("difference"))
    return {tell: (value) => signed(value, 2), lose: (loss) => `−${percent(loss, 2)}`};
  const digits = (value) => (Math.abs(value) >= 100 ? 1 : 3);
  return {
    tell: (value) => value.toFixed(digits(value)),
    lose: (loss) => `${measure === "turns" ? "+" : "−"}${loss.toFixed(digits(loss))}`
  };
}

/**
 * The list of actions, best first.
 * @param {object[]} actions as the server ranks them
 * @param {{measure?: string, all?: boolean, more?: Function, pick?: Function, pickLabel?: string}} options
 */
export function bars(actions, {measure = "chance", all = false, more, pick, pickLabel = "Choose"} = {}) {
  const {tell, lose} = scale(measure);
  const shown = all ? actions : actions.slice(0, FIRST);
  const worst = Math.max(...shown.map((action) => action.loss));
  // The bars begin a little below the worst action, so that small differences are seen; a note says where.
  const span = Math.max(worst * 1.25, 1e-9), base = actions[0].value + (measure === "turns" ? span : -span);
  const width = (loss) => `${worst > 0 ? 100 * (1 - loss / span) : 100}%`;
  return h("div", {class: "advice"}, h("ol", {class: "actions"}, shown.map((action, index) => {
    const good = action.verdict === "best" || action.verdict === "tied" || action.loss === 0;
    const inside = [
      h("span", {class: "action-name"},
        action.keep ?
          [
            smallDice(action.keep),
            h("span", {class: "plus"}, moveWords({...action, keep: ""}).replace(/^./, (first) => first.toLowerCase()))
          ] :
          moveWords(action)),
      h("span", {class: "action-value number"}, tell(action.value)),
      h("span", {class: "action-bar", "aria-hidden": "true"}, h("i", {style: {width: width(action.loss)}})),
      h("span", {class: "action-loss number"},
        good ? h("span", {class: "tick-mark"},
                 index === 0 && actions.filter((each) => each.loss === 0).length < 2 ? "best" : "as good") :
               lose(action.loss)),
    ];
    const name = `${moveWords(action)}: ${tell(action.value)}${good ? ", best" : `, ${lose(action.loss)}`}${
      action.points ? `, ${points(action.points)} points` : ""}`;
    return h("li", {class: good ? "action best" : "action"},
      pick ? h("button", {"aria-label": `${name}. ${pickLabel}.`, key: `action-${index}`, click: () => pick(action)},
               inside) :
             h("div", {role: "img", "aria-label": name}, inside));
  })),
    h("p", {class: "bars-note small soft"}, h("span", {}, worst > 0 ? `Bars begin at ${tell(base)}` : ""),
      actions.length > FIRST && more ?
        h("button", {class: "button plain small", "aria-expanded": String(all), key: "more", click: more},
          all ? "Fewer" : `All ${actions.length}`) :
        null));
}
