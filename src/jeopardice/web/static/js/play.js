/** The page Play: the table with the coach, the chances, the log and the review beside it. */
import {post} from "./api.js";
import {chancesChart, legend} from "./chart.js";
import {choosing, placesOf, richest} from "./choices.js";
import {Coach} from "./coach.js";
import {announce, copy, h, percent, show, toast} from "./dom.js";
import {Game, newRecord, rulesFor, SPEEDS} from "./game.js";
import {drawLog} from "./log.js";
import {refreshed} from "./progress.js";
import {drawReview} from "./review.js";
import {howDialog, scoringCard} from "./scoring.js";
import {newGameDialog} from "./setup.js";
import {link, load, newSeed, onSaved, pack, save} from "./store.js";
import {Table} from "./table.js";
import {cannotWords, eventWords, resultWords} from "./words.js";

export class PlayPage {
  constructor() {
    this.game = new Game((what) => this.changed(what));
    this.game.speed = load("speed", "normal");
    if (!(this.game.speed in SPEEDS)) this.game.speed = "normal";
    const place = (name, tag = "section", more = {}) => (this[name] = h(tag, more));
    place("felt", "section", {class: "felt", "aria-label": "The table"});
    place("tools", "div", {class: "tools"});
    place("looking", "div", {class: "looking", hidden: true});
    place("coachRoot", "section", {class: "card coach", "aria-label": "Coach"});
    place("chartRoot", "section", {class: "card", "aria-label": "Chances to win"});
    place("logRoot", "section", {class: "card", "aria-label": "What happened"});
    place("howRoot", "div", {});
    place("reviewRoot", "section", {class: "card review", hidden: true, "aria-label": "Review of the game"});
    this.coach = new Coach(this.coachRoot, this.game, () => {
      this.table.draw();
      this.coach.draw();
    });
    this.table = new Table(
      this.felt, this.game, {again: () => this.again(), sameDice: () => this.sameDice(), how: () => this.showHow()});
    this.told = 0;
    this.lastPosition = null;
    this.page = h("div", {class: "play"},
      h("div", {class: "stack play-main"}, this.looking, this.felt, this.tools, this.reviewRoot, this.logRoot),
      h("div", {class: "stack play-side"}, this.coachRoot, this.howRoot, this.chartRoot));
    addEventListener("keydown", (event) => this.key(event));
    onSaved("game", (record) => this.game.follow(record));
  }

  enter(root, given) {
    show(root, this.page);
    if (given)
      this.visit(given);
    else if (!this.game.view)
      this.game.open(load("game", null) ?? newRecord());
    else
      this.draw();
  }

  /** The game that is here, whole. */
  get current() {
    return this.game.view ? this.game.whole ?? this.game.record : load("game", null);
  }

  /** Opens another game; the one that is here is kept beside it. */
  async visit(record) {
    const here = this.current;
    if (!await this.game.open(record) || !here?.moves?.length || JSON.stringify(here) === JSON.stringify(record))
      return;
    save("previous", here);
    this.drawTools();
    toast("Your other game is kept: go back to it by “Previous game”.");
  }

  changed(what) {
    if (what === "refused") return this.refused();
    if (what === "waiting") {
      const {solve, view} = this.game;
      if (!refreshed(this.coachRoot, solve)) this.coach.draw();
      if (!this.game.isHuman(view?.mover) &&
        (this.table.waitsLong !== this.table.offered || !refreshed(this.felt, solve)))
        this.table.draw();
      return undefined;
    }
    if (what === "view") this.arrived();
    if (what === "choice") return this.table.draw();
    this.draw();
    return undefined;
  }

  /** A record that the server does not take (written by hand, or by another version): say so; the game here stays. */
  refused() {
    const {game} = this, {refusal, wanted} = game, kept = load("game", null);
    toast(refusal.message);
    if (game.view) return this.draw();
    if (refusal.status === 422 || refusal.status === 400) {
      if (JSON.stringify(wanted) !== JSON.stringify(kept) && kept) return game.open(kept);
      save("game", null);
      return game.open(newRecord());
    }
    return show(this.felt, h("h1", {class: "unseen"}, "Play"), h("p", {class: "message"}, refusal.message),
      h("div", {class: "buttons"}, h("button", {class: "roll", click: () => game.open(wanted)}, "Try again")));
  }

  arrived() {
    const {game} = this, {view, record} = game;
    const fresh = record.moves.length === (this.lastMoves ?? -1) + 1;
    this.coach.moved(fresh ? this.lastPosition : null,
      fresh && game.isHuman(this.lastMover) ? record.moves.at(-1) : null, this.lastMover);
    if (!fresh && record.moves.length !== this.lastMoves) this.coach.cost = null;
    const news = view.log.filter((entry) => entry.move === record.moves.length);
    // While another page is shown, a game that goes on is nobody's news.
    if (fresh && this.page.isConnected)
      announce(
        view.over ? resultWords(view) : news.map((entry) => eventWords(entry, view.seats[entry.seat])).join(". "));
    this.lastMoves = record.moves.length;
    this.lastMover = view.mover;
    this.lastPosition = this.coach.position;
  }

  draw() {
    const {game} = this, {view} = game;
    if (!view) return;
    if (this.page.isConnected) document.title = `${view.title} – Jeopardice`;
    this.table.draw();
    this.drawTools();
    this.drawLooking();
    this.drawChart(view);
    drawLog(this.logRoot, view, (move) => this.goTo(move));
    this.drawHow();
    this.coach.refresh();
    const whole = view.over ? JSON.stringify(game.record) : "";
    if (view.over && whole !== this.reviewed && view.chances)
      drawReview(this.reviewRoot, game.record, (move) => this.goTo(move));
    if (view.over) this.reviewed = view.chances ? whole : "";
    this.reviewRoot.hidden = !(view.over || game.lookingBack) || !this.reviewed;
  }

