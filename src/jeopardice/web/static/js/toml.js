/**
 * Reading and changing single keys in the text of a rules file, so that a form and the text say the same.
 * The server checks the text; here is only as much TOML as the form needs: `key = value` on one line, under [section].
 */

/** "turn.minimum_bank" -> ["turn", "minimum_bank"]; "goal" -> ["", "goal"]. */
function split(key) {
  const dot = key.lastIndexOf(".");
  return [key.slice(0, Math.max(dot, 0)), key.slice(dot + 1)];
}

/** The lines of a text with the section each is in. */
function walk(text) {
  let section = "";
  return text.split("\n").map((line) => {
    const opened = /^\s*\[([A-Za-z_.]+)\]\s*(#.*)?$/.exec(line);
    if (opened) section = opened[1];
    const found = opened ? null : /^(\s*)("[^"]*"|[A-Za-z_]+)(\s*=\s*)(.*)$/.exec(line);
    return {
      line,
      section,
      opens: Boolean(opened),
      name: found?.[2].replaceAll("\"", ""),
      before: found ? found[1] + found[2] + found[3] : "",
      rest: found?.[4] ?? ""
    };
  });
}

/** A value and the comment after it. */
function apart(rest) {
  const found = /^("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^#]*?)(\s*#.*)?$/.exec(rest);
  return found ? [found[1].trim(), found[2] ?? ""] : [rest.trim(), ""];
}

/** The line of a key, from 0 on, or -1. */
export function lineOf(text, key) {
  const [section, name] = split(key);
  return walk(text).findIndex((at) => at.section === section && at.name === name);
}

/** The value of a key: text, number or true/false; undefined if it is not there. */
export function read(text, key) {
  const at = walk(text)[lineOf(text, key)];
  if (!at) return undefined;
  const [value] = apart(at.rest);
  if (/^".*"$/.test(value)) return value.slice(1, -1);
  if (value === "true" || value === "false") return value === "true";
  return /^[-+]?[\d_]+$/.test(value) ? Number(value.replaceAll("_", "")) : value;
}

/** The keys and values of a section, as they are written. */
export function entries(text, section) {
  return walk(text)
    .filter((at) => at.section === section && at.name !== undefined)
    .map((at) => [at.name, apart(at.rest)[0]]);
}

/** The text with a key changed or added; without it where the value is null. */
export function put(text, key, value) {
  const [section, name] = split(key);
  if (value === null) {
    const line = lineOf(text, key);
    return text.split("\n").filter((_, place) => place !== line).join("\n");
  }
  const written = typeof value === "string" ? JSON.stringify(value) : String(value);
  const all = walk(text), index = lineOf(text, key);
  const lines = all.map((at) => at.line);
  if (index >= 0) {
    lines[index] = all[index].before + written + apart(all[index].rest)[1];
    return lines.join("\n");
  }
  const last = all.findLastIndex((at) => at.section === section && (at.opens || at.name));
  if (last >= 0)
    lines.splice(last + 1, 0, `${name} = ${written}`);
  else if (section)
    lines.push("", `[${section}]`, `${name} = ${written}`, "");
  else
    lines.unshift(`${name} = ${written}`);
  return lines.join("\n");
}
