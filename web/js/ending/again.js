/** What can be done with a game that is over: played again, with sides changed, shared, played on from a moment. */

import * as api from "../api.js";
import { alert, h, say } from "../dom.js";
import { isAlone, rematch } from "../courtesies/deeds.js";
import { chosenSeats, seatChoices, seatsOf } from "../game/seats.js";
import { strengthsIn } from "../game/rating.js";
import { go } from "../main.js";

/** @typedef {import("../types.js").Table} Table */

/** Begins a game and goes there. @param {any} game */
async function begin(game) {
  try {
    const begun = await api.begin({ name: api.myName(), ...game });
    go(`/game/${begun.id}`);
  } catch (no) {
    alert(no instanceof Error ? no.message : String(no));
  }
}

/** @param {string} key @param {string} words @param {() => void} act @param {boolean} [main] */
const button = (key, words, act, main = false) =>
  h("button", { type: "button", class: main ? "main" : "", "data-key": key, onclick: act }, words);

/** @param {Table} table @param {boolean} [first] playing again is what comes first */
export function againButtons(table, first = true) {
  const { scenario, options, coach } = table;
  const seats = seatsOf(table);
  const one = table.you.length === 1;
  const same = coach ? { lesson: coach.lesson } : { scenario, options, seats };
  const words = isAlone(table) ? "Play the other side" : "Rematch, sides changed";
  return h(
    "div",
    { class: "again", role: "group", "aria-label": "What now" },
    table.you.length > 0 && button("again", "Play again", () => begin(same), first),
    one && !coach && button("rematch", table.next ? "To the rematch" : words, () => rematch(table.id)),
    !table.you.length &&
      h("a", { class: "button main", href: `/new/${encodeURIComponent(scenario)}` }, "Play this scenario"),
    h("a", { class: "button", href: `/replay/${table.id}` }, "See it again, play on from any moment"),
    shareButton(table),
    first && h("a", { class: "button", "data-key": "another", href: "/" }, "Another battle"),
  );
}

/** The address of the replay, for anybody. @param {Table} table */
function shareButton(table) {
  const link = `${location.origin}/replay/${table.id}`;
  const share = button("share", "Share the game", async () => {
    const told = { title: table.view.title, url: link };
    if (
      navigator.share &&
      (await navigator
        .share(told)
        .then(() => true)
        .catch(() => false))
    )
      return;
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    share.textContent = copied ? "Link copied" : "Share the game";
    alert(copied ? `Copied: ${link}` : link, "yes");
    say(copied ? "The link to the replay is copied." : link);
  });
  return share;
}

/** Asks who shall play, then plays on from a moment of the game. @param {Table} table @param {number} n after so many orders */
export async function askPlayOn(table, n) {
  const [officers, strengths] = await Promise.all([api.officers(), strengthsIn(table.system)]);
  const dialog = h("dialog", { class: "play-on", "aria-labelledby": "play-on-title" });
  const form = h(
    "form",
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        dialog.close();
        await begin({ from: { game: table.id, orders: n }, seats: chosenSeats(form) });
      },
    },
    h("h2", { id: "play-on-title" }, "Play on from here"),
    h(
      "p",
      {},
      n === 1
        ? "The first order stands as it was given. "
        : `The first ${n} orders stand as they were given. `,
      "From there on it is a game of its own, with dice of its own.",
    ),
    seatChoices(officers, strengths, table.you[0] ?? "union"),
    h(
      "div",
      { class: "choice-row" },
      h("button", { type: "submit", class: "main" }, "Play on"),
      h("button", { type: "button", onclick: () => dialog.close() }, "Not now"),
    ),
  );
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
