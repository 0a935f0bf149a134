/** The moves of an analysis as a list: the turns with their dice, what was kept, luck and cost, and the variations. */
import {h, show} from "../common/dom.js";
import {percent, points, signed} from "../common/numbers.js";
import {courseOf, MARKS} from "../game/course.js";
import {bareMove, branchesOf, originsOf} from "../game/lines.js";
import {recordedWords, resultWords} from "../game/words.js";

import {mark} from "./controls.js";
import {picture} from "./die.js";

/** @typedef {import("../game/board.js").Board} Board */

/** The mark of a decision with its cost. @param {string} word @param {number | null} cost */
export const markOf = (word, cost) => (cost !== null && word in MARKS ?
    h("span", {class: `mark-word ${word}`}, h("b", {"aria-hidden": "true"}, MARKS[word]),
      h("span", {class: "visually-hidden"}, word), h("span", {class: "number"}, ` −${percent(cost)}`)) :
    null);

/** @param {CourseRow} row */
const costWords = ({word, cost}) => (cost !== null && word in MARKS ? `, ${word}, cost ${percent(cost)}` : "");

/** Draws the list once; `place` moves its cursor. */
export class BoardMoves {
  /** @param {HTMLElement} root @param {Board} board */
  constructor(root, board) {
    this.root = root;
    this.board = board;
    this.list = h("ol", {class: "course", "aria-label": "All moves"});
    /** Where the lines leave each other. @type {Origin[]} */
    this.origins = [];
  }

  draw() {
    const {board} = this, {game, lines} = board;
    if (!game) return;
    const {view, review} = game, names = view.seats.map((seat) => seat.name), end = lines[0].length;
    this.origins = originsOf(lines);
    /** @param {number} at */
    const variations = (at) => this.variations(0, at, names);
    const course = courseOf(lines[0], view, review), waits = course.at(-1)?.rows.at(-1)?.at === end;
    const turns = course.map((turn) => {
      const {number, seat, at, opens, rows, score} = turn;
      const head = [
        mark(), h("span", {class: "visually-hidden"}, `Turn ${number}: `), h("b", {}, names[seat]), " ",
        h("span", {class: "soft"}, turn.end), " ", score === null ? null : h("span", {class: "number"}, points(score))
      ];
      return h("li", {class: `course-turn seat-${seat}`}, this.opener(opens ? at : null, head),
        opens ? variations(at) : null, rows.map((row) => [this.row(row), row.at === null ? null : variations(row.at)]));
    });
    const scores = view.seats.map((seat) => points(seat.score)).join(" : ");
    show(this.list, turns,
      h("li", {class: "course-turn course-end"},
        this.opener(end,
          [
            h("b", {}, view.over ? resultWords(view) : "The game so far"), " ",
            h("span", {class: "number"}, view.over ? scores : "")
          ]),
        waits ? null : variations(end)));
    show(this.root, h("header", {}, h("h2", {}, "Moves"), h("p", {class: "small soft"}, "luck · cost")), this.list);
    this.place();
  }

  /**
   * The head of a turn; where no row does, it goes to the start of the turn. @param {number | null} at @param {Child}
   * inside
   */
  opener(at, inside) {
    if (at === null) return h("div", {class: "course-row opener"}, inside);
    return h("button",
      {class: "course-row opener", key: `at-${at}`, data: {at: String(at)}, click: () => this.board.go(at, 0)}, inside);
  }

  /** @param {CourseRow} row */
  row(row) {
    const {at, dice, kept, luck} = row;
    const inside = [
      h("span", {class: "course-dice", "aria-hidden": "true"},
        dice.map((die, place) => h("span", {class: `die tiny${kept[place] ? "" : " left"}`}, picture(die)))),
      h("span", {class: "course-follows", "aria-hidden": "true"}, row.follows),
      h("span", {class: "course-luck number small", "aria-hidden": "true"}, luck === null ? "" : signed(luck)),
      h("span", {class: "course-cost small", "aria-hidden": "true"}, markOf(row.word, row.cost)),
    ];
    const words = `${row.words}${luck === null ? "" : `, luck ${signed(luck)}`}`;
    if (at === null) return h("div", {class: "course-row", role: "img", "aria-label": words}, inside);
    return h("button", {
      class: "course-row",
      key: `at-${at}`,
      data: {at: String(at), words, cost: costWords(row)},
      "aria-label": words + costWords(row),
      click: () => this.board.go(at, 0)
    },
      inside);
  }

  /**
   * The variations that leave a line at a move. @param {number} parent @param {number} at @param {string[]} names
   * @returns {HTMLElement[]}
   */
  variations(parent, at, names) {
    return [...this.origins.keys()]
      .filter((line) => line && this.origins[line].parent === parent && this.origins[line].from === at)
      .map((line) => this.variation(line, names));
  }

  /**
   * A variation: where it leaves the other line, its moves with the variations that leave it, and a button that deletes
   * it. @param {number} line @param {string[]} names
   */
  variation(line, names) {
    const {board} = this, moves = board.lines[line], {parent, from} = this.origins[line], report = board.report(line);
    const instead = board.lines[parent][from],
          deletion = `Delete this variation${branchesOf(board.lines, line).size > 1 ? " and those that leave it" : ""}`;
    const costs = new Map(report?.review?.decisions.map((each) => [each.move, each]));
    const steps = moves.slice(from).map((move, index) => {
      const at = from + index, decision = costs.get(at), seat = report?.view.movers[at],
            before = report?.view.movers[at - 1];
      const who = seat !== undefined && (index === 0 || seat !== before) ? `${names[seat]}: ` : "";
      return [
        h("button",
          {key: `line-${line}-${at}`, data: {line: String(line), at: String(at)}, click: () => board.go(at, line)},
          who ? h("span", {class: `who seat-${seat}`}, who) : null, move,
          decision ? [" ", markOf(decision.word, decision.cost)] : null),
        this.variations(line, at, names)
      ];
    });
    const start = instead === undefined ? "Played on:" : `Instead of “${recordedWords(bareMove(instead))}”:`;
    return h("div", {class: "variation", role: "group", "aria-label": "Variation"},
      h("span", {class: "variation-start small soft"}, start), steps, this.variations(line, moves.length, names),
      h("button", {
        key: `line-${line}-${moves.length}`,
        data: {line: String(line), at: String(moves.length)},
        title: "The end of the variation",
        "aria-label": "The end of the variation",
        click: () => board.go(moves.length, line)
      },
        "…"),
      h("button", {
        class: "variation-delete",
        "aria-label": deletion,
        title: deletion,
        key: `delete-${line}`,
        click: () => board.remove(line)
      },
        "✕"));
  }

  /** Marks the place of the board, and scrolls to it within the list. */
  place() {
    const {line, move} = this.board.at;
    for (const old of this.list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const here = /** @type {HTMLElement?} */ (
      this.list.querySelector(line ? `[data-line="${line}"][data-at="${move}"]` : `.course-row[data-at="${move}"]`));
    if (!here) return;
    // While the values are hidden, the row at the place does not say them either.
    const {words, cost} = here.dataset;
    if (words) here.setAttribute("aria-label", words + (this.board.hides ? "" : cost));
    here.setAttribute("aria-current", "step");
    const list = this.list.getBoundingClientRect(), box = here.getBoundingClientRect();
    if (box.top < list.top + 40 || box.bottom > list.bottom - 40)
      this.list.scrollTop += box.top - list.top - list.height / 2;
  }
}
