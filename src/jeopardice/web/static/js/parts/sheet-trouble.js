/** A correction that makes a later turn impossible: what to do about it. */
import {h} from "../common/dom.js";
import {counted} from "../common/numbers.js";
import {roundOf} from "../game/sheet.js";
import {possessive} from "../game/words.js";

import {button} from "./controls.js";

/** @param {import("../game/sheet-game.js").SheetGame} game @param {GameView} view @param {Correction} correction */
export function troublePanel(game, view, {trouble}) {
  if (!trouble) return null;
  const {why, moves, rest} = trouble, seat = view.seats[view.mover], {turn} = view;
  const round = roundOf(turn.number, view.seats.length), entered = moves.map((move) => `“${move}”`).join(", ");
  const after = rest.length ? ` and the ${counted(rest.length, "entry").replace("entrys", "entries")} after it` : "";
  return [
    h("header", {}, h("h2", {}, "The correction changes what follows")),
    view.over ? h("p", {class: "error", role: "alert"}, `The game is over before ${entered}${after} now.`) :
                h("p", {class: "error", role: "alert"},
                  `${possessive(seat)} turn in round ${round}, ${entered}, is not possible any more: ${why}`),
    h("div", {class: "row sheet-actions"},
      view.over ? null : button("Correct that turn too", "correct-next", () => game.correctNext(), "main"),
      button(
        view.over ? "End the game there" : "Drop that turn and what follows", "drop-rest", () => game.dropRest(), ""),
      button("Keep the game as it was", "restore", () => game.cancelCorrection(), "")),
  ];
}
