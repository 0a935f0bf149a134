/** The game on the table, as the browser keeps it apart from the library: it survives a reload at any moment. */
import {post} from "../common/api.js";
import {keepGame, newId, sameGame} from "../common/library.js";
import {load, save} from "../common/store.js";

/** Keeps the game that a page has left on the table, of which its last moves may not be in the library yet. */
export async function keepTable() {
  const record = load("game", null);
  if (!record?.moves?.length) return;
  const answer = await post("/api/games", {record, move: null, advance: false}).catch(() => null);
  if (!answer) return;
  const id = load("game.id", null) ?? (await sameGame(record))?.id ?? newId();
  save("game.id", await keepGame(answer.record, answer.view, {id}));
}
