/** The page Design: rules as text and as a form, checked while they are written; solved, compared, downloaded. */
import {fetchFile, finished, post, presets, whenReady} from "./api.js";
import {comparisonTable} from "./comparison.js";
import {calmly, h, percent, points, select, show, toast} from "./dom.js";
import {newRecord} from "./game.js";
import {progress, refreshed} from "./progress.js";
import {wellKnownFirst} from "./setup.js";
import {link, load, pack, save} from "./store.js";
import {lineOf, put, read} from "./toml.js";

const ANY = ["pig", "hog", "farkle"], FARKLE = ["farkle"], ROLLS = ["pig", "farkle"];
/** The commonest keys: [key, label, kind or options, families]. */
const KEYS = [
  ["goal", "Goal", "number", ANY],
  ["players", "Players", [[2, "2"], [3, "3"], [4, "4"]], ANY],
  ["dice.count", "Dice", "number", ANY],
  ["dice.sides", "Sides", "number", ANY],
  ["turn.minimum_bank", "Least bank", "number", ROLLS],
  ["turn.first_bank", "Least first bank", "number", ROLLS],
  ["turn.set_aside", "Set aside", [["any", "any scoring dice"], ["all", "all that scores"]], FARKLE],
  [
    "turn.hot_dice", "Hot dice", [["true", "may roll again"], ["forced", "all must be taken"], ["false", "must bank"]],
    FARKLE
  ],
  ["turn.full_bust", "Points for a full bust", "number", FARKLE],
  ["turn.steal", "Steal", [["never", "never"], ["after-bank", "after a bank"], ["after-bust", "after a bust"]], ROLLS],
  ["bust.streak", "Busts until a penalty", "number", ANY],
  ["bust.penalty", "Penalty", "number", ANY],
  [
    "end.rule", "The end",
    [["sudden", "first there wins"], ["last-turn", "one more turn each"], ["equal-turns", "round is completed"]], ANY
  ],
  ["end.tie", "Ties", [["first-to-reach", "first there wins"], ["split", "are split"]], ANY],
];
const OBJECTIVES = [
  ["win", "Win"], ["score", "Most points in a turn"], ["average", "Points a turn in the long run"],
  ["turns", "Fewest turns to the goal"]
];
/** What went wrong; that a person has cancelled it is no error. */
const trouble = (error) => (error.body?.state === "cancelled" ? h("p", {class: "soft", role: "status"}, error.message) :
                                                                h("p", {class: "error", role: "alert"}, error.message));
const spoken = (seconds) => (seconds < 1 ? "under a second" :
    seconds < 90                         ? `about ${Math.round(seconds)} s` :
                                           `about ${Math.round(seconds / 60)} min`);

export class DesignPage {
  constructor() {
    this.state = {toml: null, preset: "farkle", objective: "win", other: "farkle-group", ...load("design", {})};
    this.text = h("textarea", {
      class: "code",
      id: "rules-text",
      spellcheck: "false",
      rows: 26,
      "aria-describedby": "rules-verdict",
      on: {input: () => this.written()}
    });
    this.verdict = h("div", {id: "rules-verdict", role: "status"});
    this.form = h("div", {class: "fields"});
    this.picker = h("div", {class: "picker"});
    this.solving = h("section", {class: "card stack", "aria-label": "Best play"});
    this.comparing = h("section", {class: "card stack", "aria-label": "Compare"});
    this.page = h("div", {},
      h("div", {class: "page-head"}, h("h1", {}, "Design"),
        h("p", {class: "lead"}, "Start from a game, change its rules, and see at once what that does.")),
      h("div", {class: "design"},
        h("section", {class: "card stack", "aria-label": "Rules"}, this.picker, this.form,
          h("label", {class: "field"}, h("span", {}, "The rules file"), this.text), this.verdict),
        h("div", {class: "stack"}, this.solving, this.comparing)));
    this.check = calmly(180, () => this.checkNow());
  }

  async enter(root) {
    show(root, this.page);
    try {
      this.games = await presets();
    } catch (error) {
      show(this.verdict, h("p", {class: "error"}, error.message));
      return;
    }
    this.state.toml ??= this.preset(this.state.preset)?.toml ?? this.games[0].toml;
    this.text.value = this.state.toml;
    this.draw();
    this.checkNow();
  }

  preset(name) {
    return this.games.find((game) => game.name === name);
  }
  get rules() {
    return {toml: this.text.value};
  }

  draw() {
    show(this.picker,
      select("Start from", wellKnownFirst(this.games).map((game) => [game.name, game.title]), this.state.preset,
        (name) => {
          this.state.preset = name;
          this.replace(this.preset(name).toml);
        },
        {key: "preset"}),
      h("div", {class: "row"},
        h("button", {class: "button", key: "file", click: () => this.download("/api/rules/file", this.rules)},
          "Download"),
        h("button", {class: "button", key: "play", click: () => this.play()}, "Play them"),
        h("button", {class: "button", key: "ask", click: () => this.askAbout()}, "Ask about them"),
        h("button", {class: "button", key: "explore", click: () => this.explore()}, "Explore them")));
    this.drawForm();
    this.drawSolve();
    this.drawCompare();
  }

