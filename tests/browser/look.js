// What a checker of accessibility would look for; evaluated in the page, answers a list of problems.
() => {
  const problems = [];
  const seen = (element) => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style.visibility !== "hidden" && !element.closest("[hidden], [aria-hidden=true], .visually-hidden");
  };
  const described = (element) => `<${element.tagName.toLowerCase()} ${element.className.baseVal ?? element.className}> ${element.textContent.trim().slice(0, 40)}`;

  // Every control has a name.
  for (const control of document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=img], [tabindex='0']")) {
    const labels = [...(control.labels ?? [])].map((label) => label.textContent).join(" ");
    const named = (control.getAttribute("aria-label") ?? document.getElementById(control.getAttribute("aria-labelledby"))?.textContent ?? labels) || control.textContent || control.title;
    if (!named.trim()) problems.push(`no name: ${described(control)}`);
  }
  for (const image of document.querySelectorAll("img")) if (!image.hasAttribute("alt")) problems.push(`no alt: ${image.src}`);
  for (const each of document.querySelectorAll("[tabindex]")) if (each.tabIndex > 0) problems.push(`positive tabindex: ${described(each)}`);

  // Landmarks, one title, headings in order, ids that are unique.
  for (const [tag, count] of [["header", null], ["nav", 1], ["main", 1], ["footer", null]]) {
    const found = document.querySelectorAll(tag).length;
    if (found < 1 || (count && found !== count)) problems.push(`${found} × ${tag}`);
  }
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].filter((heading) => !heading.closest("[hidden]")).map((heading) => Number(heading.tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1) problems.push(`headings of level 1: ${levels}`);
  if (levels[0] !== 1 || levels.some((level, index) => index && level > levels[index - 1] + 1)) problems.push(`headings out of order: ${levels}`);
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id).filter((id) => !id.match(/^(clip|topdef|legend|cb|g)[\w-]*/));
  for (const id of new Set(ids)) if (ids.filter((each) => each === id).length > 1) problems.push(`id twice: ${id}`);
  if (!document.documentElement.lang) problems.push("no language");
  if (!document.querySelector("[aria-live]")) problems.push("no live region");

  // Contrast of every text with what is behind it: the worst of a gradient's colours.
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const rgba = (text) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map((c) => top[c] * top[3] + below[c] * (1 - top[3])).concat(1);
  const light = (colour) => [0, 1, 2].map((c) => colour[c] / 255).map((v) => (v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)).reduce((sum, v, c) => sum + v * [.2126, .7152, .0722][c], 0);
  const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
  const behind = (element) => {
    const layers = [];
    let bases = null;
    for (let at = element; at && !bases; at = at.parentElement) {
      const style = getComputedStyle(at), colours = style.backgroundImage.match(/(rgba?|color)\([^)]*\)/g);
      if (colours && style.backgroundImage.includes("gradient")) bases = colours.map(rgba);
      else {
        const colour = rgba(style.backgroundColor);
        if (colour[3] === 1) bases = [colour];
        else if (colour[3] > 0) layers.push(colour);
      }
    }
    return (bases ?? [rgba(getComputedStyle(document.body).backgroundColor)]).map((base) => layers.reduceRight((below, top) => over(top, below), base));
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !seen(element) || element.closest("svg, option, noscript, script, :disabled, [aria-disabled=true]")) continue;
    const colour = rgba(getComputedStyle(element).color);
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const worst = Math.min(...behind(element).map((base) => contrast(over([...colour.slice(0, 3), colour[3] * opacity], base), base)));
    if (worst < 4.5) problems.push(`contrast ${worst.toFixed(2)}: ${described(element)}`);
  }
  return [...new Set(problems)];
}
