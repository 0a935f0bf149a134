/** What the browser keeps: settings and the game. */

const PREFIX = "jeopardice.";

/**
 * @param {string} name @param {unknown} otherwise @param {boolean} inTab whether it is this tab's own @returns {any}
 */
export function load(name, otherwise, inTab = false) {
  try {
    const text = (inTab ? sessionStorage : localStorage).getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value @param {boolean} inTab */
export function save(name, value, inTab = false) {
  try {
    (inTab ? sessionStorage : localStorage).setItem(PREFIX + name, JSON.stringify(value));
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
