/** The felt table: seats, the turn, the dice and the buttons. */
import {choosing, extendable, possible, whyNot} from "./choices.js";
import {diceName, dieName, parse, picture, stillDie, tumble} from "./dice.js";
import {announce, diceCount, h, handWords, points, show, toast} from "./dom.js";
import {NEEDS_SOLVE, playerName} from "./game.js";
import {progress} from "./progress.js";
import {cannotWords, eventWords, listed, resultWords, rollWords} from "./words.js";

/** Who can play at once in a game that is not solved. */
const INSTEAD = ["max-score", "beginner"];
/** Seconds of waiting after which they are offered. */
const LONG = 5;

/** Draws the table of a game into `root`; `act` has what the buttons of a finished game and "How to play" do. */
export class Table {
  constructor(root, game, act) {
    Object.assign(this, {root, game, act, hogDice: null, rolled: "", offered: false});
  }

  draw() {
    const {game} = this, {view} = game;
    if (!view) return;
    show(this.root, this.name(view), this.seats(view),
      h("div", {class: "turn"}, view.over ? this.result(view) : this.turn(view)),
      view.over ? null : this.buttons(view));
    this.tumbleNew(view);
  }

  /** Which game it is, to how many points, and a way to its rules. */
  name(view) {
    return h("div", {class: "game-name"},
      h("h1", {}, view.title || "Your own rules", " ", h("small", {}, `to ${points(view.goal)} points`)),
      h("button", {class: "felt-button", key: "how", click: this.act.how}, "How to play", h("kbd", {}, "H")));
  }

  seats(view) {
    return h("ol", {class: `seats of-${view.seats.length}`, "aria-label": "Scores"}, view.seats.map((seat, index) => {
      const moves = !view.over && view.mover === index, won = view.over && view.winners.includes(index);
      const part = Math.max(0, Math.min(1, seat.score / view.goal));
      return h("li", {
        class: `seat seat-${index}${moves ? " moves" : ""}${won ? " won" : ""}`,
        "aria-current": moves ? "true" : null
      },
        h("span", {class: "seat-name"}, h("i", {class: "mark", "aria-hidden": "true"}), h("b", {}, seat.name),
          h("span", {class: "seat-kind"}, seat.player === "human" ? "" : playerName(seat.player))),
        h("span", {class: "seat-score"}, points(seat.score)),
        h("span", {class: "bar", "aria-hidden": "true"}, h("i", {style: {width: `${100 * part}%`}})),
        seat.busts > 1 ? h("span", {class: "seat-note"}, `${seat.busts} busts in a row`) : null,
        moves ? h("span", {class: "unseen"}, "to move") : null);
    }));
  }

  turn(view) {
    const {turn} = view, chosen = this.game.chosen;
    const set = choosing(view) && chosen.size ? possible(view, chosen) : null;
    const adds = set ? (set.roll ?? set.bank ?? set.end)?.points : 0;
    const facts = [
      turn.to_beat > 0 ? `more than ${points(turn.to_beat)} to bank` : null,
      view.last_turn ? "last turn" : null,
    ].filter(Boolean);
    return [
      h("div", {class: "total"}, h("span", {class: "total-word"}, view.family === "hog" ? "To the goal" : "Turn total"),
        h("span", {class: "total-points"},
          points(view.family === "hog" ? Math.max(0, view.goal - view.seats[view.mover].score) : turn.total),
          adds ? h("span", {class: "adds"}, ` +${points(adds)}`) : null),
        facts.length ? h("span", {class: "facts"}, facts.join(" · ")) : null),
      h("div", {class: "kept", "aria-label": "Set aside in this turn", role: "group"},
        turn.kept.map((set) => h("span", {class: "set"}, parse(set.dice).map((die) => stillDie(die, "mini")),
                        h("small", {}, points(set.points))))),
      this.game.halted ? null : this.dice(view),
      h("p", {class: "message"}, this.message(view)),
    ];
  }

  /** The dice on the table: to choose from, or what was rolled last in this turn. */
  dice(view) {
    const round = view.simultaneous && !view.turn.kept.length ? lastRound(view) : [];
    if (round.length > 1) return this.round(view, round);
    const row = h("div", {class: "dice", role: "group", "aria-label": "Dice on the table"});
    if (choosing(view)) {
      const mine = this.game.yours;
      row.append(...view.turn.roll.map((die, place) => {
        const live = extendable(view, new Set([place])), chosen = this.game.chosen.has(place);
        if (!mine) return stillDie(die, chosen ? "chosen" : live ? "" : "dead");
        return h("button", {
          class: `die${chosen ? " chosen" : ""}${live ? "" : " dead"}`,
          "aria-pressed": String(chosen),
          "aria-disabled": live ? null : "true",
          "aria-label": `${dieName(die)}${live ? "" : ", scores nothing"}`,
          "aria-keyshortcuts": String(place + 1),
          key: `die-${place}`,
          click: () => this.choose(place)
        },
          picture(die));
      }));
      return row;
    }
    const last = lastRoll(view);
    if (last)
      row.append(...parse(last.dice).map((die) => stillDie(die, last.spent ? "dead" : "")));
    else if (view.family !== "hog")
      row.append(...Array.from({length: Math.min(view.dice, 8)},
        () => h("span", {class: "die waiting", "aria-hidden": "true"}, picture({face: ""}))));
    return row;
  }

