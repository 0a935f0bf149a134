/** Numbers and times as people read them. */

const grouped = new Intl.NumberFormat("en-GB");
/** 12,345 @param {number} value */
export const points = (value) => grouped.format(value).replace("-", "−");
/** 1,674.2 @param {number} value @param {number} digits */
export const decimal = (value, digits) =>
  value.toLocaleString("en-GB", {minimumFractionDigits: digits, maximumFractionDigits: digits}).replace("-", "−");
/** 54.1 %, kept on one line @param {number} value */
export const percent = (value, digits = 1) => `${(100 * value).toFixed(digits).replace("-", "−")}\u00a0%`;
/** +1.3 % or −1.3 % @param {number} value */
export const signed = (value, digits = 1) => {
  const text = (100 * Math.abs(value)).toFixed(digits);
  return `${Number(text) === 0 ? "±" : value < 0 ? "−" : "+"}${text}\u00a0%`;
};
/** A sentence in which no percent sign begins a line. @param {string} sentence */
export const unbroken = (sentence) => sentence.replaceAll(" %", "\u00a0%");
/** 1 move, 3 moves @param {number} count @param {string} noun */
export const counted = (count, noun) => `${points(count)} ${noun}${count === 1 ? "" : "s"}`;
/** "Ada, Ben and Cid" @param {string[]} names */
export const listed = (names) =>
  (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/** "about 4 minutes" @param {number} seconds */
export function duration(seconds) {
  if (seconds < 1) return "under a second";
  if (seconds < 90) return `about ${Math.round(seconds)} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes`;
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? `about ${hours} hours` : `about ${points(Math.round(hours / 24))} days`;
}

/** A number within limits. @param {number} low @param {number} value @param {number} high */
export const clamp = (low, value, high) => Math.max(low, Math.min(high, value));
/** The sum of numbers. @param {number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);
