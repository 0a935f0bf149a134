/** The page Analysis: a game with all its moves, what each was worth, and variations, which never change the game. */
import {announce, copy, debounced, h, isTyping, show, svg} from "../common/dom.js";
import {link, pack} from "../common/links.js";
import {percent, points} from "../common/numbers.js";
import {load, onSaved} from "../common/store.js";
import {Board} from "../game/board.js";
import {gameKey} from "../game/lines.js";
import {newRecord} from "../game/record.js";
import {recordedWords, resultWords} from "../game/words.js";
import {BoardGraph} from "../parts/board-graph.js";
import {BoardMoves} from "../parts/board-moves.js";
import {drawActions, drawPosition} from "../parts/board-position.js";
import {button} from "../parts/controls.js";
import {reviewSums} from "../parts/review.js";

/** @type {Record<string, string>} */
const ICONS = {
  first: "M5 5h3v14H5zM20 5v14L9 12z",
  back: "M17 5v14L6 12z",
  on: "M7 5v14l11-7z",
  last: "M16 5h3v14h-3zM4 5v14l11-7z"
};

/** @param {string} label */
const card = (label, more = "") => h("section", {class: `card ${more}`, "aria-label": label});

/** Whether this is a record, as far as can be seen here. @param {any} given */
const isRecord = (given) => Array.isArray(given?.moves) && Array.isArray(given.seats);

/**
 * What an analysis begins with: a record, or one with a place and variations. @param {any} given
 * @returns {{record: GameRecord, move?: number, moves?: string[], lines?: Lines} | null}
 */
function placeOf(given) {
  if (isRecord(given)) return {record: given};
  return isRecord(given?.record) ? given : null;
}

export class Analysis {
  constructor() {
    this.board = new Board((what) => this.changed(what));
    this.head = h("header", {class: "board-head"});
    this.graph = new BoardGraph(this.board);
    this.felt = h("section", {class: "felt board-felt", "aria-label": "Position"});
    this.actions = card("Actions", "board-values");
    this.steps = h("div", {class: "steps", role: "group", "aria-label": "Move through the game"});
    this.tools = h("div", {class: "board-tools"});
    this.movesCard = card("Moves", "board-moves");
    this.moves = new BoardMoves(this.movesCard, this.board);
    this.summary = card("Summary of the game", "board-summary");
    this.all = false;
    this.page = h("div", {class: "board"},
      h("section", {class: "card board-graph", "aria-label": "Chances of winning"}, this.head, this.graph.root),
      h("div", {class: "board-place"}, this.felt, this.steps, this.tools), this.actions, this.movesCard, this.summary);
    this.speak = debounced(350, () => this.announce());
    Object.assign(this.graph.chart, {tabIndex: 0, role: "slider"});
    addEventListener("keydown", (event) => this.pressed(event));
    onSaved("variations", () => this.board.record && this.board.follow(this.board.record));
    onSaved("game", (record) => this.board.follow(record));
  }

  /** @param {HTMLElement} root @param {any} given a record, or a record with a place and variations */
  enter(root, given) {
    show(root, this.page);
    const found = placeOf(given);
    if (found)
      this.board.open(found.record, found);
    else if (!this.board.record)
      this.openLast();
    else
      this.board.follow(load("game", this.board.record));
  }

  /** The page on which the game is played. */
  get origin() {
    return this.board.record?.dice === "given" ? "table" : "play";
  }

  /** Opens the analysis that this tab has shown before a reload, or else the game on the table. */
  openLast() {
    const found = placeOf(load("analysis", null, true)) ?? placeOf(load("game", null)) ?? {record: newRecord()};
    this.board.open(found.record, found);
  }

  /** @param {string} what */
  changed(what) {
    const {board} = this;
    if (what === "lines") this.drawLines();
    if (what === "place") {
      this.all = false;
      this.moves.place();
      this.graph.place();
      this.speak();
    }
    if (what === "position") this.moves.place();
    if (what === "waiting" && board.position?.advice) return;
    this.drawPlace();
  }

  /** What depends on the lines. */
  drawLines() {
    this.drawHead();
    this.graph.draw();
    this.moves.draw();
    const review = this.board.game?.review;
    this.summary.hidden = !review;
    if (review) show(this.summary, h("header", {}, h("h2", {}, "Luck and mistakes")), reviewSums(review));
  }

  /** What depends on the place. */
  drawPlace() {
    const {board} = this;
    drawPosition(this.felt, board);
    drawActions(this.actions, board, {
      all: this.all,
      more: () => {
        this.all = !this.all;
        this.drawPlace();
      }
    });
    this.drawTools();
    this.page.classList.toggle("hides", board.hides);
    const {chart} = this.graph, {move} = board.at;
    for (const [name, value] of Object.entries({
           label: this.graph.label,
           valuemin: "0",
           valuemax: String(board.line.length),
           valuenow: String(move),
           valuetext: this.graph.words(move, board.at.line)
         }))
      chart.setAttribute(`aria-${name}`, value);
  }