  /** Where all play at the same moment: what each of them has rolled. */
  round(view, rolls) {
    return h("div", {class: "round"},
      rolls.map(
        (entry) => h("div",
          {class: `dice seat-${entry.seat}`, role: "group", "aria-label": `Dice of ${view.seats[entry.seat].name}`},
          h("b", {}, h("i", {class: "mark", "aria-hidden": "true"}), view.seats[entry.seat].name),
          parse(entry.dice).map((die) => stillDie(die, "small dead")))));
  }

  /** Chooses or puts back the die at a place; what cannot be part of a legal set is refused with the reason. */
  choose(place) {
    const {game} = this, {view} = game;
    if (!game.yours || !choosing(view) || place >= view.turn.roll.length) return;
    const next = new Set(game.chosen);
    if (!next.delete(place)) {
      next.add(place);
      if (!extendable(view, new Set([place])))
        return toast(`A ${dieName(view.turn.roll[place])} scores nothing in this roll.`);
      if (!extendable(view, next)) return toast("These dice cannot be set aside together.");
    }
    game.chosen = next;
    this.draw();
    const set = possible(view, next);
    const adds = (set.roll ?? set.bank ?? set.end)?.points;
    announce(next.size ?
        `Chosen: ${diceName([...next].map((each) => view.turn.roll[each]))}${adds ? `, ${points(adds)} points` : ""}` :
        "Nothing chosen");
  }

  message(view) {
    const {game} = this;
    if (game.halted?.state === "failed") return h("span", {role: "alert"}, cannotWords(game.halted.error));
    if (game.halted)
      return h("span", {role: "alert"}, `${view.seats[view.mover].name} waits: best play was cancelled.`);
    if (game.error) return h("span", {class: "table-error", role: "alert"}, game.error);
    if (game.handTo !== null) return `Now ${view.seats[game.handTo].name}: your turn.`;
    if (this.waits(view)) return `${view.seats[view.mover].name} thinks before the first move.`;
    const past = lastEvents(view).map((entry) => eventWords(entry, view.seats[entry.seat]));
    if (choosing(view) && game.yours) return whyNot(view, game.chosen) ?? "Roll on, or bank?";
    if (past.length) return `${past.join(". ")}.`;
    const mover = view.seats[view.mover];
    if (!game.isHuman(view.mover)) return `${mover.name} is about to roll.`;
    return view.family === "hog" ? "How many dice?" : rollWords(mover);
  }

  /** Other ways to play, for those who wait for best play. */
  others(view) {
    const waiting = view.seats.filter((seat) => NEEDS_SOLVE.includes(seat.player)).map((seat) => seat.name);
    return [
      h("p", {class: "why"}, `${listed(waiting)} can play another way:`),
      INSTEAD.map(
        (player) => h("button", {class: "bank", key: `instead-${player}`, click: () => this.game.replaceBest(player)},
          playerName(player))),
    ];
  }

  /** Whether the computer at the move waits for something to be worked out. */
  waits(view) {
    const {solve, busy, needsBestPlay} = this.game;
    return busy && ["queued", "running"].includes(solve?.state) && needsBestPlay;
  }

  /** Whether it waits so long that somebody may want to get on without. */
  get waitsLong() {
    const {solve} = this.game;
    return solve?.state === "queued" || solve?.seconds > LONG;
  }

  buttons(view) {
    const {game} = this;
    if (game.handTo !== null) {
      return h("div", {class: "buttons"},
        h("button", {class: "roll", key: "roll", click: () => game.ready()}, "I am here", h("kbd", {}, "Enter")));
    }
    if (this.waits(view)) {
      this.offered = this.waitsLong;
      return h("div", {class: "buttons"}, progress("Working out best play", game.solve, "whole"),
        this.offered ? this.others(view) : null);
    }
    if (!game.isHuman(view.mover) && (game.error || game.halted) && !game.busy) {
      const again = game.halted?.state === "failed" ? null : game.halted ? "Work it out" : "Try again";
      return h("div", {class: "buttons"},
        again ? h("button", {class: "roll whole", key: "roll", click: () => game.tryAgain()}, again) : null,
        game.needsBestPlay ? this.others(view) : null);
    }
    if (!game.isHuman(view.mover)) {
      return h("div", {class: "buttons"},
        h("p", {class: "watching"}, h("span", {class: "dots", "aria-hidden": "true"}),
          `${view.seats[view.mover].name} is playing`));
    }
    const can = possible(view, game.chosen);
    const off = !game.yours;
    const button = (kind, label, key, move, why) => h("button", {
      class: kind,
      key: kind,
      "aria-disabled": move && !off ? null : "true",
      title: move ? null : why,
      "aria-describedby": move ? null : "why",
      click: () => (move ? game.play(move.move) : why && toast(why))
    },
      label, h("kbd", {}, key));
    const missing = whyNot(view, game.chosen);
    const why = {roll: missing ?? view.refused.roll, bank: missing ?? view.refused.bank};
    const hog = view.moves.filter((move) => /^roll \d+$/.test(move.move));
    if (hog.length > 1) return this.hog(view, hog);
    const rollLabel = can.roll && can.roll.dice ? `Roll ${handWords(can.roll.dice)}` : "Roll";
    const told = [can.roll ? null : why.roll, can.bank || can.steal || can.end ? null : why.bank].filter(
      (text, index, all) => text && all.indexOf(text) === index && text !== missing);
    return h("div", {class: "buttons"}, button("roll", rollLabel, "R", can.roll, why.roll),
      // Before the first roll there is nothing to bank, but perhaps something to go on with.
      can.steal ? button("bank",
                    `Go on with ${points(view.turn.offer?.total ?? 0)} and ${handWords(view.turn.offer?.dice ?? "")}`,
                    "S", can.steal) :
        can.end ? button("bank", "End the turn", "B", can.end) :
                  button("bank", `Bank${can.bank ? ` ${points(can.bank.total)}` : ""}`, "B", can.bank, why.bank),
      h("p", {class: "why", id: "why"}, told.join(" ")));
  }

