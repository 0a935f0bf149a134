/** The dialog for a new game: which game, who plays, who starts, which dice; and what the server says of that. */
import {post, presets} from "./api.js";
import {calmly, h, number, select, show} from "./dom.js";
import {COMPUTERS, NEEDS_SOLVE, PLAYERS, rulesFor} from "./game.js";
import {newSeed} from "./store.js";
import {cannotWords, listed, spoken} from "./words.js";

const SHORT = ["farkle", "pig", "hog", "ten-thousand", "zilch"];
/** Seconds of working out best play that are worth a word. */
const LONG = 5;

/** Opens the dialog; `start(record)` gets the new game. */
export async function newGameDialog(record, start) {
  new Setup(record, await presets(), start).open();
}

class Setup {
  constructor(record, games, start) {
    this.games = games;
    this.start = start;
    this.draft = {...structuredClone(record), moves: [], seed: newSeed()};
    /** What the server says of these rules for so many, once it has answered. */
    this.about = null;
    this.body = h("div", {class: "stack"});
    this.how = h("div", {class: "setup-how"});
    this.verdict = h("div", {class: "stack setup-verdict", role: "status"});
    this.submit = h("button", {type: "submit", class: "button main"}, "Start the game");
    this.check = calmly(150, () => this.ask());
  }

  get chosen() {
    return this.games.find((game) => game.name === this.draft.rules.preset);
  }
  /** Those who play: a game for two leaves the others out, and another choice brings them back. */
  get seats() {
    return this.draft.seats.slice(0, this.chosen?.most_seats ?? this.about?.most_seats ?? 4);
  }
  get record() {
    const {draft, seats} = this;
    return {...draft, seats, first: Math.min(draft.first, seats.length - 1)};
  }

