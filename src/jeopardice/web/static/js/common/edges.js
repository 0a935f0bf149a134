/** Boxes that scroll sideways: marks the sides where content is hidden, so that the style sheet can show it. */

/** @param {Element} box */
function mark(box) {
  const {scrollLeft, clientWidth, scrollWidth, classList} = box;
  classList.toggle("more-left", scrollLeft > 1);
  classList.toggle("more-right", scrollLeft + clientWidth < scrollWidth - 1);
}

/**
 * Marks a box now and whenever its size, its content's size or its position changes.
 * @template {Element} Box @param {Box} box @returns {Box}
 */
export function withEdges(box) {
  const watcher = new ResizeObserver(() => mark(box));
  for (const each of [box, ...box.children]) watcher.observe(each);
  box.addEventListener("scroll", () => mark(box), {passive: true});
  return box;
}
