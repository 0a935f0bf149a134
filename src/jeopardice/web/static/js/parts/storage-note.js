/** What a page says when the browser does not store games. */
import {h, show} from "../common/dom.js";
import {storageTrouble} from "../common/library.js";

/** The place for it; empty while all is well. */
export function storageNote() {
  const root = h("div", {class: "storage-note", role: "status"});
  drawStorageNote(root);
  return root;
}

/** @param {HTMLElement} root */
export function drawStorageNote(root) {
  const trouble = storageTrouble();
  if (root.textContent === (trouble ?? "")) return;
  root.classList.toggle("card", Boolean(trouble));
  show(root, trouble ? h("p", {}, trouble) : null);
}