  /** Hog: how many dice to roll. */
  hog(view, moves) {
    const counts = moves.map((move) => Number(move.move.split(" ")[1]));
    const low = Math.min(...counts), high = Math.max(...counts);
    this.hogDice = Math.max(low, Math.min(high, this.hogDice ?? Math.min(5, high)));
    const label = h("span", {}, `Roll ${diceCount(this.hogDice)}`);
    const set = (count) => {
      this.hogDice = Math.max(low, Math.min(high, count));
      slider.value = this.hogDice;
      label.textContent = `Roll ${diceCount(this.hogDice)}`;
    };
    const slider = h("input", {
      type: "range",
      min: low,
      max: high,
      value: this.hogDice,
      "aria-label": "Dice to roll",
      key: "hog",
      on: {input: () => set(slider.valueAsNumber)}
    });
    return h("div", {class: "buttons hog"},
      h("div", {class: "hog-count"},
        h("button", {class: "step", "aria-label": "One die fewer", click: () => set(this.hogDice - 1)}, "−"), slider,
        h("button", {class: "step", "aria-label": "One die more", click: () => set(this.hogDice + 1)}, "+")),
      h("button", {class: "roll", key: "roll", click: () => this.game.play(`roll ${this.hogDice}`)}, label,
        h("kbd", {}, "R")));
  }

  /** What a key or button named roll, bank or steal does now. */
  press(kind) {
    const {game} = this, {view} = game;
    if (game.handTo !== null && kind === "roll") return game.ready();
    if (!game.yours) return undefined;
    if (kind === "roll" && view.moves.filter((move) => /^roll \d+$/.test(move.move)).length > 1)
      return game.play(`roll ${this.hogDice}`);
    const can = possible(view, game.chosen);
    const move = kind === "bank" ? can.bank ?? can.end : can[kind];
    if (move) return game.play(move.move);
    const why = whyNot(view, game.chosen) ?? view.refused[kind];
    if (why) toast(why);
    return undefined;
  }

  result(view) {
    return h("div", {class: "result"}, h("p", {class: "result-word"}, resultWords(view)),
      h("p", {class: "result-score"}, view.seats.map((seat) => `${seat.name} ${points(seat.score)}`).join(" · ")),
      h("div", {class: "buttons"}, h("button", {class: "roll", key: "roll", click: this.act.again}, "Play again"),
        h("button", {class: "bank", click: this.act.sameDice}, "Same dice again")));
  }

  /** New dice tumble once. */
  tumbleNew(view) {
    const last = view.log.findLast((entry) => entry.kind === "roll");
    const now = last ? `${this.game.record.seed} ${last.move} ${last.turn} ${last.dice}` : "";
    if (now !== this.rolled && last && last.move === this.game.record.moves.length)
      tumble(this.root.querySelector(".dice") ?? this.root);
    this.rolled = now;
  }
}

/** What happened by the last move, as far as it ends or changes a turn. */
function lastEvents(view) {
  const move = view.log.at(-1)?.move;
  return view.log.filter((entry) => entry.move === move);
}

/** The last roll of each seat in the last round in which dice fell. */
function lastRound(view) {
  const last = view.log.findLast((entry) => entry.kind === "roll");
  if (!last) return [];
  const first = last.turn - last.seat;
  return view.seats
    .map((_, seat) =>
           view.log.findLast((entry) => entry.kind === "roll" && entry.seat === seat && entry.turn === first + seat))
    .filter(Boolean);
}

/** The last roll, while nothing else has been rolled; `spent` when the turn it belonged to is over. */
function lastRoll(view) {
  const last = view.log.findLast((entry) => entry.kind === "roll");
  if (!last) return null;
  const ended = view.log.some(
    (entry) => ["bank", "bust", "lose_banked", "end", "win"].includes(entry.kind) && entry.turn === last.turn);
  return {dice: last.dice, spent: ended};
}
