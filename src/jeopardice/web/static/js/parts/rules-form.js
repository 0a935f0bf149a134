/** A form for the commonest keys of a rules file. */
import {MOST_SEATS} from "../game/record.js";
import {put, read} from "../game/rules-text.js";

import {field, select} from "./controls.js";

const ANY = ["pig", "hog", "farkle"], FARKLE = ["farkle"], ROLLS = ["pig", "farkle"];
/**
 * Each key: its label, the options (null: a number), the families that have it.
 * @type {[string, string, Option[] | null, string[]][]}
 */
const KEYS = [
  ["goal", "Goal", null, ANY],
  ["players", "Players", Array.from({length: MOST_SEATS - 1}, (_, place) => [place + 2, `${place + 2}`]), ANY],
  ["dice.count", "Dice", null, ANY],
  ["dice.sides", "Sides", null, ANY],
  ["turn.minimum_bank", "Minimum bank", null, ROLLS],
  ["turn.first_bank", "Minimum first bank", null, ROLLS],
  ["turn.set_aside", "Set aside", [["any", "any scoring dice"], ["all", "all scoring dice"]], FARKLE],
  [
    "turn.hot_dice", "Hot dice", [["true", "may roll again"], ["forced", "all must be taken"], ["false", "must bank"]],
    FARKLE
  ],
  ["turn.full_bust", "Points for a full bust", null, FARKLE],
  ["turn.steal", "Steal", [["never", "never"], ["after-bank", "after a bank"], ["after-bust", "after a bust"]], ROLLS],
  ["bust.streak", "Busts until a penalty", null, ANY],
  ["bust.penalty", "Penalty", null, ANY],
  [
    "end.rule", "End of the game",
    [["sudden", "at the goal"], ["last-turn", "one more turn each"], ["equal-turns", "after the round"]], ANY
  ],
  ["end.tie", "Ties", [["first-to-reach", "first to reach it"], ["split", "are split"]], ANY],
];

/** A choice as a value of TOML. @param {string} text */
const valueOf = (text) => (text === "" ? null : /^\d+$|^(true|false)$/.test(text) ? JSON.parse(text) : text);

/** The fields for a text; `change` gets the changed text. @param {() => string} text @param {Change<string>} change */
export function rulesForm(text, change) {
  const family = String(read(text(), "family") ?? "farkle");
  return KEYS.filter(([, , , families]) => families.includes(family)).map(([key, label, options]) => {
    const value = read(text(), key) ?? "";
    /** @param {string | number | null} next */
    const set = (next) => change(put(text(), key, next));
    if (options) return select(label, [["", "default"], ...options], value, (next) => set(valueOf(next)), {key});
    /** @param {HTMLInputElement} input */
    const typed = (input) => {
      // A number that is not complete yet is not changed.
      if (!input.validity.badInput) set(input.value === "" ? null : input.valueAsNumber);
    };
    return field(label, value, typed, {type: "number", placeholder: "default", key});
  });
}
