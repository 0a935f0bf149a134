import {lineOf, lineOfError, put, read} from "#js/game/rules-text.js";
import assert from "node:assert/strict";
import {test} from "node:test";

const TEXT = `title = "Farkle # 1"
goal = 10_000  # long

[dice]
count = 6

[scoring]
"1" = 100

[turn]
hot_dice = true
leave = ["5", "1"]  # singles
`;

test("values are read from their section", () => {
  const keys = ["title", "goal", "dice.count", "scoring.1", "turn.hot_dice", "turn.leave", "count", "turn.count"];
  assert.deepEqual(
    keys.map((key) => read(TEXT, key)), ["Farkle # 1", 10000, 6, 100, true, "[\"5\", \"1\"]", undefined, undefined]);
});

test("what is put is read again, and nothing else changes", () => {
  for (const [key, value] of [["goal", 500], ["turn.hot_dice", "forced"], ["turn.minimum_bank", 350],
         ["end.rule", "last-turn"], ["family", "farkle"]]) {
    const changed = put(TEXT, key, value);
    assert.equal(read(changed, key), value);
    for (const other of ["title", "goal", "dice.count", "scoring.1", "turn.hot_dice", "turn.leave"]) {
      if (other !== key) assert.deepEqual(read(changed, other), read(TEXT, other));
    }
  }
});

test("comments stay", () => {
  assert.match(put(TEXT, "goal", 500), /^goal = 500 {2}# long$/m);
  assert.match(put(TEXT, "turn.leave", "none"), /# singles$/m);
});

test("a key that is removed is gone, and putting it back restores its value", () => {
  const without = put(TEXT, "goal", null);
  assert.equal(read(without, "goal"), undefined);
  assert.equal(put(TEXT, "players", null), TEXT);
  assert.equal(read(put(without, "goal", 10000), "goal"), 10000);
});

test("an error leads to its line", () => {
  assert.equal(lineOfError(TEXT, "goal: -5: it must be positive"), 1);
  assert.equal(lineOfError(TEXT, "scoring.\"1\": it must be a number"), lineOf(TEXT, "scoring.1"));
  assert.equal(lineOfError(TEXT, "invalid TOML (at line 3, column 1)"), 2);
  assert.equal(lineOfError(TEXT, "these rules cannot be played"), null);
  assert.equal(lineOfError(TEXT, "end.rule: it is missing"), null);
});
