/** What has happened, turn by turn. */
import {h, points, show} from "./dom.js";

const MOST = 60;

/** The turns of a game, the last one first. Who wins by the last turn of another has made no turn of their own then. */
function turnsOf(log) {
  const found = new Map();
  for (const entry of log) {
    const key = `${entry.turn} ${entry.seat}`;
    if (!found.has(key)) found.set(key, {turn: entry.turn, seat: entry.seat, entries: []});
    found.get(key).entries.push(entry);
  }
  return [...found.values()].filter(({entries}) => entries.some((entry) => entry.kind !== "win")).reverse();
}

/** Draws the turns of a view; `goTo(move)` shows the game as it was after so many moves. */
export function drawLog(root, view, goTo) {
  const turns = turnsOf(view.log);
  show(root, h("header", {}, h("h2", {}, "Turns")),
    turns.length ?
      h("ol", {class: "log"},
        turns.slice(0, MOST).map(
          ({turn, seat, entries}) => h("li", {class: `seat-${seat}`},
            h("button", {title: "Look back", key: `log-${turn}-${seat}`, click: () => goTo(entries[0].move - 1)},
              h("i", {class: "mark", "aria-hidden": "true"}), h("b", {}, view.seats[seat].name),
              h("span", {}, turnWords(entries)), h("span", {class: "number"}, points(entries.at(-1).scores[seat])))))) :
      h("p", {class: "empty"}, "Nothing yet."));
}

/** One turn in a few words. */
function turnWords(entries) {
  const rolls = entries.filter((entry) => entry.kind === "roll").length;
  const times = rolls === 1 ? "1 roll" : `${rolls} rolls`;
  const end = entries.findLast((entry) => ["bank", "bust", "lose_banked", "end", "win"].includes(entry.kind) &&
      (entry.kind !== "win" || !entries.some((each) => each.kind === "bank")));
  const fine = entries.find((entry) => entry.kind === "penalty");
  const tail = fine ? `, pays ${points(Math.abs(fine.points))}` : "";
  switch (end?.kind) {
    case "bank":
      return `+${points(end.points || end.total)} in ${times}${tail}`;
    case "bust":
      return `bust after ${times}${tail}`;
    case "lose_banked":
      return `loses everything${tail}`;
    case "win":
      return `wins at once in ${times}`;
    case "end":
      return `too few points${tail}`;
    default:
      return times;
  }
}
