/** The page Games: the library of all games that were played in this browser. */
import {isoDay} from "../common/dates.js";
import {announce, debounced, h, show, toast} from "../common/dom.js";
import {openFiles, saveFile} from "../common/files.js";
import {allGames, deleteGames, onLibrary, putGames} from "../common/library.js";
import {counted} from "../common/numbers.js";
import {load, save} from "../common/store.js";
import {keepTable} from "../game/kept.js";
import {asJson, asText, importGames} from "../game/library-files.js";
import {analyse, summarise} from "../game/summaries.js";
import {button, openDialog, pageHead, select} from "../parts/controls.js";
import {keptGame, standing} from "../parts/kept-game.js";
import {problem, progress} from "../parts/progress.js";
import {drawStorageNote, storageNote} from "../parts/storage-note.js";

/** How many games are shown at a time. */
const MOST = 12;

export class Games {
  constructor() {
    /** @type {KeptGame[]} */
    this.games = [];
    /** Deleted games, which can be restored until the page is left. @type {KeptGame[]} */
    this.deleted = [];
    this.filter = "";
    this.most = MOST;
    /** What is said about the analysis of a game, by its name. @type {Map<string, Child>} */
    this.notes = new Map();
    this.visit = 0;
    this.trouble = storageNote();
    this.tools = h("div", {class: "card games-tools row"});
    this.status = h("div", {role: "status", class: "games-status"});
    this.list = h("div", {class: "stack games-list"});
    this.legend = h("p", {class: "small soft"},
      "Error: how much win probability a decision cost on average. Luck: how much the rolls gave or took.");
    this.page = h("div", {class: "games"},
      pageHead("Games", "Every game that you play is kept here, in this browser. Nothing leaves this computer."),
      h("div", {class: "stack"}, this.trouble, this.tools, this.status, this.legend, this.list));
    onLibrary(debounced(60, () => this.refresh()));
  }

  /** @param {HTMLElement} root */
  async enter(root) {
    show(root, this.page);
    const visit = ++this.visit;
    this.deleted = [];
    show(this.status);
    await keepTable();
    await this.refresh();
    await summarise(this.games, (game, missing) => {
      this.notes.set(game.id, missing);
      this.draw();
    }, () => visit === this.visit && this.page.isConnected);
  }

  async refresh() {
    if (!this.page.isConnected) return;
    const found = await allGames();
    // The games that are being summarised stay the same objects.
    const known = new Map(this.games.map((game) => [game.id, game]));
    this.games = found.map((game) => {
      const same = known.get(game.id);
      return same?.changed === game.changed && (same.summary || !game.summary) ? same : game;
    });
    this.draw();
  }

  /** The games that are shown. */
  get wanted() {
    return this.games.filter((game) => !this.filter || game.title === this.filter);
  }

  draw() {
    drawStorageNote(this.trouble);
    this.drawTools();
    const {wanted, deleted} = this, shown = [...wanted.slice(0, this.most), ...deleted];
    shown.sort((a, b) => b.changed - a.changed);
    this.legend.hidden = !this.games.length;
    if (!this.games.length && !deleted.length) return show(this.list, this.empty());
    show(this.list, shown.map((game) => (deleted.includes(game) ? this.gone(game) : this.entry(game))),
      wanted.length > this.most ? h("div", {}, button(`Show more of ${counted(wanted.length, "game")}`, "more", () => {
        this.most += MOST;
        this.draw();
      })) : null);
  }

  drawTools() {
    const {games} = this, titles = [...new Set(games.map((game) => game.title))].sort();
    /** @type {Option[]} */
    const options =
      [["", "All games"], ...titles.map((title) => /** @type {Option} */ ([title, title || "Your own rules"]))];
    if (!titles.includes(this.filter)) this.filter = "";
    show(this.tools,
      titles.length > 1 ? select("Show", options, this.filter,
                            (filter) => {
                              this.filter = filter;
                              this.most = MOST;
                              this.draw();
                            },
                            {key: "filter"}) :
                          null,
      h("p", {class: "games-count"}, counted(this.wanted.length, "game")),
      h("div", {class: "row games-files"},
        button("Import", "import", () => openFiles((name, text) => this.read(name, text))),
        button("Export", "export", () => this.export(), "small", {disabled: !games.length}),
        button("Export as text", "export-text", () => this.exportText(), "small", {disabled: !games.length}),
        button("Delete all", "delete-all", () => this.askDelete(), "small", {disabled: !this.wanted.length})));
  }

