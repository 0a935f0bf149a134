/** Routes (#play, #ask …) and the theme. */
import {announce, byId, isTyping, show, svg, toast} from "./common/dom.js";
import {withEdges} from "./common/edges.js";
import {unpack} from "./common/links.js";
import {load, save} from "./common/store.js";
import {helpDialog} from "./parts/dialogs.js";

/** @type {Record<string, () => Promise<Page>>} */
const PAGES = {
  play: async () => new (await import("./pages/play.js")).Play(),
  table: async () => new (await import("./pages/table.js")).TablePage(),
  ask: async () => new (await import("./pages/ask.js")).Ask(),
  explore: async () => new (await import("./pages/explore.js")).Explore(),
  design: async () => new (await import("./pages/design.js")).Design(),
  analysis: async () => new (await import("./pages/analysis.js")).Analysis(),
  games: async () => new (await import("./pages/games.js")).Games(),
  progress: async () => new (await import("./pages/progress.js")).Progress(),
  help: async () => new (await import("./pages/help.js")).Help(),
  papers: async () => new (await import("./pages/papers.js")).Papers(),
};
/** The pages opened so far. @type {Record<string, Page>} */
const pages = {};
const main = byId("main"), pageLinks = withEdges(byId("pages"));

/** The pages of links that contain a game. @type {Record<string, string>} */
const LINKS = {
  game: "play",
  analysis: "analysis"
};

/**
 * The page and the parameters of an address: "#ask?turn=650" has parameters, "#game=…" and "#analysis=…" a game.
 * @param {string} hash
 */
function parse(hash) {
  const [name, query] = hash.split("?"), [kind, packed] = hash.split("=");
  if (!(kind in LINKS) || !packed)
    return {page: name in PAGES ? name : "play", given: query ? new URLSearchParams(query) : null};
  const page = LINKS[kind];
  history.replaceState(null, "", `#${page}`);
  try {
    const given = unpack(packed);
    if (page !== "play" || given?.dice !== "given") return {page, given};
    history.replaceState(null, "", "#table");
    return {page: "table", given};
  } catch {
    toast("This link does not contain a game.");
    return {page, given: null};
  }
}

/** Marks the link of a page. On a phone the links scroll: it stays in the middle. @param {string} page */
function markLink(page) {
  for (const each of pageLinks.children) {
    const anchor = /** @type {HTMLElement} */ (each);
    if (anchor.getAttribute("href") === `#${page}`) {
      anchor.setAttribute("aria-current", "page");
      pageLinks.scrollLeft =
        anchor.offsetLeft - pageLinks.offsetLeft - (pageLinks.clientWidth - anchor.offsetWidth) / 2;
    } else {
      anchor.removeAttribute("aria-current");
    }
  }
}

async function route() {
  const hash = location.hash.slice(1);
  if (hash === "main") return;
  const {page, given} = parse(hash), {dataset} = document.body;
  const moved = dataset.page && dataset.page !== page;
  dataset.page = page;
  document.title = `${page[0].toUpperCase()}${page.slice(1)} – Jeopardice`;
  pages[page] ??= await PAGES[page]();
  if (dataset.page !== page) return;
  pages[page].enter(main, given);
  markLink(pages[page].origin ?? page);
  if (moved) {
    main.focus({preventScroll: true});
    scrollTo(0, 0);
    announce(document.title);
  }
}

const RAYS =
  "M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8";
const SUN = [svg("circle", {cx: 12, cy: 12, r: 4.5}), svg("path", {d: RAYS})];
const MOON = [svg("path", {d: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"})];
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (load("theme", null) ?? (prefersDark.matches ? "dark" : "light")) === "dark";

function drawTheme() {
  const theme = load("theme", null), button = byId("theme"), dark = isDark();
  if (theme)
    document.documentElement.dataset.theme = theme;
  else
    delete document.documentElement.dataset.theme;
  button.title = `Change to the ${dark ? "light" : "dark"} theme`;
  button.setAttribute("aria-label", button.title);
  show(button, svg("svg", {viewBox: "0 0 24 24", "aria-hidden": "true"}, dark ? SUN : MOON));
  dispatchEvent(new CustomEvent("themechange"));
}

byId("theme").addEventListener("click", () => {
  save("theme", isDark() ? "light" : "dark");
  drawTheme();
});
byId("help-button").addEventListener("click", helpDialog);
prefersDark.addEventListener("change", drawTheme);
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("keydown", (event) => {
  if (event.key === "?" && !isTyping(event.target) && !document.querySelector("dialog[open]")) helpDialog();
});
addEventListener("hashchange", route);
drawTheme();
route();
