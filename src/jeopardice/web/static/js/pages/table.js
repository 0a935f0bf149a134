/** The page Table: the score sheet of a game with real dice, and advice for those who want it. */
import {finished, isActive, post} from "../common/api.js";
import {announce, copy, h, isTyping, show, toast} from "../common/dom.js";
import {gameNamed, sameGame} from "../common/library.js";
import {link, pack, unpack} from "../common/links.js";
import {points} from "../common/numbers.js";
import {load, onSaved} from "../common/store.js";
import {choosing, extendable, onlySet, placesOf, possible} from "../game/choices.js";
import {dieName} from "../game/dice.js";
import {presets} from "../game/presets.js";
import {newSeed, rulesFor} from "../game/record.js";
import {SheetGame} from "../game/sheet-game.js";
import {correctionOf, eventWords, resultWords} from "../game/words.js";
import {button, openDialog, pageHead} from "../parts/controls.js";
import {howDialog} from "../parts/dialogs.js";
import {refreshed, stopped} from "../parts/progress.js";
import {drawReview} from "../parts/review.js";
import {scoreSheet} from "../parts/score-sheet.js";
import {SheetAdvice} from "../parts/sheet-advice.js";
import {sheetEntry} from "../parts/sheet-entry.js";
import {SheetSetup} from "../parts/sheet-setup.js";
import {sheetResult} from "../parts/sheet-summary.js";
import {troublePanel} from "../parts/sheet-trouble.js";
import {drawStorageNote, storageNote} from "../parts/storage-note.js";

export class TablePage {
  constructor() {
    this.game = new SheetGame(() => this.changed());
    /** The places of the dice chosen. @type {Set<number>} */
    this.chosen = new Set();
    /** The result that is being typed. */
    this.result = {points: NaN, left: ""};
    /** The position that is shown. */
    this.shown = "";
    /** The game whose luck is shown. */
    this.reviewed = "";
    /** @type {Job | null} */
    this.solve = null;
    this.watching = "";
    this.entryCard = h("section", {class: "card stack sheet-entry", "aria-label": "The turn"});
    this.adviceCard = h("section", {class: "card answer", "aria-label": "Advice"});
    this.sheetCard = h("section", {class: "card sheet-card", "aria-label": "Scores"});
    this.luckCard = h("section", {class: "card", "aria-label": "Luck and mistakes", hidden: true});
    this.advice = new SheetAdvice(this.adviceCard, this);
    this.trouble = storageNote();
    this.head = pageHead("Table", "Real dice on a real table: keep the score here, and ask what to do.");
    this.body = h("div");
    this.page = h("div", {}, this.head, this.trouble, this.body);
    this.sheet = h("div", {class: "sheet"}, h("div", {class: "stack"}, this.entryCard, this.adviceCard),
      h("div", {class: "stack"}, this.sheetCard, this.luckCard));
    addEventListener("keydown", (event) => this.pressed(event));
    onSaved("table", (state) => this.game.follow(state));
  }

  /**
   * Shows the game of a link, a game of the library ("#table?kept=NAME"), or the one that was left here.
   * @param {HTMLElement} root @param {GameRecord | URLSearchParams | null} given
   */
  async enter(root, given) {
    show(root, this.page);
    const {game} = this;
    if (given) history.replaceState(null, "", "#table");
    if (given instanceof URLSearchParams) {
      const name = given.get("kept"), kept = name ? await gameNamed(name) : undefined;
      if (name && !kept) toast("This game is no longer in the library.");
      if (kept) return game.start(kept.record, this.everybody(kept.record), kept.id);
      if (given.has("rules")) return this.drawSetup({toml: String(unpack(given.get("rules") ?? ""))});
    } else if (given) {
      return game.start(given, this.everybody(given), (await sameGame(given))?.id);
    }
    if (game.view) return this.draw();
    if (game.record) return game.open();
    return this.drawSetup();
  }

  /** @param {GameRecord} record */
  everybody(record) {
    return record.seats.map((_, seat) => seat);
  }

  /** A new game, while there is none. @param {RulesSource | null} rules */
  async drawSetup(rules = null) {
    const setup = new SheetSetup(await presets(), (record, advised) => this.game.start(record, advised), rules);
    show(this.body,
      h("section", {class: "card sheet-setup", "aria-label": "New game"}, h("header", {}, h("h2", {}, "New game")),
        setup.root));
  }

  async setupDialog() {
    const games = await presets();
    openDialog("New game at the table", (close) => new SheetSetup(games, (record, advised) => {
      close();
      this.game.start(record, advised);
    }).root);
  }

  again() {
    const {record, state} = this.game;
    if (!record) return;
    const {typed} = state;
    const first = (record.first + 1) % record.seats.length;
    this.game.start({...record, moves: [], first, seed: newSeed()}, state.advised).then(() => {
      this.game.set({typed});
      this.draw();
    });
  }

  /** Enters a move. @param {string} move */
  move(move) {
    return this.game.enter(move);
  }

  /** @param {Partial<{points: number, left: string}>} changes */
  setResult(changes) {
    Object.assign(this.result, changes);
  }

  /** After every step. */
  changed() {
    const {game} = this, {view, record} = game;
    const shown = JSON.stringify(record);
    if (view && shown !== this.shown) this.arrived(view);
    this.shown = shown;
    this.draw();
  }

  /** A new position: what was typed is gone, and a screen reader hears what happened. @param {GameView} view */
  arrived(view) {
    const only = choosing(view) ? onlySet(view) : null;
    this.chosen = only ? placesOf(view, only) : new Set();
    this.result = {points: NaN, left: ""};
    const {moves} = this.game, news = view.log.filter((entry) => entry.move === moves.length);
    if (this.page.isConnected && this.shown)
      announce(
        view.over ? resultWords(view) : news.map((entry) => eventWords(entry, view.seats[entry.seat])).join(". "));
    this.advice.arrived();
  }

