/** States that travel in a link. */

/** A value as text for a link. @param {unknown} value */
export function pack(value) {
  const letters = Array.from(new TextEncoder().encode(JSON.stringify(value)), (byte) => String.fromCharCode(byte));
  return btoa(letters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The value of a text that `pack` has made. @param {string} text */
export function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The address of this page with another hash. @param {string} hash */
export const link = (hash) => `${location.origin}${location.pathname}#${hash}`;

/** The parameters of a link, with commas and colons left as they are. @param {Record<string, string | number>} parts */
export const query = (parts) =>
  Object.entries(parts)
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":")}`)
    .join("&");
