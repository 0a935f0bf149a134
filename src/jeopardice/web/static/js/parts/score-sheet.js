/** The score sheet: every turn of every player, each a button that corrects it. */
import {h} from "../common/dom.js";
import {percent, points} from "../common/numbers.js";
import {cellWords, roundsOf, scoreAfter} from "../game/sheet.js";

import {mark, scrolling} from "./controls.js";

/** @typedef {import("../game/sheet.js").SheetTurn} SheetTurn */

/**
 * @param {GameView} view @param {number} first the seat that starts @param {((turn: SheetTurn) => void) | null} correct
 */
export function scoreSheet(view, first, correct) {
  const {rounds, order} = roundsOf(view, view.simultaneous ? 0 : first), chances = view.chances?.at(-1)?.seats;
  /** @param {number} seat */
  const head = (seat) => {
    const {name, score} = view.seats[seat], moves = seat === view.mover && !view.over,
                 won = view.winners.includes(seat);
    return h("th", {
      scope: "col",
      class: `seat-${seat}${moves ? " moves" : ""}${won ? " won" : ""}`,
      "aria-current": moves ? "true" : null
    },
      h("span", {class: "sheet-name"}, mark(), h("b", {}, name)), h("span", {class: "sheet-score"}, points(score)),
      h("small", {class: "soft"},
        won       ? "wins" :
          chances ? percent(chances[seat]) :
          moves   ? "to play" :
                    ""));
  };
  return scrolling("Score sheet", "sheet-scroll",
    h("table", {class: "score-sheet"},
      h("thead", {},
        h("tr", {}, h("th", {scope: "col"}, h("span", {class: "visually-hidden"}, "Round")), order.map(head))),
      h("tbody", {},
        rounds
          .map((turns, round) => h("tr", {}, h("th", {scope: "row"}, round + 1),
                 order.map((seat) => h("td", {}, turns[seat] ? cell(turns[seat], view.seats[seat], correct) : null))))
          .reverse())));
}

/** @param {SheetTurn} turn @param {Seat} seat @param {((turn: SheetTurn) => void) | null} correct */
function cell(turn, seat, correct) {
  const words = cellWords(turn), score = turn.open ? null : scoreAfter(turn);
  /** @param {string} text */
  const spoken = (text) => h("span", {class: "visually-hidden"}, text);
  const inside = [
    spoken(`${seat.name}: `),
    h("span", {}, words),
    score === null ? null : h("small", {class: "soft"}, points(score)),
  ];
  const kind = /^(bust|lost|too)/.test(words) ? "sheet-cell bad" : "sheet-cell";
  return correct && !turn.open ?
    h("button", {class: kind, key: `turn-${turn.turn}`, click: () => correct(turn)}, inside, spoken(". Correct")) :
    h("div", {class: kind}, inside);
}
