/** The end of a game at a real table: who has won, everybody's turns, luck and mistakes. */
import {post} from "../common/api.js";
import {h, show} from "../common/dom.js";
import {pack} from "../common/links.js";
import {counted, percent, points} from "../common/numbers.js";
import {roundOf, turnsIn} from "../game/sheet.js";
import {recordedWords, resultWords} from "../game/words.js";

import {button, mark, numberHead, scrolling} from "./controls.js";
import {sumOf} from "./review.js";

const MOST = 8;
/** Smaller costs are not shown; the server counts mistakes from the same cost. */
const MISTAKE = .001;

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

/** Draws luck and mistakes, which need best play. @param {HTMLElement} root @param {GameRecord} record */
export async function drawLuck(root, record) {
  const head = h("header", {}, h("h2", {}, "Luck and mistakes"));
  show(root, head, h("p", {class: "empty"}, "Checking every decision …"));
  try {
    /** @type {Review} */
    const review = await post("/api/games/review", {record});
    const names = record.seats.map(({name}) => name);
    show(root, head, h("div", {class: "sums"}, review.seats.map(accountOf)), mistakes(review, names));
  } catch (error) {
    show(root, head, h("p", {class: "error"}, error.message));
  }
}

/** A seat with its sum. @param {Account} seat @param {number} index */
function accountOf(seat, index) {
  const seen = seat.decisions > 0 || Math.abs(seat.luck) > 0;
  return h("div", {class: `sum seat-${index}`, data: {seat: String(index)}},
    h("h3", {}, mark(), seat.name,
      seen ? h("span", {class: "soft small"},
               `${seat.mistakes ? counted(seat.mistakes, "mistake") : "no mistakes"} in ${
                 counted(seat.decisions, "decision")}`) :
             h("span", {class: "soft small"}, "by results only")),
    sumOf(seat, seen));
}

/** @param {Review} review @param {string[]} names */
function mistakes({decisions}, names) {
  const worst = decisions.filter(({cost}) => cost >= MISTAKE).sort((a, b) => b.cost - a.cost).slice(0, MOST);
  if (!worst.length) return h("p", {class: "soft"}, "Every decision that is known was as good as best play.");
  return h("section", {class: "stack"}, h("h3", {}, "Decisions that cost most"),
    h("ol", {class: "sheet-mistakes"},
      worst.map(
        ({seat, turn, did, best, cost}) => h("li", {class: `seat-${seat}`},
          h("b", {class: "bad number"}, `−${percent(cost)}`),
          h("span", {}, h("b", {class: "who"}, `${names[seat]}, round ${roundOf(turn, names.length)}`),
            ` ${recordedWords(did)} `, h("span", {class: "soft"}, `better: ${recordedWords(best).toLowerCase()}`))))));
}
