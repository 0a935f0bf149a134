/** The page Help: how to use the app, for players, in sections that open. */
import {h, show} from "../common/dom.js";
import {button, pageHead} from "../parts/controls.js";
import {helpDialog} from "../parts/dialogs.js";

/** Each section: its title, then paragraphs and points ("- …"); [Play] is a link to that page. */
const SECTIONS = [
  [
    "The idea of these games",
    "You roll dice and collect points for your turn. After every roll that scores you decide: roll again for more, or bank. Banked points are safe. If a roll scores nothing, you bust: the turn ends, and its points are lost.",
    "Whoever reaches the goal first wins, unless the rules say otherwise. “How to play” on the table explains the game that is being played, and what scores in it."
  ],
  [
    "Play a game", "- “New game” on the page [Play] chooses the game, the players and the goal.",
    "- Tap the dice that you want to set aside. They turn yellow, and the number after the plus sign is what they add.",
    "- “Roll” then rolls the other dice, and “Bank” ends your turn. A dashed button cannot be used now: the line under it says why.",
    "- “Take back” undoes your last decision. The same decision rolls the same dice again.",
    "- “Copy link” lets another person play the same game with the same dice."
  ],
  [
    "The coach",
    "The coach says what to do, always or when you ask. A percentage is your chance of winning if everybody plays as well as possible from then on. The green bar is the best move; the red number beside another move is what it gives up.",
    "After your move it says what it cost. From 0.1 % it is an inaccuracy, from 1 % a mistake, from 3 % a blunder. On a phone the coach is the line at the bottom: tap it for the reasons.",
    "Some games take minutes to be computed. Until then the coach goes by the points of your turn, and says so. That is good advice early in a game, and weaker near its end, when the other scores matter."
  ],
  [
    "Real dice",
    "- [Table] keeps the score of a game with real dice: enter the dice and get advice, or only what a turn brought.",
    "- “Undo” takes back the last die or move. Tap a turn of the score sheet to correct it; the turns after it stay.",
    "- [Ask] answers a single question: enter the scores, tap the dice that you rolled, and see what to do."
  ],
  [
    "After the game",
    "Your result is your chance at the start, plus your luck, minus your mistakes, plus what the other players did. Luck is what the dice changed, and a mistake is what a decision changed.",
    "The analysis goes through the game move by move. Trying another move there never changes the game that was played.",
    "[Games] keeps every game that you play, and [Progress] shows how well you decide over many games."
  ],
  [
    "Other games, and rules of your own",
    "- [Explore] shows from which turn total on to bank, at all scores, in pictures and tables.",
    "- [Design] changes the rules of a game, and shows what that does to it.",
    "- [Papers] has the numbers that have been published about these games, checked."
  ],
  [
    "Words", "- Turn total: the points of this turn, which are not safe yet.",
    "- Bank: end the turn and keep its points.", "- Bust: a roll that scores nothing; the turn's points are lost.",
    "- Hot dice: all dice have scored, and all may be rolled again.",
    "- Best play: the moves with the highest chance of winning.",
    "- Most points: the moves with the most points in a turn on average, whatever the scores are.",
    "- Seed: a short word from which all dice of a game follow."
  ],
  [
    "Where is my game kept?",
    "In this browser, on this computer. Nothing is sent anywhere, and no internet connection is needed. A private window forgets everything when it is closed."
  ]
];

/** @param {string} text */
const withLinks = (text) =>
  text.split(/\[(\w+)\]/).map((part, place) => (place % 2 ? h("a", {href: `#${part.toLowerCase()}`}, part) : part));

/** Paragraphs and lists. @param {string[]} lines @returns {Child[]} */
function textOf(lines) {
  /** @type {HTMLElement[]} */
  const parts = [];
  for (const line of lines) {
    const isPoint = line.startsWith("- ");
    if (!isPoint)
      parts.push(h("p", {}, withLinks(line)));
    else if (parts.at(-1)?.tagName !== "UL")
      parts.push(h("ul", {}));
    if (isPoint) parts.at(-1)?.append(h("li", {}, withLinks(line.slice(2))));
  }
  return parts;
}

export class Help {
  constructor() {
    this.page = h("div", {}, pageHead("Help", "How to use Jeopardice, in plain words."),
      h("div", {class: "stack"},
        SECTIONS.map(([title, ...lines], index) => h("details", {class: "card help-part", open: index === 0},
                       h("summary", {}, h("h2", {}, title)), textOf(lines))),
        h("div", {}, button("All keys", "keys", helpDialog, ""))));
  }

  /** @param {HTMLElement} root */
  enter(root) {
    show(root, this.page);
  }
}
