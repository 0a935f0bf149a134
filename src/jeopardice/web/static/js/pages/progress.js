/** The page Progress: how well a player decides over many games, and what costs most. */
import {h, show} from "../common/dom.js";
import {allGames, onLibrary} from "../common/library.js";
import {counted, percent, unbroken} from "../common/numbers.js";
import {keepTable} from "../game/kept.js";
import {gamesOf, playersOf, progressOf} from "../game/player-progress.js";
import {lacksSummary, summarise} from "../game/summaries.js";
import {numberHead, pageHead, select} from "../parts/controls.js";
import {progressChart} from "../parts/progress-chart.js";
import {problem} from "../parts/progress.js";
import {drawStorageNote, storageNote} from "../parts/storage-note.js";

/** After how many newly analysed games the page is drawn again. */
const OFTEN = 25;

export class Progress {
  constructor() {
    /** @type {KeptGame[]} */
    this.games = [];
    this.name = this.title = "";
    /** What was asked last, so that late answers are dropped. */
    this.asked = "";
    this.visit = 0;
    this.waiting = 0;
    this.tools = h("div", {class: "card fields"});
    this.status = h("div", {role: "status", class: "games-status"});
    this.body = h("div", {class: "stack"});
    this.trouble = storageNote();
    this.page = h("div", {},
      pageHead("Progress", "How well you decide, without luck: over all analysed games that are kept in this browser."),
      h("div", {class: "stack"}, this.trouble, this.tools, this.status, this.body));
    onLibrary(() => this.refresh());
  }

  /** @param {HTMLElement} root */
  async enter(root) {
    show(root, this.page);
    const visit = ++this.visit, here = () => visit === this.visit && this.page.isConnected;
    await keepTable();
    this.games = await allGames();
    this.waiting = this.games.filter(lacksSummary).length;
    this.asked = "";
    await this.draw();
    await summarise(this.games.filter(lacksSummary), () => {
      this.waiting--;
      if (!here()) return;
      if (this.waiting % OFTEN)
        this.drawStatus();
      else
        this.draw();
    }, here);
    this.waiting = 0;
    if (here()) await this.draw();
  }

  /** Takes over the games that another page or tab has changed. */
  async refresh() {
    if (!this.page.isConnected || this.waiting) return;
    this.games = await allGames();
    await this.draw();
  }

  drawStatus() {
    drawStorageNote(this.trouble);
    const missing = this.games.filter(lacksSummary).length, {waiting} = this;
    show(this.status,
      waiting ? h("p", {class: "soft"}, `Checking every decision of ${counted(waiting, "game")} …`) :
        missing ? h("p", {class: "soft"},
                    `${counted(missing, "game")} ${missing === 1 ? "is" : "are"} not analysed yet: `,
                    h("a", {href: "#games"}, "choose Analyse on the page Games"), ".") :
                  null);
  }

  async draw() {
    const {games} = this, players = playersOf(games);
    this.drawStatus();
    this.tools.hidden = !players.length;
    if (!players.length) return show(this.body, this.empty());
    if (!players.includes(this.name)) [this.name] = players;
    const titles = [...new Set(gamesOf(games, this.name, "").map((game) => this.titleOf(game)))].sort();
    if (!titles.includes(this.title)) this.title = "";
    /** @type {Option[]} */
    const options =
      [["", "All games"], ...titles.map((title) => /** @type {Option} */ ([title, title || "Your own rules"]))];
    show(this.tools, select("Player", players.map((name) => [name, name]), this.name, (name) => {
      this.name = name;
      this.draw();
    }, {key: "player"}), select("Game", options, this.title, (title) => {
      this.title = title;
      this.draw();
    }, {key: "game"}));
    await this.drawProgress();
  }

  /** The title of the game that a summary belongs to. @param {{seat: SeatSummary}} game */
  titleOf({seat}) {
    return this.games.find(({summary}) => summary?.includes(seat))?.title ?? "";
  }

  async drawProgress() {
    const games = gamesOf(this.games, this.name, this.title);
    const asked = JSON.stringify([this.name, games]);
    if (asked === this.asked) return;
    this.asked = asked;
    try {
      const found = await progressOf(this.name, games);
      if (asked === this.asked) this.show(found);
    } catch (error) {
      this.asked = "";
      show(this.body, h("div", {class: "card"}, problem(error)));
    }
  }

