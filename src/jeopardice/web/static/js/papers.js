/** The page Papers: every published number beside ours. */
import {whenReady} from "./api.js";
import {calmly, h, select, show} from "./dom.js";
import {progress, refreshed, stopped} from "./progress.js";

/** For each state: its mark, the word for one and for several, the colour. */
const MARKS = {
  agrees: ["✓", "agrees", "agree", "good"],
  misprint: ["✎", "misprint", "misprints", "warn"],
  unexplained: ["✗", "unexplained", "unexplained", "bad"]
};

export class PapersPage {
  constructor() {
    this.filter = {paper: "", state: "", text: ""};
    this.body = h("div", {class: "stack"});
    this.page = h("div", {},
      h("div", {class: "page-head"}, h("h1", {}, "Papers"),
        h("p", {class: "lead"},
          "Every number that the papers print, beside the one computed here. Where a paper is wrong, the note says why.")),
      this.body);
  }

  async enter(root) {
    show(root, this.page);
    if (this.rows) return;
    const told = (job) =>
      refreshed(this.body, job) || show(this.body, progress("Computing every number anew", job, "card"));
    told({progress: 0});
    try {
      const found = await whenReady("GET", "/api/papers", undefined, told);
      this.rows = found.rows;
      this.titles = Object.fromEntries((found.papers ?? []).map((paper) => [paper.name, paper.title]));
    } catch (error) {
      show(this.body, stopped(error, () => this.enter(root)));
      return;
    }
    this.draw();
  }

  draw() {
    const names = [...new Set(this.rows.map((row) => row.paper))];
    const states = [...new Set(this.rows.map((row) => row.state))];
    this.list = h("div", {});
    const later = calmly(120, () => this.drawRows());
    show(this.body,
      h("div", {class: "card paper-filter"},
        select("Paper", [["", "All papers"], ...names.map((name) => [name, this.titles[name] ?? name])],
          this.filter.paper,
          (paper) => {
            this.filter.paper = paper;
            this.drawRows();
          }),
        select("Result", [["", "All"], ...states.map((state) => [state, MARKS[state]?.[1] ?? state])],
          this.filter.state,
          (state) => {
            this.filter.state = state;
            this.drawRows();
          }),
        h("label", {class: "field"}, h("span", {}, "Search"), h("input", {
          type: "search",
          value: this.filter.text,
          placeholder: "Table 3, farkle …",
          on: {
            input: (event) => {
              this.filter.text = event.target.value.toLowerCase();
              later();
            }
          }
        }))),
      this.list);
    this.drawRows();
  }

  drawRows() {
    const {paper, state, text} = this.filter;
    const rows = this.rows.filter((row) => (!paper || row.paper === paper) && (!state || row.state === state) &&
        (!text ||
          `${row.item} ${row.note} ${row.published} ${this.titles[row.paper] ?? ""}`.toLowerCase().includes(text)));
    const count = (name) => rows.filter((row) => row.state === name).length;
    show(this.list,
      h("p", {class: "soft paper-count", role: "status"},
        `${rows.length} numbers: ${
          Object.keys(MARKS)
            .filter(count)
            .map((name) => `${count(name)} ${MARKS[name][count(name) === 1 ? 1 : 2]}`)
            .join(", ") ||
          "none"}`),
      h("div", {class: "scroll paper-scroll", tabindex: "0", role: "region", "aria-label": "Published numbers"},
        h("table", {class: "papers"},
          h("colgroup", {}, ["7.6em", "9.8em", "26%", "19%", "19%", ""].map((width) => h("col", {style: {width}}))),
          h("thead", {},
            h("tr", {},
              ["", "Paper", "Item", "Published", "Ours", "Note"].map(
                (title, index) => h("th", {scope: "col", class: index === 3 || index === 4 ? "number" : ""},
                  title || h("span", {class: "unseen"}, "Result"))))),
          h("tbody", {}, rows.slice(0, 1500).map((row) => this.row(row))))),
      rows.length > 1500 ? h("p", {class: "soft"}, "The first 1,500 are shown.") : null);
  }

  /** Authors and year of a paper, with which its title begins. */
  shortName(paper) {
    return this.titles[paper]?.split(",")[0] ?? paper;
  }

  row(row) {
    const [mark, word, , colour] = MARKS[row.state] ?? ["?", row.state, "", "soft"];
    return h("tr", {},
      h("td", {}, h("span", {class: `mark-word ${colour}`}, h("span", {"aria-hidden": "true"}, mark), " ", word)),
      h("td", {title: this.titles[row.paper]}, this.shortName(row.paper)), h("td", {}, row.item),
      h("td", {class: "number", "data-label": "Published"}, row.published + (row.dots ? "…" : "")),
      h("td", {class: "number ours", "data-label": "Ours", title: row.computed?.length < 200 ? row.computed : null},
        row.decimal ?? row.computed ?? ""),
      h("td", {class: "note"}, row.note));
  }
}
