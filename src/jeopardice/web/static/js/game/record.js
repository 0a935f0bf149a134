/** The record of a game: its rules, who plays it, the seed of its dice and the moves. */

/** @type {[string, string][]} */
export const PLAYERS = [
  ["human", "Person"],
  ["optimal", "Best play"],
  ["max-score", "Most points"],
  ["card", "Strategy card"],
  ["beginner", "Beginner"],
];
/** @param {string} player */
export const playerName = (player) =>
  PLAYERS.find(([name]) => name === player)?.[1] ?? player.replace("hold-at:", "Holds at ");
/** The names of computers. */
export const COMPUTERS = ["Ada", "Blaise", "Christiaan", "Dorothea", "Emilie", "Fermat", "Gerolamo", "Hypatia"];
/** The most seats of a game. */
export const MOST_SEATS = 8;
/** Whether a seat cannot move before best play is known. @param {Seat} seat */
export const needsSolution = (seat) => ["optimal", "card"].includes(seat.player);
/** Players who can replace best play in a game that is not solved. */
export const SUBSTITUTES = ["max-score", "beginner"];

/** A short seed that can be read out across a table. */
export function newSeed() {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => letters[byte % letters.length]).join("");
}

/** @returns {GameRecord} */
export const newRecord = () => ({
  version: 1,
  rules: {preset: "farkle"},
  seats: [{name: "You", player: "human"}, {name: COMPUTERS[0], player: "optimal"}],
  first: 0,
  seed: newSeed(),
  moves: [],
});

/** The rules of a record for as many players as it has seats. @param {GameRecord} record @returns {RulesSource} */
export const rulesFor = ({rules, seats}) => ({...rules, set: {...rules.set, players: seats.length}});