  drawHead() {
    const {board} = this, view = board.game?.view, {record} = board;
    if (!record) return;
    const names = record.seats.map((seat) => seat.name).join(" – ");
    if (this.page.isConnected) document.title = "Analysis – Jeopardice";
    const state = view?.over ? resultWords(view) : "The game so far.";
    const title = view ? `${view.title || "Your own rules"} to ${points(view.goal)}: ${names}. ${state}` : names;
    show(this.head, h("h1", {}, "Analysis"), h("p", {class: "soft"}, title),
      h("div", {class: "row"},
        h("a", {class: "button small", href: this.address(record)},
          h("span", {}, "Back", h("span", {class: "long"}, ` to ${this.origin === "table" ? "Table" : "Play"}`))),
        button("Copy link", "link", () => this.copyLink())));
  }

  /** The address at which a game is played. @param {GameRecord} record */
  address(record) {
    const here = this.origin === "table" ? load("table", {}).record : load("game", null);
    if (here && gameKey(here) === gameKey(record)) return `#${this.origin}`;
    return `#game=${pack(record)}`;
  }

  copyLink() {
    const {record, lines, at, line} = this.board;
    copy(
      link(`analysis=${pack({record, move: at.move, moves: line, lines: lines.slice(1)})}`), "Link to this analysis");
  }

  drawTools() {
    const {board} = this, {at, line, nextMark} = board, end = line.length;
    /** @param {string} icon @param {string} label @param {string} key @param {number} to */
    const step = (icon, label, key, to) => button(
      svg("svg", {viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: ICONS[icon]})), key, () => board.go(to),
      "step-button", {"aria-label": label, title: label, disabled: to < 0 || to > end || to === at.move});
    show(this.steps, step("first", "Start (Home)", "start", 0), step("back", "Back (←)", "earlier", at.move - 1),
      h("span", {class: "step-count number"}, `${at.move} / ${end}`), step("on", "Forward (→)", "later", at.move + 1),
      step("last", "End (End)", "end", end));
    const next = (retry = false) => button("Next mistake", "next", () => this.next(retry), "small",
      {disabled: nextMark === null, title: "Next mistake (M)"});
    show(this.tools,
      at.line ? h("p", {class: "in-variation"}, h("b", {}, `Variation from move ${board.start}`),
                  button("Back to the game", "leave", () => board.leave(), "small main"),
                  button("Delete", "delete", () => board.remove(at.line), "small")) :
                null,
      h("div", {class: "row"}, board.retry ? this.retryTools(next) : [
        button(h("span", {}, "Retry", h("span", {class: "long"}, " this position")), "retry", () => board.tryAgain(),
          "small", {disabled: !board.canRetry, title: "Retry this position (T)"}),
        next(),
        button("Play on", "play-on", () => this.playOn(), "small",
          {title: "Start a new game at this position", disabled: board.position?.view.over ?? true})
      ]));
  }

  /** @param {(retry?: boolean) => Child} next */
  retryTools(next) {
    const {board} = this;
    if (board.hides) return button("Show the values", "give-up", () => board.giveUp());
    return [
      button("Try again", "retry", () => board.tryAgain()),
      button("Continue with this move", "continue", () => this.goOn()), next(true),
      button("Done", "give-up", () => board.giveUp())
    ];
  }

  /** Continues with the move that was chosen, as a variation. */
  goOn() {
    const {board} = this, chosen = board.retry?.chosen;
    board.retry = null;
    if (chosen) board.play(chosen);
  }

  /** Goes to the next marked decision, to try it again if wanted. */
  next(retry = false) {
    const {board} = this, {nextMark} = board;
    if (nextMark === null) return;
    board.go(nextMark, 0);
    if (retry) board.tryAgain();
  }

  /** Plays a new game from this position; the page Play keeps the one on its table. */
  playOn() {
    const {record, moves} = this.board;
    location.hash = `game=${pack({...record, moves})}`;
  }

  /** Says where the board is. */
  announce() {
    const {board} = this, {position, played} = board;
    if (!this.page.isConnected || !position) return;
    const {view, advice} = position, action = advice?.actions.find((each) => each.move === played);
    const who = view.over ? resultWords(view) : `${view.seats[view.mover].name} to move`;
    announce([
      `Move ${board.at.move}`, who, played && !board.hides ? `played ${recordedWords(played)}` : "",
      action && !board.hides ? `${action.word}, cost ${percent(action.loss)}` : ""
    ].filter(Boolean)
        .join(". "));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const {board} = this, {at, line} = board, {key} = event, at_ = /** @type {Element} */ (event.target);
    if (!this.page.isConnected || event.ctrlKey || event.metaKey || event.altKey || isTyping(at_) ||
      at_.matches?.("input") || document.querySelector("dialog[open]"))
      return;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => board.go(at.move - 1),
      ArrowRight: () => board.go(at.move + 1),
      Home: () => board.go(0),
      End: () => board.go(line.length),
      Escape: () => (board.retry ? board.giveUp() : board.leave()),
      ...(load("keys", true) ? {m: () => this.next(), t: () => board.tryAgain()} : {}),
    };
    const action = actions[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    action();
    event.preventDefault();
  }
}
