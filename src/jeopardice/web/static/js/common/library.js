/**
 * The library: every game that is played in this browser, kept in its IndexedDB.
 * Games that the browser refuses to store are kept in memory, until the page is closed.
 */

const DATABASE = "jeopardice", STORE = "games", CHANNEL = "jeopardice.games";
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Games that could not be stored. @type {Map<string, KeptGame>} */
const unsaved = new Map();
/** @type {Set<(isElsewhere: boolean) => void>} */
const listeners = new Set();
/** @type {Promise<IDBDatabase> | null} */
let opening = null;
/** @type {BroadcastChannel | null} */
let channel = null;
/** Why games are not stored now; null while they are. @type {string | null} */
let trouble = null;

/** Why games are not stored in this browser, as a sentence; null if they are. */
export const storageTrouble = () => trouble;

/** A name for a new game. */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => LETTERS[byte % LETTERS.length]).join("");

/** @param {any} error */
const reasonOf = (error) => (error?.name === "QuotaExceededError" ?
    "The storage of this browser is full. Games are kept only until this page is closed: delete or export some." :
    "This browser does not let Jeopardice store games (a private window, or blocked storage). They are kept only until this page is closed: export those that you want to keep.");

/** The channel on which tabs hear of each other's changes; null where browsers have none. */
function tabs() {
  if (!channel && typeof BroadcastChannel === "function" && typeof document === "object") {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => report(true);
  }
  return channel;
}

function report(isElsewhere = false) {
  for (const listener of listeners) listener(isElsewhere);
}

/**
 * Calls `action` whenever the library changes, here or in another tab. @param {(isElsewhere: boolean) => void} action
 */
export function onLibrary(action) {
  tabs();
  listeners.add(action);
}

function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, {keyPath: "id"}).createIndex("changed", "changed");
    request.onsuccess = () => {
      const database = request.result;
      // Another tab deletes the database, or the browser does.
      database.onversionchange = () => {
        database.close();
        opening = null;
      };
      database.onclose = () => {
        opening = null;
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error);
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

/** Does some work in one transaction. @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => void} work */
async function inStore(mode, work) {
  const database = await open();
  await new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
    work(transaction.objectStore(STORE));
  });
}

/**
 * Writes in one transaction, with the games that could not be stored before.
 * @param {(store: IDBObjectStore) => void} work
 */
async function write(work) {
  let done = false;
  const waiting = [...unsaved];
  try {
    await inStore("readwrite", (store) => {
      for (const [, game] of waiting) putBeside(store, game);
      work(store);
    });
    for (const [id, game] of waiting)
      if (unsaved.get(id) === game) unsaved.delete(id);
    trouble = null;
    done = true;
  } catch (error) {
    trouble = reasonOf(error);
  }
  tabs()?.postMessage(null);
  report();
  return done;
}

/**
 * Stores a game that waited for it; another tab may have continued it. @param {IDBObjectStore}
 * store @param {KeptGame} game
 */
function putBeside(store, game) {
  store.get(game.id).onsuccess = (event) => {
    const how = merging(/** @type {IDBRequest} */ (event.target).result ?? null, [], game.record);
    if (how !== "nothing") store.put(how === "both" ? {...game, id: newId()} : game);
  };
}

/** Whether one list of moves begins with the other. @param {string[]} moves @param {string[]} first */
export const beginsWith = (moves, first) =>
  first.length <= moves.length && first.every((move, at) => move === moves[at]);

/** @param {Pick<KeptGame, "record">} game @param {GameRecord} record */
const sameMoves = (game, record) => JSON.stringify(game.record.moves) === JSON.stringify(record.moves);

/** What makes two records the same game: its rules, seats, dice and who starts. @param {GameRecord} record */
const courseOf = ({rules, seats, first, seed}) => JSON.stringify([rules, seats.map((seat) => seat.name), first, seed]);

/**
 * What happens to a stored game when a table has `record`, and knew the stored game with the moves `known`: "update"
 * it, keep "both", or change "nothing". Moves that the table has not known, and finished games, are never lost.
 * @param {Pick<KeptGame, "record" | "over" | "place"> | null} stored @param {string[]} known @param {GameRecord} record
 */
export function merging(stored, known, record) {
  if (!stored) return "update";
  const before = stored.record.moves, after = record.moves;
  if (courseOf(stored.record) !== courseOf(record)) return "both";
  if (JSON.stringify(stored.record) === JSON.stringify(record)) return "nothing";
  if (beginsWith(after, before)) return "update";
  const shortened = beginsWith(before, after);
  // At a table with real dice what was entered can be corrected, the last turn too.
  if (stored.over && stored.place === "app") return shortened ? "nothing" : "both";
  if (beginsWith(known, before)) return "update";
  return shortened ? "nothing" : "both";
}

