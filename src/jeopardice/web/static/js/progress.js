/** How far a long job is, and a way to stop it. */
import {remove} from "./api.js";
import {h, percent, toast} from "./dom.js";
import {spoken} from "./words.js";

/** Asks the server to stop a job; whoever waits for it hears that it was cancelled. */
export async function cancel(job) {
  try {
    await remove(`/api/solves/${encodeURIComponent(job.id)}`);
  } catch (error) {
    toast(error.message);
  }
}

/** How long a job will still take, judged by how far it has come; nothing while that says little, or if it is soon. */
function timeLeft(job) {
  const {progress: part, seconds} = job ?? {};
  if (job?.state === "queued") return "waits for another one to end";
  if (!(part > .02) || !(seconds > 2)) return "";
  const left = seconds * (1 - part) / part;
  return left > 5 ? `${spoken(left)} left` : "";
}

/** A bar with its words, and a button that stops the job as soon as there is one. */
export function progress(words, job, more = "") {
  const part = job?.progress ?? 0, left = timeLeft(job);
  return h("div", {class: `progress ${more}`, data: {job: `${job?.id} ${job?.state}`}}, h("span", {}, words),
    h("span", {class: "number"}, percent(part, 0)), h("span", {class: "left small", hidden: !left}, left),
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
  const left = found.querySelector(".left"), time = timeLeft(job);
  left.textContent = time;
  left.hidden = !time;
  bar.setAttribute("aria-valuenow", Math.round(100 * part));
  bar.firstChild.style.width = `${100 * part}%`;
  return true;
}

/** What went wrong, or that it was cancelled, with a way to try again. */
export function stopped(error, again, more = "") {
  // Whoever has cancelled something knows it: that is no error.
  const told = error.body?.state === "cancelled" ? {class: "soft"} : {class: "error", role: "alert"};
  return h("div", {class: `stack ${more}`}, h("p", told, error.message),
    h("div", {}, h("button", {class: "button small", key: "again", click: again}, "Try again")));
}
