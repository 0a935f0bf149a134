import {pack, query, unpack} from "#js/common/links.js";
import assert from "node:assert/strict";
import {test} from "node:test";

test("what a link packs is unpacked again, whatever its letters", () => {
  for (const value of [{moves: ["15 roll"], name: "Zoë ★ 骰子"}, "goal = 5\n", [], 0, null]) {
    assert.deepEqual(unpack(pack(value)), value);
    assert.match(pack(value), /^[\w-]+$/);
  }
});

test("a damaged link throws", () => {
  assert.throws(() => unpack("not a link"));
});

test("parameters are read back as they were written, and commas stay readable", () => {
  const text = query({scores: "3500,4200", offer: "3:450", roll: "A5,B*", name: "a&b=c"});
  assert.deepEqual(
    Object.fromEntries(new URLSearchParams(text)), {scores: "3500,4200", offer: "3:450", roll: "A5,B*", name: "a&b=c"});
  assert.ok(text.startsWith("scores=3500,4200&offer=3:450"));
});