  drawForm() {
    const text = this.text.value, family = read(text, "family") ?? "farkle";
    show(this.form, KEYS.filter(([, , , families]) => families.includes(family)).map(([key, label, kind]) => {
      const value = read(text, key);
      const change = (next) => this.replace(put(this.text.value, key, next));
      if (kind === "number") {
        return h("label", {class: "field"}, h("span", {}, label), h("input", {
          type: "number",
          value: value === undefined ? "" : String(value),
          placeholder: "default",
          key,
          // What cannot be read as a number is left to the person who is still writing it.
          on: {
            input: ({target}) => {
              if (!target.validity.badInput) change(target.value === "" ? null : target.valueAsNumber);
            }
          }
        }));
      }
      const given = (next) => (/^\d+$|^(true|false)$/.test(next) ? JSON.parse(next) : next);
      return select(label, [["", "default"], ...kind], String(value ?? ""),
        (next) => change(next === "" ? null : given(next)), {key});
    }));
  }

  /** New text, from the form or a preset. */
  replace(text) {
    this.text.value = text;
    this.written();
  }

  written() {
    this.state.toml = this.text.value;
    this.problem = null;
    save("design", this.state);
    this.check();
  }

  async checkNow() {
    const asked = this.text.value;
    // The answer to an older text is wanted by nobody.
    this.checking?.abort();
    this.checking = new AbortController();
    this.drawForm();
    let found;
    try {
      found = await post("/api/rules", {toml: asked}, this.checking.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      found = {ok: false, error: error.message};
    }
    if (asked !== this.text.value) return;
    this.found = found;
    this.drawVerdict();
    this.drawSolve();
    this.drawCompare();
  }

  drawVerdict() {
    const {found} = this;
    this.text.setAttribute("aria-invalid", String(!found.ok));
    if (found.ok) {
      const {estimate} = found;
      show(this.verdict,
        h("p", {}, h("b", {class: "good"}, "✓ "), h("b", {}, found.title || "A game"),
          found.summary ? `: ${found.summary}` : ""),
        estimate ? h("p", {class: "small soft"},
                     `Best play: ${points(estimate.states)} states, ${spoken(estimate.seconds)}, ${
                       (estimate.memory / 2 ** 20).toFixed(1)} MiB`) :
                   null,
        (found.warnings ?? []).map((warning) => h("p", {class: "warn small"}, warning)));
      return;
    }
    const line = this.lineOfError(found.error);
    show(this.verdict, h("p", {class: "error"}, `✗ ${line === null ? "" : `Line ${line + 1}: `}${found.error}`),
      line === null ?
        null :
        h("button", {class: "button small", key: "to-line", click: () => this.goToLine(line)}, "Show the line"));
  }

  /** The line that an error is about, from 0 on: named by the reader of TOML, or the line of the key. */
  lineOfError(error) {
    const named = /line (\d+)/.exec(error);
    if (named) return Number(named[1]) - 1;
    const key = /^([A-Za-z_.]+)(?:\."?([^":]+)"?)?:/.exec(error);
    if (!key) return null;
    const full = error.slice(0, error.indexOf(":")).replaceAll("\"", "");
    const line = lineOf(this.text.value, full);
    return line < 0 ? null : line;
  }

  goToLine(line) {
    const lines = this.text.value.split("\n"),
          start = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(start, start + (lines[line]?.length ?? 0));
    this.text.scrollTop = Math.max(0, (line - 6) * this.text.scrollHeight / Math.max(1, lines.length));
  }

  play() {
    if (!this.found?.ok) return toast("These rules have an error.");
    const record = newRecord();
    const players = Math.max(2, Math.min(4, this.found.players ?? 2));
    record.rules = this.rules;
    while (record.seats.length < players)
      record.seats.push({name: `Seat ${record.seats.length + 1}`, player: "optimal"});
    location.href = link(`game=${pack(record)}`);
    return undefined;
  }

  /** The page Ask, with these rules. */
  askAbout() {
    if (!this.found?.ok) return toast("These rules have an error.");
    const scores = Array(Math.max(2, Math.min(4, this.found.players ?? 2))).fill(0).join(",");
    location.href = link(`ask?rules=${pack(this.text.value)}&scores=${scores}`);
    return undefined;
  }

  /** The page Explore, with these rules. */
  explore() {
    if (!this.found?.ok) return toast("These rules have an error.");
    location.href = link(`explore?rules=${pack(this.text.value)}`);
    return undefined;
  }

