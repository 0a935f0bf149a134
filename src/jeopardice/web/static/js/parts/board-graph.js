/**
 * The whole game as a graph: the chances of winning, with the luck of each roll and the cost of each decision below.
 */
import {h, show, svg} from "../common/dom.js";
import {clamp, counted, percent, signed} from "../common/numbers.js";
import {MARKS} from "../game/course.js";

import {atWidth, grid, line} from "./charts.js";

/** @typedef {import("../game/board.js").Board} Board */

const LEFT = 40, RIGHT = 10, TOP = 8, GAP = 22;

/** The graph of a board; it is a slider along the moves of the line. */
export class BoardGraph {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.chart = h("div", {class: "chart board-chart", key: "graph"});
    this.note = h("p", {class: "chart-note small soft", "aria-hidden": "true"}, "\u00a0");
    this.legend = h("ul", {class: "legend"});
    this.root = h("div", {}, this.chart, h("div", {class: "graph-foot"}, this.note, this.legend));
    /** The line that is drawn. */
    this.drawn = -1;
    /** Moves the cursor, on these chances. @type {(at: number, of?: Chances[]) => void} */
    this.point = () => {};
    this.chart.addEventListener("pointerdown", (event) => {
      this.chart.setPointerCapture?.(event.pointerId);
      this.dragged(event);
    });
    this.chart.addEventListener("pointermove", (event) => (event.buttons ? this.dragged(event) : this.hovered(event)));
    this.chart.addEventListener("pointerleave", () => this.place());
    /** The move at a place of the pointer. @type {(event: PointerEvent) => number} */
    this.moveAt = () => 0;
  }

  /** @param {PointerEvent} event */
  dragged(event) {
    const {board} = this, move = this.moveAt(event);
    if (board.at.line || board.at.move !== move) board.go(move, 0);
  }
  /** @param {PointerEvent} event */
  hovered(event) {
    const move = this.moveAt(event);
    this.point(move);
    this.note.textContent = this.words(move, 0);
  }

  /** The chances after some moves of a line, in words. @param {number} move @param {number} number */
  words(move, number) {
    const {view} = this.board.report(number) ?? {}, known = view?.chances?.findLast((each) => each.move <= move);
    if (!view || !known) return `Move ${move}`;
    return `Move ${move}: ${view.seats.map(({name}, seat) => `${name} ${percent(known.seats[seat])}`).join(" · ")}`;
  }

  /** Draws the game, and the variation in which the board is. */
  draw() {
    const {board} = this, known = board.game;
    this.drawn = board.at.line;
    if (!known?.view.chances?.length) {
      show(this.chart);
      this.note.textContent = "\u00a0";
      return;
    }
    show(this.legend, legendOf(known.view.seats));
    const {view} = known, chances = known.view.chances;
    atWidth(this.chart, (width) => {
      const phone = width < 560, tall = phone ? 96 : 140, strip = phone ? 44 : 64;
      const variation = board.at.line ? board.report(board.at.line)?.view.chances ?? [] : [];
      const last = Math.max(1, board.lines[0].length, board.line.length), room = width - LEFT - RIGHT;
      const height = TOP + tall + GAP + strip;
      /** @param {number} move */
      const x = (move) => LEFT + room * (move / last);
      /** @param {number} chance */
      const y = (chance) => TOP + tall * (1 - chance);
      const two = view.seats.length === 2, seats = two ? [0] : [...view.seats.keys()];
      /** @param {Chances[]} of @param {number} seat @returns {[number, number][]} */
      const places = (of, seat) => of.map((each) => [x(each.move), y(each.seats[seat])]);
      const cursor = svg("line", {class: "cursor", y1: TOP, y2: height, x1: LEFT, x2: LEFT});
      const dot = svg("circle", {class: "cursor-dot", r: 4.5, cx: LEFT, cy: TOP});
      const from = board.start;
      const drawn = svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"},
        two ? areas(places(chances, 0), TOP, TOP + tall) : null, grid(LEFT, width - RIGHT, y, 0, 1, [0, .5, 1]),
        two ? view.seats.map(
                ({name}, seat) => svg("text",
                  {class: `tick area-name seat-${seat}`, x: LEFT + 6, y: seat ? TOP + 15 : TOP + tall - 7}, name)) :
              null,
        seats.map((seat) => line(`line seat-${seat}`, places(chances, seat))),
        this.strip(x, TOP + tall + GAP, strip, room / last), this.marks(x, chances, y),
        seats.map((seat) => line("line tried", places(variation.filter((each) => each.move >= from), seat))),
        board.at.line ?
          seats.map((seat) => svg(
                      "circle", {class: "tried-from", cx: x(from), cy: y(chancesAt(chances, from)[seat]), r: 3.6})) :
          null,
        cursor, dot);
      show(this.chart, drawn);
      this.moveAt = (event) => {
        const part = (event.clientX - drawn.getBoundingClientRect().left - LEFT) / room;
        return clamp(0, Math.round(part * last), board.lines[0].length);
      };
      this.point = (at, of = chances) => {
        for (const end of ["x1", "x2"]) cursor.setAttribute(end, String(x(at)));
        dot.setAttribute("cx", String(x(at)));
        dot.setAttribute("cy", String(y(chancesAt(of, at)[0])));
      };
      this.place();
    });
  }

  /** Puts the cursor where the board is. */
  place() {
    if (this.drawn !== this.board.at.line) return this.draw();
    const {board} = this, {line: number, move} = board.at, chances = board.report(number)?.view.chances;
    this.point(move, chances ?? undefined);
    this.note.textContent = this.words(move, number);
  }

  /**
   * Luck up and down from the middle, in the colour of the seat, and costs downwards.
   * @param {(move: number) => number} x @param {number} top @param {number} tall @param {number} step
   */
  strip(x, top, tall, step) {
    const review = this.board.game?.review, middle = top + tall / 2, thick = clamp(1, step * .4, 12);
    if (!review) return [];
    // In simultaneous play both roll with the same move.
    const apart = this.board.game?.view.simultaneous ? thick : 0;
    const most =
      Math.max(.02, ...review.rolls.map((roll) => Math.abs(roll.luck)), ...review.decisions.map((each) => each.cost));
    /** @param {string} kind @param {number} at @param {number} size */
    const bar = (kind, at, size) => {
      const high = Math.max(.75, Math.abs(size) / most * (tall / 2 - 1));
      return svg(
        "rect", {class: kind, x: at - thick / 2, width: thick, y: size < 0 ? middle : middle - high, height: high});
    };
    /** @param {number} y @param {number} value */
    const tick = (y, value) => svg("text", {class: "tick", x: LEFT - 6, y, "text-anchor": "end"}, signed(value, 0));
    return [
      svg("line", {
        class: "grid middle",
        x1: LEFT,
        x2: x(0) + step * Math.max(1, this.board.lines[0].length),
        y1: middle,
        y2: middle
      }),
      tick(top + 9, most),
      tick(top + tall, -most),
      svg("text", {class: "tick", x: LEFT + 4, y: top - 6}, "Luck and cost"),
      review.rolls.map(({seat, move, luck}) => bar(`luck seat-${seat}`, x(move - .28) + apart * (seat - .5), luck)),
      review.decisions.filter(({habit}) => habit).map((each) => bar("cost-bar", x(each.move + .28), -each.cost)),
    ];
  }

  /**
   * The mistakes and blunders, on the line. @param {(move: number) => number} x @param {Chances[]}
   * chances @param {(chance: number) => number} y
   */
  marks(x, chances, y) {
    const two = this.board.game?.view.seats.length === 2;
    return this.board.game?.review?.decisions.filter(({word}) => word in MARKS && word !== "inaccuracy")
      .map(({move, seat, word}) => svg("circle",
             {class: `graph-mark ${word}`, cx: x(move), cy: y(chancesAt(chances, move)[two ? 0 : seat]), r: 3.6}));
  }

  /** What the graph says to those who do not see it. */
  get label() {
    const {board} = this, end = board.lines[0].length;
    return `Chances of winning over ${counted(end, "move")}. ${this.words(end, 0)}`;
  }
}

