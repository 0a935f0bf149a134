/** The seats in the dialog for a new game: their names and who plays them. */
import {h} from "../common/dom.js";
import {COMPUTERS, PLAYERS} from "../game/record.js";

import {bareInput, bareSelect, button} from "./controls.js";

/** @typedef {Pick<GameRecord, "seats" | "first">} Draft */
/**
 * @typedef {{draft: Draft, seats: Seat[], mostSeats: number, preset?: GameRules, about: GameRules | null, draw():
 * void}} Setup
 */

/** @param {Setup} setup */
export function seatFields(setup) {
  const {draft, seats, mostSeats} = setup;
  const add = () => {
    const player = draft.seats.at(-1)?.player ?? "human";
    draft.seats.push({name: freeName(draft), player: player === "human" ? "optimal" : player});
    setup.draw();
  };
  return h("fieldset", {}, h("legend", {}, "Seats"),
    h("ol", {class: "setup-seats"}, seats.map((seat, index) => seatRow(setup, seat, index))),
    seats.length < mostSeats ? button("+ Add a seat", "add", add, "plain") :
      mostSeats < 3          ? h("p", {class: "soft small"}, "This game is for two: both play at the same moment.") :
                               null);
}

/** A name for a computer that no seat has; it is never “You”. @param {Draft} draft */
const freeName = ({seats}) =>
  COMPUTERS.find((name) => !seats.some((seat) => seat.name === name)) ?? `Seat ${seats.length + 1}`;

/** @param {Setup} setup @param {Seat} seat @param {number} index */
function seatRow(setup, seat, index) {
  const {draft} = setup, holds = seat.player.startsWith("hold-at"), place = index + 1;
  const least = (setup.preset ?? setup.about)?.family === "farkle" ? 300 : 20;
  /** @param {string} player */
  const choose = (player) => {
    seat.player = player === "hold-at" ? `hold-at:${least}` : player;
    if (player !== "human" && seat.name === "You") seat.name = freeName(draft);
    setup.draw();
  };
  const remove = () => {
    draft.seats.splice(index, 1);
    draft.first = Math.min(draft.first, draft.seats.length - 1);
    setup.draw();
  };
  return h("li", {class: "setup-seat"},
    bareInput(seat.name,
      (input) => {
        seat.name = input.value;
      },
      {maxlength: 40, "aria-label": `Name of seat ${place}`, key: `name-${index}`}),
    bareSelect([...PLAYERS, ["hold-at", "Holds at …"]], holds ? "hold-at" : seat.player, choose,
      {"aria-label": `Who plays seat ${place}`, key: `player-${index}`}),
    holds ? bareInput(seat.player.split(":")[1],
              (input) => {
                seat.player = `hold-at:${input.value}`;
              },
              {type: "number", min: 1, required: true, "aria-label": `Seat ${place} holds at`, key: `hold-${index}`}) :
            null,
    setup.seats.length > 2 ? button("✕", `remove-${index}`, remove, "plain", {"aria-label": `Remove ${seat.name}`}) :
                             null);
}
