/** Calls to the server under /api. */

/** What the server refuses, in its own words. */
export class Refusal extends Error {
  constructor(status, message, body) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

async function call(method, path, body, signal) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      signal,
      headers: body === undefined ? {} : {"Content-Type": "application/json"},
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, "The server does not answer. Is jeopardice serve still running?", null);
  }
  const binary = answer.headers.get("content-type")?.startsWith("application/octet-stream");
  const found = binary ? arrays(await answer.arrayBuffer()) : await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(answer.status, found?.error ?? `The server answered ${answer.status}.`, found);
  return {status: answer.status, found};
}

export const get = async (path, signal) => (await call("GET", path, undefined, signal)).found;
export const post = async (path, body, signal) => (await call("POST", path, body, signal)).found;
export const remove = async (path) => (await call("DELETE", path)).found;

const wait = (milliseconds, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, milliseconds);
  signal?.addEventListener("abort", () => {
    clearTimeout(timer);
    reject(new DOMException("stopped", "AbortError"));
  });
});

/** Waits for a solve or another long job; `told` hears of every step. */
export async function finished(job, told, signal) {
  let now = job;
  for (let pause = 120; now.state === "queued" || now.state === "running"; pause = Math.min(pause * 1.3, 1000)) {
    told?.(now);
    await wait(pause, signal);
    now = await get(`/api/solves/${encodeURIComponent(job.id)}`, signal);
  }
  told?.(now);
  if (now.state === "cancelled") throw new Refusal(409, "Cancelled.", now);
  if (now.state === "failed") throw new Refusal(409, now.error ?? "It failed.", now);
  return now;
}

/** Asks until the answer is there: 202 means that the server is working on it, with `solve` saying how far. */
export async function whenReady(method, path, body, told, signal) {
  for (;;) {
    const {status, found} = await call(method, path, body, signal);
    if (status !== 202) return found;
    await finished(found.solve ?? found, told, signal);
  }
}

/** Fetches a file, waiting while the server makes it, and hands it to the person. */
export async function fetchFile(path, body, told) {
  for (;;) {
    const answer = await fetch(path,
      body === undefined ? {} :
                           {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
    if (!answer.ok)
      throw new Refusal(
        answer.status, (await answer.json().catch(() => null))?.error ?? `The server answered ${answer.status}.`, null);
    if (answer.status === 202) {
      await finished((await answer.json()).solve, told);
      continue;
    }
    const name =
      /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? path.split("/").at(-1);
    const address = URL.createObjectURL(await answer.blob());
    const anchor = document.createElement("a");
    Object.assign(anchor, {href: address, download: name});
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    return;
  }
}

const TYPES = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array
};

/** Binary arrays: the length of a JSON header, the header, then each array at a multiple of 8 bytes. */
export function arrays(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  let offset = Math.ceil((4 + length) / 8) * 8;
  const found = {...header};
  for (const {name, dtype, shape} of header.arrays) {
    const values = new TYPES[dtype](buffer, offset, shape.reduce((a, b) => a * b, 1));
    found[name] = values;
    offset += Math.ceil(values.byteLength / 8) * 8;
  }
  return found;
}

let known = null;
/** The presets, asked for once. */
export function presets() {
  known ??= get("/api/presets");
  known.catch(() => {
    known = null;
  });
  return known;
}
