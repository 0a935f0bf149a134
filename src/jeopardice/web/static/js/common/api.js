/** Requests to the server under /api. */
import {decodeArrays} from "./arrays.js";

/** A request that the server refuses, with its reason. */
export class Refusal extends Error {
  /** @param {number} status @param {string} message @param {any} body */
  constructor(status, message, body) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** The name of this page among those that wait for a job. */
const here = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16)).join("");

/** @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
async function request(method, path, body, signal) {
  let answer;
  try {
    /** @type {Record<string, string>} */
    const headers = body === undefined ? {"X-Waiting": here} : {"Content-Type": "application/json"};
    answer = await fetch(path, {method, signal, headers, body: body === undefined ? body : JSON.stringify(body)});
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, "The server does not answer. Is jeopardice serve still running?", null);
  }
  if (answer.ok) return answer;
  const found = await answer.json().catch(() => null);
  throw new Refusal(answer.status, found?.error ?? `The server answered with status ${answer.status}.`, found);
}

/** @param {Response} answer @returns {Promise<any>} */
async function contentOf(answer) {
  const binary = answer.headers.get("content-type")?.startsWith("application/octet-stream");
  return binary ? decodeArrays(await answer.arrayBuffer()) : answer.json().catch(() => null);
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = async (path, signal) => contentOf(await request("GET", path, undefined, signal));
/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
export async function post(path, body, signal) {
  const found = await contentOf(await request("POST", path, body, signal));
  if (path === "/api/solves") givenUp.delete(found.id);
  return found;
}

/** The jobs that this page has given up, while others may wait for them. @type {Set<string>} */
const givenUp = new Set();

/** @param {string} id */
const jobPath = (id) => `/api/solves/${encodeURIComponent(id)}`;

/**
 * Gives a job up: callers that wait for it receive a Refusal, and the server stops it unless other pages wait for it.
 * @param {Job} job
 */
export async function cancelJob(job) {
  await request("DELETE", jobPath(job.id));
  givenUp.add(job.id);
}

/** Waits again for jobs that were given up. */
export const waitAgain = () => givenUp.clear();

/**
 * A job as it is for this page: cancelled if it was given up here. @template {Job | null} Reported @param {Reported}
 * job
 */
export const asHere = (job) => (job && isActive(job) && givenUp.has(job.id) ? {...job, state: "cancelled"} : job);

/** Whether a job has not ended. @param {Job | null | undefined} job */
export const isActive = (job) => job?.state === "queued" || job?.state === "running";

/** @param {number} milliseconds @param {AbortSignal} [signal] */
const wait = (milliseconds, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, milliseconds);
  signal?.addEventListener("abort", () => {
    clearTimeout(timer);
    reject(new DOMException("stopped", "AbortError"));
  });
});

/** Waits for a job, reporting its states. @param {Job} job @param {JobReport} [report] @param {AbortSignal} [signal] */
export async function finished(job, report, signal) {
  let now = job;
  for (let pause = 120; isActive(now); pause = Math.min(pause * 1.3, 1000)) {
    report?.(now);
    signal?.throwIfAborted();
    await wait(pause, signal);
    now = asHere(await get(jobPath(job.id), signal));
  }
  report?.(now);
  if (now.state === "cancelled") throw new Refusal(409, "Cancelled.", now);
  if (now.state === "failed") throw new Refusal(409, now.error ?? "The computation failed.", now);
  return now;
}

/**
 * Asks until the answer is there: status 202 names the job that the server is working on.
 * @param {string} method @param {string} path @param {unknown} body @param {JobReport} [report]
 * @param {AbortSignal} [signal]
 */
async function ready(method, path, body, report, signal) {
  for (;;) {
    const answer = await request(method, path, body, signal);
    if (answer.status !== 202) return answer;
    const found = await answer.json(), job = found.solve ?? found;
    givenUp.delete(job.id);
    await finished(job, report, signal);
  }
}

/**
 * An answer that may take long.
 * @param {string} method @param {string} path @param {unknown} body @param {JobReport} [report]
 * @param {AbortSignal} [signal]
 */
export const whenReady = async (method, path, body, report, signal) =>
  contentOf(await ready(method, path, body, report, signal));

/** Downloads a file when it has been made. @param {string} path @param {unknown} body @param {JobReport} report */
export async function download(path, body, report) {
  const answer = await ready(body === undefined ? "GET" : "POST", path, body, report);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  const address = URL.createObjectURL(await answer.blob());
  const anchor = document.createElement("a");
  Object.assign(anchor, {href: address, download: name ?? path.split("/").at(-1)});
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
