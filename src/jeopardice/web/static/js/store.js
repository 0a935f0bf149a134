/** What the browser keeps: settings and the game; and states that travel in a link. */

const PREFIX = "jeopardice.";

export function load(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the page works on, and forgets when it is closed.
  }
}

/** Calls the function with the new value whenever another tab saves this. */
export function onSaved(name, action) {
  addEventListener("storage", (event) => {
    const value = event.key === PREFIX + name ? load(name, null) : null;
    if (value !== null) action(value);
  });
}

/** A value as text for a link. */
export function pack(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The address of this page with another hash. */
export const link = (hash) => `${location.origin}${location.pathname}#${hash}`;

/** A short seed that can be read out across a table. */
export function newSeed() {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => letters[byte % letters.length]).join("");
}

/** The parameters of a link, commas and colons as they are. */
export const query = (parts) =>
  Object.entries(parts)
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":")}`)
    .join("&");
