/** Dates as people read them, and as texts of games have them: local time, without its zone. */

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");
/** 2026-11-19 @param {number} time */
export const isoDay = (time) => {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
/** 2026-11-19 14:31 @param {number} time */
export const isoMinute = (time) =>
  `${isoDay(time)} ${two(new Date(time).getHours())}:${two(new Date(time).getMinutes())}`;
/**
 * The time of "2026-11-19" or "2026-11-19 14:31"; `otherwise` if it is none. @param {string} text @param {number}
 * otherwise
 */
export function timeOf(text, otherwise) {
  const found = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text.trim());
  const time = found ? Date.parse(`${found[1]}T${found[2] ?? "12:00"}`) : NaN;
  return Number.isNaN(time) ? otherwise : time;
}
const dayWords = new Intl.DateTimeFormat("en-GB", {day: "numeric", month: "short", year: "numeric"});
const timeWords = new Intl.DateTimeFormat("en-GB", {hour: "2-digit", minute: "2-digit"});
/** 19 Nov 2026 @param {number} time */
export const dayOf = (time) => dayWords.format(time);
/** 19 Nov 2026, 14:31 @param {number} time */
export const minuteOf = (time) => `${dayWords.format(time)}, ${timeWords.format(time)}`;