  draw() {
    const {game} = this, {view, record} = game;
    if (!record) return this.drawSetup();
    if (!view) {
      const again = () => game.open();
      show(this.body,
        h("section", {class: "card stack"}, game.error ? stopped({message: game.error}, again) : null,
          h("div", {}, button("New game", "new-game", () => this.setupDialog(), ""))));
      return;
    }
    if (!this.body.contains(this.sheet)) show(this.body, this.sheet);
    if (this.page.isConnected) document.title = `${view.title} – Jeopardice`;
    drawStorageNote(this.trouble);
    const {correction} = game.state;
    show(this.entryCard,
      correction?.trouble ? troublePanel(game, view, correction) :
        view.over         ? sheetResult(this, view) :
                            sheetEntry(this, view),
      this.tools(view));
    show(this.sheetCard, h("header", {}, h("h2", {}, `${view.title} to ${points(view.goal)}`), this.gameTools()),
      scoreSheet(view, record.first, correction ? null : (turn) => this.correct(turn)),
      view.log.length && !correction ? h("p", {class: "small soft"}, "Tap a turn to correct it.") : null);
    this.watch(view.solve);
    this.advice.refresh();
    this.drawLuck(view, record);
  }

  /** @param {GameView} view */
  tools(view) {
    const {game} = this, {correction} = game.state;
    return h("div", {class: "row sheet-tools"},
      game.canUndo && !correction?.trouble ? button("Undo", "undo", () => game.undo(), "") : null,
      correction && !correction.trouble ? button("Cancel the correction", "cancel", () => game.cancelCorrection(), "") :
                                          null,
      view.over && game.error ? h("p", {class: "error", role: "alert"}, game.error) : null);
  }

  gameTools() {
    const {game} = this;
    return h("div", {class: "row"},
      button("How to play", "how", () => game.about && howDialog(game.about), "small plain"),
      button("Copy link", "share", () => copy(link(`game=${pack(game.record)}`), "Link to this game"), "small plain"),
      button("New game", "new", () => this.setupDialog(), "small plain"));
  }

  /** @param {import("../game/sheet.js").SheetTurn} turn */
  correct(turn) {
    const {view} = this.game;
    if (view) announce(correctionOf(view.seats[turn.seat]));
    this.game.correct(turn);
    this.entryCard.scrollIntoView({block: "nearest"});
  }

  /** @param {GameView} view @param {GameRecord} record */
  drawLuck(view, record) {
    const shows = view.over && view.chances !== null && !this.game.state.correction, whole = JSON.stringify(record);
    this.luckCard.hidden = !shows;
    if (!shows || whole === this.reviewed) return;
    this.reviewed = whole;
    drawReview(this.luckCard, record);
  }

  /** Waits until best play is known, so that there can be advice. @param {Job | null} solve */
  async watch(solve) {
    this.solve = solve;
    if (!solve || !isActive(solve) || this.watching === solve.id) return;
    this.watching = solve.id;
    const {record} = this.game;
    try {
      await finished(solve, (job) => {
        this.solve = job;
        if (!refreshed(this.adviceCard, job)) this.advice.draw();
      });
    } catch {
      // The advice says what has become of it.
    }
    this.watching = "";
    if (record && JSON.stringify(rulesFor(record)) === JSON.stringify(rulesFor(this.game.record ?? record)))
      this.game.step(() => this.game.askAgain());
  }

  async solveIt() {
    const {record} = this.game;
    if (!record) return;
    try {
      this.watch(await post("/api/solves", {rules: rulesFor(record)}));
      this.advice.draw();
    } catch (error) {
      toast(error.message);
    }
  }

  /** Chooses or puts back a die; dice in no legal set are refused with the reason. @param {number} place */
  choose(place) {
    const {view} = this.game, die = view?.turn.roll?.[place];
    if (!view || !die || !choosing(view)) return;
    const next = new Set(this.chosen);
    if (!next.delete(place)) {
      next.add(place);
      if (!extendable(view, new Set([place]))) return toast(`A ${dieName(die)} scores nothing in this roll.`);
      if (!extendable(view, next)) return toast("These dice cannot be set aside together.");
    }
    this.chosen = next;
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const at = /** @type {Element} */ (event.target), key = event.key.toLowerCase(), {game} = this, {view} = game;
    if (!this.page.isConnected || !view || view.over || event.ctrlKey || event.metaKey || event.altKey ||
      isTyping(at) || document.querySelector("dialog[open]") || !load("keys", true) || game.byResult ||
      game.state.correction?.trouble || (key === "enter" && at.matches?.("button, a")))
      return;
    const action = this.keyAction(key, view);
    if (!action) return;
    action();
    event.preventDefault();
  }

  /** @param {string} key @param {GameView} view @returns {(() => unknown) | undefined} */
  keyAction(key, view) {
    const {game} = this, {wanted} = game;
    if (key === "u" || (key === "backspace" && game.draft.length)) return () => game.undo();
    const can = possible(view, this.chosen), bank = can.bank ?? can.end;
    if (key === "b" && bank) return () => this.move(bank.move);
    if (key === "r" && choosing(view) && can.roll) return () => this.move(can.roll?.move ?? "");
    if (key === "enter" && wanted?.move === null && game.draft.length) return () => game.finishRoll();
    if (!/^[1-9]$/.test(key)) return undefined;
    if (choosing(view)) return () => this.choose(Number(key) - 1);
    const [kind, ...others] = game.about?.dice ?? [];
    return wanted && kind && !others.length && kind.faces.includes(key) ? () => game.tap({face: key, kind: null}) :
                                                                          undefined;
  }
}
