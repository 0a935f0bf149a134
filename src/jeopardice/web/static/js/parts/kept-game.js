/** A game of the library: who played, how it stands, what the review found, and what can be done with it. */
import {minuteOf} from "../common/dates.js";
import {h} from "../common/dom.js";
import {link, pack} from "../common/links.js";
import {percent, points, signed} from "../common/numbers.js";
import {playerName} from "../game/record.js";

import {button, mark, numberHead} from "./controls.js";

/** "Won by You", "In turn 12" @param {KeptGame} game */
export function standing({over, winners, record}) {
  if (!over) return "Not finished";
  const names = winners.map((seat) => record.seats[seat].name);
  if (names.length > 1) return "Shared win";
  return names[0] === "You" ? "You won" : `${names[0]} won`;
}

/** The address at which a game continues. @param {KeptGame} game */
export const linkTo = ({place, id}) => `#${place === "table" ? "table" : "play"}?kept=${id}`;

/**
 * @param {KeptGame} game @param {{analyse: () => void, text: () => void, remove: () => void}} actions
 * @param {Child} note what is said about its analysis
 */
export function keptGame(game, {analyse, text, remove}, note) {
  const {id, title, goal, over, changed, record} = game, name = `${title || "Your own rules"}, ${minuteOf(changed)}`;
  /** @param {string} label @param {string} key @param {() => void} action */
  const act = (label, key, action, spoken = label) =>
    button(label, `${key}-${id}`, action, "small", {"aria-label": `${spoken}: ${name}`});
  return h("article", {class: "kept-game card", "aria-label": name},
    h("header", {},
      h("div", {}, h("h2", {}, title || "Your own rules"),
        h("p", {class: "small soft"},
          `${minuteOf(changed)} · to ${points(goal)}${game.place === "table" ? " · real dice" : ""}`)),
      h("b", {class: over ? "standing" : "standing open"}, standing(game))),
    h("table", {class: "kept-seats"},
      h("thead", {},
        h("tr", {}, h("th", {scope: "col"}, "Player"), numberHead("Score"), numberHead("Error"), numberHead("Luck"))),
      h("tbody", {}, record.seats.map((seat, number) => seatRow(game, seat, number)))),
    note ? h("div", {class: "kept-note small"}, note) : null,
    h("div", {class: "row kept-actions"},
      h("a", {
        class: over ? "button small" : "button small main",
        href: linkTo(game),
        key: `open-${id}`,
        "aria-label": `${over ? "Open" : "Continue"}: ${name}`
      },
        over ? "Open" : "Continue"),
      game.summary ? h("a", {
        class: "button small",
        href: link(`analysis=${pack({record})}`),
        key: `analysis-${id}`,
        "aria-label": `Analysis: ${name}`
      },
                       "Analysis") :
                     act("Analyse", "analyse", analyse),
      act("Text", "text", text, "Text file"), act("Delete", "delete", remove)));
}

/** @param {KeptGame} game @param {Seat} seat @param {number} number */
function seatRow({scores, winners, summary}, seat, number) {
  const found = summary?.[number], won = winners.includes(number);
  const computer = seat.player !== "human" && playerName(seat.player) !== seat.name;
  return h("tr", {class: won ? `seat-${number} won` : `seat-${number}`},
    h("th", {scope: "row"},
      h("span", {class: "kept-name"}, mark(), h("span", {}, seat.name),
        computer ? h("small", {class: "soft"}, playerName(seat.player)) : null)),
    h("td", {class: "number"}, points(scores[number]), won ? h("span", {class: "visually-hidden"}, " (won)") : null),
    h("td", {class: "number"}, found?.decisions ? percent(found.cost / found.decisions, 2) : "–"),
    h("td", {class: "number"}, found ? signed(found.luck) : "–"));
}
