/** What the browser keeps: settings and the game. */

const PREFIX = "jeopardice.";

/** @param {string} name @param {unknown} otherwise @returns {any} */
export function load(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the page works, but keeps nothing after it is closed.
  }
}

/** Calls `action` whenever another tab saves a new value. @param {string} name @param {(value: any) => void} action */
export function onSaved(name, action) {
  addEventListener("storage", (event) => {
    const value = event.key === PREFIX + name ? load(name, null) : null;
    if (value !== null) action(value);
  });
}
