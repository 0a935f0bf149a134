/** Every legal action as a bar with its value: for the coach and for Ask. */
import { smallDice } from "./dice.js";
import { h, percent, points } from "./dom.js";
import { moveWords } from "./words.js";

const FIRST = 6;

/** How values of an objective are told: chances as percentages, anything else as numbers. */
export function scale(objective = "win") {
  const chance = objective === "win" || objective.startsWith("within");
  return {
    tell: (value) => (chance ? percent(value) : value.toFixed(value >= 100 ? 1 : 3)),
    lose: (loss) => (chance ? `−${percent(loss, loss < .0005 ? 3 : loss < .005 ? 2 : 1)}` : `−${loss.toFixed(loss >= 10 ? 1 : 3)}`),
  };
}

/**
 * The list of actions, best first.
 * @param {object[]} actions as the server ranks them
 * @param {{objective?: string, all?: boolean, more?: Function, pick?: Function, pickLabel?: string}} options
 */
export function bars(actions, { objective = "win", all = false, more, pick, pickLabel = "Choose" } = {}) {
  const { tell, lose } = scale(objective);
  const shown = all ? actions : actions.slice(0, FIRST);
  const values = shown.map((action) => action.value);
  const best = Math.max(...values), least = Math.min(...values);
  const low = Math.max(Math.min(0, least), least - Math.max((best - least) * .25, Math.abs(best) * .02));
  const width = (value) => `${best > low ? Math.max(3, 100 * (value - low) / (best - low)) : 100}%`;
  return h("div", { class: "advice" },
    h("ol", { class: "actions" }, shown.map((action, index) => {
      const good = action.verdict === "best" || action.verdict === "tied" || action.loss === 0;
      const inside = [
        h("span", { class: "action-name" }, action.keep ? [smallDice(action.keep), h("span", { class: "plus" }, moveWords({ ...action, keep: "" }).toLowerCase())] : moveWords(action)),
        h("span", { class: "action-value number" }, tell(action.value)),
        h("span", { class: "action-bar", "aria-hidden": "true" }, h("i", { style: { width: width(action.value) } })),
        h("span", { class: "action-loss number" }, good ? h("span", { class: "tick-mark" }, index === 0 && actions.filter((each) => each.loss === 0).length < 2 ? "best" : "as good") : lose(action.loss)),
      ];
      const name = `${moveWords(action)}: ${tell(action.value)}${good ? ", best" : `, ${lose(action.loss)}`}${action.points ? `, ${points(action.points)} points` : ""}`;
      return h("li", { class: good ? "action best" : "action" }, pick
        ? h("button", { type: "button", "aria-label": `${name}. ${pickLabel}.`, data: { key: `action-${index}`, move: action.move ?? null }, on: { click: () => pick(action) } }, inside)
        : h("div", { role: "img", "aria-label": name }, inside));
    })),
    h("p", { class: "bars-note small soft" }, h("span", {}, `Bars from ${tell(low)} to ${tell(best)}`),
      actions.length > FIRST && more ? h("button", { type: "button", class: "button plain small", "aria-expanded": String(all), data: { key: "more" }, on: { click: more } }, all ? "Fewer" : `All ${actions.length}`) : null));
}
