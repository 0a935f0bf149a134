/** The page Explore: when best play rolls and when it banks, at all scores. */
import {presets, whenReady} from "./api.js";
import {calmly, choice, copy, h, percent, points, select, show, toast} from "./dom.js";
import {fields, told as lasting} from "./lasting.js";
import {readOwn} from "./own.js";
import {progress, refreshed, stopped} from "./progress.js";
import {wellKnownFirst} from "./setup.js";
import {bankAt, curves, decisionMap, phaseName, scoreTable, turnTable} from "./slices.js";
import {link, load, pack, save} from "./store.js";
import {drawMap, drawSurface, forget, hasWebGL} from "./surface.js";
import {asked, asLink, fitting, fromLink, offered, START, VIEWS} from "./viewpoint.js";

const MOST = 100, SMALL = 40;
const DRAW = {
  surface: "drawOne",
  panels: "drawPanels",
  slice: "drawSlices",
  table: "drawTables"
};

export class ExplorePage {
  constructor() {
    this.state = {...START, ...load("explore", {})};
    this.controls = h("section", {class: "card explore-controls", "aria-label": "What to show"});
    this.lead = h("p", {class: "lead"});
    this.body = h("div", {class: "stack"});
    this.page =
      h("div", {}, h("div", {class: "page-head"}, h("h1", {}, "Explore"), this.lead), this.controls, this.body);
    this.kept = new Map();
    this.slicing = calmly(60, () => this.drawSlice());
    addEventListener("themechange", () => {
      if (this.page.isConnected && this.games) this.refresh();
    });
  }

  async enter(root, given) {
    show(root, this.page);
    try {
      if (given) this.state = fromLink(given);
    } catch {
      toast("This link holds no rules.");
    }
    try {
      this.games = await presets();
      this.own = await readOwn(this.state.toml, this.own);
    } catch (error) {
      show(this.body, h("p", {class: "error"}, error.message));
      return;
    }
    if (!this.page.isConnected) return;
    if (!this.game) {
      if (!this.state.toml) toast(`There is no game “${this.state.game}” here.`);
      this.state = {...START};
    }
    this.phases = null;
    this.set({scores: fitting(this.state.scores, this.game)});
  }

  get game() {
    if (this.state.toml) return this.own;
    return this.games.find((game) => game.name === this.state.game);
  }
  get rules() {
    return this.state.toml ? {toml: this.state.toml} : {preset: this.state.game};
  }
  /** Whether the dice to roll are chosen and nobody banks, as in Hog. */
  get counts() {
    return this.game.family === "hog";
  }
  get what() {
    return this.counts ? "Dice to roll" : "Bank at";
  }
  /** The view that is shown: the one wanted, or the first that this game has; none where it has none. */
  get view() {
    const {names} = offered(this.game, this.phases);
    return names.includes(this.state.view) ? this.state.view : names[0];
  }

  set(changes) {
    Object.assign(this.state, changes);
    this.keep();
    this.drawControls();
    this.refresh();
  }

  /** What is shown stays in the browser and in the address. */
  keep() {
    save("explore", this.state);
    history.replaceState(null, "", `#${asLink(this.state, this.game)}`);
  }

  /** The dice to roll are known when the first answer is there. */
  learn(phases) {
    if (this.phases) return;
    this.phases = phases;
    this.drawControls();
  }

  drawControls() {
    const {state, game} = this, phases = this.phases ?? [], {names, reasons} = offered(game, phases);
    const own = state.toml ? [["", `${game.title || "A game"} (your own rules)`]] : [];
    const pick = (name) => {
      if (!name) return;
      this.phases = null;
      this.set({...START, game: name, view: state.view});
    };
    this.lead.textContent = this.counts ?
      "How many dice best play rolls, for every pair of scores." :
      "When best play rolls and when it banks, for every pair of scores and every number of dice.";
    show(this.controls,
      select("Game", [...own, ...wellKnownFirst(this.games).map((each) => [each.name, each.title])],
        state.toml ? "" : state.game, pick, {key: "game"}),
      names.length > 1 ? choice("explore-view", "View", names.map((name) => [name, VIEWS[name]]), this.view,
                           (view) => this.set({view})) :
                         null,
      phases.length > 1 && names.length && this.view !== "panels" ? this.drawDice(phases) : null,
      names.length ? h("button", {class: "button small", key: "share", click: () => this.share()}, "Copy link") : null,
      names.length ? reasons.map((why) => h("p", {class: "small soft explore-why"}, why)) : null);
  }

