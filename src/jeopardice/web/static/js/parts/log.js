/** The turns of a game, each a button that leads back to it. */
import {h, show} from "../common/dom.js";
import {points} from "../common/numbers.js";
import {turnsOf, turnWords} from "../game/log.js";

import {mark} from "./controls.js";

const MOST = 60;

/**
 * `goTo(move)` shows the game as it was after that many moves.
 * @param {Element} root @param {GameView} view @param {(move: number) => void} goTo
 */
export function drawLog(root, view, goTo) {
  const turns = turnsOf(view.log).slice(0, MOST).map((entries) => {
    const {turn, seat, move} = entries[0], score = entries[entries.length - 1].scores[seat];
    return h("li", {class: `seat-${seat}`},
      h("button", {title: "Look back", key: `log-${turn}-${seat}`, click: () => goTo(move - 1)}, mark(),
        h("b", {}, view.seats[seat].name), h("span", {}, turnWords(entries)),
        h("span", {class: "number"}, points(score))));
  });
  show(root, h("header", {}, h("h2", {}, "Turns")),
    turns.length ? h("ol", {class: "log"}, turns) : h("p", {class: "empty"}, "No turns yet."));
}