/**
 * Keeps a game as it is now, if it has begun; returns the name under which it is kept, which is a new one if the game
 * named `id` has continued differently, here or in another tab.
 * @param {GameRecord} record @param {Outcome} view what the server says of it
 * @param {{id: string, known?: string[], place?: KeptGame["place"]}} where `known`: the moves that the game under `id`
 *     had when it was last seen here
 */
export async function keepGame(record, view, {id, known = record.moves, place = "app"}) {
  if (!record.moves.length) return id;
  /** @type {KeptGame | null} */
  let kept = null;
  let name = id;
  /** @param {KeptGame | null} stored */
  const decide = (stored) => {
    const how = merging(stored, known, record);
    if (how === "nothing") return;
    name = how === "both" ? newId() : id;
    const now = Date.now(), {title, family, goal, over, winners} = view;
    const moved = !stored || !sameMoves(stored, record);
    kept = {
      id: name,
      begun: stored?.begun ?? now,
      changed: now,
      place,
      record,
      title,
      family,
      goal,
      over,
      winners,
      scores: view.seats.map((seat) => seat.score),
      summary: how === "update" && !moved ? stored?.summary ?? null : null
    };
  };
  const done = await write((store) => {
    store.get(id).onsuccess = (event) => {
      decide(/** @type {IDBRequest} */ (event.target).result ?? null);
      if (kept) store.put(kept);
    };
  });
  if (done) return name;
  if (!kept) decide(unsaved.get(id) ?? null);
  keepUnsaved(kept);
  return name;
}

/** @param {KeptGame | null} game */
function keepUnsaved(game) {
  if (!game) return;
  unsaved.set(game.id, game);
  report();
}

/** Stores games as they are, in place of those with the same names. @param {KeptGame[]} games */
export async function putGames(games) {
  const done = await write((store) => games.forEach((game) => store.put(game)));
  if (!done) games.forEach(keepUnsaved);
}

/**
 * Stores the summary of a game, unless the game has changed since.
 * @param {KeptGame} game @param {SeatSummary[] | null} summary
 */
export async function putSummary(game, summary) {
  const waiting = unsaved.get(game.id);
  if (waiting && sameMoves(waiting, game.record)) unsaved.set(game.id, {...waiting, summary});
  await write((store) => {
    store.get(game.id).onsuccess = (event) => {
      /** @type {KeptGame | undefined} */
      const stored = /** @type {IDBRequest} */ (event.target).result;
      if (stored && sameMoves(stored, game.record)) store.put({...stored, summary});
    };
  });
}

/** Deletes games. @param {string[]} ids */
export async function deleteGames(ids) {
  for (const id of ids) unsaved.delete(id);
  await write((store) => ids.forEach((id) => store.delete(id)));
}

/**
 * The games that pass a test, the last played first, at most `most` of them.
 * @param {(game: KeptGame) => boolean} wanted @returns {Promise<KeptGame[]>}
 */
async function find(wanted, most = Infinity) {
  /** @type {KeptGame[]} */
  const found = [...unsaved.values()].filter(wanted);
  let stored = 0;
  try {
    await inStore("readonly", (store) => {
      store.index("changed").openCursor(null, "prev").onsuccess = (event) => {
        const cursor = /** @type {IDBRequest<IDBCursorWithValue | null>} */ (event.target).result;
        if (!cursor || stored === most) return;
        if (!unsaved.has(cursor.value.id) && wanted(cursor.value)) {
          found.push(cursor.value);
          stored++;
        }
        cursor.continue();
      };
    });
  } catch (error) {
    trouble = reasonOf(error);
  }
  return found.sort((a, b) => b.changed - a.changed).slice(0, most);
}

/** All games, the last played first. */
export const allGames = () => find(() => true);

/** The game that is kept under a name. @param {string} name */
export const gameNamed = async (name) => (await find(({id}) => id === name, 1)).at(0);

/** The game that was last left before its end, besides this one. @param {string | null} name */
export const lastUnfinished = async (name) =>
  (await find(({id, over, place}) => id !== name && !over && place === "app", 1)).at(0);

/** A kept game that is equal to a record, if that has begun. @param {GameRecord} record */
export async function sameGame(record) {
  const same = JSON.stringify(record);
  return record.moves?.length ? (await find((kept) => JSON.stringify(kept.record) === same, 1)).at(0) : undefined;
}
