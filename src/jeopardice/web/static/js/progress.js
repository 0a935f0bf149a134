/** How far a long job is, and a way to stop it. */
import {remove} from "./api.js";
import {h, percent, toast} from "./dom.js";

/** Asks the server to stop a job; whoever waits for it hears that it was cancelled. */
export async function cancel(job) {
  try {
    await remove(`/api/solves/${encodeURIComponent(job.id)}`);
  } catch (error) {
    toast(error.message);
  }
}

/** A bar with its words, and a button that stops the job as soon as there is one. */
export function progress(words, job, more = "") {
  const part = job?.progress ?? 0;
  return h("div", {class: `progress ${more}`, data: {job: `${job?.id} ${job?.state}`}}, h("span", {}, words),
    h("span", {class: "number"}, percent(part, 0)),
    h("span", {
      class: "bar",
      role: "progressbar",
      "aria-label": words,
      "aria-valuenow": Math.round(100 * part),
      "aria-valuemin": 0,
      "aria-valuemax": 100
    },
      h("i", {style: {width: `${100 * part}%`}})),
    job?.id ? h("button", {class: "button small", key: `cancel-${job.id}`, click: () => cancel(job)}, "Cancel") : null);
}

/** Moves the bar of a job that is shown already, so that its button stays under the finger; whether there was one. */
export function refreshed(root, job) {
  const found = root.querySelector(`[data-job="${CSS.escape(`${job?.id} ${job?.state}`)}"]`);
  if (!found || !["queued", "running"].includes(job.state)) return false;
  const part = job.progress ?? 0, bar = found.querySelector(".bar");
  found.querySelector(".number").textContent = percent(part, 0);
  bar.setAttribute("aria-valuenow", Math.round(100 * part));
  bar.firstChild.style.width = `${100 * part}%`;
  return true;
}

/** What went wrong, or that it was cancelled, with a way to try again. */
export function stopped(error, again, more = "") {
  return h("div", {class: `stack ${more}`}, h("p", {class: "error", role: "alert"}, error.message),
    h("div", {}, h("button", {class: "button small", key: "again", click: again}, "Try again")));
}
