/** Which dice may be set aside, and what may then be done: read off the legal moves of a view. */
import {gathered, parse, spell} from "./dice.js";

/** The dice of the table at these places. */
export const diceAt = (view, places) => [...places].sort((a, b) => a - b).map((place) => view.turn.roll[place]);

/** Moves that set aside exactly these dice. */
export function matching(view, places) {
  const wanted = gathered(diceAt(view, places));
  return view.moves.filter((move) => gathered(parse(move.keep)) === wanted);
}

/** Whether this move sets aside all these dice, and perhaps more. */
function contains(view, move, places) {
  const kept = count(parse(move.keep));
  return Object.entries(count(diceAt(view, places))).every(([die, times]) => (kept[die] ?? 0) >= times);
}

/** Whether some legal set contains all these dice. */
export const extendable = (view, places) => view.moves.some((move) => contains(view, move, places));

function count(dice) {
  const found = {};
  for (const die of dice) found[spell(die)] = (found[spell(die)] ?? 0) + 1;
  return found;
}

/** The places of dice that make up this set; dice chosen already come first. */
export function placesOf(view, keep, chosen = new Set()) {
  const places = new Set();
  const order = view.turn.roll.map((_, place) => place).sort((a, b) => chosen.has(b) - chosen.has(a) || a - b);
  for (const die of parse(keep)) {
    const place = order.find((each) => !places.has(each) && spell(view.turn.roll[each]) === spell(die));
    if (place !== undefined) places.add(place);
  }
  return places;
}

/** Whether dice wait on the table to be chosen from. */
export const choosing = (view) => Boolean(view.turn?.roll?.length) && view.moves.some((move) => move.keep);

/** The set worth most. */
export function richest(view) {
  return view.moves.filter((move) => move.keep)
    .reduce((best, move) => (!best || move.points > best.points ||
                  (move.points === best.points && move.keep.length < best.keep.length) ?
                move :
                best),
      null);
}

/** The only legal set, where there is no choice. */
export function onlySet(view) {
  const sets = new Set(view.moves.map((move) => gathered(parse(move.keep))));
  return sets.size === 1 ? view.moves[0].keep : null;
}

/** What pressing each button would do now: {roll, bank, end, steal}, each a move or null. */
export function possible(view, chosen) {
  const moves = choosing(view) ? (chosen.size ? matching(view, chosen) : []) : view.moves;
  const named = (then) => moves.find((move) => move.then === then) ?? null;
  return {roll: named("roll"), bank: named("bank"), end: named("end"), steal: named("steal")};
}

/** Why the dice chosen so far cannot be set aside, or null if they can. */
export function whyNot(view, chosen) {
  if (!choosing(view) || matching(view, chosen).length) return null;
  if (!chosen.size) return "Choose the dice to set aside.";
  const larger = view.moves.filter((move) => contains(view, move, chosen))
                   .sort((a, b) => parse(a.keep).length - parse(b.keep).length)[0];
  return larger ?
    `These dice score only together with others: set aside ${parse(larger.keep).map((die) => die.face).join(" ")}.` :
    "These dice cannot be set aside together.";
}
