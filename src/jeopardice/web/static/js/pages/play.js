/** The page Play: the table with the coach, the chances, the log and the review beside it. */
import {announce, h, isTyping, show, toast} from "../common/dom.js";
import {gameNamed, lastUnfinished, newId, onLibrary, sameGame} from "../common/library.js";
import {pack} from "../common/links.js";
import {load, onSaved, save} from "../common/store.js";
import {SPEEDS} from "../game/computers.js";
import {openMoves} from "../game/course.js";
import {Game} from "../game/game.js";
import {keepTable} from "../game/kept.js";
import {checkRules} from "../game/presets.js";
import {newRecord, newSeed, rulesFor} from "../game/record.js";
import {eventWords, resultWords} from "../game/words.js";
import {Coach} from "../parts/coach.js";
import {button} from "../parts/controls.js";
import {howDialog, scoringCard} from "../parts/dialogs.js";
import {newGameDialog} from "../parts/new-game.js";
import {drawChances, drawLog, drawTools} from "../parts/play-tools.js";
import {refreshed} from "../parts/progress.js";
import {drawReview} from "../parts/review.js";
import {drawStorageNote, storageNote} from "../parts/storage-note.js";
import {isWaitingLong} from "../parts/table-buttons.js";
import {Table} from "../parts/table.js";

/** A card of the page. @param {string} label */
const card = (label, more = "") => h("section", {class: `card ${more}`, "aria-label": label});

export class Play {
  constructor() {
    this.game = new Game((what) => this.changed(what));
    const speed = load("speed", "normal");
    this.game.speed = speed in SPEEDS ? speed : "normal";
    this.felt = h("section", {class: "felt", "aria-label": "The table"});
    this.tools = h("div", {class: "tools"});
    this.how = h("div");
    this.coachCard = card("Coach", "coach");
    this.chancesCard = card("Chances of winning");
    this.logCard = card("Turns");
    this.reviewCard = card("Review of the game", "review");
    this.coach = new Coach(this.coachCard, this.game, () => {
      this.table.draw();
      this.coach.draw();
    });
    this.table = new Table(
      this.felt, this.game, {again: () => this.again(), sameDice: () => this.sameDice(), how: () => this.showHow()});
    /** The position before: how many moves it has, who moves, and what the coach calls it. */
    this.last = {moves: -1, mover: 0, position: /** @type {string | null} */ (null)};
    /** The record that is reviewed, and the rules that are explained. */
    this.reviewed = this.explained = "";
    /** The last game that was left before its end. @type {KeptGame | undefined} */
    this.previous = undefined;
    this.trouble = storageNote();
    this.page = h("div", {class: "play"},
      h("div", {class: "stack play-main"}, this.felt, this.tools, this.trouble, this.reviewCard, this.logCard),
      h("div", {class: "stack play-side"}, this.coach.line.root, this.coachCard, this.how, this.chancesCard));
    addEventListener("keydown", (event) => this.pressed(event));
    onSaved("game", (record) => this.game.follow(record));
    onLibrary((isElsewhere) => {
      drawStorageNote(this.trouble, true);
      if (isElsewhere) this.findPrevious();
    });
  }

  /**
   * Shows the game of a link, a game of the library ("#play?kept=NAME") or the game on the table.
   * @param {HTMLElement} root @param {GameRecord | URLSearchParams | null} given
   */
  async enter(root, given) {
    show(root, this.page);
    const name = given instanceof URLSearchParams ? given.get("kept") : null;
    if (given instanceof URLSearchParams) history.replaceState(null, "", "#play");
    if (name)
      await this.openKept(name);
    else if (given && !(given instanceof URLSearchParams))
      await this.visit(given);
    else
      this.showTable();
    this.findPrevious();
  }

  /** Opens a game of the library. @param {string} name */
  async openKept(name) {
    const kept = await gameNamed(name);
    if (kept) return this.visit(kept.record, name);
    toast("This game is no longer in the library.");
    this.showTable();
  }

  /** Shows the game on the table, or a new one. */
  showTable() {
    const {game} = this, record = load("game", null);
    // The game may have been deleted from the library.
    if (game.view && (record || !game.record.moves.length)) return this.draw();
    return game.open(record ?? newRecord(), false, {id: null});
  }

  /**
   * Opens another game; the library keeps the one on the table. @param {GameRecord} record @param {string | null} name
   */
  async visit(record, name = null) {
    const {game} = this;
    if (!game.view) await keepTable();
    const here = JSON.stringify(game.view ? game.record : load("game", null));
    const id = name ?? (await sameGame(record))?.id ?? newId();
    if (here === JSON.stringify(record) && game.view) return this.draw();
    if (!await game.open(record, false, {id})) return;
    await game.keeping;
    await this.findPrevious();
    if (this.previous && JSON.stringify(this.previous.record) === here && here !== JSON.stringify(record))
      toast("Your other game is kept: “Previous game” returns to it.");
  }

  /** Finds the game that "Previous game" returns to: the last one that was left before its end. */
  async findPrevious() {
    const before = this.previous?.id;
    this.previous = await lastUnfinished(this.game.kept.id);
    if (this.previous?.id !== before) this.drawTools();
  }

