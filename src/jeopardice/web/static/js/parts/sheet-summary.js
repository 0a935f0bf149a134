/** The end of a game at a real table: who has won, and everybody's turns. */
import {h} from "../common/dom.js";
import {pack} from "../common/links.js";
import {points} from "../common/numbers.js";
import {turnsIn} from "../game/sheet.js";
import {resultWords} from "../game/words.js";

import {button, mark, numberHead, scrolling} from "./controls.js";

/** @param {import("../pages/table.js").TablePage} page @param {GameView} view */
export function sheetResult(page, view) {
  const stats = view.seats.map((_, seat) => statsOf(view, seat));
  return [
    h("header", {}, h("h2", {class: "sheet-winner"}, resultWords(view))),
    h("div", {class: "row sheet-actions"}, button("Play again", "again", () => page.again(), "main"),
      button("New game", "new-game", () => page.setupDialog(), ""),
      h("a", {class: "button", href: `#analysis=${pack(page.game.record)}`}, "Analyse")),
    scrolling("The game in numbers", "",
      h("table", {class: "sheet-stats"},
        h("thead", {},
          h("tr", {}, h("th", {scope: "col"}, "Player"), numberHead("Score"), numberHead("Turns"), numberHead("Busts"),
            numberHead("Best"))),
        h("tbody", {},
          view.seats.map(
            ({name, score}, seat) => h("tr", {}, h("th", {scope: "row", class: `seat-${seat}`}, mark(), " ", name),
              [score, stats[seat].turns, stats[seat].busts, stats[seat].best].map(
                (each) => h("td", {class: "number"}, points(each)))))))),
  ];
}

/** @param {GameView} view @param {number} seat */
function statsOf(view, seat) {
  const turns = turnsIn(view).filter((turn) => turn.seat === seat), ends = turns.flatMap(({entries}) => entries);
  return {
    turns: turns.length,
    busts: ends.filter(({kind}) => ["bust", "end", "lose_banked"].includes(kind)).length,
    best: Math.max(0, ...ends.filter(({kind}) => kind === "bank").map((entry) => entry.points || entry.total))
  };
}
