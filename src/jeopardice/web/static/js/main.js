/** Routes (#play, #ask …), the theme, and help. */
import {announce, h, show, svg, toast} from "./dom.js";
import {load, save, unpack} from "./store.js";

const PAGES = {
  play: async () => new (await import("./play.js")).PlayPage(),
  ask: async () => new (await import("./ask.js")).AskPage(),
  explore: async () => new (await import("./explore.js")).ExplorePage(),
  design: async () => new (await import("./design.js")).DesignPage(),
  papers: async () => new (await import("./papers.js")).PapersPage(),
};
const pages = {};
const main = document.getElementById("main");

/** "#ask?turn=650" -> page ask with these parameters; "#game=…" -> the game of a link. */
async function route() {
  const hash = location.hash.slice(1);
  if (hash === "main") return;
  const [name, query] = hash.split("?");
  let given = query ? new URLSearchParams(query) : null;
  let page = name in PAGES ? name : "play";
  if (hash.startsWith("game=")) {
    try {
      given = unpack(hash.slice(5));
    } catch {
      toast("This link holds no game.");
      given = null;
    }
    history.replaceState(null, "", "#play");
    page = "play";
  }
  for (const anchor of document.querySelectorAll(".top nav a")) {
    if (anchor.getAttribute("href") === `#${page}`)
      anchor.setAttribute("aria-current", "page");
    else
      anchor.removeAttribute("aria-current");
  }
  const moved = document.body.dataset.page && document.body.dataset.page !== page;
  document.body.dataset.page = page;
  document.title = `${page[0].toUpperCase()}${page.slice(1)} – Jeopardice`;
  pages[page] ??= await PAGES[page]();
  if (document.body.dataset.page !== page) return;
  pages[page].enter(main, given);
  if (moved) {
    main.focus({preventScroll: true});
    scrollTo(0, 0);
    announce(document.title);
  }
}

const SUN = [
  svg("circle", {cx: 12, cy: 12, r: 4.5}),
  svg("path",
    {d: "M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8"})
];
const MOON = [svg("path", {d: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"})];
const dark = () =>
  (load("theme", null) ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

function drawTheme() {
  const theme = load("theme", null), button = document.getElementById("theme");
  if (theme)
    document.documentElement.dataset.theme = theme;
  else
    delete document.documentElement.dataset.theme;
  const label = dark() ? "Change to the light theme" : "Change to the dark theme";
  button.setAttribute("aria-label", label);
  button.title = label;
  show(button, svg("svg", {viewBox: "0 0 24 24", "aria-hidden": "true"}, dark() ? SUN : MOON));
  dispatchEvent(new CustomEvent("themechange"));
}

function help() {
  const keys = [
    ["1–9", "choose the die at that place"], ["A", "choose the dice worth most"], ["R or Enter", "roll"], ["B", "bank"],
    ["S", "go on with what the turn before left"], ["U", "take back"], ["C", "show or hide advice"],
    ["H", "how to play"], ["N", "new game"], ["?", "this help"]
  ];
  const dialog = h("dialog", {"aria-labelledby": "help-title"},
    h("div", {class: "inside"},
      h("header", {}, h("h2", {id: "help-title"}, "Help"),
        h("button", {class: "icon", "aria-label": "Close", click: () => dialog.close()}, "✕")),
      h("p", {},
        "In a jeopardy dice game you roll, add to a turn total, and lose it all when a roll scores nothing. Bank to keep it. First to the goal wins."),
      h("p", {}, h("b", {}, "Play"), " against best play, with a coach. ", h("b", {}, "Ask"),
        " what to do at your kitchen table. ", h("b", {}, "Explore"), " when best play rolls and banks. ",
        h("b", {}, "Design"), " rules of your own. ", h("b", {}, "Papers"), " shows published numbers beside ours."),
      h("section", {}, h("h3", {}, "Keys while playing"),
        h("dl", {class: "keys"}, keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]))),
      h("label", {class: "check"},
        h("input",
          {type: "checkbox", checked: load("keys", true), on: {change: (event) => save("keys", event.target.checked)}}),
        "Single keys do these things"),
      h("p", {class: "small soft"}, "Your game and settings stay in this browser. Nothing leaves this computer.")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

document.getElementById("theme").addEventListener("click", () => {
  save("theme", dark() ? "light" : "dark");
  drawTheme();
});
document.getElementById("help").addEventListener("click", help);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawTheme);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("keydown", (event) => {
  const types = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select";
  if (event.key === "?" && !event.target.matches?.(types) && !document.querySelector("dialog[open]")) help();
});
addEventListener("hashchange", route);
drawTheme();
route();
