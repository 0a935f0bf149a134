/** A new game at a real table: which game, who plays, who starts, and who gets advice. */
import {h, show} from "../common/dom.js";
import {clamp} from "../common/numbers.js";
import {load, save} from "../common/store.js";
import {checkRules} from "../game/presets.js";
import {MOST_SEATS, newSeed} from "../game/record.js";

import {bareInput, button, gameOptions, number, select} from "./controls.js";

/** @typedef {{rules: RulesSource, names: string[], first: number, advised: boolean[]}} Setup */

/** The setup of the last game. @returns {Setup} */
const lastSetup = () => ({
  rules: {preset: "farkle"},
  names: ["You", "Player 2"],
  first: 0,
  advised: [true, false],
  ...load("table.setup", {})
});

export class SheetSetup {
  /**
   * @param {GameRules[]} games @param {(record: GameRecord, advised: number[]) => void} start @param {RulesSource |
   *   null} rules
   */
  constructor(games, start, rules = null) {
    this.games = games;
    this.start = start;
    this.setup = lastSetup();
    if (rules) this.setup.rules = rules;
    /** What the server says about the user's own rules. @type {CheckedRules | null} */
    this.own = null;
    this.root = h("form", {class: "stack", on: {submit: (event) => this.submitted(event)}});
    this.draw();
    if (!this.preset) this.check();
  }

  get preset() {
    return this.games.find(({name}) => name === this.setup.rules.preset);
  }
  get mostSeats() {
    return Math.min(MOST_SEATS, this.preset?.most_seats ?? this.own?.most_seats ?? MOST_SEATS);
  }
  /** The players; a game for two leaves the others out. */
  get names() {
    return this.setup.names.slice(0, this.mostSeats);
  }

  async check() {
    this.own = await checkRules(this.setup.rules).catch(() => null);
    if (!this.own?.ok) this.setup.rules = {preset: "farkle"};
    this.draw();
  }

  /** @param {Event} event */
  submitted(event) {
    event.preventDefault();
    const {rules, advised} = this.setup;
    const names = this.names.map((name, seat) => name.trim() || `Player ${seat + 1}`),
          first = clamp(0, this.setup.first, names.length - 1);
    save("table.setup", {...this.setup, names, first});
    this.start({
      version: 1,
      rules,
      seats: names.map((name) => ({name, player: "human"})),
      first,
      seed: newSeed(),  // no dice follow from it: it distinguishes games of the same people
      dice: "given",
      moves: []
    },
      names.map((_, seat) => seat).filter((seat) => advised[seat]));
  }

  draw() {
    const {setup, names, preset} = this, {rules} = setup;
    /** @type {Option[]} */
    const own = preset ? [] : [["", this.own?.title || "Your own rules"]];
    /** @type {Option[]} */
    const starters = names.map((name, seat) => [seat, name || `Player ${seat + 1}`]);
    /** @param {number} goal */
    const setGoal = (goal) => {
      const {goal: _, ...others} = rules.set ?? {};
      setup.rules = {...rules, set: Number.isNaN(goal) ? others : {...others, goal}};
    };
    show(this.root,
      h("div", {class: "fields game-fields"},
        select("Game", [...own, ...gameOptions(this.games)], rules.preset ?? "",
          (name) => {
            setup.rules = {preset: name};
            this.draw();
          },
          {key: "setup-game"}),
        number("Goal", rules.set?.goal ?? preset?.goal ?? this.own?.goal ?? "", setGoal, {min: 1, key: "setup-goal"})),
      h("fieldset", {}, h("legend", {}, "Players, in playing order"),
        h("ol", {class: "sheet-players"}, names.map((name, seat) => this.player(name, seat))),
        names.length < this.mostSeats ? button("+ Add a player", "add-player", () => this.add(), "") : null),
      h("div", {class: "row sheet-start"},
        select("Who starts", starters, Math.min(setup.first, names.length - 1), (seat) => {
          setup.first = Number(seat);
        }, {key: "setup-first"}), h("button", {class: "button main", type: "submit", key: "start"}, "Start the game")));
  }

  add() {
    const {setup, names} = this;
    setup.names = [...names, `Player ${names.length + 1}`];
    setup.advised[names.length] = false;
    this.draw();
  }

  /** @param {string} name @param {number} seat */
  player(name, seat) {
    const {setup, names} = this, place = seat + 1;
    const remove = () => {
      setup.names = names.toSpliced(seat, 1);
      setup.advised = setup.advised.toSpliced(seat, 1);
      this.draw();
    };
    return h("li", {},
      bareInput(name,
        (input) => {
          setup.names = this.names.with(seat, input.value);
          // The name is in the list of who starts, too; drawing it again would take the focus.
          const option = this.root.querySelector(`[data-key=setup-first] option[value="${seat}"]`);
          if (option) option.textContent = input.value || `Player ${place}`;
        },
        {
          maxlength: 40,
          "aria-label": `Name of player ${place}`,
          key: `player-${seat}`,
          autocomplete: "off",
          on: {focus: (event) => event.target.select()}
        }),
      h("label", {class: "check"}, h("input", {
        type: "checkbox",
        checked: setup.advised[seat] ?? false,
        key: `advise-${seat}`,
        on: {
          change: (event) => {
            setup.advised[seat] = event.target.checked;
          }
        }
      }),
        "advice"),
      names.length > 2 ? button("✕", `remove-player-${seat}`, remove, "plain", {"aria-label": `Remove ${name}`}) :
                         null);
  }
}
