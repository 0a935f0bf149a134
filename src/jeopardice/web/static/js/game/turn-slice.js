/** One turn at given scores, as the server sends it: arrays by turn total and dice to roll. */

const NAMES = ["roll", "bank"];

/** @param {TurnSlice} slice @param {number} row of the turn total @param {number} phase the dice to roll */
export function cell(slice, row, phase) {
  const at = row * slice.phases.length + phase;
  return {
    total: slice.totals[row],
    /** "roll", "bank", or undefined where the turn ends by itself. */
    best: /** @type {string | undefined} */ (NAMES[slice.decision[at]]),
    roll: slice.roll[at],
    bank: slice.bank[at],
    bust: slice.bust?.[at] ?? NaN,
    reachable: slice.reachable?.[at] !== 0
  };
}

/** All turn totals with some dice to roll. @param {TurnSlice} slice @param {number} phase */
export const column = (slice, phase) => Array.from(slice.totals, (_, row) => cell(slice, row, phase));

/** The lowest total at which best play banks; null if it never does. @param {TurnSlice} slice @param {number} phase */
export const bankFrom = (slice, phase) =>
  column(slice, phase).slice(1).find(({best}) => best === "bank")?.total ?? null;

/** The number of turn totals to draw: to a little above the last one where banking starts. @param {TurnSlice} slice */
export function rowsToDraw(slice) {
  const last = slice.phases.map((_, phase) => slice.totals.indexOf(bankFrom(slice, phase) ?? slice.totals.at(-1) ?? 0));
  return Math.min(slice.totals.length, Math.ceil(Math.max(...last) * 1.3) + 5);
}
