/** What players can do with their game beside orders, in the tab of the table. */

import { h } from "../dom.js";
import { go } from "../main.js";
import { SIDES } from "../words.js";
import { across, isAlone, propose, remove, rematch, rename, resign } from "./deeds.js";

/** @typedef {import("../types.js").Table} Table */

/** @param {string} key @param {string} words @param {() => void} act */
const button = (key, words, act) => h("button", { type: "button", "data-key": key, onclick: act }, words);

/** @param {Table} table */
export function tableMenu(table) {
  const { id, you, seats, coach, standing } = table;
  if (!you.length) return null;
  const over = Boolean(standing.over);
  const game = { id, name: table.name, you, seats, over };
  const other = across(game);
  const person = other?.kind === "person";
  const playing = !over && !coach;
  const removed = async () => {
    if (await remove(game)) go("/");
  };
  return h(
    "section",
    { class: "table-menu", "aria-label": "The game" },
    h("h3", {}, table.name ?? table.view.title),
    h(
      "div",
      { class: "menu-buttons" },
      button("rename", "Rename", () => rename(game, table.view.title)),
      playing && person && button("draw", "Offer a draw", () => propose(id, "draw")),
      playing && person && button("abandon", "Leave without a result", () => propose(id, "abandon")),
      playing && other && other.kind !== "open" && button("resign", "Resign", () => resign(game)),
      playing &&
        you.length === 2 &&
        you.map((side) => button(`resign-${side}`, `${SIDES[side]} resigns`, () => resign(game, side))),
      over &&
        !coach &&
        button("next-game", table.next ? "To the rematch" : "Rematch, sides changed", () => rematch(id)),
      over && person && button("hide", "Take it out of my list", removed),
      isAlone(game) && button("delete", "Delete the game", removed),
    ),
    !over &&
      person &&
      h(
        "p",
        { class: "soft" },
        "A game against a person can be deleted once it is over: resign it, or agree first.",
      ),
  );
}