  empty() {
    const {games, waiting} = this;
    if (waiting) return h("p", {class: "empty"}, "Checking every decision …");
    return h("div", {class: "card stack"}, h("h2", {}, games.length ? "No game is analysed yet" : "No games yet"),
      h("p", {},
        games.length ?
          "Best play of your games is not known here yet. Analyse one, and its decisions count here." :
          "Play a few games: what you decide is compared with best play, and what costs most is named here."),
      h("div", {},
        h("a", {class: "button main", href: games.length ? "#games" : "#play"},
          games.length ? "Go to your games" : "Play a game")));
  }

  /** @param {PlayerProgress} found */
  show(found) {
    const error = h("div", {class: "chart"}), accuracy = h("div", {class: "chart"});
    /** @param {string} title @param {Element} chart @param {string} note */
    const chartCard = (title, chart, note) => h("section", {class: "card", "aria-label": title},
      h("header", {}, h("h2", {}, title), h("p", {class: "small soft"}, note)), chart);
    show(this.body, h("section", {class: "card progress-figures", "aria-label": "In short"}, figures(found)),
      found.habit || found.trend ?
        h("section", {class: "card", "aria-label": "What costs most"}, h("header", {}, h("h2", {}, "What costs most")),
          h("div", {class: found.habit ? "habit stack" : "stack"},
            found.habit ? h("p", {}, unbroken(found.habit.sentence)) : null,
            found.trend ? h("p", {class: "soft"}, unbroken(found.trend)) : null)) :
        null,
      h("div", {class: "progress-tables"},
        chartCard("Error per decision", error, "Dots: games. Line: the last 10 games together."),
        chartCard("Accuracy", accuracy, "Decisions that are best or cost less than 0.1\u00a0%.")),
      h("div", {class: "progress-tables"}, groups("By kind of mistake", "Mistake", found.by_kind, found.games),
        groups("By dice left", "Dice", found.by_dice, found.games),
        groups("By situation", "Situation", found.by_situation, found.games)));
    progressChart(error, found.series, "error", "Error per decision");
    progressChart(accuracy, found.series, "accuracy", "Accuracy");
  }
}

/** A number with what it is. @param {string} value @param {string} what @param {Child} more */
const figure = (value, what, more = null) => h("div", {class: "figure"}, h("span", {class: "small soft"}, what),
  h("b", {class: "number"}, value), h("span", {class: "small soft"}, more));

/** @param {Estimated | null} estimated @param {number} digits */
const precision = (estimated, digits) =>
  (estimated?.stderr ? `standard error ${percent(estimated.stderr, digits)}` : "");

/** @param {PlayerProgress} found */
function figures({games, decisions, error, accuracy, finished, won, luck, adjusted}) {
  const wins = Number.isInteger(won) ? String(won) : won.toFixed(1), lucky = luck ?? 0;
  return [
    figure(error ? percent(error.value, 2) : "–", "Error per decision", precision(error, 2)),
    figure(accuracy === null ? "–" : percent(accuracy), "Accuracy",
      `${counted(decisions, "decision")} in ${counted(games, "game")}`),
    figure(finished ? percent(won / finished) : "–", "Games won",
      finished ? `${wins} of ${finished}; luck ${lucky < 0 ? "took" : "gave"} ${percent(Math.abs(lucky))}` :
                 "none is finished"),
    figure(adjusted ? percent(adjusted.value) : "–", "Games won, without luck", precision(adjusted, 1))
  ];
}

/**
 * Where mistakes are made, and what they cost.
 * @param {string} title @param {string} what @param {ProgressGroup[]} found @param {number} games
 */
function groups(title, what, found, games) {
  if (!found.length) return null;
  const most = Math.max(...found.map(({cost}) => cost), 1e-9), rated = found.some(({decisions}) => decisions !== null);
  return h("section", {class: "card", "aria-label": title}, h("header", {}, h("h2", {}, title)),
    h("table", {class: "progress-groups"},
      h("thead", {},
        h("tr", {}, h("th", {scope: "col"}, what), numberHead(rated ? "Mistakes" : "Times"),
          numberHead("Cost a game"))),
      h("tbody", {},
        found.map(
          ({name, decisions, mistakes, cost}) => h("tr", {}, h("th", {scope: "row"}, name),
            h("td", {class: "number"}, decisions ? `${mistakes} of ${decisions}` : String(mistakes),
              decisions ? h("small", {class: "soft"}, ` ${percent(mistakes / decisions, 0)}`) : null),
            h("td", {class: "number"},
              h("span", {class: "group-bar"},
                h("span", {class: "bar", "aria-hidden": "true"}, h("i", {style: {width: `${100 * cost / most}%`}})),
                percent(cost / games, 2))))))));
}
