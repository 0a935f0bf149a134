/** The page Design: rules as text and as a form, checked while they are written; solved, compared, downloaded. */
import {debounced, h, show, toast} from "../common/dom.js";
import {link, pack} from "../common/links.js";
import {clamp, duration, points} from "../common/numbers.js";
import {load, save} from "../common/store.js";
import {checkRules, presets} from "../game/presets.js";
import {MOST_SEATS, newRecord} from "../game/record.js";
import {lineOfError} from "../game/rules-text.js";
import {CompareCard} from "../parts/compare-card.js";
import {button, gameOptions, pageHead, select} from "../parts/controls.js";
import {rulesForm} from "../parts/rules-form.js";
import {SolveCard} from "../parts/solve-card.js";

export class Design {
  constructor() {
    /** @type {{toml: string | null, preset: string, objective: string, other: string}} */
    this.state = {toml: null, preset: "farkle", objective: "win", other: "farkle-group", ...load("design", {})};
    /** @type {GameRules[]} */
    this.games = [];
    /** What the server says about the text. @type {CheckedRules | null} */
    this.found = null;
    this.checking = new AbortController();
    this.check = debounced(180, () => this.checkNow());
    this.area = h("textarea", {
      class: "code",
      id: "rules-text",
      spellcheck: "false",
      rows: 26,
      "aria-describedby": "rules-verdict",
      on: {input: () => this.edited()}
    });
    this.verdict = h("div", {id: "rules-verdict", role: "status"});
    this.form = h("div", {class: "fields"});
    this.picker = h("div", {class: "picker"});
    this.solving = new SolveCard(this);
    this.comparing = new CompareCard(this);
    this.page = h("div", {}, pageHead("Design", "Start from a game, change its rules, and see the effect immediately."),
      h("div", {class: "design"},
        h("section", {class: "card stack", "aria-label": "Rules"}, this.picker, this.form,
          h("label", {class: "field"}, h("span", {}, "The rules file"), this.area), this.verdict),
        h("div", {class: "stack"}, this.solving.root, this.comparing.root)));
  }

  /** @param {HTMLElement} root */
  async enter(root) {
    show(root, this.page);
    try {
      this.games = await presets();
    } catch (error) {
      show(this.verdict, h("p", {class: "error"}, error.message));
      return;
    }
    this.state.toml ??= (this.preset(this.state.preset) ?? this.games[0]).toml;
    this.area.value = this.state.toml;
    this.drawPicker();
    this.drawCards();
    this.checkNow();
  }

  /** @param {string} name */
  preset(name) {
    return this.games.find((game) => game.name === name);
  }
  get text() {
    return this.area.value;
  }
  get rules() {
    return {toml: this.text};
  }

  /** Changes what the browser keeps. @param {Partial<typeof this.state>} changes */
  keep(changes) {
    Object.assign(this.state, changes);
    save("design", this.state);
  }

  drawPicker() {
    /** @param {string} preset */
    const start = (preset) => {
      this.keep({preset});
      this.replace(this.preset(preset)?.toml ?? "");
    };
    show(this.picker, select("Start from", gameOptions(this.games), this.state.preset, start, {key: "preset"}),
      h("div", {class: "row"},
        button("Download", "file", () => this.solving.download("/api/rules/file", this.rules), ""),
        button("Play", "play", () => this.go((rules) => this.playLink(rules)), ""),
        button("Table", "table", () => this.go(() => `table?rules=${pack(this.text)}`), ""),
        button("Ask", "ask", () => this.go((rules) => this.askLink(rules)), ""),
        button("Explore", "explore", () => this.go(() => `explore?rules=${pack(this.text)}`), "")));
  }

  drawCards() {
    this.solving.draw();
    this.comparing.draw();
  }

  /** Replaces the text, from the form or a preset. @param {string} text */
  replace(text) {
    this.area.value = text;
    this.edited();
  }

  edited() {
    this.solving.problem = null;
    this.keep({toml: this.text});
    this.check();
  }

  async checkNow() {
    const {text} = this;
    // An answer about an older text is ignored.
    this.checking.abort();
    const {signal} = this.checking = new AbortController();
    show(this.form, rulesForm(() => this.text, (changed) => this.replace(changed)));
    let found;
    try {
      found = await checkRules({toml: text}, signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      found = /** @type {CheckedRules} */ ({ok: false, error: error.message});
    }
    if (text !== this.text) return;
    this.found = found;
    this.drawVerdict(found);
    this.drawCards();
  }

  /** @param {CheckedRules} found */
  drawVerdict({ok, title, summary, estimate, warnings, error}) {
    this.area.setAttribute("aria-invalid", String(!ok));
    if (ok) {
      show(this.verdict,
        h("p", {}, h("b", {class: "good"}, "✓ "), h("b", {}, title || "A game"), summary ? `: ${summary}` : ""),
        estimate ? h("p", {class: "small soft"},
                     `Best play: ${points(estimate.states)} states, ${duration(estimate.seconds)}, ${
                       (estimate.memory / 2 ** 20).toFixed(1)} MiB`) :
                   null,
        warnings.map((warning) => h("p", {class: "warn small"}, warning)));
      return;
    }
    const line = lineOfError(this.text, error);
    show(this.verdict, h("p", {class: "error"}, `✗ ${line === null ? "" : `Line ${line + 1}: `}${error}`),
      line === null ? null : button("Show the line", "to-line", () => this.goToLine(line)));
  }

  /** @param {number} line */
  goToLine(line) {
    const lines = this.text.split("\n"), start = lines.slice(0, line).join("\n").length + Math.min(line, 1);
    this.area.focus();
    this.area.setSelectionRange(start, start + (lines[line]?.length ?? 0));
    this.area.scrollTop = Math.max(0, (line - 6) * this.area.scrollHeight / lines.length);
  }

  /** Goes to another page with these rules. @param {(rules: CheckedRules) => string} hash */
  go(hash) {
    if (this.found?.ok)
      location.href = link(hash(this.found));
    else
      toast("These rules have an error.");
  }

  /** @param {CheckedRules} rules */
  playLink({players}) {
    const record = {...newRecord(), rules: this.rules};
    while (record.seats.length < clamp(2, players, MOST_SEATS))
      record.seats.push({name: `Seat ${record.seats.length + 1}`, player: "optimal"});
    return `game=${pack(record)}`;
  }

  /** @param {CheckedRules} rules */
  askLink({players}) {
    return `ask?rules=${pack(this.text)}&scores=${Array(clamp(2, players, 4)).fill(0).join(",")}`;
  }
}