  drawDice(phases) {
    const change = (dice) => this.set({dice});
    return h("div", {class: "field"}, h("span", {"aria-hidden": "true"}, "Dice to roll"),
      phases.length > 10 ?
        select("Dice to roll", phases.map((phase) => [phase, phaseName(phase)]), this.dice, change) :
        choice("explore-dice", "Dice to roll", phases.map((phase) => [phase, phase]), this.dice, change));
  }

  share() {
    copy(link(asLink(this.state, this.game)), "Link to this view");
  }

  get dice() {
    return this.phases?.includes(this.state.dice) ? this.state.dice : this.phases?.[0] ?? null;
  }

  refresh() {
    for (const plot of this.body.querySelectorAll(".plot")) forget(plot);
    this.stop?.abort();
    this.stop = new AbortController();
    const {signal} = this.stop, draw = DRAW[this.view];
    if (!draw) {
      this.drawNothing();
      return;
    }
    this[draw](signal).catch((error) => {
      if (error.name !== "AbortError" && !signal.aborted) show(this.body, stopped(error, () => this.refresh(), "card"));
    });
  }

  /** A game of which no view can be drawn: why, and where there are answers. */
  drawNothing() {
    const {state} = this;
    const ask = state.toml ? `rules=${pack(state.toml)}` : `game=${state.game}`;
    show(this.body,
      h("section", {class: "card stack"}, h("h2", {}, "There is no picture of this game"),
        offered(this.game).reasons.map((why) => h("p", {}, why)),
        h("div", {}, h("a", {class: "button", href: `#ask?${ask}`}, "Ask about this game"))));
  }

  /** A surface from the server, kept for the next time. */
  async surface(dice, most, signal) {
    const key = JSON.stringify([this.rules, dice, most]);
    if (!this.kept.has(key)) {
      const words = this.counts ? "Working out how many dice to roll" : "Working out when to bank";
      const told = (job) => refreshed(this.body, job) || show(this.body, progress(words, job, "card"));
      const found = await whenReady("POST", "/api/surface", {rules: this.rules, dice, most}, told, signal);
      // In Hog the height is the number of dice, under that name.
      found.hold_at ??= found[found.shows];
      this.kept.set(key, found);
    }
    const found = this.kept.get(key);
    this.learn(found.phases);
    return found;
  }

  /** The surface of the chosen dice; before the first answer, which is for all dice, nobody knows which there are. */
  async chosen(signal) {
    const asked = this.dice, found = await this.surface(asked, MOST, signal);
    return asked === null && this.dice !== this.phases[0] ? this.surface(this.dice, MOST, signal) : found;
  }

  async drawOne(signal) {
    const surface = await this.chosen(signal);
    if (signal.aborted) return;
    const plot = h("div", {class: "plot"});
    const title = this.counts ? "Dice to roll" : `Bank at this turn total, with ${phaseName(this.dice)} to roll`;
    const reads = this.counts ? "The height is the number of dice that best play rolls." :
                                "Below the surface best play rolls, on it and above it banks.";
    const flat = !hasWebGL();
    show(this.body,
      h("figure", {class: "card"},
        h("figcaption", {}, h("h2", {}, title),
          flat ?
            h("p", {class: "soft"}, "This browser has no WebGL: here is a map instead.") :
            h("p", {class: "soft small"}, `${reads} Drag to turn, scroll to come nearer; point at it for its numbers.`),
          assumption(surface)),
        plot));
    if (flat)
      drawMap(plot, surface, {what: this.what});
    else
      await drawSurface(plot, surface, {what: this.what});
  }

