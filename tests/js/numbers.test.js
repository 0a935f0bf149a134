import assert from "node:assert/strict";
import {test} from "node:test";

import {counted, duration, listed, percent, points, signed, unbroken} from "#js/common/numbers.js";

test("large numbers are grouped and have a true minus sign", () => {
  assert.equal(points(12345), "12,345");
  assert.equal(points(-400), "−400");
});

test("a percent sign never begins a line", () => {
  for (const text of [percent(.5412), signed(-.013), unbroken("You win 54.1 % of games.")])
    assert.doesNotMatch(text, / %/);
  assert.equal(percent(.5412), "54.1\u00a0%");
});

test("a difference has its sign, and none where it rounds to nothing", () => {
  assert.deepEqual([.013, -.013, 1e-9, -1e-9].map((value) => signed(value)[0]), ["+", "−", "±", "±"]);
});

test("one is singular", () => {
  assert.deepEqual(
    [counted(1, "move"), counted(0, "move"), counted(1500, "move")], ["1 move", "0 moves", "1,500 moves"]);
});

test("names are listed as in a sentence", () => {
  assert.deepEqual([listed([]), listed(["Ada"]), listed(["Ada", "Ben", "Cid"])], ["", "Ada", "Ada, Ben and Cid"]);
});

test("a longer time never reads as a shorter one", () => {
  const units = ["under a second", " s", " minutes", " hours", " days"];
  const places =
    [.2, 5, 89, 100, 5399, 5400, 80_000, 1e6].map((time) => units.findIndex((unit) => duration(time).endsWith(unit)));
  assert.deepEqual(places, [...places].sort());
  assert.equal(duration(180), "about 3 minutes");
});
