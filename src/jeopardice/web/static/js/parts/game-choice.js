/** The choice between the presets and the user's own rules, on the pages Ask and Explore. */
import {toast} from "../common/dom.js";
import {checkRules, presets} from "../game/presets.js";

import {gameOptions, select} from "./controls.js";

export class GameChoice {
  constructor() {
    /** @type {GameRules[]} */
    this.games = [];
    /** @type {OwnRules | null} */
    this.own = null;
  }

  /**
   * The state of a page when it opens: from its link or its last visit; `start` if the game does not exist.
   * @template {{game: string, toml: string | null}} State @param {URLSearchParams | null} given
   * @param {(given: URLSearchParams) => State} fromLink @param {State} state @param {State} start
   */
  async open(given, fromLink, state, start) {
    let next = state;
    try {
      if (given) next = fromLink(given);
    } catch {
      toast("This link cannot be read.");
    }
    this.games = await presets();
    if (next.toml) await this.check(next.toml);
    if (this.find(next)) return next;
    if (!next.toml) toast(`There is no game “${next.game}”.`);
    return {...start};
  }

  /** Takes over the user's own rules; an error in them is shown. @param {string} toml */
  async check(toml) {
    if (this.own?.text === toml) return;
    const found = await checkRules({toml});
    this.own = found.ok ? {...found, name: "", text: toml} : null;
    if (!found.ok) toast(`These rules have an error: ${found.error}`);
  }

  /** The game that a page shows, if there is one. @param {{game: string, toml: string | null}} state */
  find({game, toml}) {
    return toml ? this.own : this.games.find((each) => each.name === game) ?? null;
  }

  /** @param {{game: string, toml: string | null}} state @param {(name: string) => void} pick a preset */
  field({game, toml}, pick) {
    /** @type {Option[]} */
    const own = toml ? [["", `${this.own?.title || "A game"} (your own rules)`]] : [];
    return select(
      "Game", [...own, ...gameOptions(this.games)], toml ? "" : game, (name) => name && pick(name), {key: "game"});
  }
}
