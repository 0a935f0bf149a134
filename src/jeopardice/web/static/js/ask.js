/** The page Ask: a position at a kitchen table, and what to do. Two taps for the usual case. */
import {bars, scale} from "./advice.js";
import {presets, whenReady} from "./api.js";
import {dieName, parse, picture, write} from "./dice.js";
import {announce, calmly, choice, copy, h, number, percent, points, select, show, unbroken} from "./dom.js";
import {wellKnownFirst} from "./setup.js";
import {link, load, save} from "./store.js";
import {read} from "./toml.js";
import {moveWords} from "./words.js";

const START = {
  game: "farkle",
  scores: [0, 0],
  turn: 0,
  roll: "",
  left: "",
  objective: "win",
  mode: "rolled"
};
const OBJECTIVES = [["win", "to win"], ["score", "most points in the turn"], ["turns", "fewest turns to the goal"]];

export class AskPage {
  constructor() {
    this.state = {...START, ...load("ask", {})};
    this.all = false;
    this.form = h("section", {class: "card stack", "aria-label": "The position"});
    this.answer = h("section", {class: "card answer", "aria-label": "Advice"});
    // On a phone the answer is far below: its gist stays in sight.
    this.best = h("p", {class: "best-line", "aria-hidden": "true"});
    this.page = h("div", {},
      h("div", {class: "page-head"}, h("h1", {}, "Ask"),
        h("p", {class: "lead"}, "At your kitchen table: tap the dice you rolled, and see what to do.")),
      h("div", {class: "ask"}, h("div", {}, this.form, this.best), this.answer));
    this.ask = calmly(90, () => this.advise());
  }

  async enter(root, given) {
    show(root, this.page);
    if (given) this.take(given);
    try {
      this.games = await presets();
    } catch (error) {
      return show(this.form, h("p", {class: "error"}, error.message));
    }
    if (!this.games.some((game) => game.name === this.state.game)) this.state = {...START};
    this.draw();
    return this.ask();
  }

  /** The state of a link: game, scores, turn, roll or left, objective. */
  take(given) {
    const scores = (given.get("scores") ?? "0,0").split(",").map(Number);
    this.state = {
      ...START,
      game: given.get("game") ?? START.game,
      scores: scores.every(Number.isFinite) ? scores : START.scores,
      turn: Number(given.get("turn")) || 0,
      roll: given.get("roll") ?? "",
      left: given.get("left") ?? "",
      objective: given.get("objective") ?? "win",
      mode: given.has("left") ? "left" : "rolled"
    };
  }

  get query() {
    const {game, scores, turn, roll, left, objective, mode} = this.state;
    const parts = {
      game,
      scores: scores.join(","),
      turn,
      ...(mode === "left" ? {left} :
          roll            ? {roll} :
                            {}),
      ...(objective === "win" ? {} : {objective})
    };
    return Object.entries(parts)
      .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2C", ",")}`)
      .join("&");
  }

