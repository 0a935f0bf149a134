/**
 * Reading and changing single keys in the text of a rules file, so that a form and the text agree.
 * The server checks the text; this is only as much TOML as the form needs: `key = value` on one line, under [section].
 */

/** "turn.minimum_bank" -> ["turn", "minimum_bank"]; "goal" -> ["", "goal"]. @param {string} key */
function split(key) {
  const dot = key.lastIndexOf(".");
  return [key.slice(0, Math.max(dot, 0)), key.slice(dot + 1)];
}

/** The lines of a text with the section that each is in. @param {string} text */
function walk(text) {
  let section = "";
  return text.split("\n").map((line) => {
    const opened = /^\s*\[([A-Za-z_.]+)\]\s*(#.*)?$/.exec(line);
    if (opened) section = opened[1];
    const [, before, name, rest] = (!opened && /^(\s*("[^"]*"|[A-Za-z_]+)\s*=\s*)(.*)$/.exec(line)) || [];
    return {line, section, opens: Boolean(opened), name: name?.replaceAll("\"", ""), before, rest: rest ?? ""};
  });
}

/** A value and the comment after it. @param {string} rest */
function splitComment(rest) {
  const found = /^("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^#]*?)(\s*#.*)?$/.exec(rest);
  return found ? [found[1].trim(), found[2] ?? ""] : [rest.trim(), ""];
}

/** The index of the line of a key, or -1. @param {string} text @param {string} key */
export function lineOf(text, key) {
  const [section, name] = split(key);
  return walk(text).findIndex((at) => at.section === section && at.name === name);
}

/** The value of a key: text, number or true/false; undefined without it. @param {string} text @param {string} key */
export function read(text, key) {
  const at = walk(text)[lineOf(text, key)];
  if (!at) return undefined;
  const [value] = splitComment(at.rest);
  if (/^".*"$/.test(value)) return value.slice(1, -1);
  if (value === "true" || value === "false") return value === "true";
  return /^[-+]?[\d_]+$/.test(value) ? Number(value.replaceAll("_", "")) : value;
}

/**
 * The text with a key changed or added; without it where the value is null.
 * @param {string} text @param {string} key @param {string | number | boolean | null} value
 */
export function put(text, key, value) {
  const [section, name] = split(key), all = walk(text), index = lineOf(text, key);
  const lines = all.map((at) => at.line);
  if (value === null) return lines.filter((_, place) => place !== index).join("\n");
  const written = typeof value === "string" ? JSON.stringify(value) : String(value);
  if (index >= 0) {
    lines[index] = all[index].before + written + splitComment(all[index].rest)[1];
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

/**
 * The index of the line that an error of the server is about, or null: it names the line or begins with the key.
 * @param {string} text @param {string} error
 */
export function lineOfError(text, error) {
  const named = /line (\d+)/.exec(error);
  if (named) return Number(named[1]) - 1;
  if (!/^([A-Za-z_.]+)(?:\."?([^":]+)"?)?:/.test(error)) return null;
  const line = lineOf(text, error.slice(0, error.indexOf(":")).replaceAll("\"", ""));
  return line < 0 ? null : line;
}
