/** The dialog for a new game: which game, who plays, who starts, which dice. */
import {presets} from "./api.js";
import {h, number, select, show} from "./dom.js";
import {NAMES, PLAYERS} from "./game.js";
import {newSeed} from "./store.js";

const SHORT = ["farkle", "pig", "hog", "ten-thousand", "zilch"];

/** Opens the dialog; `start(record)` gets the new game. */
export async function newGameDialog(record, start) {
  const games = await presets();
  const draft = structuredClone(record);
  draft.moves = [];
  draft.seed = newSeed();
  const dialog = h("dialog", {"aria-labelledby": "setup-title"});
  const body = h("div", {class: "stack"});
  const chosen = () => games.find((game) => game.name === draft.rules.preset);

  const seatRow = (seat, index) => h("li", {class: "setup-seat"}, h("input", {
    value: seat.name,
    maxlength: 40,
    "aria-label": `Name of seat ${index + 1}`,
    key: `name-${index}`,
    on: {
      input: (event) => {
        seat.name = event.target.value;
      }
    }
  }),
    h("select", {
      value: seat.player.startsWith("hold-at") ? "hold-at" : seat.player,
      "aria-label": `Who plays seat ${index + 1}`,
      key: `player-${index}`,
      on: {
        change: (event) => {
          seat.player = event.target.value === "hold-at" ? `hold-at:${holdAt()}` : event.target.value;
          draw();
        }
      }
    },
      PLAYERS.map(([name, label]) => h("option", {value: name}, label)), h("option", {value: "hold-at"}, "Holds at …")),
    seat.player.startsWith("hold-at") ? h("input", {
      type: "number",
      min: 1,
      value: seat.player.split(":")[1],
      "aria-label": `Seat ${index + 1} holds at`,
      key: `hold-${index}`,
      on: {
        input: (event) => {
          seat.player = `hold-at:${event.target.value}`;
        }
      }
    }) :
                                        null,
    draft.seats.length > 2 ? h("button", {
      class: "button plain",
      "aria-label": `Remove ${seat.name}`,
      click: () => {
        draft.seats.splice(index, 1);
        draft.first = Math.min(draft.first, draft.seats.length - 1);
        draw();
      }
    },
                               "✕") :
                             null);
  const holdAt = () => (chosen()?.family === "farkle" ? 300 : 20);

  const draw = () => {
    const own = !draft.rules.preset;
    show(body,
      h("div", {class: "fields"},
        select("Game",
          [...(own ? [["", "Your own rules"]] : []), ...ordered(games).map((game) => [game.name, game.title])],
          draft.rules.preset ?? "",
          (name) => {
            draft.rules = {preset: name};
            draw();
          },
          {key: "game", autofocus: true}),
        number("Goal", draft.rules.set?.goal ?? chosen()?.goal ?? "",
          (goal) => {
            draft.rules = {...draft.rules, set: {...draft.rules.set, goal}};
            if (!(goal > 0)) delete draft.rules.set.goal;
          },
          {min: 1, key: "goal"})),
      chosen() ? h("p", {class: "soft small"}, chosen().summary) : null,
      h("fieldset", {}, h("legend", {}, "Seats"), h("ol", {class: "setup-seats"}, draft.seats.map(seatRow)),
        draft.seats.length < 4 ? h("button", {
          class: "button plain",
          key: "add",
          click: () => {
            draft.seats.push({
              name: NAMES.find((name) => !draft.seats.some((seat) => seat.name === name)) ??
                `Seat ${draft.seats.length + 1}`,
              player: draft.seats.at(-1).player === "human" ? "optimal" : draft.seats.at(-1).player
            });
            draw();
          }
        },
                                   "+ Add a seat") :
                                 null),
      h("div", {class: "fields"},
        select("Who starts", draft.seats.map((seat, index) => [index, seat.name || `Seat ${index + 1}`]), draft.first,
          (seat) => {
            draft.first = Number(seat);
          },
          {key: "first"}),
        h("label", {class: "field"}, h("span", {}, "Seed of the dice"), h("input", {
          value: draft.seed,
          maxlength: 40,
          key: "seed",
          on: {
            input: (event) => {
              draft.seed = event.target.value.trim() || newSeed();
            }
          }
        }))));
  };
  draw();
  dialog.append(h("form", {
    method: "dialog",
    on: {
      submit: () => {
        draft.seats.forEach((seat, index) => {
          seat.name = seat.name.trim() || `Seat ${index + 1}`;
        });
        start(draft);
      }
    }
  },
    h("header", {}, h("h2", {id: "setup-title"}, "New game"),
      h("button", {class: "icon", "aria-label": "Close", click: () => dialog.close()}, "✕")),
    body, h("footer", {}, h("button", {type: "submit", class: "button main"}, "Start the game"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The best-known games first. */
function ordered(games) {
  const place = (game) => (SHORT.includes(game.name) ? SHORT.indexOf(game.name) : SHORT.length);
  return [...games].sort((a, b) => place(a) - place(b) || a.title.localeCompare(b.title));
}
export {ordered as wellKnownFirst};