  /** @param {string} what */
  changed(what) {
    const {game, table} = this;
    if (what === "refused") return this.refused();
    if (what === "choice") return table.draw();
    if (what === "waiting") {
      if (!refreshed(this.coachCard, game.solve)) this.coach.draw();
      if (!game.isHuman(game.view?.mover) &&
        (isWaitingLong(game) !== table.offered || !refreshed(this.felt, game.solve)))
        table.draw();
      return;
    }
    if (what === "view") this.arrived();
    this.draw();
  }

  /** Handles a record that the server does not accept (edited, or of another version): the game here stays. */
  refused() {
    const {game} = this, kept = load("game", null);
    if (!game.refused) return;
    const {record, refusal} = game.refused;
    toast(refusal.message);
    if (game.view) return this.draw();
    if (refusal.status === 422 || refusal.status === 400) {
      if (kept && JSON.stringify(record) !== JSON.stringify(kept)) return game.open(kept);
      save("game", null);
      return game.open(newRecord());
    }
    show(this.felt, h("h1", {class: "visually-hidden"}, "Play"), h("p", {class: "message"}, refusal.message),
      h("div", {class: "buttons"}, h("button", {class: "roll", click: () => game.open(record)}, "Try again")));
  }

  /** Handles a new position: the coach judges the move, and a screen reader hears what happened. */
  arrived() {
    const {game, last} = this, {view, record} = game, moves = record.moves.length;
    if (!view) return;
    const fresh = moves === last.moves + 1;
    const move = fresh && game.isHuman(last.mover) ? record.moves[moves - 1] : null;
    this.coach.moved(fresh ? last.position : null, move, last.mover);
    if (!fresh && moves !== last.moves) this.coach.adviser.forget();
    // While another page is shown, the game is silent.
    if (fresh && this.page.isConnected) {
      const news = view.log.filter((entry) => entry.move === moves);
      announce(
        view.over ? resultWords(view) : news.map((entry) => eventWords(entry, view.seats[entry.seat])).join(". "));
    }
    this.last = {moves, mover: view.mover, position: this.coach.adviser.position};
  }

  draw() {
    const {game} = this, {view} = game;
    if (!view) return;
    /** @param {number} move */
    const goTo = (move) => this.analyse(move);
    if (this.page.isConnected) document.title = `${view.title} – Jeopardice`;
    this.table.draw();
    this.drawTools();
    drawChances(this.chancesCard, game, view, goTo);
    drawLog(this.logCard, view, goTo);
    this.drawHow();
    this.coach.refresh();
    const whole = JSON.stringify(game.record);
    if (view.over && view.chances && whole !== this.reviewed)
      drawReview(
        this.reviewCard, game.record, button("Analyse the game", "analyse-game", () => this.analyse(), "main"));
    if (view.over) this.reviewed = view.chances ? whole : "";
    this.reviewCard.hidden = !this.reviewed;
  }

  drawTools() {
    const {previous} = this;
    drawTools(this.tools, this.game,
      {setup: () => this.setup(), back: previous ? () => this.visit(previous.record, previous.id) : null});
  }

  /** The rules in short, once for each game. */
  async drawHow() {
    const {game} = this, rules = rulesFor(game.record), key = JSON.stringify(rules);
    if (key === this.explained) return;
    this.explained = key;
    game.about = null;
    show(this.how);
    // After an error, the next step of the game asks again.
    const about = await checkRules(rules).catch(() => null);
    if (key !== this.explained) return;
    if (!about?.ok) {
      this.explained = "";
      return;
    }
    game.about = about;
    show(this.how, scoringCard(about));
    this.coach.draw();
  }

  showHow() {
    if (this.game.about) howDialog(this.game.about);
  }

  setup() {
    newGameDialog(this.game.record, (record) => this.begin(record));
  }

  /** @param {GameRecord} record */
  begin(record) {
    this.reviewed = "";
    this.coach.adviser.forget();
    return this.visit(record, newId());
  }

  /** Opens the analysis of the game, at a move if one is given. @param {number} [move] */
  analyse(move) {
    const {record, view} = this.game;
    if (view) location.hash = `analysis=${pack({record: {...record, moves: openMoves(view, record.moves)}, move})}`;
  }

  again() {
    const {record} = this.game;
    this.begin({...record, moves: [], seed: newSeed(), first: (record.first + 1) % record.seats.length});
  }
  sameDice() {
    this.begin({...this.game.record, moves: []});
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const at = /** @type {Element} */ (event.target), key = event.key.toLowerCase(), {table} = this;
    if (!this.page.isConnected || event.ctrlKey || event.metaKey || event.altKey || isTyping(at) ||
      document.querySelector("dialog[open]") || (key !== "enter" && !load("keys", true)) ||
      (key === "enter" && at.matches?.("button:not(.die), a, [role=button]")))
      return;
    /** @type {Record<string, () => void>} */
    const actions = {
      enter: () => (this.game.view?.over ? this.again() : table.press("roll")),
      r: () => table.press("roll"),
      b: () => table.press("bank"),
      s: () => table.press("steal"),
      u: () => this.game.takeBack(),
      c: () => this.coach.toggle(),
      n: () => this.setup(),
      h: () => this.showHow(),
      a: () => table.chooseRichest(),
    };
    const action = /^[1-9]$/.test(key) ? () => table.choose(Number(key) - 1) : actions[key];
    if (!action) return;
    action();
    event.preventDefault();
  }
}
