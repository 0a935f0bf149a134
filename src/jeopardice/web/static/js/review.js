/** After the game: luck and skill that add up to the result, the mistakes by size, the luck of every roll. */
import {post} from "./api.js";
import {legend, luckChart} from "./chart.js";
import {h, percent, show, signed} from "./dom.js";
import {recordedWords} from "./words.js";

const FIRST = 8;
/** Smaller costs are not worth a word; the server counts mistakes from here, too. */
const MISTAKE = .001;

/** Draws the review of a record; `goTo(move)` shows the game as it was after so many moves. */
export async function drawReview(root, record, goTo) {
  show(root, h("header", {}, h("h2", {}, "Review")), h("p", {class: "empty"}, "Looking at every decision …"));
  let review;
  try {
    review = await post("/api/games/review", {record});
  } catch (error) {
    show(root, h("header", {}, h("h2", {}, "Review")), h("p", {class: "error"}, error.message));
    return;
  }
  const names = record.seats.map((seat) => seat.name);
  const mistakes = review.decisions.filter((each) => each.cost >= MISTAKE).sort((a, b) => b.cost - a.cost);
  const chart = h("div", {class: "chart"});
  let all = false;
  const list = h("div", {});
  const drawMistakes = () => show(list,
    mistakes.length ?
      h("ol", {class: "mistakes"},
        (all ? mistakes : mistakes.slice(0, FIRST))
          .map((each) => h("li", {},
                 h("button", {key: `mistake-${each.move}`, click: () => goTo(each.move)},
                   h("b", {class: "bad number"}, `−${percent(each.cost, each.cost < .001 ? 2 : 1)}`),
                   h("span", {class: `who seat-${each.seat}`}, `${names[each.seat]}, turn ${each.turn}`),
                   h("span", {}, recordedWords(each.did)),
                   h("span", {class: "soft"}, `better: ${recordedWords(each.best).toLowerCase()}`))))) :
      h("p", {class: "empty"}, "None: every decision was as good as best play."),
    mistakes.length > FIRST ? h("button", {
      class: "button plain",
      key: "all-mistakes",
      click: () => {
        all = !all;
        drawMistakes();
      }
    },
                                all ? "Fewer" : `All ${mistakes.length}`) :
                              null);
  show(root, h("header", {}, h("h2", {}, "Review")),
    h("div", {class: "sums"}, review.seats.map((seat, index) => sum(seat, index))),
    h("div", {class: "two"},
      h("section", {"aria-labelledby": "mistakes-title"}, h("h3", {id: "mistakes-title"}, "Decisions that cost most"),
        list),
      h("section", {"aria-labelledby": "luck-title"}, h("h3", {id: "luck-title"}, "Luck, roll by roll"), legend(names),
        chart)));
  drawMistakes();
  luckChart(chart, review.rolls, names, goTo);
}

/** start + luck + decisions + others = result. */
function sum(seat, index) {
  const part = (value, word) => h("span", {class: `part ${
                                             value < -5e-4  ? "bad" :
                                               value > 5e-4 ? "good" :
                                                              ""}`},
    h("b", {class: "number"}, signed(value)), h("small", {}, word));
  return h("div", {class: `sum seat-${index}`},
    h("h3", {}, h("i", {class: "mark", "aria-hidden": "true"}), seat.name,
      h("span", {class: "soft small"},
        `${seat.mistakes || "no"} ${seat.mistakes === 1 ? "mistake" : "mistakes"} in ${seat.decisions} ${
          seat.decisions === 1 ? "decision" : "decisions"}`)),
    h("p", {class: "parts"},
      h("span", {class: "part"}, h("b", {class: "number"}, percent(seat.start)), h("small", {}, "at the start")),
      part(seat.luck, "own dice"), part(seat.cost, "own mistakes"), part(seat.others, "the others"),
      h("span", {class: "part total-part"}, h("b", {class: "number"}, `= ${percent(seat.result)}`),
        h("small", {}, "result"))));
}
