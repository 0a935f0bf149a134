/** Which dice may be set aside, and what may then be done: read from the legal moves of a view. */
import {dieText, parseDice, sortedText} from "./dice.js";

/** The dice rolled. @param {GameView} view */
const rollOf = (view) => view.turn.roll ?? [];

/** The dice of the table at these places. @param {GameView} view @param {Set<number>} places */
const diceAt = (view, places) => [...places].sort((a, b) => a - b).map((place) => rollOf(view)[place]);

/** Moves that set aside exactly these dice. @param {GameView} view @param {Set<number>} places */
export function matching(view, places) {
  const wanted = sortedText(diceAt(view, places));
  return view.moves.filter((move) => sortedText(parseDice(move.keep)) === wanted);
}

/** How often each die occurs. @param {Die[]} dice */
function tally(dice) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const die of dice) found[dieText(die)] = (found[dieText(die)] ?? 0) + 1;
  return found;
}

/** Whether a move sets aside these dice. @param {GameView} view @param {Move} move @param {Set<number>} places */
function contains(view, move, places) {
  const kept = tally(parseDice(move.keep));
  return Object.entries(tally(diceAt(view, places))).every(([die, times]) => (kept[die] ?? 0) >= times);
}

/** Whether some legal set contains all these dice. @param {GameView} view @param {Set<number>} places */
export const extendable = (view, places) => view.moves.some((move) => contains(view, move, places));

/**
 * The places of dice that make up this set; dice chosen already come first.
 * @param {GameView} view @param {string} keep @param {Set<number>} chosen
 */
export function placesOf(view, keep, chosen = new Set()) {
  const places = new Set(), roll = rollOf(view);
  const order = [...roll.keys()].sort((a, b) => Number(chosen.has(b)) - Number(chosen.has(a)) || a - b);
  for (const die of parseDice(keep)) {
    const place = order.find((each) => !places.has(each) && dieText(roll[each]) === dieText(die));
    if (place !== undefined) places.add(place);
  }
  return places;
}

/** Whether there are dice on the table to choose from. @param {GameView} view */
export const choosing = (view) => rollOf(view).length > 0 && view.moves.some((move) => move.keep);

/** The set of dice that scores most, as text; among those the shortest. @param {GameView} view */
export const richestSet = (view) =>
  view.moves.toSorted((a, b) => b.points - a.points || a.keep.length - b.keep.length).find((move) => move.keep)?.keep ??
  "";

/** The only legal set, where there is no choice. @param {GameView} view */
export function onlySet(view) {
  const sets = new Set(view.moves.map((move) => sortedText(parseDice(move.keep))));
  return sets.size === 1 ? view.moves[0].keep : null;
}

/** The move that each button makes now. @param {GameView} view @param {Set<number>} chosen */
export function possible(view, chosen) {
  const moves = choosing(view) ? (chosen.size ? matching(view, chosen) : []) : view.moves;
  /** @param {string} then */
  const named = (then) => moves.find((move) => move.then === then) ?? null;
  return {roll: named("roll"), bank: named("bank"), end: named("end"), steal: named("steal")};
}

/** The points of the dice chosen, if they make a legal set. @param {GameView} view @param {Set<number>} chosen */
export function chosenPoints(view, chosen) {
  const {roll, bank, end} = possible(view, chosen);
  return choosing(view) ? (roll ?? bank ?? end)?.points ?? 0 : 0;
}

/** Hog: the numbers of dice that may be rolled; none where there is no choice. @param {GameView} view */
export function diceCounts(view) {
  const counts = view.moves.flatMap(({move}) => (/^roll \d+$/.test(move) ? [Number(move.split(" ")[1])] : []));
  return counts.length > 1 ? counts : [];
}

/** Why the dice chosen cannot be set aside; null if they can. @param {GameView} view @param {Set<number>} chosen */
export function whyNot(view, chosen) {
  if (!choosing(view) || matching(view, chosen).length) return null;
  if (!chosen.size) return "Choose the dice to set aside.";
  const larger = view.moves.filter((move) => contains(view, move, chosen))
                   .map((move) => parseDice(move.keep))
                   .sort((a, b) => a.length - b.length)[0];
  return larger ? `These dice score only together with others: set aside ${larger.map((die) => die.face).join(" ")}.` :
                  "These dice cannot be set aside together.";
}
