/** The page Explore: when best play rolls and when it banks, at all scores. */
import {whenReady} from "../common/api.js";
import {copy, h, hasTouch, show} from "../common/dom.js";
import {link, pack} from "../common/links.js";
import {percent} from "../common/numbers.js";
import {load, save} from "../common/store.js";
import {handWords} from "../game/dice.js";
import {rulesOf} from "../game/presets.js";
import {asLink, fittingScores, fromLink, START, VIEWS, viewsOf} from "../game/viewpoint.js";
import {button, choice, pageHead, select} from "../parts/controls.js";
import {GameChoice} from "../parts/game-choice.js";
import {bankAt, drawHeatMap} from "../parts/heat-map.js";
import {OneTurn} from "../parts/one-turn.js";
import {reporter, stopped} from "../parts/progress.js";
import {drawSurface, forgetSurface, hasWebGL} from "../parts/surface.js";
import {scoreTable} from "../parts/turn-views.js";

/** The most scores of a surface, and of one of several. */
const MOST = 100, MOST_OF_PANEL = 40;

export class Explore {
  constructor() {
    /** @type {ViewState} */
    this.state = {...START, ...load("explore", {})};
    this.choice = new GameChoice();
    /** The numbers of dice to roll, known from the first answer on. @type {string[] | null} */
    this.phases = null;
    /** The surfaces fetched before. @type {Map<string, Surface>} */
    this.kept = new Map();
    this.stop = new AbortController();
    this.controls = h("section", {class: "card explore-controls", "aria-label": "What to show"});
    this.lead = h("span");
    this.body = h("div", {class: "stack"});
    this.page = h("div", {}, pageHead("Explore", this.lead), this.controls, this.body);
    addEventListener("themechange", () => {
      if (this.page.isConnected && this.choice.find(this.state)) this.refresh();
    });
  }

  /** @param {HTMLElement} root @param {URLSearchParams | null} given */
  async enter(root, given) {
    show(root, this.page);
    try {
      this.state = await this.choice.open(given, fromLink, this.state, START);
    } catch (error) {
      show(this.body, h("p", {class: "error"}, error.message));
      return;
    }
    if (!this.page.isConnected) return;
    this.phases = null;
    this.set({scores: fittingScores(this.state.scores, this.game)});
  }

  get game() {
    return /** @type {GameRules} */ (this.choice.find(this.state));
  }
  /** Whether players choose the dice to roll and never bank. */
  get isHog() {
    return this.game.family === "hog";
  }
  /** The meaning of the surface's height. */
  get height() {
    return this.isHog ? "Dice to roll" : "Bank at";
  }
  /** The view that is shown: the one wanted, or the first that this game has; undefined where it has none. */
  get view() {
    const {names} = viewsOf(this.game, this.phases);
    return names.includes(this.state.view) ? this.state.view : names[0];
  }
  /** The dice to roll that are shown; null before they are known. */
  get dice() {
    return this.phases?.find((phase) => phase === this.state.dice) ?? this.phases?.[0] ?? null;
  }

  /** @param {Partial<ViewState>} changes */
  set(changes) {
    this.keep(changes);
    this.drawControls();
    this.refresh();
  }

  /** Keeps what is shown in the browser and in the address. @param {Partial<ViewState>} changes */
  keep(changes) {
    Object.assign(this.state, changes);
    save("explore", this.state);
    history.replaceState(null, "", `#${asLink(this.state, this.game)}`);
  }

  /** Takes over the numbers of dice to roll from the first answer. @param {string[]} phases */
  learn(phases) {
    if (this.phases) return;
    this.phases = phases;
    this.drawControls();
  }

  drawControls() {
    const {state, game} = this, phases = this.phases ?? [], {names, reasons} = viewsOf(game, phases);
    this.lead.textContent = this.isHog ?
      "How many dice best play rolls, for every pair of scores." :
      "When best play rolls and when it banks, for every pair of scores and every number of dice.";
    const share = () => copy(link(asLink(state, game)), "Link to this view");
    show(this.controls,
      this.choice.field(state,
        (preset) => {
          this.phases = null;
          this.set({...START, game: preset, view: state.view});
        }),
      names.length > 1 ? choice("explore-view", "View", names.map((name) => [name, VIEWS[name]]), this.view,
                           (view) => this.set({view})) :
                         null,
      phases.length > 1 && names.length && this.view !== "panels" ? this.diceField(phases) : null,
      names.length ?
        [button("Copy link", "share", share), reasons.map((why) => h("p", {class: "small soft explore-why"}, why))] :
        null);
  }

  /** @param {string[]} phases */
  diceField(phases) {
    /** @param {string} dice */
    const change = (dice) => this.set({dice});
    return h("div", {class: "field"}, h("span", {"aria-hidden": "true"}, "Dice to roll"),
      phases.length > 10 ?
        select("Dice to roll", phases.map((phase) => [phase, handWords(phase)]), this.dice, change) :
        choice("explore-dice", "Dice to roll", phases.map((phase) => [phase, phase]), this.dice, change));
  }

  async refresh() {
    for (const plot of this.body.querySelectorAll(".plot")) forgetSurface(/** @type {HTMLElement} */ (plot));
    this.stop.abort();
    const {signal} = this.stop = new AbortController();
    try {
      await this.drawView(signal);
    } catch (error) {
      if (error.name !== "AbortError" && !signal.aborted) show(this.body, stopped(error, () => this.refresh(), "card"));
    }
  }

