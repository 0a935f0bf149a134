/** The page Ask: a position at a kitchen table, and what to do. Two taps for the usual case. */
import {bars, scale} from "./advice.js";
import {presets, whenReady} from "./api.js";
import {dieName, parse, picture, write} from "./dice.js";
import {announce, calmly, choice, copy, h, number, points, select, show, toast, unbroken} from "./dom.js";
import {fields} from "./lasting.js";
import {readOwn} from "./own.js";
import {countsOf, fromLink, Position, START} from "./position.js";
import {progress, refreshed, stopped} from "./progress.js";
import {wellKnownFirst} from "./setup.js";
import {link, load, save} from "./store.js";
import {moveWords} from "./words.js";

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
    try {
      if (given) this.state = fromLink(given);
    } catch {
      toast("This link cannot be read.");
    }
    this.past = [];
    try {
      this.games = await presets();
      this.own = await readOwn(this.state.toml, this.own);
    } catch (error) {
      return show(this.form, h("p", {class: "error"}, error.message));
    }
    if (!this.game) {
      if (!this.state.toml) toast(`There is no game “${this.state.game}”.`);
      this.state = {...START};
    }
    this.draw();
    return this.ask();
  }

  get game() {
    if (this.state.toml) return this.own;
    return this.games.find((game) => game.name === this.state.game);
  }
  get at() {
    return new Position(this.game, this.state);
  }

  set(changes, redraw = true) {
    Object.assign(this.state, changes);
    save("ask", this.state);
    history.replaceState(null, "", `#ask?${this.at.query}`);
    if (redraw) this.draw();
    this.ask();
  }

  /** Goes on to another position; `back` returns. */
  go(changes) {
    this.past.push({...this.state});
    this.set(changes);
  }
  back() {
    this.set(this.past.pop());
  }

  draw() {
    const {state, game} = this, {asks, mode, players} = this.at;
    const own = state.toml ? [["", `${game.title || "A game"} (your own rules)`]] : [];
    show(this.form,
      h("div", {class: "fields"},
        select("Game", [...own, ...wellKnownFirst(this.games).map((each) => [each.name, each.title])],
          state.toml ? "" : state.game, (name) => name && this.set({...START, game: name, objective: state.objective}),
          {key: "game"}),
        select("Play for", OBJECTIVES, state.objective, (objective) => this.set({objective}), {key: "objective"})),
      state.objective === "score" ? null : this.scores(),
      fields(state, asks, players, (changes) => this.set(changes, false)),
      asks.steals || game.family === "farkle" ? this.modes() : null,
      mode === "offer" ? this.offer() :
                         h("div", {class: "stack"}, game.family === "hog" ? null : this.turnTotal(),
                           game.family === "farkle" ? this.roll() : null),
      h("div", {class: "row ask-foot"}, this.endings(),
        h("button", {
          class: "button small",
          key: "share",
          click: () => copy(link(`ask?${this.at.query}`), "Link to this position")
        },
          "Copy link"),
        this.past.length ? h("button", {class: "button small plain", key: "undo", click: () => this.back()}, "Undo") :
                           null,
        h("button", {
          class: "button small plain",
          key: "clear",
          click: () => {
            const {game: name, toml, goal, objective} = state;
            this.go({...START, game: name, toml, goal, objective, scores: state.scores.map(() => 0)});
          }
        },
          "Start over")));
  }

  /** How a turn ends that no advice was followed in: the dice decide. */
  endings() {
    const {asks} = this.at;
    const end = (key, words, changes) =>
      h("button", {class: "button small", key, click: () => this.go(changes())}, words);
    if (this.game.family === "hog")
      return asks.together ? null : [
        number("Points you rolled", this.state.turn, (turn) => this.retotal(turn || 0), {min: 0, key: "turn"}),
        end("next", "Next player", () => this.at.next(this.state.turn || null))
      ];
    return [
      end("bust", "Bust: next player", () => this.at.next(null)),
      asks.loses ? end("lost", "Lost everything: next player", () => this.at.next(null, {lost: true})) : null
    ];
  }

  modes() {
    const {asks, mode: told} = this.at, farkle = this.game.family === "farkle";
    const options = farkle ? [["rolled", "Dice just rolled"], ["left", "Before rolling"]] : [["rolled", "In my turn"]];
    return choice("ask-mode", "What to tell", asks.steals ? [...options, ["offer", "Before my turn"]] : options, told,
      (mode) => this.set({mode}));
  }

  /** Another turn total: how many dice were rolled is another matter, too. */
  retotal(turn) {
    const changes = !turn !== !this.state.turn;  // a turn begins with all dice, which shows
    this.set({turn, left: this.at.mode === "left" ? this.state.left : ""}, changes);
  }

  turnTotal() {
    const {state} = this;
    return h("div", {class: "turn-total"},
      number("Turn total before this roll", state.turn, (turn) => this.retotal(turn || 0), {min: 0, key: "turn"}),
      h("div", {class: "quick", role: "group", "aria-label": "Add to the turn total"},
        this.steps().map((step) => h("button", {
          class: "button small",
          key: `add-${step}`,
          click: () => this.set({turn: state.turn + step, left: this.at.mode === "left" ? state.left : ""})
        },
                           `+${points(step)}`)),
        h("button", {class: "button small", key: "zero", click: () => this.set({turn: 0, left: ""})}, "0")));
  }

  /** What the turn before has left, to go on with. */
  offer() {
    const {state, game} = this;
    return h("div", {class: "stack"},
      number("Turn total that the player before has left", state.offerTotal,
        (total) => this.set({offerTotal: Math.max(0, total || 0)}, false), {min: 0, key: "offer-total"}),
      game.family === "farkle" ? this.counts("offerDice", "Dice that the player before has left") : null);
  }

  steps() {
    if (this.game.family === "pig") return this.at.dice.count === 1 ? [2, 3, 4, 5, 6] : [5, 10, 20];
    return this.at.goal >= 2000 ? [50, 100, 500] : [5, 10, 50];
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
                      const next = [...this.state.scores];  // others may have been typed since this was drawn
                      next[index] = value || 0;
                      this.set({scores: next}, false);
                    },
                    {key: `score-${index}`})),
        number("Goal", this.at.goal, (goal) => this.set({goal: Number.isNaN(goal) ? null : goal}, false),
          {min: 1, key: "goal", placeholder: this.game.goal}),
        alone ?
          null :
          h("div", {class: "row"},
            scores.length < 4 && !this.at.asks.together ?
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

  /** How many dice, to tap; of each kind where they are not alike. */
  counts(key, label) {
    const {kinds} = this.at.dice, text = this.state[key];
    const chosen = countsOf(kinds, text);
    const choose = (index, count) => {
      const next = chosen.with(index, count);
      this.set(
        {[key]: kinds[0].name ? kinds.map((kind, each) => kind.name.repeat(next[each])).join("") : String(count)});
    };
    return h("div", {class: "stack"}, kinds.map((kind, index) => {
      const name = kind.name ? `${label}, kind ${kind.name}` : label, least = kind.name ? 0 : 1;
      return h("div", {class: "taps", role: "group", "aria-label": name},
        kind.name ? h("span", {class: "kind-name"}, kind.name) : null,
        Array.from({length: kind.count + 1 - least}, (_, place) => place + least)
          .map((count) => h("button", {
            class: "tap-count",
            "aria-pressed": String(chosen[index] === count),
            key: `${key}-${kind.name}${count}`,
            click: () => choose(index, count)
          },
                 h("b", {}, count), h("small", {}, count === 1 ? "die" : "dice"))));
    }));
  }

  roll() {
    const {dice, mode, hand} = this.at, rolled = parse(this.state.roll);
    if (mode === "left") return this.state.turn ? this.counts("left", "Dice left to roll") : null;
    const places = Math.max(hand?.reduce((sum, count) => sum + count, 0) ?? dice.count, rolled.length);
    const full = (index) => rolled.filter((die) => (die.kind ?? "") === dice.kinds[index].name).length >=
      (hand?.[index] ?? dice.kinds[index].count);
    return h("div", {class: "stack"}, dice.kinds.map((kind, index) => this.faces(kind, rolled, full(index))),
      h("div", {class: "rolled", role: "group", "aria-label": "Dice rolled"},
        Array.from({length: places},
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

  /** The faces of a kind of dice, to tap. */
  faces({name, faces}, rolled, full) {
    return h("div", {class: "taps", role: "group", "aria-label": name ? `Add a die of kind ${name}` : "Add a die"},
      faces.map((face) => {
        const die = {face, kind: name || null};
        return h("button", {
          class: "die",
          "aria-label": `Add ${dieName(die)}`,
          "aria-disabled": full ? "true" : null,
          key: `face-${name}${face}`,
          click: () => {
            if (!full) this.set({roll: write([...rolled, die])});
          }
        },
          picture(die));
      }));
  }

  async advise() {
    this.stop?.abort();
    this.stop = new AbortController();
    const {question, wanting} = this.at, {signal} = this.stop;
    const head = h("h2", {}, "Advice");
    this.best.textContent = "";
    if (!question) return show(this.answer, head, h("p", {class: "empty"}, wanting));
    try {
      const hear = (solve) =>
        refreshed(this.answer, solve) || show(this.answer, head, progress("Working out best play", solve));
      const advice = await whenReady("POST", "/api/advice", question, hear, signal);
      if (!signal.aborted) this.showAdvice(advice);
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      const refused = error.status === 422;  // to ask again would not help
      show(this.answer, head,
        refused ? h("p", {class: "error", role: "alert"}, error.message) : stopped(error, () => this.advise()));
    }
    return undefined;
  }

  showAdvice(advice) {
    const {tell} = scale(advice.measure), together = advice.measure.startsWith("difference");
    const words = together ? "your chance less the other's:" : "worth";
    announce(advice.sentence);
    const [first] = advice.actions, goesOn = this.game.family !== "hog";  // in Hog the dice tell what comes of it
    this.best.textContent = first ? `${moveWords(first)}: ${tell(first.value)}` : "";
    show(this.answer,
      h("header", {}, h("h2", {}, "Advice"), h("span", {class: "soft small"}, `${words} ${tell(advice.value)}`)),
      this.at.doubtful ? h("p", {class: "small soft"}, "If these are all the dice that you rolled:") : null,
      h("p", {class: "sentence big"}, unbroken(advice.sentence)),
      advice.actions.length ? bars(advice.actions, {
        measure: advice.measure,
        all: this.all,
        more: () => {
          this.all = !this.all;
          this.showAdvice(advice);
        },
        pick: goesOn ? (action) => this.go(this.at.after(action)) : undefined,
        pickLabel: "I did this"
      }) :
                              null,
      advice.actions.length && goesOn ? h("p", {class: "small soft"}, "Tap what you did to go on from there.") : null,
      advice.left_out?.length ?
        h("p", {class: "small soft"}, `Left out of this answer: ${advice.left_out.join(", ")}.`) :
        null);
  }
}