  /** One panel for each number of dice. */
  async drawPanels(signal) {
    const first = await this.surface(this.dice, SMALL, signal);
    if (signal.aborted) return;
    if (this.view !== "panels") {  // there is one number of dice only
      await this.drawOne(signal);
      return;
    }
    const flat = !hasWebGL();
    const panels = first.phases.slice(0, 8).map((phase) => ({phase, plot: h("div", {class: "plot small-plot"})}));
    show(this.body,
      h("section", {class: "card"}, h("h2", {}, "Bank at this turn total, by the dice to roll"),
        h("p", {class: "soft small"},
          flat ? "This browser has no WebGL: here are maps instead." :
                 "Your score, the other's score, and the turn total to bank at. Drag to turn."),
        assumption(first),
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
    const slider = (score, seat) => {
      const out = h("b", {class: "number"}, points(score));
      const label = seat === 0    ? "Your score" :
        state.scores.length === 2 ? "Other's score" :
                                    `Score of player ${seat + 1}`;
      return h("label", {class: "field slider"}, h("span", {}, label, " ", out), h("input", {
        type: "range",
        min: 0,
        max: game.goal - step,
        step,
        value: score,
        key: `score-${seat}`,
        on: {
          input: (event) => {
            state.scores = state.scores.with(seat, event.target.valueAsNumber);
            out.textContent = points(state.scores[seat]);
            this.slicing();
          },
          change: () => this.keep()
        }
      }));
    };
    return h("div", {class: "sliders"}, state.scores.map(slider));
  }

  /** Fields for what else lasts between turns, such as busts in a row. */
  between() {
    return fields(this.state, asked(this.game), this.state.scores.length, (changes) => {
      Object.assign(this.state, changes);
      this.keep();
      this.slicing();
    });
  }

  async drawSlices() {
    this.map = h("div", {});
    this.curve = h("div", {class: "chart"});
    this.curveTitle = h("h2", {}, "What it is worth");
    this.table = h("div", {});
    this.value = h("p", {class: "soft"}, "\u00a0");
    show(this.body,
      h("section", {class: "card stack"}, h("div", {}, h("h2", {}, "Roll or bank"), this.value), this.sliders(),
        this.between(), this.map),
      h("div", {class: "two-cards"},
        h("section", {class: "card"}, this.curveTitle,
          h("p", {class: "row small soft key"},
            h("span", {}, h("i", {class: "swatch roll-swatch", "aria-hidden": "true"}), "value of rolling"),
            h("span", {}, h("i", {class: "swatch bank-swatch", "aria-hidden": "true"}), "value of banking")),
          this.curve),
        h("section", {class: "card stack"},
          h("div", {}, h("h2", {}, "Every turn total"),
            h("p", {class: "soft small"},
              "Your chance to win with a roll and with a bank, and how likely it is, with best play, that the turn still ends in a bust.")),
          this.table)));
    await this.drawSlice();
  }

  async drawSlice() {
    const {scores} = this.state, {signal} = this.stop;
    const target = this.map,
          body = {rules: this.rules, scores, ...lasting(this.state, asked(this.game), scores.length)};
    this.latest = body;
    const told = (job) => refreshed(target, job) || show(target, progress("Working out best play", job));
    let slice;
    try {
      slice = await whenReady("POST", "/api/slice", body, told, signal);
    } catch (error) {
      if (error.name !== "AbortError") show(target, stopped(error, () => this.drawSlice()));
      return;
    }
    if (signal.aborted || this.map !== target || this.latest !== body) return;
    this.learn(slice.phases);
    const phase = Math.max(0, slice.phases.indexOf(this.dice));
    this.value.textContent = `Your chance to win at the start of this turn: ${percent(slice.value, 2)}`;
    this.curveTitle.textContent = `What it is worth, with ${phaseName(slice.phases[phase])} to roll`;
    decisionMap(this.map, slice, phase, (picked) => this.pickPhase(slice.phases[picked]));
    curves(this.curve, slice, phase);
    show(this.table, turnTable(slice, phase));
  }

  pickPhase(dice) {
    this.state.dice = dice;
    this.keep();
    this.drawControls();
    this.drawSlice();
  }

  async drawTables(signal) {
    const surface = await this.chosen(signal);
    if (signal.aborted) return;
    const size = surface.scores.length,
          marks = Array.from({length: 11}, (_, index) => Math.min(size - 1, Math.round(index * size / 10)))
                    .filter((mark, index, all) => all.indexOf(mark) === index);
    const name = this.counts ? "Dice to roll" : `Bank at, with ${phaseName(this.dice)} to roll`;
    const reads = this.counts ?
      "How many dice best play rolls, by both scores." :
      "The least turn total at which best play banks, by both scores; never: it rolls until it wins.";
    show(this.body,
      h("section", {class: "card stack"}, h("h2", {}, name),
        h("div", {}, h("p", {class: "soft small"}, reads), assumption(surface)),
        scoreTable(surface.scores, marks, name, (a, b) => bankAt(surface, a * size + b))),
      h("section", {class: "card stack"}, h("h2", {}, "Your chance to win"),
        h("p", {class: "soft small"}, "At the start of your turn, by both scores."),
        scoreTable(surface.scores, marks, "Your chance to win", (a, b) => percent(surface.value[a * size + b], 2))));
  }
}

/** What is taken for granted, where the rules count more than the scores. */
const assumption = ({assumed}) =>
  (assumed?.length ? h("p", {class: "soft small"}, `Shown for a turn in which ${assumed.join(" and ")}.`) : null);
