/** What a page says when the browser does not store games. */
import {h, show} from "../common/dom.js";
import {storageTrouble} from "../common/library.js";

/** The place for it; empty while all is well. */
export function storageNote() {
  const root = h("div", {class: "storage-note", role: "status"});
  drawStorageNote(root);
  return root;
}

/** Says what is wrong; with `link` also where games are exported. @param {HTMLElement} root @param {boolean} link */
export function drawStorageNote(root, link = false) {
  const trouble = storageTrouble();
  if (root.dataset.trouble === (trouble ?? "")) return;
  root.dataset.trouble = trouble ?? "";
  root.classList.toggle("card", Boolean(trouble));
  show(root, trouble ? h("p", {}, trouble, link ? [" ", h("a", {href: "#games"}, "Go to Games"), "."] : null) : null);
}
