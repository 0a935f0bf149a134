/** After the game: luck and skill that add up to the result, the mistakes by size, the luck of every roll. */
import {post} from "../common/api.js";
import {h, show} from "../common/dom.js";
import {counted, percent, signed} from "../common/numbers.js";
import {recordedWords} from "../game/words.js";
import {legend, luckChart} from "./charts.js";
import {button, mark} from "./controls.js";

const FIRST = 8;
/** Smaller costs are not shown; the server counts mistakes from the same cost. */
const MISTAKE = .001;

/** Draws the review; `goTo` shows a move. @param {Element} root @param {GameRecord} record @param {GoTo} goTo */
export async function drawReview(root, record, goTo) {
  const head = h("header", {}, h("h2", {}, "Review"));
  show(root, head, h("p", {class: "empty"}, "Checking every decision …"));
  /** @type {Review} */
  let review;
  try {
    review = await post("/api/games/review", {record});
  } catch (error) {
    show(root, head, h("p", {class: "error"}, error.message));
    return;
  }
  const names = record.seats.map((seat) => seat.name), list = h("div"), chart = h("div", {class: "chart"});
  show(root, head, h("div", {class: "sums"}, review.seats.map(accountOf)),
    h("div", {class: "two"},
      h("section", {"aria-labelledby": "mistakes-title"}, h("h3", {id: "mistakes-title"}, "Decisions that cost most"),
        list),
      h("section", {"aria-labelledby": "luck-title"}, h("h3", {id: "luck-title"}, "Luck, roll by roll"), legend(names),
        chart)));
  drawMistakes(list, review, names, goTo);
  luckChart(chart, review.rolls, names, goTo);
}

/** @param {Element} root @param {Review} review @param {string[]} names @param {GoTo} goTo */
function drawMistakes(root, review, names, goTo, all = false) {
  const mistakes = review.decisions.filter((each) => each.cost >= MISTAKE).sort((a, b) => b.cost - a.cost);
  if (!mistakes.length) {
    show(root, h("p", {class: "empty"}, "None: every decision was as good as best play."));
    return;
  }
  const rows = mistakes.slice(0, all ? Infinity : FIRST)
                 .map(({move, seat, turn, did, best, cost}) => h("li", {},
                        h("button", {key: `mistake-${move}`, click: () => goTo(move)},
                          h("b", {class: "bad number"}, `−${percent(cost)}`),
                          h("span", {class: `who seat-${seat}`}, `${names[seat]}, turn ${turn}`),
                          h("span", {}, recordedWords(did)),
                          h("span", {class: "soft"}, `better: ${recordedWords(best).toLowerCase()}`))));
  const toggle = () => drawMistakes(root, review, names, goTo, !all);
  show(root, h("ol", {class: "mistakes"}, rows),
    mistakes.length > FIRST ? button(all ? "Fewer" : `All ${mistakes.length}`, "all-mistakes", toggle, "plain") : null);
}

/** start + luck + mistakes + others = result. @param {Account} seat @param {number} index */
function accountOf(seat, index) {
  /** @param {string} value @param {string} word */
  const part = (value, word, more = "") =>
    h("span", {class: `part ${more}`}, h("b", {class: "number"}, value), h("small", {}, word));
  /** @param {number} value @param {string} word */
  const change = (value, word) => part(signed(value), word, value < -5e-4 ? "bad" : value > 5e-4 ? "good" : "");
  const mistakes = seat.mistakes ? counted(seat.mistakes, "mistake") : "no mistakes";
  return h("div", {class: `sum seat-${index}`},
    h("h3", {}, mark(), seat.name,
      h("span", {class: "soft small"}, `${mistakes} in ${counted(seat.decisions, "decision")}`)),
    h("p", {class: "parts"}, part(percent(seat.start), "at the start"), change(seat.luck, "own luck"),
      change(seat.cost, "own mistakes"), change(seat.others, "other players"),
      part(`= ${percent(seat.result)}`, "result", "total-part")));
}
