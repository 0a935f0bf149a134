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

test("what a forbidden or full storage refuses is kept until the page is closed", () => {
  save("speed", "fast");
  assert.equal(load("speed", "normal"), "fast");
  globalThis.localStorage = storage();
  save("speed", "slow");
  assert.equal(localStorage.getItem("jeopardice.speed"), "\"slow\"");
  localStorage.setItem = () => {
    throw new Error("full");
  };
  save("speed", "instant");
  assert.equal(load("speed", "normal"), "instant");
});

test("a damaged storage stops nothing", () => {
  globalThis.localStorage = {getItem: () => "{damaged"};
  assert.equal(load("coach", "ask"), "ask");
});
