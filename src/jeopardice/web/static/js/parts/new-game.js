/** The dialog for a new game: which game, who plays, who starts, which dice; and what the server says about that. */
import {debounced, h, show} from "../common/dom.js";
import {duration, listed} from "../common/numbers.js";
import {checkRules, presets} from "../game/presets.js";
import {MOST_SEATS, needsSolution, newSeed, rulesFor} from "../game/record.js";
import {cannotWords} from "../game/words.js";

import {button, field, gameOptions, number, openDialog, select} from "./controls.js";
import {seatFields} from "./seat-fields.js";

/** From how many seconds on the time to compute best play is shown. */
const LONG = 5;
const INSTEAD = [["max-score", "for the most points"], ["beginner", "like a beginner"]];

/** Opens the dialog; `start` gets the game. @param {GameRecord} record @param {(record: GameRecord) => void} start */
export async function newGameDialog(record, start) {
  new NewGame(record, await presets(), start).open();
}

class NewGame {
  /** @param {GameRecord} record @param {GameRules[]} games @param {(record: GameRecord) => void} start */
  constructor(record, games, start) {
    this.games = games;
    this.start = start;
    /** @type {GameRecord} */
    this.draft = {...structuredClone(record), moves: [], seed: newSeed()};
    /** What the server says about these rules, once it has answered. @type {CheckedRules | null} */
    this.about = null;
    /** The rules that the server was asked about, and those that it has answered. */
    this.asked = this.answered = "";
    this.drawnSeats = 0;
    this.body = h("div", {class: "stack"});
    this.how = h("div", {class: "setup-how"});
    this.verdict = h("div", {class: "stack setup-verdict", role: "status"});
    this.submit = h("button", {type: "submit", class: "button main"}, "Start the game");
    this.check = debounced(150, () => this.ask());
  }

  get preset() {
    return this.games.find((game) => game.name === this.draft.rules.preset);
  }
  get mostSeats() {
    return Math.min(MOST_SEATS, this.preset?.most_seats ?? this.about?.most_seats ?? MOST_SEATS);
  }
  /** The seats that play: a game for two leaves the others out, and another choice brings them back. */
  get seats() {
    return this.draft.seats.slice(0, this.mostSeats);
  }
  get record() {
    const {draft, seats} = this;
    return {...draft, seats, first: Math.min(draft.first, seats.length - 1)};
  }

  open() {
    this.draw();
    const submit = () => {
      this.draft.seats.forEach((seat, index) => {
        seat.name = seat.name.trim() || `Seat ${index + 1}`;
      });
      this.start(this.record);
    };
    openDialog("New game",
      () => h("form", {method: "dialog", on: {submit}}, this.body, this.verdict, h("footer", {}, this.submit)));
  }

  /** Asks what the server says about these rules for this number of players. */
  async ask() {
    const rules = rulesFor(this.record), key = JSON.stringify(rules);
    if (key === this.asked) return;
    this.asked = key;
    try {
      const about = await checkRules(rules);
      if (key !== this.asked) return;
      this.about = about;
      this.answered = key;
    } catch {
      if (key !== this.asked) return;
      this.about = null;
      this.asked = "";
    }
    // A field that the user is typing into is not replaced.
    if (this.seats.length === this.drawnSeats)
      this.drawVerdict();
    else
      this.draw();
  }

  /** Shows how long best play takes if a seat needs it, or who can play if it is not available. */
  drawVerdict() {
    const rules = this.preset ?? this.about;
    // An answer about other rules says nothing about these.
    const about = JSON.stringify(rulesFor(this.record)) === this.answered ? this.about : null;
    const needing = this.seats.filter(needsSolution), names = listed(needing.map((seat) => seat.name));
    const {known = false, seconds = null, problem = null} = about?.best_play ?? {};
    show(this.how, rules?.how ? h("p", {class: "small"}, rules.how.join(" ")) : null,
      rules?.summary ? h("p", {class: "soft small"}, `In short: ${rules.summary}.`) : null);
    this.submit.disabled = about?.ok === false || Boolean(problem && needing.length);
    if (about?.ok === false) return show(this.verdict, h("p", {class: "error"}, about.error));
    if (!needing.length || known || !(problem || (seconds ?? 0) > LONG)) return show(this.verdict);
    const time = duration(seconds ?? 0);
    /** @param {string} player */
    const replace = (player) => {
      for (const seat of needing) seat.player = player;
      this.draw();
    };
    show(this.verdict,
      problem ? h("p", {class: "error"}, cannotWords(problem)) :
                h("p", {}, `${names} will think for ${time} before the first move: best play has to be computed.`),
      h("div", {class: "row"}, h("span", {class: "small"}, `Without best play, ${names} can play`),
        INSTEAD.map(([player, words]) => button(words, `instead-${player}`, () => replace(player)))));
  }

  draw() {
    const {draft, preset, seats} = this;
    this.drawnSeats = seats.length;
    /** @type {Option[]} */
    const own = draft.rules.preset ? [] : [["", "Your own rules"]];
    /** @type {Option[]} */
    const names = seats.map((seat, index) => [index, seat.name || `Seat ${index + 1}`]);
    show(this.body,
      h("div", {class: "fields game-fields"},
        select("Game", [...own, ...gameOptions(this.games)], draft.rules.preset ?? "",
          (name) => {
            draft.rules = {preset: name};
            this.draw();
          },
          {key: "game", autofocus: true}),
        number("Goal", draft.rules.set?.goal ?? preset?.goal ?? "",
          (goal) => {
            const {goal: _, ...others} = draft.rules.set ?? {};
            draft.rules = {...draft.rules, set: Number.isNaN(goal) ? others : {...others, goal}};
            this.drawVerdict();
            this.check();
          },
          {min: 1, key: "goal"})),
      this.how, seatFields(this), h("div", {class: "fields"}, select("Who starts", names, this.record.first, (seat) => {
        draft.first = Number(seat);
      }, {key: "first"}), field("Seed of the dice", draft.seed, (input) => {
        draft.seed = input.value.trim() || newSeed();
      }, {maxlength: 40, key: "seed"})));
    this.drawVerdict();
    this.check();
  }
}
