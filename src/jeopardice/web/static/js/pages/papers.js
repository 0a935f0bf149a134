/** The page Papers: every published number beside ours, one table at a time. */
import {whenReady} from "../common/api.js";
import {debounced, h, show} from "../common/dom.js";
import {query} from "../common/links.js";
import {counted} from "../common/numbers.js";
import {button, field, pageHead, scrolling, select} from "../parts/controls.js";
import {reporter, stopped} from "../parts/progress.js";

/** The most numbers that are shown without folding the sections, and in a table before the rest is asked for. */
const FEW = 40, FIRST = 24;
const START = {
  paper: "",
  result: "",
  search: "",
  open: ""
};
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
 * The rows of each paper, by its tables and sections: "Table 7, s, r, m5, m1" and "Table 2 [50; 6]" are in a table.
 * @param {PublishedNumber[]} rows @returns {[string, [string, PublishedNumber[]][]][]}
 */
export function byPaper(rows) {
  /** @type {Map<string, Map<string, PublishedNumber[]>>} */
  const papers = new Map();
  for (const row of rows) {
    const parts = papers.get(row.paper) ?? new Map(), name = row.item.split(/[,:([]/)[0].trim();
    papers.set(row.paper, parts.set(name, [...parts.get(name) ?? [], row]));
  }
  return [...papers].map(([name, parts]) => [name, [...parts]]);
}

/**
 * A section that opens; its content is made when that happens first.
 * @param {Child} title @param {PublishedNumber[]} rows @param {() => Child} content @param {Properties} properties
 * @param {(isOpen: boolean) => void} opened
 */
function section(title, rows, content, {open, ...properties}, opened) {
  const counts = h("span", {class: "soft small"}, `${counted(rows.length, "number")}: ${countWords(rows)}`);
  const body = h("div", {class: "stack"}), summary = h("summary", {}, title, counts);
  const details = h("details", {...properties, open}, summary, body);
  let was = Boolean(open);
  if (open) show(body, content());
  details.addEventListener("toggle", () => {
    // The browser also reports what is open from the start.
    if (details.open === was) return;
    was = details.open;
    if (!body.childElementCount) show(body, content());
    opened(was);
  });
  return details;
}

export class Papers {
  constructor() {
    /** What the address says; `open`: a paper, or one of its tables. */
    this.state = {...START};
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

  /** @param {HTMLElement} root @param {URLSearchParams | null} given */
  async enter(root, given) {
    show(root, this.page);
    if (given) this.state = {...START, ...Object.fromEntries([...given].filter(([key]) => key in START))};
    if (!this.rows && !await this.load(root)) return;
    if (given || !this.list.isConnected) this.draw(this.rows ?? []);
  }

  /** @param {HTMLElement} root */
  async load(root) {
    const report = reporter(this.body, "Recomputing every number", "card");
    report(/** @type {Job} */ ({progress: 0}));
    try {
      /** @type {{rows: PublishedNumber[], papers?: {name: string, title: string}[]}} */
      const found = await whenReady("GET", "/api/papers", undefined, report);
      this.rows = found.rows;
      this.titles = Object.fromEntries((found.papers ?? []).map((paper) => [paper.name, paper.title]));
    } catch (error) {
      show(this.body, stopped(error, () => this.enter(root, null)));
    }
    return this.rows !== null;
  }

  /** Changes what the address says. @param {Partial<typeof START>} changes */
  set(changes) {
    Object.assign(this.state, changes);
    const parts = Object.entries(this.state).filter(([, value]) => value);
    history.replaceState(null, "", parts.length ? `#papers?${query(Object.fromEntries(parts))}` : "#papers");
  }

  /** @param {PublishedNumber[]} rows */
  draw(rows) {
    const later = debounced(120, () => this.drawRows(rows)), {state} = this;
    /** @param {"paper" | "result"} key */
    const change = (key) => (/** @type {string} */ value) => {
      this.set({[key]: value, open: ""});
      this.drawRows(rows);
    };
    /** @type {Option[]} */
    const papers = [...new Set(rows.map((row) => row.paper))].map((name) => [name, this.titles[name] ?? name]);
    /** @type {Option[]} */
    const results = [...new Set(rows.map((row) => row.state))].map((result) => [result, MARKS[result]?.[1] ?? result]);
    show(this.body,
      h("div", {class: "card paper-filter"},
        select("Paper", [["", "All papers"], ...papers], state.paper, change("paper")),
        select("Result", [["", "All"], ...results], state.result, change("result")),
        field("Search", state.search,
          (input) => {
            this.set({search: input.value, open: ""});
            later();
          },
          {type: "search", placeholder: "Table 3, farkle …"})),
      this.list);
    this.drawRows(rows);
    this.list.querySelector(`[data-name="${CSS.escape(state.open)}"]`)?.scrollIntoView();
  }

  /** @param {PublishedNumber[]} all */
  drawRows(all) {
    const {paper, result, search, open} = this.state, text = search.toLowerCase();
    const rows = all.filter((row) => (!paper || row.paper === paper) && (!result || row.state === result) &&
        (!text || this.searched(row).includes(text)));
    const few = rows.length <= FEW;
    show(this.list, h("p", {class: "soft paper-count", role: "status"}, `${rows.length} numbers: ${countWords(rows)}`),
      byPaper(rows).map(([name, parts], index) => section(h("h2", {}, this.titles[name] ?? name),
                          parts.flatMap(([, found]) => found), () => parts.map((part) => this.part(part, few)), {
                            class: "paper",
                            name: few ? null : "paper",
                            data: {name},
                            open: few || (open ? open.split("/")[0] === name : index === 0)
                          },
                          this.remember(name))));
  }

  /** Remembers in the address what is open. @param {string} name */
  remember(name) {
    return (/** @type {boolean} */ isOpen) => {
      const {open} = this.state, within = `${open}/`.startsWith(`${name}/`);
      if (isOpen !== within) this.set({open: isOpen ? name : name.split("/").slice(0, -1).join("/")});
    };
  }

  /** The numbers of one table or section of a paper. @param {[string, PublishedNumber[]]} part @param {boolean} few */
  part([title, rows], few) {
    const [{paper}] = rows, name = `${paper}/${title}`, label = `${title} of ${this.titles[paper] ?? paper}`;
    return section(h("h3", {}, title), rows, () => scrolling(label, "paper-scroll", this.table(rows)),
      {class: "card paper-part", name: few ? null : "paper-part", data: {name}, open: few || this.state.open === name},
      this.remember(name));
  }

  /** @param {PublishedNumber[]} rows */
  table(rows) {
    const body = h("tbody", {}, rows.slice(0, FIRST).map((row) => this.row(row)));
    const more = rows.length > FIRST ? button(`Show all ${rows.length} numbers`, "more-rows", () => {
      body.append(...rows.slice(FIRST).map((row) => this.row(row)));
      more?.remove();
    }) : null;
    return [
      h("table", {class: "papers"},
        h("colgroup", {}, ["7.6em", "30%", "19%", "19%", ""].map((width) => h("col", {style: {width}}))),
        h("thead", {},
          h("tr", {},
            TITLES.map((title, index) => h("th", {scope: "col", class: index === 2 || index === 3 ? "number" : ""},
                         title || h("span", {class: "visually-hidden"}, "Result"))))),
        body),
      more
    ];
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