  /** @param {AbortSignal} signal */
  async drawView(signal) {
    if (!this.view) return this.drawNothing();
    if (this.view === "slice") {
      const turn = new OneTurn(this, signal);
      show(this.body, turn.cards);
      return turn.draw();
    }
    if (this.view === "panels") await this.drawPanels(signal);
    // A game with one number of dice turns out to have no panels.
    if (this.view === "panels" || signal.aborted) return;
    // The numbers of dice are not known before the first answer.
    const asked = this.dice, first = await this.surface(asked, MOST, signal);
    const surface =
      asked === null && this.dice !== this.phases?.[0] ? await this.surface(this.dice, MOST, signal) : first;
    if (!signal.aborted) await (this.view === "table" ? this.drawTables(surface) : this.drawOne(surface));
  }

  /** Shows why a game has no views, and a link to Ask. */
  drawNothing() {
    const {toml, game} = this.state, query = toml ? `rules=${pack(toml)}` : `game=${game}`;
    show(this.body,
      h("section", {class: "card stack"}, h("h2", {}, "There is no picture of this game"),
        viewsOf(this.game).reasons.map((why) => h("p", {}, why)),
        h("div", {}, h("a", {class: "button", href: `#ask?${query}`}, "Ask about this game"))));
  }

  /** A surface, fetched once. @param {string | null} dice @param {number} most @param {AbortSignal} signal */
  async surface(dice, most, signal) {
    const body = {rules: rulesOf(this.state), dice, most}, key = JSON.stringify(body);
    let found = this.kept.get(key);
    if (!found) {
      const words = this.isHog ? "Computing how many dice to roll" : "Computing when to bank";
      const answer = await whenReady("POST", "/api/surface", body, reporter(this.body, words, "card"), signal);
      // In Hog the height is the number of dice, under that name.
      found = /** @type {Surface} */ ({...answer, hold_at: answer[answer.shows]});
      this.kept.set(key, found);
    }
    this.learn(found.phases);
    return found;
  }

  /** @param {HTMLElement} plot @param {Surface} surface */
  async drawPlot(plot, surface, small = false) {
    if (hasWebGL())
      await drawSurface(plot, surface, this.height, small);
    else
      drawHeatMap(plot, surface, this.height);
  }

  /** @param {Surface} surface */
  async drawOne(surface) {
    const plot = h("div", {class: "plot"});
    const title = this.isHog ? "Dice to roll" : `Bank at this turn total, with ${handWords(this.dice ?? "")} to roll`;
    const meaning = this.isHog ? "The height is the number of dice that best play rolls." :
                                 "Best play rolls below the surface, and banks on it and above it.";
    const ways = hasTouch() ? "Drag with a finger to rotate, pinch to zoom, tap the surface to see its numbers." :
                              "Drag to rotate, scroll to zoom, point at the surface to see its numbers.";
    const help = hasWebGL() ? `${meaning} ${ways}` : "This browser has no WebGL: here is a map instead.";
    show(this.body,
      h("figure", {class: "card"},
        h("figcaption", {}, h("h2", {}, title), h("p", {class: "soft small"}, help), assumption(surface)), plot));
    await this.drawPlot(plot, surface);
  }

  /** One panel for each number of dice, unless there is only one. @param {AbortSignal} signal */
  async drawPanels(signal) {
    const first = await this.surface(this.dice, MOST_OF_PANEL, signal);
    if (signal.aborted || this.view !== "panels") return;
    const panels = first.phases.slice(0, 8).map((phase) => ({phase, plot: h("div", {class: "plot small-plot"})}));
    const help = hasWebGL() ? "Your score, the opponent's score, and the turn total to bank at. Drag to rotate." :
                              "This browser has no WebGL: here are maps instead.";
    show(this.body,
      h("section", {class: "card"}, h("h2", {}, "Bank at this turn total, by the dice to roll"),
        h("p", {class: "soft small"}, help), assumption(first),
        h("div", {class: "panels"}, panels.map(({phase, plot}) => {
          const open = () => this.set({dice: phase, view: "surface"});
          return h("figure", {}, h("figcaption", {}, button(handWords(phase), `panel-${phase}`, open, "plain")), plot);
        }))));
    for (const {phase, plot} of panels) {
      const surface = await this.surface(phase, MOST_OF_PANEL, signal);
      if (signal.aborted) return;
      await this.drawPlot(plot, surface, true);
    }
  }

  /** @param {Surface} surface */
  drawTables(surface) {
    const {scores} = surface, size = scores.length;
    const marks =
      [...new Set(Array.from({length: 11}, (_, index) => Math.min(size - 1, Math.round(index * size / 10))))];
    const title = this.isHog ? "Dice to roll" : `Bank at, with ${handWords(this.dice ?? "")} to roll`;
    const meaning = this.isHog ?
      "How many dice best play rolls, by both scores." :
      "The lowest turn total at which best play banks, by both scores; “never” means that it rolls until it wins.";
    show(this.body,
      h("section", {class: "card stack"}, h("h2", {}, title),
        h("div", {}, h("p", {class: "soft small"}, meaning), assumption(surface)),
        scoreTable(scores, marks, title, (a, b) => bankAt(surface, a * size + b))),
      h("section", {class: "card stack"}, h("h2", {}, "Your chance of winning"),
        h("p", {class: "soft small"}, "At the start of your turn, by both scores."),
        scoreTable(scores, marks, "Your chance of winning", (a, b) => percent(surface.value[a * size + b], 2))));
  }
}

/** The carryover that a picture assumes. @param {Surface} surface */
const assumption = ({assumed}) =>
  (assumed?.length ? h("p", {class: "soft small"}, `Shown for a turn in which ${assumed.join(" and ")}.`) : null);