  drawSolve() {
    const job = this.job, running = job && ["queued", "running"].includes(job.state);
    const stale = this.solved && this.solved.toml !== this.text.value;
    show(this.solving, h("h2", {}, "Best play"),
      h("div", {class: "row act"},
        h("label", {class: "field"}, h("span", {}, "Play for"),
          h("select", {
            value: this.state.objective,
            key: "objective",
            on: {
              change: (event) => {
                this.state.objective = event.target.value;
                save("design", this.state);
              }
            }
          },
            OBJECTIVES.map(([name, label]) => h("option", {value: name}, label)))),
        h("button",
          {class: "button main", key: "solve", disabled: running || !this.found?.ok, click: () => this.solve()},
          "Solve")),
      running ? progress(job.state === "queued" ? "Waiting" : "Solving", job) : null,
      this.making ? progress("Making the file", this.making) : null, this.problem ? trouble(this.problem) : null,
      job?.state === "done" ? this.result(job, stale) : null);
  }

  result(job, stale) {
    const {objective} = job;
    const chance = objective === "win" || objective.startsWith("within");
    const seats = job.values ?? [];
    const names =
      {win: "The first player wins", score: "Points of a turn", average: "Points a turn", turns: "Turns to the goal"};
    const file = (name, label) => h(
      "button", {class: "button small", key: name, click: () => this.download(`/api/solves/${job.id}/${name}`)}, label);
    return h("div", {class: "stack"},
      h("p", {class: "big-number"}, h("b", {class: "number"}, chance ? percent(job.value, 3) : job.value.toFixed(3)),
        h("span", {}, names[objective] ?? objective)),
      seats.length > 1 ?
        h("p", {class: "soft"}, seats.map((value, seat) => `Seat ${seat + 1}: ${percent(value, 2)}`).join(" · ")) :
        null,
      h("p", {class: "small soft"},
        `${job.title} · ${points(job.states ?? 0)} states${job.seconds ? ` · ${job.seconds.toFixed(2)} s` : ""}`),
      stale ? h("p", {class: "small warn"}, "The rules have changed since.") : null,
      h("div", {class: "row"},
        objective === "win" ? [file("card.html", "Card to print"), file("card.txt", "Card as text")] : null,
        ["score", "average"].includes(objective) ? null : file("solution.nc", "Solution")));
  }

  async solve() {
    this.problem = null;
    this.solved = {toml: this.text.value};
    try {
      this.job = await post("/api/solves", {rules: this.rules, objective: this.state.objective});
      await finished(this.job, (now) => {
        this.job = now;
        if (!refreshed(this.solving, now)) this.drawSolve();
      });
    } catch (error) {
      this.problem = error;
      this.job = error.body?.id ? error.body : null;
    }
    this.drawSolve();
  }

  async download(path, body) {
    try {
      await fetchFile(path, body, (job) => {
        this.making = job;
        if (!refreshed(this.solving, job)) this.drawSolve();
      });
    } catch (error) {
      toast(error.message);
    }
    this.making = null;
    this.drawSolve();
  }

  drawCompare() {
    const {comparison} = this;
    show(this.comparing, h("h2", {}, "Compare"),
      h("div", {class: "row act"},
        select("With", wellKnownFirst(this.games).map((game) => [game.name, game.title]), this.state.other,
          (name) => {
            this.state.other = name;
            save("design", this.state);
            this.drawCompare();
          },
          {key: "other"}),
        h("button", {
          class: "button",
          key: "compare",
          disabled: Boolean(comparison?.running) || !this.found?.ok,
          click: () => this.compare()
        },
          "Compare side by side")),
      comparison?.running ? progress("Playing and solving both", comparison.job) : null,
      comparison?.error ? trouble(comparison.error) : null, comparison?.found ? this.outdated(comparison) : null,
      comparison?.found ? comparisonTable(comparison.found, comparison.names) :
                          h("p", {class: "soft small"},
                            "How fair both games are, how long they take, how much is skill and how much luck."));
  }

  /** Says of a comparison that it is of other games than those that are chosen now. */
  outdated({toml, other}) {
    const changed = toml !== this.text.value, another = other !== this.state.other;
    if (!changed && !another) return null;
    const what = changed && another ? "The rules and the game to compare with have" :
      changed                       ? "The rules have" :
                                      "The game to compare with has";
    return h("p", {class: "small warn", role: "status"}, `${what} changed since.`);
  }

  async compare() {
    const other = this.preset(this.state.other), toml = this.text.value, title = this.found.title || "These rules";
    this.comparison = {running: true, job: null};
    this.drawCompare();
    try {
      const found = await whenReady("POST", "/api/compare", {rules: [this.rules, {preset: other.name}]}, (job) => {
        this.comparison = {running: true, job};
        if (!refreshed(this.comparing, job)) this.drawCompare();
      });
      this.comparison = {
        found,
        toml,
        other: other.name,
        names: [title, other.title === title ? `${other.title} (preset)` : other.title]
      };
    } catch (error) {
      this.comparison = {error};
    }
    this.drawCompare();
  }
}
