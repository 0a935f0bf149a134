/** Beside the table: tools, everybody's chances, and the turns. */
import {copy, h, show} from "../common/dom.js";
import {link, pack} from "../common/links.js";
import {percent, points} from "../common/numbers.js";
import {save} from "../common/store.js";
import {SPEEDS} from "../game/computers.js";
import {turnsOf, turnWords} from "../game/log.js";
import {cannotWords} from "../game/words.js";

import {chancesChart, legend} from "./charts.js";
import {bareSelect, button, mark} from "./controls.js";

/** @typedef {import("../game/game.js").Game} Game */

/**
 * @param {Element} root @param {Game} game
 * @param {{setup: () => void, back: (() => void) | null}} act
 */
export function drawTools(root, game, {setup, back}) {
  const {record} = game;
  /** @param {string} label @param {string} key */
  const withKey = (label, key) => [label, h("kbd", {}, key)];
  /** @param {string} speed */
  const setSpeed = (speed) => {
    game.speed = speed;
    save("speed", speed);
  };
  show(root, button(withKey("New game", "N"), "new", setup),
    button(withKey("Take back", "U"), "back", () => game.takeBack(), "small", {disabled: game.lastDecision < 0}),
    back ? button("Previous game", "previous", back) : null,
    button("Copy link", "link", () => copy(link(`game=${pack(record)}`), "Link to this game")),
    button(`Seed ${record.seed}`, "seed", () => copy(record.seed, "Seed"), "small",
      {title: "Copy the seed: the same seed gives the same dice"}),
    h("label", {class: "beside"}, h("span", {}, "Speed"),
      bareSelect(Object.keys(SPEEDS).map((speed) => [speed, speed]), game.speed, setSpeed, {key: "speed"})));
}

/** @param {Element} root @param {Game} game @param {GameView} view @param {GoTo} goTo */
export function drawChances(root, game, view, goTo) {
  const names = view.seats.map((seat) => seat.name), {chances} = view, now = chances?.at(-1);
  const head = h("header", {}, h("h2", {}, "Chances of winning"), legend(names));
  if (!chances || !now) {
    const failed = game.solve?.state === "failed";
    show(root, head, h("p", {class: "empty"}, failed ? cannotWords() : "They appear once best play is known."));
    return;
  }
  const chart = h("div", {class: "chart"});
  show(root, head,
    h("p", {class: names.length > 2 ? "chances-now many" : "chances-now"},
      names.map((name, seat) => h("span", {class: `seat-${seat}`}, h("b", {class: "number"}, percent(now.seats[seat])),
                  h("small", {}, name)))),
    chart);
  chancesChart(chart, chances, names, goTo);
}

const MOST = 60;

/**
 * Draws the turns; `goTo` analyses the game at a move. @param {Element} root @param {GameView} view @param {GoTo} goTo
 */
export function drawLog(root, view, goTo) {
  const turns = turnsOf(view.log).slice(0, MOST).map((entries) => {
    const {turn, seat, move} = entries[0], score = entries[entries.length - 1].scores[seat];
    return h("li", {class: `seat-${seat}`},
      h("button", {title: "Analyse this turn", key: `log-${turn}-${seat}`, click: () => goTo(move - 1)}, mark(),
        h("b", {}, view.seats[seat].name), h("span", {}, turnWords(entries)),
        h("span", {class: "number"}, points(score))));
  });
  // The review of a game that is over has its own button.
  const analyse = view.over && view.chances ?
    null :
    button("Analyse", "analyse", () => goTo(view.movers.length), "small", {disabled: !turns.length});
  show(root, h("header", {}, h("h2", {}, "Turns"), analyse),
    turns.length ? h("ol", {class: "log"}, turns) : h("p", {class: "empty"}, "No turns yet."));
}
