import {asHere, cancelJob, get, post, Refusal, waitAgain, whenReady} from "#js/common/api.js";
import assert from "node:assert/strict";
import {test} from "node:test";

import {serve} from "./server.js";

test("a refusal has the server's reason", async () => {
  serve(() => [422, {error: "goal: -5: it must be positive"}]);
  await assert.rejects(post("/api/rules", {}),
    (error) => error instanceof Refusal && error.status === 422 && error.message.startsWith("goal: -5"));
});

test("a server that does not answer is a refusal too", async () => {
  globalThis.fetch = () => Promise.reject(new TypeError("failed"));
  await assert.rejects(get("/api/presets"), (error) => error instanceof Refusal && error.status === 0);
});

test("a long answer is asked for again when its job is done, and its progress is reported", async () => {
  let done = false;
  const asked = serve((method, path) => {
    if (path === "/api/papers")
      return done ? [200, {rows: []}] : [202, {solve: {id: "a b", state: "running", progress: 0}}];
    done = true;
    return [200, {id: "a b", state: "done", progress: 1}];
  });
  const states = [];
  assert.deepEqual(await whenReady("GET", "/api/papers", undefined, (job) => states.push(job.state)), {rows: []});
  assert.deepEqual(states, ["running", "done"]);
  assert.deepEqual(asked.map(({path}) => path), ["/api/papers", "/api/solves/a%20b", "/api/papers"]);
});

test("a job that is cancelled or fails ends the wait", async () => {
  for (const [state, reason] of [["cancelled", /Cancelled/], ["failed", /too large/]]) {
    serve((method, path) => (path === "/api/papers" ? [202, {solve: {id: "1", state: "queued"}}] :
                                                      [200, {id: "1", state, error: "too large"}]));
    await assert.rejects(whenReady("GET", "/api/papers"), reason);
  }
});

test("a wait that is stopped asks no more", async () => {
  const stop = new AbortController();
  const asked = serve(() => [202, {solve: {id: "1", state: "running"}}]);
  const waiting = whenReady("POST", "/api/slice", {}, () => stop.abort(), stop.signal);
  await assert.rejects(waiting, {name: "AbortError"});
  assert.equal(asked.length, 1);
});

test("a job that others wait for is given up here only, until it is asked for again", async () => {
  const running = {id: "9", state: "running"};
  serve((method, path) => (path === "/api/papers" ? [202, {solve: running}] : [200, running]));
  await assert.rejects(whenReady("GET", "/api/papers", undefined, () => cancelJob(running)), /Cancelled/);
  assert.equal(asHere(running).state, "cancelled");
  assert.equal(asHere({...running, id: "8"}).state, "running");
  waitAgain();
  assert.equal(asHere(running).state, "running");
});
