/** The progress of a long job, and a button to stop it. */
import {cancelJob, isActive} from "../common/api.js";
import {h, show, toast} from "../common/dom.js";
import {duration, percent} from "../common/numbers.js";

import {button} from "./controls.js";

/** The time that a job still takes; empty while too little is known, or if it is short. @param {Job | null} job */
function timeLeft(job) {
  if (job?.state === "queued") return "waiting for another job";
  const {progress: part = 0, seconds = 0} = job ?? {};
  if (!(part > .02) || !seconds || seconds <= 2) return "";
  const left = seconds * (1 - part) / part;
  return left > 5 ? `${duration(left)} left` : "";
}

/** @param {Job | null} job */
const nameOf = (job) => `${job?.id} ${job?.state}`;

/** A labelled bar, and a button that stops the job once there is one. @param {string} label @param {Job | null} job */
export function progress(label, job, more = "") {
  const part = job?.progress ?? 0, left = timeLeft(job), {id} = job ?? {};
  const bar = {role: "progressbar", "aria-valuenow": Math.round(100 * part), "aria-valuemin": 0, "aria-valuemax": 100};
  return h("div", {class: `progress ${more}`, data: {job: nameOf(job)}}, h("span", {}, label),
    h("span", {class: "number"}, percent(part, 0)), h("span", {class: "left small", hidden: !left}, left),
    h("span", {class: "bar", "aria-label": label, ...bar}, h("i", {style: {width: `${100 * part}%`}})),
    job && id ? button("Cancel", `cancel-${id}`, () => cancelJob(job).catch((error) => toast(error.message))) : null);
}

/** Moves the bar of a job; its button stays. Returns whether it is shown. @param {Element} root @param {Job?} job */
export function refreshed(root, job) {
  const found = root.querySelector(`[data-job="${CSS.escape(nameOf(job))}"]`);
  if (!found || !job || !isActive(job)) return false;
  const fresh = progress("", job);
  for (const part of [".number", ".left"]) found.querySelector(part)?.replaceWith(fresh.querySelector(part) ?? "");
  const bar = found.querySelector(".bar");
  bar?.setAttribute("aria-valuenow", String(Math.round(100 * job.progress)));
  // The bar itself stays, so that its width changes smoothly.
  if (bar?.firstElementChild instanceof HTMLElement) bar.firstElementChild.style.width = `${100 * job.progress}%`;
  return true;
}

/**
 * Shows a job in `root`, below `above`, whenever it reports.
 * @param {Element} root @param {string} label @param {Child} above @returns {JobReport}
 */
export const reporter = (root, label, more = "", above = null) => (job) =>
  refreshed(root, job) || show(root, above, progress(label, job, more));

/** What went wrong; a cancelled job is not shown as an error. @param {any} error */
export const problem = (error) => h("p",
  error.body?.state === "cancelled" ? {class: "soft", role: "status"} : {class: "error", role: "alert"}, error.message);

/** What went wrong, with a button to try again. @param {any} error @param {() => void} again */
export const stopped = (error, again, more = "") =>
  h("div", {class: `stack ${more}`}, problem(error), h("div", {}, button("Try again", "again", again)));