  drawTools() {
    const {game} = this;
    const tool = (key, label, action, shortcut, more = {}) => h(
      "button", {class: "button small", key, click: action, ...more}, label, shortcut ? h("kbd", {}, shortcut) : null);
    show(this.tools, tool("new", "New game", () => this.setup(), "N"),
      tool("back", "Take back", () => game.takeBack(), "U", {disabled: !game.canTakeBack}),
      load("previous", null) ? tool("previous", "Previous game", () => this.visit(load("previous", null))) : null,
      tool("link", "Copy link", () => copy(link(`game=${pack(game.record)}`), "Link to this game")),
      tool("seed", `Seed ${game.record.seed}`, () => copy(game.record.seed, "Seed"), null,
        {title: "Copy the seed: the same seed gives the same dice"}),
      h("label", {class: "beside"}, h("span", {}, "Speed"),
        h("select", {
          value: game.speed,
          key: "speed",
          on: {
            change: (event) => {
              game.speed = event.target.value;
              save("speed", game.speed);
            }
          }
        },
          Object.keys(SPEEDS).map((speed) => h("option", {value: speed}, speed)))));
  }

  drawLooking() {
    const {game} = this;
    this.looking.hidden = !game.lookingBack;
    if (!game.lookingBack) return;
    const at = game.record.moves.length, last = game.whole.moves.length;
    show(this.looking, h("p", {}, `Looking back: after move ${at} of ${last}`),
      h("button", {class: "button small", key: "earlier", disabled: at === 0, click: () => game.lookBack(at - 1)},
        "‹ Earlier"),
      h("button", {class: "button small", key: "later", disabled: at === last, click: () => game.lookBack(at + 1)},
        "Later ›"),
      h("button", {class: "button small", key: "branch", click: () => game.branch()}, "Play on from here"),
      h("button", {class: "button small main", key: "return", click: () => game.returnToEnd()}, "Back to the game"));
  }

  drawChart(view) {
    const names = view.seats.map((seat) => seat.name);
    const now = view.chances?.at(-1);
    const chart = h("div", {class: "chart"});
    show(this.chartRoot, h("header", {}, h("h2", {}, "Chances to win"), legend(names)),
      now ? h("p", {class: names.length > 2 ? "chances-now many" : "chances-now"},
              names.map((name, seat) => h("span", {class: `seat-${seat}`},
                          h("b", {class: "number"}, percent(now.seats[seat])), h("small", {}, name)))) :
            h("p", {class: "empty"},
              this.game.solve?.state === "failed" ? cannotWords() : "They appear once best play is worked out."),
      now ? chart : null);
    if (now) chancesChart(chart, view.chances, names, (move) => this.goTo(move));
  }

  /** The rules in short, once for each game. */
  async drawHow() {
    const {game} = this, rules = rulesFor(game.record), key = JSON.stringify(rules);
    if (key === this.howDrawn) return;
    this.howDrawn = key;
    game.about = null;
    show(this.howRoot);
    let about = null;
    try {
      about = await post("/api/rules", rules);
    } catch {
      // The next step of the game asks again.
    }
    if (key !== this.howDrawn) return;
    if (!about?.ok) {
      this.howDrawn = null;
      return;
    }
    game.about = about;
    show(this.howRoot, scoringCard(about));
    this.coach.draw();
  }

  showHow() {
    if (this.game.about) howDialog(this.game.about);
  }

  goTo(move) {
    this.game.lookBack(Math.max(0, move));
    this.felt.scrollIntoView({block: "nearest", behavior: "smooth"});
  }

  setup() {
    newGameDialog(this.game.whole ?? this.game.record, (record) => this.begin(record));
  }

  begin(record) {
    const {game} = this;
    this.reviewed = "";
    this.coach.cost = null;
    return game.view?.over && !game.lookingBack ? game.open(record) : this.visit(record);
  }

  again() {
    this.begin({
      ...this.game.record,
      moves: [],
      seed: newSeed(),
      first: (this.game.record.first + 1) % this.game.record.seats.length
    });
  }
  sameDice() {
    this.begin({...this.game.record, moves: []});
  }

  key(event) {
    if (!this.page.isConnected || event.ctrlKey || event.metaKey || event.altKey ||
      document.querySelector("dialog[open]"))
      return;
    if (!load("keys", true) && event.key !== "Enter") return;
    const at = event.target;
    if (at.matches?.("input:not([type=radio]), textarea, select")) return;
    if (event.key === "Enter" && at.matches?.("button:not(.die), a, [role=button]")) return;
    const key = event.key.toLowerCase(), {view} = this.game;
    const actions = {
      enter: () => (view?.over ? this.again() : this.table.press("roll")),
      r: () => this.table.press("roll"),
      b: () => this.table.press("bank"),
      s: () => this.table.press("steal"),
      u: () => this.game.takeBack(),
      c: () => this.coach.toggle(),
      n: () => this.setup(),
      h: () => this.showHow(),
      a: () => this.chooseAll(),
    };
    if (/^[1-9]$/.test(key))
      this.table.choose(Number(key) - 1);
    else if (actions[key])
      actions[key]();
    else
      return;
    event.preventDefault();
  }

  /** The set worth most. */
  chooseAll() {
    const {game} = this;
    if (!game.yours || !choosing(game.view)) return;
    game.chosen = placesOf(game.view, richest(game.view).keep);
    this.table.draw();
    announce(`Chosen: ${richest(game.view).keep.split("").join(" ")}`);
  }
}
