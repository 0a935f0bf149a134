/** The page Papers: every published number beside ours, in sections that open. */
import {whenReady} from "../common/api.js";
import {debounced, h, show} from "../common/dom.js";
import {counted} from "../common/numbers.js";
import {field, pageHead, scrolling, select} from "../parts/controls.js";
import {reporter, stopped} from "../parts/progress.js";

/** The most numbers that are shown without folding the sections. */
const FEW = 40;
const TITLES = ["", "Item", "Published", "Ours", "Note"];
/** For each state: its mark, the word for one and for several, the colour. @type {Record<string, string[]>} */
const MARKS = {
  agrees: ["✓", "agrees", "agree", "good"],
  misprint: ["✎", "misprint", "misprints", "warn"],
  unexplained: ["✗", "unexplained", "unexplained", "bad"]
};

/** "12 agree, 1 misprint" @param {PublishedNumber[]} rows */
function countWords(rows) {
  const counts = Object.entries(MARKS).flatMap(([name, [, one, several]]) => {
    const count = rows.filter((row) => row.state === name).length;
    return count ? [`${count} ${count === 1 ? one : several}`] : [];
  });
  return counts.join(", ") || "none";
}

/**
 * The rows of each paper, by its tables and sections: "Table 7, s, r, m5, m1" is in Table 7.
 * @param {PublishedNumber[]} rows @returns {[string, [string, PublishedNumber[]][]][]}
 */
export function byPaper(rows) {
  /** @type {Map<string, Map<string, PublishedNumber[]>>} */
  const papers = new Map();
  for (const row of rows) {
    const parts = papers.get(row.paper) ?? new Map(), name = row.item.split(/[,:(]/)[0].trim();
    papers.set(row.paper, parts.set(name, [...parts.get(name) ?? [], row]));
  }
  return [...papers].map(([name, parts]) => [name, [...parts]]);
}

export class Papers {
  constructor() {
    this.filter = {paper: "", state: "", text: ""};
    /** @type {PublishedNumber[] | null} */
    this.rows = null;
    /** @type {Record<string, string>} */
    this.titles = {};
    this.body = h("div", {class: "stack"});
    this.list = h("div", {class: "stack"});
    this.page = h("div", {},
      pageHead("Papers",
        "Every number that the papers print, beside the one computed here. Where a paper is wrong, the note says why."),
      this.body);
  }

  /** @param {HTMLElement} root */
  async enter(root) {
    show(root, this.page);
    if (this.rows) return;
    const report = reporter(this.body, "Recomputing every number", "card");
    report(/** @type {Job} */ ({progress: 0}));
    try {
      /** @type {{rows: PublishedNumber[], papers?: {name: string, title: string}[]}} */
      const found = await whenReady("GET", "/api/papers", undefined, report);
      this.rows = found.rows;
      this.titles = Object.fromEntries((found.papers ?? []).map((paper) => [paper.name, paper.title]));
    } catch (error) {
      show(this.body, stopped(error, () => this.enter(root)));
      return;
    }
    this.draw(this.rows);
  }

  /** @param {PublishedNumber[]} rows */
  draw(rows) {
    const later = debounced(120, () => this.drawRows(rows));
    /** @param {"paper" | "state"} key */
    const change = (key) => (/** @type {string} */ value) => {
      this.filter[key] = value;
      this.drawRows(rows);
    };
    /** @type {Option[]} */
    const papers = [...new Set(rows.map((row) => row.paper))].map((name) => [name, this.titles[name] ?? name]);
    /** @type {Option[]} */
    const states = [...new Set(rows.map((row) => row.state))].map((state) => [state, MARKS[state]?.[1] ?? state]);
    show(this.body,
      h("div", {class: "card paper-filter"},
        select("Paper", [["", "All papers"], ...papers], this.filter.paper, change("paper")),
        select("Result", [["", "All"], ...states], this.filter.state, change("state")),
        field("Search", this.filter.text,
          (input) => {
            this.filter.text = input.value.toLowerCase();
            later();
          },
          {type: "search", placeholder: "Table 3, farkle …"})),
      this.list);
    this.drawRows(rows);
  }

  /** @param {PublishedNumber[]} all */
  drawRows(all) {
    const {paper, state, text} = this.filter;
    const rows = all.filter((row) => (!paper || row.paper === paper) && (!state || row.state === state) &&
        (!text || this.searched(row).includes(text)));
    show(this.list, h("p", {class: "soft paper-count", role: "status"}, `${rows.length} numbers: ${countWords(rows)}`),
      byPaper(rows).map(([name, parts], index) => h("section", {class: "stack", "aria-labelledby": `paper-${index}`},
                          h("h2", {id: `paper-${index}`}, this.titles[name] ?? name),
                          parts.map((part, place) => this.part(part, rows.length <= FEW || index + place === 0)))));
  }

  /** The numbers of one table or section of a paper. @param {[string, PublishedNumber[]]} part @param {boolean} open */
  part([name, rows], open) {
    return h("details", {class: "card paper-part", open},
      h("summary", {}, h("h3", {}, name),
        h("span", {class: "soft small"}, `${counted(rows.length, "number")}: ${countWords(rows)}`)),
      scrolling(`${name} of ${this.titles[rows[0].paper] ?? rows[0].paper}`, "paper-scroll",
        h("table", {class: "papers"},
          h("colgroup", {}, ["7.6em", "30%", "19%", "19%", ""].map((width) => h("col", {style: {width}}))),
          h("thead", {},
            h("tr", {},
              TITLES.map((title, index) => h("th", {scope: "col", class: index === 2 || index === 3 ? "number" : ""},
                           title || h("span", {class: "visually-hidden"}, "Result"))))),
          h("tbody", {}, rows.map((row) => this.row(row))))));
  }

  /** The text of a row that is searched. @param {PublishedNumber} row */
  searched({item, note, published, paper}) {
    return `${item} ${note} ${published} ${this.titles[paper] ?? ""}`.toLowerCase();
  }

  /** @param {PublishedNumber} row */
  row(row) {
    const [mark, word, , colour] = MARKS[row.state] ?? ["?", row.state, "", "soft"];
    const computed = row.computed ?? "";
    return h("tr", {},
      h("td", {}, h("span", {class: `mark-word ${colour}`}, h("span", {"aria-hidden": "true"}, mark), " ", word)),
      h("td", {}, row.item),
      h("td", {class: "number", "data-label": "Published"}, row.published + (row.dots ? "…" : "")),
      h("td", {class: "number ours", "data-label": "Ours", title: computed.length < 200 && computed},
        row.decimal ?? computed),
      h("td", {class: "note"}, row.note));
  }
}