  empty() {
    return h("div", {class: "card stack"}, h("h2", {}, "No games yet"),
      h("p", {}, "A game appears here with its first move, and stays when another one replaces it."),
      h("div", {class: "row"}, h("a", {class: "button main", href: "#play"}, "Play a game"),
        h("span", {class: "small soft"}, "or import games that you have exported.")));
  }

  /** @param {KeptGame} game */
  entry(game) {
    return keptGame(game,
      {analyse: () => this.analyse(game), text: () => this.exportText([game]), remove: () => this.remove(game)},
      game.summary ? null : this.notes.get(game.id));
  }

  /** A deleted game. @param {KeptGame} game */
  gone(game) {
    return h("div", {class: "card kept-gone row"},
      h("p", {}, `Deleted: ${game.title || "Your own rules"}, ${standing(game).toLowerCase()}.`),
      button("Undo", `delete-${game.id}`, () => this.restore(game)));
  }

  /** @param {KeptGame} game */
  async remove(game) {
    // The game on the table is deleted there, too.
    if (load("game.id", null) === game.id) save("game", null);
    this.deleted.push(game);
    await deleteGames([game.id]);
    announce("Deleted. Undo brings it back.");
  }

  /** @param {KeptGame} game */
  async restore(game) {
    this.deleted = this.deleted.filter((each) => each !== game);
    await putGames([game]);
    announce("The game is back.");
  }

  askDelete() {
    const games = this.wanted;
    openDialog(games.length === this.games.length ? "Delete all games?" : "Delete these games?",
      (close) => [h("p", {},
                    `${
                      counted(games.length,
                        "game")} will be deleted from this browser, for good. Export them first to keep a copy.`),
        h("footer", {}, button("Keep them", "keep", close, "", {autofocus: true}),
          button("Delete", "delete", async () => {
            close();
            if (games.some((game) => game.id === load("game.id", null))) save("game", null);
            this.deleted = [];
            await deleteGames(games.map((game) => game.id));
            toast(`${counted(games.length, "game")} deleted`);
          }, "main"))]);
  }

  /** @param {KeptGame} game */
  async analyse(game) {
    /** @param {Child} note */
    const say = (note) => {
      this.notes.set(game.id, note);
      this.draw();
    };
    say("Checking every decision …");
    try {
      await analyse(game, (job) => say(progress("Looking for best play", job)));
      this.notes.delete(game.id);
      this.draw();
      announce("Analysed.");
    } catch (error) {
      say(problem(error));
    }
  }

  export() {
    saveFile(`jeopardice-games-${isoDay(Date.now())}.json`, asJson(this.wanted));
  }

  async exportText(games = this.wanted) {
    const [first] = games, name = games.length > 1 ? "jeopardice-games" : first.record.rules.preset ?? "game";
    try {
      saveFile(`${name}-${isoDay(games.length > 1 ? Date.now() : first.changed)}.txt`, await asText(games));
    } catch (error) {
      show(this.status, problem(error));
    }
  }

  /** Reads a file that the user has chosen. @param {string} name @param {string} text */
  async read(name, text) {
    try {
      const {added, there} = await importGames(
        text, (done, all) => show(this.status, h("p", {}, `${name}: reading game ${done + 1} of ${all} …`)));
      const already = there ? `, ${there} ${there === 1 ? "was" : "were"} here already` : "";
      show(this.status, h("p", {}, `${name}: ${counted(added, "game")} imported${already}.`));
    } catch (error) {
      show(this.status, h("p", {class: "error"}, `${name}: ${error.message}`));
    }
  }
}
