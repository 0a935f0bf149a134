/** The page Explore: when best play rolls and when it banks, at all scores. */
import {presets, whenReady} from "./api.js";
import {calmly, choice, h, percent, points, select, show} from "./dom.js";
import {progress, refreshed, stopped} from "./progress.js";
import {wellKnownFirst} from "./setup.js";
import {curves, decisionMap, phaseName, scoreTable, turnTable} from "./slices.js";
import {load, save} from "./store.js";
import {drawMap, drawSurface, forget, hasWebGL} from "./surface.js";

const MOST = 100, SMALL = 40;

export class ExplorePage {
  constructor() {
    this.state = {game: "farkle", view: "surface", dice: null, mine: 0, other: 0, ...load("explore", {})};
    this.controls = h("section", {class: "card explore-controls", "aria-label": "What to show"});
    this.body = h("div", {class: "stack"});
    this.page = h("div", {},
      h("div", {class: "page-head"}, h("h1", {}, "Explore"),
        h("p", {class: "lead"},
          "At which turn total best play banks, for every pair of scores. Turn the surface; point at it for its numbers.")),
      this.controls, this.body);
    this.kept = new Map();
    this.slicing = calmly(60, () => this.drawSlice());
    addEventListener("themechange", () => {
      if (this.page.isConnected && this.games) this.refresh();
    });
  }

  async enter(root, given) {
    show(root, this.page);
    if (given?.get("game")) this.state.game = given.get("game");
    if (given?.get("view")) this.state.view = given.get("view");
    try {
      this.games = await presets();
    } catch (error) {
      show(this.body, h("p", {class: "error"}, error.message));
      return;
    }
    if (!this.game) this.state.game = "farkle";
    this.drawControls();
    this.refresh();
  }

  get game() {
    return this.games.find((game) => game.name === this.state.game);
  }
  get what() {
    return this.game.family === "hog" ? "Dice to roll" : "Bank at";
  }

  set(changes) {
    Object.assign(this.state, changes);
    save("explore", this.state);
    this.drawControls();
    this.refresh();
  }

  drawControls() {
    const {state} = this, phases = this.phases ?? [];
    const wide = phases.length > 1;
    show(this.controls,
      select("Game", wellKnownFirst(this.games).map((game) => [game.name, game.title]), state.game,
        (game) => {
          this.phases = null;
          this.set({game, dice: null, mine: 0, other: 0});
        },
        {key: "game"}),
      choice("explore-view", "View",
        [
          ["surface", "Surface"], ...(wide ? [["panels", "All dice"]] : []),
          ...(this.game.family === "hog" ? [] : [["slice", "One turn"]]), ["table", "Tables"]
        ],
        state.view, (view) => this.set({view})),
      wide && state.view !== "panels" ?
        h("div", {class: "field"}, h("span", {"aria-hidden": "true"}, "Dice to roll"),
          phases.length > 10 ? select("Dice to roll", phases.map((phase) => [phase, phaseName(phase)]), this.dice,
                                 (dice) => this.set({dice})) :
                               choice("explore-dice", "Dice to roll", phases.map((phase) => [phase, phase]), this.dice,
                                 (dice) => this.set({dice}))) :
        null);
  }

  get dice() {
    return this.phases?.includes(this.state.dice) ? this.state.dice : this.phases?.[0] ?? null;
  }

  refresh() {
    for (const plot of this.body.querySelectorAll(".plot")) forget(plot);
    const {view} = this.state;
    const fits = view === "panels" ? (this.phases?.length ?? 2) > 1 : view !== "slice" || this.game.family !== "hog";
    const draw = {surface: "drawOne",
      panels: "drawPanels",
      slice: "drawSlices",
      table: "drawTables"}[fits ? view : "surface"] ??
      "drawOne";
    this.stop?.abort();
    this.stop = new AbortController();
    const {signal} = this.stop;
    this[draw](signal).catch((error) => {
      if (error.name !== "AbortError" && !signal.aborted) show(this.body, stopped(error, () => this.refresh(), "card"));
    });
  }

  /** A surface from the server, kept for the next time. */
  async surface(dice, most, signal) {
    const key = JSON.stringify([this.state.game, dice, most]);
    if (!this.kept.has(key)) {
      const told = (job) =>
        refreshed(this.body, job) || show(this.body, progress("Working out when to bank", job, "card"));
      const found =
        await whenReady("POST", "/api/surface", {rules: {preset: this.state.game}, dice, most}, told, signal);
      // In Hog the height is the number of dice, under that name.
      found.hold_at ??= found[found.shows];
      this.kept.set(key, found);
    }
    const found = this.kept.get(key);
    if (!this.phases) {
      this.phases = found.phases;
      this.drawControls();
    }
    return found;
  }

  async drawOne(signal) {
    const surface = await this.surface(this.dice, MOST, signal);
    if (signal.aborted) return;
    const plot = h("div", {class: "plot"});
    const title =
      this.game.family === "hog" ? "Dice to roll" : `Bank at this turn total, with ${phaseName(this.dice)} to roll`;
    const flat = !hasWebGL();
    show(this.body,
      h("figure", {class: "card"},
        h("figcaption", {}, h("h2", {}, title),
          flat ? h("p", {class: "soft"}, "This browser has no WebGL: here is a map instead.") :
                 h("p", {class: "soft small"},
                   "Below the surface best play rolls, above it banks. Drag to turn, scroll to come nearer.")),
        plot));
    if (flat)
      drawMap(plot, surface, {what: this.what});
    else
      await drawSurface(plot, surface, {what: this.what});
  }

