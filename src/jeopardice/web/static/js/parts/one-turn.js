/** The view One turn of Explore: a map, curves and a table at scores that sliders choose. */
import {whenReady} from "../common/api.js";
import {debounced, h, show} from "../common/dom.js";
import {percent, points} from "../common/numbers.js";
import {inRequest} from "../game/carryover.js";
import {handWords} from "../game/dice.js";
import {rulesOf} from "../game/presets.js";
import {needsBetweenTurns} from "../game/viewpoint.js";
import {whose} from "../game/words.js";

import {carryoverFields} from "./carryover-fields.js";
import {field, swatch} from "./controls.js";
import {reporter, stopped} from "./progress.js";
import {drawCurves, drawDecisionMap, turnTable} from "./turn-views.js";

const EXPLANATION =
  "Your chance of winning if you roll and if you bank, and how likely the turn is to end in a bust under best play.";

export class OneTurn {
  /** @param {import("../pages/explore.js").Explore} explore @param {AbortSignal} signal */
  constructor(explore, signal) {
    this.explore = explore;
    this.signal = signal;
    this.map = h("div");
    this.curve = h("div", {class: "chart"});
    this.curveTitle = h("h2", {}, "Roll and bank compared");
    this.table = h("div");
    this.value = h("p", {class: "soft"}, "\u00a0");
    this.later = debounced(60, () => this.draw());
    /** The latest request. */
    this.asked = {};
  }

  /** The cards of the view, to be filled by `draw`. */
  get cards() {
    const {state, game} = this.explore;
    const carryover = carryoverFields(state, needsBetweenTurns(game), state.scores.length, (changes) => {
      this.explore.keep(changes);
      this.later();
    });
    return [
      h("section", {class: "card stack"}, h("div", {}, h("h2", {}, "Roll or bank"), this.value),
        h("div", {class: "sliders"}, state.scores.map((_, seat) => this.slider(seat))), carryover, this.map),
      h("div", {class: "two-cards"},
        h("section", {class: "card"}, this.curveTitle,
          h("p", {class: "row small soft key"}, swatch("roll", "chance if you roll"),
            swatch("bank", "chance if you bank")),
          this.curve),
        h("section", {class: "card stack"},
          h("div", {}, h("h2", {}, "Every turn total"), h("p", {class: "soft small"}, EXPLANATION)), this.table))
    ];
  }

  /** @param {number} seat */
  slider(seat) {
    const {explore} = this, {state, game} = explore, shown = h("b", {class: "number"}, points(state.scores[seat]));
    const step = game.goal > 1000 ? 50 : game.goal > 200 ? 5 : 1;
    const slide = field([whose(seat, state.scores.length, "score"), " ", shown], state.scores[seat],
      (input) => {
        state.scores = state.scores.with(seat, input.valueAsNumber);
        shown.textContent = points(state.scores[seat]);
        this.later();
      },
      {type: "range", min: 0, max: game.goal - step, step, key: `score-${seat}`, on: {change: () => explore.keep({})}});
    slide.classList.add("slider");
    return slide;
  }

  async draw() {
    const {explore, signal} = this, {state, game} = explore, {scores} = state;
    const body = {rules: rulesOf(state), scores, ...inRequest(state, needsBetweenTurns(game), scores.length)};
    this.asked = body;
    /** @type {TurnSlice} */
    let slice;
    try {
      slice = await whenReady("POST", "/api/slice", body, reporter(this.map, "Computing best play"), signal);
    } catch (error) {
      if (error.name !== "AbortError") show(this.map, stopped(error, () => this.draw()));
      return;
    }
    if (signal.aborted || this.asked !== body) return;
    explore.learn(slice.phases);
    const phase = Math.max(0, slice.phases.indexOf(explore.dice ?? ""));
    this.value.textContent = `Your chance of winning at the start of this turn: ${percent(slice.value, 2)}`;
    this.curveTitle.textContent = `Roll and bank compared, with ${handWords(slice.phases[phase])} to roll`;
    drawDecisionMap(this.map, slice, phase, (picked) => {
      explore.keep({dice: slice.phases[picked]});
      explore.drawControls();
      this.draw();
    });
    drawCurves(this.curve, slice, phase);
    show(this.table, turnTable(slice, phase));
  }
}
