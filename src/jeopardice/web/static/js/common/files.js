/** Files that the user saves and opens; they never leave this computer. */

/** Saves a text as a file. @param {string} name @param {string} text */
export function saveFile(name, text) {
  const type = name.endsWith(".json") ? "application/json" : "text/plain;charset=utf-8";
  const address = URL.createObjectURL(new Blob([text], {type})), anchor = document.createElement("a");
  Object.assign(anchor, {href: address, download: name});
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Lets the user choose files; `opened` gets each with its text. @param {(name: string, text: string) => unknown}
 * opened
 */
export function openFiles(opened) {
  const input = document.createElement("input");
  Object.assign(input, {type: "file", multiple: true, accept: ".json,.txt,application/json,text/plain"});
  input.addEventListener("change", async () => {
    for (const file of input.files ?? []) await opened(file.name, await file.text());
  });
  input.click();
}