/**
 * The chances of all seats after some moves, between those that are known.
 * @param {Chances[]} chances @param {number} at
 */
function chancesAt(chances, at) {
  const before = chances.findLast((each) => each.move <= at) ?? chances[0];
  const after = chances.find((each) => each.move >= at) ?? before;
  const part = after.move > before.move ? (at - before.move) / (after.move - before.move) : 0;
  return before.seats.map((chance, seat) => chance + part * (after.seats[seat] - chance));
}

/**
 * The parts of both players, below and above the line. @param {[number, number][]} places @param {number}
 * top @param {number} low
 */
function areas(places, top, low) {
  const path = places.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const first = places[0][0].toFixed(1), end = places[places.length - 1][0].toFixed(1);
  return [["seat-0", low], ["seat-1", top]].map(
    ([seat, edge]) => svg("path", {class: `area ${seat}`, d: `${path}L${end} ${edge}L${first} ${edge}Z`}));
}

/** What the bars and dots mean. @param {Seat[]} seats */
const legendOf =
  (seats) => [...seats.map(({name}, seat) => h("li", {class: `seat-${seat}`}, h("i", {"aria-hidden": "true"}), name)),
    ...[["cost-key", "Cost"], ["dot-key mistake", "Mistake"], ["dot-key blunder", "Blunder"]].map(
      ([kind, words]) => h("li", {}, h("i", {class: kind, "aria-hidden": "true"}), words)),
];
