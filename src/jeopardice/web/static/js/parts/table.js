/** The felt table: the game, the seats, the turn, and what a key or a click on a die does. */
import {announce, h, show, toast} from "../common/dom.js";
import {clamp, points} from "../common/numbers.js";
import {choosing, chosenPoints, diceCounts, extendable, placesOf, possible, richestSet, whyNot} from "../game/choices.js";
import {diceName, dieName, parseDice} from "../game/dice.js";
import {lastEvents, lastRoll} from "../game/log.js";
import {playerName} from "../game/record.js";
import {cannotWords, eventWords, resultWords, rollWords} from "../game/words.js";

import {mark} from "./controls.js";
import {stillDie, tumble} from "./die.js";
import {isWaiting, isWaitingLong, tableButtons} from "./table-buttons.js";
import {tableDice} from "./table-dice.js";

/** Draws the table of a game; `act` is what the buttons of a finished game and "How to play" do. */
export class Table {
  /**
   * @param {Element} root @param {import("../game/game.js").Game} game
   * @param {{again: () => void, sameDice: () => void, how: () => void}} act
   */
  constructor(root, game, act) {
    this.root = root;
    this.game = game;
    this.act = act;
    /** Hog: the number of dice to roll. */
    this.hogDice = 5;
    /** The last roll that was drawn. */
    this.rolled = "";
    /** Whether other players are offered in place of those who wait for best play. */
    this.offered = false;
  }

  draw() {
    const {game} = this, {view} = game;
    if (!view) return;
    this.offered = isWaitingLong(game);
    show(this.root, this.name(view), this.seats(view),
      h("div", {class: "turn"}, view.over ? this.result(view) : this.turn(view)),
      view.over ? null : tableButtons(this, view));
    this.tumbleNew(view);
  }

  /** Which game it is, its goal, and a way to its rules. @param {GameView} view */
  name(view) {
    return h("div", {class: "game-name"},
      h("h1", {}, view.title || "Your own rules", " ", h("small", {}, `to ${points(view.goal)} points`)),
      h("button", {class: "felt-button", key: "how", click: this.act.how}, "How to play", h("kbd", {}, "H")));
  }

  /** @param {GameView} view */
  seats(view) {
    return h("ol", {class: `seats of-${view.seats.length}`, "aria-label": "Scores"}, view.seats.map((seat, index) => {
      const moves = !view.over && view.mover === index, won = view.over && view.winners.includes(index);
      const width = `${100 * clamp(0, seat.score / view.goal, 1)}%`;
      const kind = `seat seat-${index}${moves ? " moves" : ""}${won ? " won" : ""}`;
      return h("li", {class: kind, "aria-current": moves ? "true" : null},
        h("span", {class: "seat-name"}, mark(), h("b", {}, seat.name),
          h("span", {class: "seat-kind"}, seat.player === "human" ? "" : playerName(seat.player))),
        h("span", {class: "seat-score"}, points(seat.score)),
        h("span", {class: "bar", "aria-hidden": "true"}, h("i", {style: {width}})),
        seat.busts > 1 ? h("span", {class: "seat-note"}, `${seat.busts} busts in a row`) : null,
        moves ? h("span", {class: "visually-hidden"}, "to move") : null);
    }));
  }

  /** @param {GameView} view */
  turn(view) {
    const {turn} = view, hog = view.family === "hog", adds = chosenPoints(view, this.game.chosen);
    const facts = [
      turn.to_beat > 0 ? `a bank needs more than ${points(turn.to_beat)}` : null,
      view.last_turn ? "last turn" : null,
    ].filter(Boolean);
    return [
      h("div", {class: "total"}, h("span", {class: "total-word"}, hog ? "To the goal" : "Turn total"),
        h("span", {class: "total-points"},
          points(hog ? Math.max(0, view.goal - view.seats[view.mover].score) : turn.total),
          adds ? h("span", {class: "adds"}, ` +${points(adds)}`) : null),
        facts.length ? h("span", {class: "facts"}, facts.join(" · ")) : null),
      h("div", {class: "kept", "aria-label": "Set aside in this turn", role: "group"},
        turn.kept.map((set) => h("span", {class: "set"}, parseDice(set.dice).map((die) => stillDie(die, "mini")),
                        h("small", {}, points(set.points))))),
      this.game.halted ? null : tableDice(this, view),
      h("p", {class: "message"}, this.message(view)),
    ];
  }