  get game() {
    return this.games.find((game) => game.name === this.state.game);
  }
  /**
   * What the rules say of the dice: how many, their faces, and whether they are of several kinds (then they are
   * typed).
   */
  get dice() {
    const text = this.game.toml, sides = read(text, "dice.sides") ?? 6, wild = read(text, "dice.wild");
    const kinds = /^(weights|wild) = \[\s*\[/m.test(text);
    const wilds = typeof wild === "string" && !kinds ?
      wild.replace(/[[\]]/g, "").split(",").map((face) => face.trim()).filter(Boolean) :
      [];
    const faces = Array.from({length: sides}, (_, index) => String(index + 1));
    return {
      count: read(text, "dice.count") ?? 6,
      kinds,
      faces: faces.map((face) => (wilds.includes(face) ? "*" : face))
    };
  }

  set(changes, redraw = true) {
    Object.assign(this.state, changes);
    save("ask", this.state);
    history.replaceState(null, "", `#ask?${this.query}`);
    if (redraw) this.draw();
    this.ask();
  }

  draw() {
    const {state, game} = this;
    const whole = game.family === "farkle";
    show(this.form,
      h("div", {class: "fields"},
        select("Game", wellKnownFirst(this.games).map((each) => [each.name, each.title]), state.game,
          (name) => this.set({...START, game: name, objective: state.objective}), {key: "game"}),
        select("Play for", OBJECTIVES, state.objective, (objective) => this.set({objective}), {key: "objective"})),
      state.objective === "score" ? null : this.scores(),
      game.family === "hog" ?
        null :
        h("div", {class: "turn-total"},
          number("Turn total before this roll", state.turn, (turn) => this.set({turn: Math.max(0, turn || 0)}, false),
            {min: 0, key: "turn"}),
          h("div", {class: "quick", role: "group", "aria-label": "Add to the turn total"},
            this.steps().map(
              (step) => h("button",
                {class: "button small", key: `add-${step}`, click: () => this.set({turn: state.turn + step})},
                `+${points(step)}`)),
            h("button", {class: "button small", key: "zero", click: () => this.set({turn: 0})}, "0"))),
      whole ? this.roll() : null,
      h("div", {class: "row ask-foot"},
        game.family === "hog" ?
          null :
          h("button", {class: "button small", key: "bust", click: () => this.pass(0)}, "Bust: next player"),
        h("button",
          {class: "button small", key: "share", click: () => copy(link(`ask?${this.query}`), "Link to this position")},
          "Copy link"),
        h("button", {
          class: "button small plain",
          key: "clear",
          click: () => this.set({...START, game: state.game, objective: state.objective})
        },
          "Start over")));
  }

  steps() {
    if (this.game.family === "pig") return this.dice.count === 1 ? [2, 3, 4, 5, 6] : [5, 10, 20];
    return this.game.goal >= 2000 ? [50, 100, 500] : [5, 10, 50];
  }

  scores() {
    const {scores} = this.state;
    const alone = this.state.objective !== "win";
    const shown = alone ? scores.slice(0, 1) : scores;
    return h("fieldset", {}, h("legend", {class: "unseen"}, "Banked scores"),
      h("div", {class: "scores"},
        shown.map((score, index) => number(index === 0 ? "Your score" :
                      shown.length === 2               ? "Other's score" :
                                                         `Score of player ${index + 1}`,
                    score,
                    (value) => {
                      const next = [...scores];
                      next[index] = value || 0;
                      this.set({scores: next}, false);
                    },
                    {key: `score-${index}`})),
        alone ?
          null :
          h("div", {class: "row"},
            scores.length < 4 ?
              h("button",
                {class: "button small plain", key: "more-players", click: () => this.set({scores: [...scores, 0]})},
                "+ player") :
              null,
            scores.length > 2 ? h("button", {
              class: "button small plain",
              key: "fewer-players",
              click: () => this.set({scores: scores.slice(0, -1)})
            },
                                  "− player") :
                                null)));
  }

  roll() {
    const {state, dice} = this;
    const rolled = parse(state.roll);
    const mode = choice("ask-mode", "What to tell", [["rolled", "Dice just rolled"], ["left", "Before rolling"]],
      state.mode, (next) => this.set({mode: next}));
    if (dice.kinds) {
      const key = state.mode === "left" ? "left" : "roll";
      return h("div", {class: "stack"}, mode,
        h("label", {class: "field"},
          h("span", {}, key === "left" ? "Dice left, e.g. A3,B1 or 3" : "Dice rolled, e.g. A2,A5,B1"), h("input", {
            value: state[key],
            key: "typed",
            on: {input: (event) => this.set({[key]: event.target.value.trim()}, false)}
          })));
    }
    if (state.mode === "left") {
      return h("div", {class: "stack"}, mode,
        h("div", {class: "taps", role: "group", "aria-label": "Dice left to roll"},
          Array.from({length: dice.count}, (_, index) => index + 1)
            .map((count) => h("button", {
              class: "tap-count",
              "aria-pressed": String(state.left === String(count)),
              key: `left-${count}`,
              click: () => this.set({left: String(count)})
            },
                   h("b", {}, count), h("small", {}, count === 1 ? "die" : "dice")))));
    }
    return h("div", {class: "stack"}, mode,
      h("div", {class: "taps", role: "group", "aria-label": "Add a die"},
        dice.faces.map((face) => h("button", {
          class: "die",
          "aria-label": `Add ${dieName({face})}`,
          "aria-disabled": rolled.length >= dice.count ? "true" : null,
          key: `face-${face}`,
          click: () => {
            if (rolled.length < dice.count) this.set({roll: write([...rolled, {face, kind: null}])});
          }
        },
                         picture({face})))),
      h("div", {class: "rolled", role: "group", "aria-label": "Dice rolled"},
        Array.from({length: dice.count},
          (_, place) =>
            (rolled[place] ? h("button", {
              class: "die",
              "aria-label": `Remove ${dieName(rolled[place])}`,
              key: `rolled-${place}`,
              click: () => this.set({roll: write(rolled.filter((_die, each) => each !== place))})
            },
                               picture(rolled[place])) :
                             h("span", {class: "die waiting", "aria-hidden": "true"}, picture({face: ""})))),
        rolled.length ?
          h("button", {class: "button small plain", key: "clear-roll", click: () => this.set({roll: ""})}, "Clear") :
          null));
  }

  /** What is asked, or null while nothing can be. */
  get question() {
    const {state, game, dice} = this;
    const rules = {preset: state.game};
    const alone = state.objective !== "win";
    if (!alone && state.scores.length !== game.players) rules.set = {players: state.scores.length};
    const body = {rules, objective: state.objective, turn: game.family === "hog" ? 0 : state.turn};
    if (state.objective !== "score") body.scores = alone ? state.scores.slice(0, 1) : state.scores;
    if (game.family !== "farkle") return body;
    if (state.mode === "left")
      return state.left ? {...body, dice_left: state.left} :
                          {...body, dice_left: dice.kinds ? null : String(dice.count)};
    return state.roll ? {...body, roll: state.roll} : null;
  }

  async advise() {
    this.stop?.abort();
    this.stop = new AbortController();
    const question = this.question, {signal} = this.stop;
    const head = h("h2", {}, "Advice");
    this.best.textContent = "";
    if (!question) return show(this.answer, head, h("p", {class: "empty"}, "Tap the dice you rolled."));
    try {
      const told = (solve) => show(this.answer, head,
        h("div", {class: "progress"}, h("span", {}, "Working out best play"),
          h("span", {class: "number"}, percent(solve.progress ?? 0, 0)),
          h("span", {class: "bar"}, h("i", {style: {width: `${100 * (solve.progress ?? 0)}%`}}))));
      const advice = await whenReady("POST", "/api/advice", question, told, signal);
      if (!signal.aborted) this.showAdvice(advice);
    } catch (error) {
      if (error.name !== "AbortError") show(this.answer, head, h("p", {class: "error", role: "alert"}, error.message));
    }
    return undefined;
  }

  showAdvice(advice) {
    const {tell} = scale(advice.measure);
    announce(advice.sentence);
    const [first] = advice.actions;
    this.best.textContent = first ? `${moveWords(first)}: ${tell(first.value)}` : "";
    show(this.answer,
      h("header", {}, h("h2", {}, "Advice"), h("span", {class: "soft small"}, `worth ${tell(advice.value)}`)),
      h("p", {class: "sentence big"}, unbroken(advice.sentence)),
      advice.actions.length ? bars(advice.actions, {
        measure: advice.measure,
        all: this.all,
        more: () => {
          this.all = !this.all;
          this.showAdvice(advice);
        },
        pick: (action) => this.follow(action),
        pickLabel: "I did this"
      }) :
                              null,
      advice.actions.length ? h("p", {class: "small soft"}, "Tap what you did to go on from there.") : null,
      advice.left_out?.length ?
        h("p", {class: "small soft"}, `Left out of this answer: ${advice.left_out.join(", ")}.`) :
        null);
  }

  /** Goes on with the game: a bank passes the dice on, a roll waits for the next dice. */
  follow(action) {
    const total = this.state.turn + (action.points ?? 0);
    if (action.then === "bank") return this.pass(total);
    if (action.then === "end") return this.pass(0);
    return this.set({turn: total, roll: "", left: String(action.dice ?? ""), mode: "rolled"});
  }

  pass(gained) {
    const [mine, ...others] = this.state.scores;
    this.set({
      scores: this.state.objective === "win" ? [...others, mine + gained] : [mine + gained],
      turn: 0,
      roll: "",
      left: ""
    });
  }
}
