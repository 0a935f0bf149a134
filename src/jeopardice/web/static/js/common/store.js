/** What the browser keeps: settings and the game. */

const PREFIX = "jeopardice.";

/** What the browser has refused to store, until the page is closed. @type {Map<string, string>} */
const unsaved = new Map();

/**
 * @param {string} name @param {unknown} otherwise @param {boolean} inTab whether it is this tab's own @returns {any}
 */
export function load(name, otherwise, inTab = false) {
  try {
    const text = unsaved.get(name) ?? (inTab ? sessionStorage : localStorage).getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value @param {boolean} inTab */
export function save(name, value, inTab = false) {
  const text = JSON.stringify(value);
  try {
    (inTab ? sessionStorage : localStorage).setItem(PREFIX + name, text);
    unsaved.delete(name);
  } catch {
    // Storage is full or forbidden: the page works, but keeps nothing after it is closed.
    unsaved.set(name, text);
  }
}

/** Calls `action` whenever another tab saves a new value. @param {string} name @param {(value: any) => void} action */
export function onSaved(name, action) {
  addEventListener("storage", (event) => {
    const value = event.key === PREFIX + name ? load(name, null) : null;
    if (value !== null) action(value);
  });
}