  /** @param {GameView} view @returns {Child} */
  message(view) {
    const {game} = this, {halted} = game, mover = view.seats[view.mover];
    if (halted?.state === "failed") return h("span", {role: "alert"}, cannotWords(halted.error));
    if (halted) return h("span", {role: "alert"}, `${mover.name} is waiting: the search for best play was cancelled.`);
    if (game.error) return h("span", {class: "table-error", role: "alert"}, game.error);
    if (game.handTo !== null) return `${view.seats[game.handTo].name}, it is your turn.`;
    if (isWaiting(game)) return `${mover.name} is thinking before the first move.`;
    if (choosing(view) && game.yours) return whyNot(view, game.chosen) ?? "Roll again or bank?";
    const events = lastEvents(view).map((entry) => eventWords(entry, view.seats[entry.seat]));
    if (events.length) return `${events.join(". ")}.`;
    if (!game.isHuman(view.mover)) return `${mover.name} is about to roll.`;
    return view.family === "hog" ? "How many dice?" : rollWords(mover);
  }

  /** @param {GameView} view */
  result(view) {
    return h("div", {class: "result"}, h("p", {class: "result-word"}, resultWords(view)),
      h("p", {class: "result-score"}, view.seats.map((seat) => `${seat.name} ${points(seat.score)}`).join(" · ")),
      h("div", {class: "buttons"}, h("button", {class: "roll", key: "roll", click: this.act.again}, "Play again"),
        h("button", {class: "bank", click: this.act.sameDice}, "Same dice again")));
  }

  /** Chooses or puts back a die; dice in no legal set are refused with the reason. @param {number} place */
  choose(place) {
    const {game} = this, {view} = game, die = view?.turn.roll?.[place];
    if (!game.yours || !view || !die || !choosing(view)) return;
    const next = new Set(game.chosen);
    if (!next.delete(place)) {
      next.add(place);
      if (!extendable(view, new Set([place]))) return toast(`A ${dieName(die)} scores nothing in this roll.`);
      if (!extendable(view, next)) return toast("These dice cannot be set aside together.");
    }
    this.setChosen(view, next);
  }

  /** Chooses the set that scores most. */
  chooseRichest() {
    const {game} = this, {view} = game;
    if (view && game.yours && choosing(view)) this.setChosen(view, placesOf(view, richestSet(view)));
  }

  /** @param {GameView} view @param {Set<number>} chosen */
  setChosen(view, chosen) {
    this.game.chosen = chosen;
    this.draw();
    const adds = chosenPoints(view, chosen), dice = (view.turn.roll ?? []).filter((_, place) => chosen.has(place));
    announce(chosen.size ? `Chosen: ${diceName(dice)}${adds ? `, ${points(adds)} points` : ""}` : "Nothing chosen");
  }

  /** Does what the key or button means now. @param {"roll" | "bank" | "steal"} kind */
  press(kind) {
    const {game} = this, {view} = game;
    if (game.handTo !== null && kind === "roll") return game.ready();
    if (!game.yours || !view) return;
    if (kind === "roll" && diceCounts(view).length) return game.play(`roll ${this.hogDice}`);
    const can = possible(view, game.chosen), move = kind === "bank" ? can.bank ?? can.end : can[kind];
    if (move) return game.play(move.move);
    const why = whyNot(view, game.chosen) ?? view.refused[kind];
    if (why) toast(why);
  }

  /** New dice tumble once. @param {GameView} view */
  tumbleNew(view) {
    const last = lastRoll(view), {seed, moves} = this.game.record;
    const now = last ? `${seed} ${last.move} ${last.turn} ${last.dice}` : "";
    if (now !== this.rolled && last?.move === moves.length) tumble(this.root.querySelector(".dice") ?? this.root);
    this.rolled = now;
  }
}