  open() {
    const dialog = h("dialog", {"aria-labelledby": "setup-title"});
    this.draw();
    dialog.append(h("form", {
      method: "dialog",
      on: {
        submit: () => {
          this.draft.seats.forEach((seat, index) => {
            seat.name = seat.name.trim() || `Seat ${index + 1}`;
          });
          this.start(this.record);
        }
      }
    },
      h("header", {}, h("h2", {id: "setup-title"}, "New game"),
        h("button", {class: "icon", "aria-label": "Close", click: () => dialog.close()}, "✕")),
      this.body, this.verdict, h("footer", {}, this.submit)));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** Asks what the server makes of these rules for so many players. */
  async ask() {
    const rules = rulesFor(this.record), key = JSON.stringify(rules);
    if (key === this.asked) return;
    this.asked = key;
    try {
      const about = await post("/api/rules", rules);
      if (key !== this.asked) return;
      this.about = about;
      this.answered = key;
    } catch {
      if (key !== this.asked) return;
      this.about = this.asked = null;
    }
    // What is being typed stays under the fingers.
    if (this.seats.length === this.drawn)
      this.drawVerdict();
    else
      this.draw();
  }

  /** How long best play takes to work out where somebody needs it, or that it cannot be done, and who can play then. */
  drawVerdict() {
    const told = this.chosen ?? this.about;
    // An answer about other rules says nothing of these.
    const about = JSON.stringify(rulesFor(this.record)) === this.answered ? this.about : null;
    const {seats} = this, needing = seats.filter((seat) => NEEDS_SOLVE.includes(seat.player));
    const {known, seconds, problem} = about?.best_play ?? {};
    show(this.how, told?.how ? h("p", {class: "small"}, told.how.join(" ")) : null,
      told?.summary ? h("p", {class: "soft small"}, `In short: ${told.summary}.`) : null);
    this.submit.disabled = about?.ok === false || Boolean(problem && needing.length);
    if (about?.ok === false) return show(this.verdict, h("p", {class: "error"}, about.error));
    if (!needing.length || known || !(problem || seconds > LONG)) return show(this.verdict);
    const names = listed(needing.map((seat) => seat.name));
    return show(this.verdict,
      problem ?
        h("p", {class: "error"}, cannotWords(problem)) :
        h("p", {}, `${names} will think for ${spoken(seconds)} before the first move: best play has to be worked out.`),
      h("div", {class: "row"}, h("span", {class: "small"}, `Without it ${names} can play`),
        [["max-score", "for the most points"], ["beginner", "like a beginner"]].map(([player, words]) => h("button", {
          class: "button small",
          key: `instead-${player}`,
          click: () => {
            for (const seat of needing) seat.player = player;
            this.draw();
          }
        },
                                                                                      words))));
  }

  draw() {
    const {draft, chosen, games} = this, own = !draft.rules.preset;
    this.drawn = this.seats.length;
    show(this.body,
      h("div", {class: "fields game-fields"},
        select("Game",
          [...(own ? [["", "Your own rules"]] : []), ...ordered(games).map((game) => [game.name, game.title])],
          draft.rules.preset ?? "",
          (name) => {
            draft.rules = {preset: name};
            this.draw();
          },
          {key: "game", autofocus: true}),
        number("Goal", draft.rules.set?.goal ?? chosen?.goal ?? "",
          (goal) => {
            draft.rules = {...draft.rules, set: {...draft.rules.set, goal}};
            if (Number.isNaN(goal)) delete draft.rules.set.goal;
            this.drawVerdict();
            this.check();
          },
          {min: 1, key: "goal"})),
      this.how, this.drawSeats(),
      h("div", {class: "fields"},
        select("Who starts", this.seats.map((seat, index) => [index, seat.name || `Seat ${index + 1}`]),
          this.record.first,
          (seat) => {
            draft.first = Number(seat);
          },
          {key: "first"}),
        h("label", {class: "field"}, h("span", {}, "Seed of the dice"), h("input", {
          value: draft.seed,
          maxlength: 40,
          key: "seed",
          on: {
            input: (event) => {
              draft.seed = event.target.value.trim() || newSeed();
            }
          }
        }))));
    this.drawVerdict();
    this.check();
  }

  drawSeats() {
    const {draft, seats} = this, most = this.chosen?.most_seats ?? this.about?.most_seats ?? 4;
    return h("fieldset", {}, h("legend", {}, "Seats"),
      h("ol", {class: "setup-seats"}, seats.map((seat, index) => this.seatRow(seat, index))),
      seats.length < most ? h("button", {
        class: "button plain",
        key: "add",
        click: () => {
          const {player} = draft.seats.at(-1);
          draft.seats.push({name: this.freeName(), player: player === "human" ? "optimal" : player});
          this.draw();
        }
      },
                              "+ Add a seat") :
        most < 3          ? h("p", {class: "soft small"}, "This game is for two: both play at the same moment.") :
                            null);
  }

  /** A name for a computer that nobody has yet; it is never “You”. */
  freeName() {
    const {seats} = this.draft;
    return COMPUTERS.find((name) => !seats.some((seat) => seat.name === name)) ?? `Seat ${seats.length + 1}`;
  }

  seatRow(seat, index) {
    const {draft} = this, holds = seat.player.startsWith("hold-at");
    return h("li", {class: "setup-seat"}, h("input", {
      value: seat.name,
      maxlength: 40,
      "aria-label": `Name of seat ${index + 1}`,
      key: `name-${index}`,
      on: {
        input: (event) => {
          seat.name = event.target.value;
        }
      }
    }),
      h("select", {
        value: holds ? "hold-at" : seat.player,
        "aria-label": `Who plays seat ${index + 1}`,
        key: `player-${index}`,
        on: {
          change: (event) => {
            const player = event.target.value;
            seat.player = player === "hold-at" ? `hold-at:${this.holdAt}` : player;
            if (player !== "human" && seat.name === "You") seat.name = this.freeName();
            this.draw();
          }
        }
      },
        PLAYERS.map(([name, label]) => h("option", {value: name}, label)),
        h("option", {value: "hold-at"}, "Holds at …")),
      holds ? h("input", {
        type: "number",
        min: 1,
        required: true,
        value: seat.player.split(":")[1],
        "aria-label": `Seat ${index + 1} holds at`,
        key: `hold-${index}`,
        on: {
          input: (event) => {
            seat.player = `hold-at:${event.target.value}`;
          }
        }
      }) :
              null,
      this.seats.length > 2 ? h("button", {
        class: "button plain",
        "aria-label": `Remove ${seat.name}`,
        click: () => {
          draft.seats.splice(index, 1);
          draft.first = Math.min(draft.first, draft.seats.length - 1);
          this.draw();
        }
      },
                                "✕") :
                              null);
  }

  get holdAt() {
    return (this.chosen ?? this.about)?.family === "farkle" ? 300 : 20;
  }
}

/** The best-known games first. */
function ordered(games) {
  const place = (game) => (SHORT.includes(game.name) ? SHORT.indexOf(game.name) : SHORT.length);
  return [...games].sort((a, b) => place(a) - place(b) || a.title.localeCompare(b.title));
}
export {ordered as wellKnownFirst};
