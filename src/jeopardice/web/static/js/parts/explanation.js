/** A label with its explanation: a card beside it while it is pointed at or has the focus, and for screen readers. */
import {h} from "../common/dom.js";
import {clamp} from "../common/numbers.js";

let made = 0;

/** @param {string} label @param {string} words */
export function explained(label, words) {
  const id = `explained-${made += 1}`;
  // In the top layer, so that no box that scrolls cuts it off.
  const card = h("span", {class: "explanation", id, popover: "manual"}, words);
  const button = h("button", {class: "explained", "aria-describedby": id}, label);
  const open = () => {
    if (card.matches(":popover-open") || !card.isConnected) return;
    card.showPopover();
    const at = button.getBoundingClientRect(), {width, height} = card.getBoundingClientRect();
    const below = at.bottom + 6 + height < innerHeight;
    card.style.left = `${clamp(8, at.left, innerWidth - width - 8)}px`;
    card.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - height - 6)}px`;
  };
  const close = () => {
    if (card.matches(":popover-open")) card.hidePopover();
  };
  for (const event of ["pointerenter", "focus", "click"]) button.addEventListener(event, open);
  for (const event of ["pointerleave", "blur"]) button.addEventListener(event, close);
  button.addEventListener("keydown", (event) => event.key === "Escape" && close());
  return h("span", {}, button, card);
}
