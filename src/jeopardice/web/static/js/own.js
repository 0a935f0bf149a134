/** Rules of one's own, in place of a game that comes with it. */
import {post} from "./api.js";
import {toast} from "./dom.js";

/** The rules as the server understands them, or those known already; null, and a word why, where they are wrong. */
export async function readOwn(toml, known) {
  if (!toml || known?.text === toml) return known;
  const found = await post("/api/rules", {toml});
  if (found.ok) return {...found, name: "", text: toml};
  toast(`These rules have an error: ${found.error}`);
  return null;
}