  /** One panel for each number of dice. */
  async drawPanels(signal) {
    const first = await this.surface(this.dice, SMALL, signal);
    const flat = !hasWebGL();
    const panels = first.phases.slice(0, 8).map((phase) => ({phase, plot: h("div", {class: "plot small-plot"})}));
    show(this.body,
      h("section", {class: "card"}, h("h2", {}, "Bank at this turn total, by the dice to roll"),
        h("p", {class: "soft small"},
          flat ? "This browser has no WebGL: here are maps instead." :
                 "Your score, the other's score, and the turn total to bank at. Drag to turn."),
        h("div", {class: "panels"},
          panels.map(({phase, plot}) => h("figure", {},
                       h("figcaption", {},
                         h("button", {class: "button plain", click: () => this.set({dice: phase, view: "surface"})},
                           phaseName(phase))),
                       plot)))));
    for (const {phase, plot} of panels) {
      const surface = await this.surface(phase, SMALL, signal);
      if (signal.aborted) return;
      if (flat)
        drawMap(plot, surface, {what: this.what});
      else
        await drawSurface(plot, surface, {what: this.what, small: true});
    }
  }

  sliders() {
    const {state, game} = this;
    const step = game.goal > 1000 ? 50 : game.goal > 200 ? 5 : 1;
    const slider = (key, label) => {
      const out = h("b", {class: "number"}, points(state[key]));
      return h("label", {class: "field slider"}, h("span", {}, label, " ", out), h("input", {
        type: "range",
        min: 0,
        max: game.goal - step,
        step,
        value: state[key],
        key,
        on: {
          input: (event) => {
            state[key] = event.target.valueAsNumber;
            out.textContent = points(state[key]);
            save("explore", state);
            this.slicing();
          }
        }
      }));
    };
    return h("div", {class: "sliders"}, slider("mine", "Your score"), slider("other", "Other's score"));
  }

  async drawSlices() {
    this.map = h("div", {});
    this.curve = h("div", {class: "chart"});
    this.curveTitle = h("h2", {}, "What it is worth");
    this.table = h("div", {});
    this.value = h("p", {class: "soft"}, "\u00a0");
    show(this.body,
      h("section", {class: "card stack"}, h("div", {}, h("h2", {}, "Roll or bank"), this.value), this.sliders(),
        this.map),
      h("div", {class: "two-cards"},
        h("section", {class: "card"}, this.curveTitle,
          h("p", {class: "row small soft key"},
            h("span", {}, h("i", {class: "swatch roll-swatch", "aria-hidden": "true"}), "value of rolling"),
            h("span", {}, h("i", {class: "swatch bank-swatch", "aria-hidden": "true"}), "value of banking")),
          this.curve),
        h("section", {class: "card stack"}, h("h2", {}, "Every turn total"), this.table)));
    await this.drawSlice();
  }

  async drawSlice() {
    const {mine, other, game} = this.state, {signal} = this.stop;
    const target = this.map;
    const told = (job) => refreshed(target, job) || show(target, progress("Working out best play", job));
    let slice;
    try {
      slice = await whenReady("POST", "/api/slice", {rules: {preset: game}, scores: [mine, other]}, told, signal);
    } catch (error) {
      if (error.name !== "AbortError") show(target, stopped(error, () => this.drawSlice()));
      return;
    }
    if (signal.aborted || this.map !== target || mine !== this.state.mine || other !== this.state.other) return;
    if (!this.phases) {
      this.phases = slice.phases;
      this.drawControls();
    }
    const phase = Math.max(0, slice.phases.indexOf(this.dice));
    this.value.textContent = `Your chance to win at the start of this turn: ${percent(slice.value, 2)}`;
    this.curveTitle.textContent = `What it is worth, with ${phaseName(slice.phases[phase])} to roll`;
    decisionMap(this.map, slice, phase, (picked) => this.pickPhase(slice.phases[picked]));
    curves(this.curve, slice, phase);
    show(this.table, turnTable(slice, phase));
  }

  pickPhase(dice) {
    this.state.dice = dice;
    save("explore", this.state);
    this.drawControls();
    this.drawSlice();
  }

  async drawTables(signal) {
    const surface = await this.surface(this.dice, MOST, signal);
    if (signal.aborted) return;
    const size = surface.scores.length,
          marks = Array.from({length: 11}, (_, index) => Math.min(size - 1, Math.round(index * size / 10)))
                    .filter((mark, index, all) => all.indexOf(mark) === index);
    const name = this.game.family === "hog" ? "Dice to roll" : `Bank at, with ${phaseName(this.dice)} to roll`;
    show(this.body,
      h("section", {class: "card stack"}, h("h2", {}, name),
        h("p", {class: "soft small"},
          this.game.family === "hog" ? "By both scores." :
                                       "The least turn total at which best play banks, by both scores."),
        scoreTable(surface.scores, marks, name, (a, b) => points(surface.hold_at[a * size + b]))),
      h("section", {class: "card stack"}, h("h2", {}, "Your chance to win"),
        h("p", {class: "soft small"}, "At the start of your turn, by both scores."),
        scoreTable(surface.scores, marks, "Your chance to win", (a, b) => percent(surface.value[a * size + b], 2))));
  }
}
