import {load, save} from "#js/common/store.js";
import assert from "node:assert/strict";
import {afterEach, test} from "node:test";

/** A storage as browsers have it. */
function storage() {
  const kept = new Map();
  return {getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value)};
}

afterEach(() => delete globalThis.localStorage);

test("what is saved is loaded again, under a name of its own", () => {
  globalThis.localStorage = storage();
  save("speed", "fast");
  assert.equal(load("speed", "normal"), "fast");
  assert.equal(localStorage.getItem("speed"), null);
  assert.equal(load("coach", "ask"), "ask");
});

test("a storage that is forbidden, full or damaged stops nothing", () => {
  save("speed", "fast");
  assert.equal(load("speed", "normal"), "normal");
  globalThis.localStorage = {
    getItem: () => "{damaged",
    setItem: () => {
      throw new Error("full");
    }
  };
  save("speed", "fast");
  assert.equal(load("speed", "normal"), "normal");
});
