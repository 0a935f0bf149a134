import {bankFrom, cell, column, rowsToDraw} from "#js/game/turn-slice.js";
import assert from "node:assert/strict";
import {test} from "node:test";

const ROLL = 0, BANK = 1, OVER = 2;
/** Two numbers of dice: with the first best play banks from 20 on, with the second it always rolls. */
const SLICE = {
  phases: ["2", "1"],
  totals: Int32Array.of(0, 10, 20, 30),
  decision: Int8Array.of(ROLL, ROLL, ROLL, ROLL, BANK, ROLL, BANK, OVER),
  roll: Float32Array.from({length: 8}, (_, at) => at),
  bank: Float32Array.from({length: 8}, (_, at) => 10 + at),
  reachable: Uint8Array.of(1, 0, 1, 1, 1, 1, 1, 1),
};

test("a cell has the values of its turn total and dice", () => {
  assert.deepEqual(cell(SLICE, 2, 0), {total: 20, best: "bank", roll: 4, bank: 14, bust: NaN, reachable: true});
  assert.equal(cell(SLICE, 3, 1).best, undefined);
  assert.deepEqual(column(SLICE, 1).map(({reachable}) => reachable), [false, true, true, true]);
});

test("banking starts at the lowest turn total at which it is best, if there is one", () => {
  assert.equal(bankFrom(SLICE, 0), 20);
  assert.equal(bankFrom(SLICE, 1), null);
});

test("all turn totals below the last start of banking are drawn", () => {
  const long = {
    ...SLICE,
    phases: ["1"],
    totals: Int32Array.from({length: 100}, (_, row) => row),
    decision: Int8Array.from({length: 100}, (_, row) => (row < 20 ? ROLL : BANK))
  };
  assert.ok(rowsToDraw(long) > 20 && rowsToDraw(long) < 100);
  assert.equal(rowsToDraw(SLICE), 4);
});
