/** What is done with a whole game, asked about first where something would be lost: for its table and for the list. */

import * as api from "../api.js";
import { alert, say } from "../dom.js";
import { go } from "../main.js";
import { ask } from "../own/ask.js";
import { askWords } from "./ask.js";

/** @typedef {import("../types.js").SeatInfo} SeatInfo */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {{id: string, name?: string, you: Side[], seats: Record<Side, SeatInfo>, over: boolean}} Whole what must be known of a game */

/** The seat across, where one side is mine. @param {Pick<Whole, "you" | "seats">} game */
export function across({ you, seats }) {
  return you.length === 1 ? seats[you[0] === "union" ? "confederate" : "union"] : null;
}

/** Whether nobody else has anything to lose. @param {Pick<Whole, "you" | "seats">} game */
export const isAlone = (game) => across(game)?.kind !== "person" && game.you.length > 0;

/** Tries something; what the server has against it is shown. @param {() => Promise<unknown>} work @returns {Promise<boolean>} */
export async function tried(work) {
  try {
    await work();
    return true;
  } catch (no) {
    alert(no instanceof Error ? no.message : String(no));
    return false;
  }
}

/** @param {Whole} game @param {string} usual what it is called without a name */
export async function rename({ id, name }, usual) {
  const words = await askWords(
    "What shall the game be called?",
    `Both sides read it. Left empty it is “${usual}”.`,
    {
      value: name ?? "",
      label: "Name of the game",
      done: "Rename",
      most: 40,
    },
  );
  return words !== null && (await tried(() => api.rename(id, words)));
}

/** @param {Pick<Whole, "id" | "you">} game @param {Side} [seat] who plays both sides says for which */
export async function resign({ id, you }, seat) {
  const sure = await ask("Resign this game?", "The other side wins at once. It cannot be taken back.", [
    { word: "yes", label: "Resign", main: true },
  ]);
  return (
    sure === "yes" && (await tried(() => api.resign(id, seat ?? (you.length === 1 ? you[0] : undefined))))
  );
}

/** @param {string} id @param {"draw" | "abandon"} kind */
export async function propose(id, kind) {
  const [question, more, label] =
    kind === "draw"
      ? [
          "Offer a draw?",
          "The other player may agree or decline. Until then the game goes on.",
          "Offer a draw",
        ]
      : [
          "Propose to leave the game?",
          "If the other player agrees it ends without a result: nobody has won or lost.",
          "Propose it",
        ];
  const sure = await ask(question, more, [{ word: "yes", label, main: true }]);
  return sure === "yes" && (await tried(() => api.propose(id, kind)));
}

/** Deletes a game, or takes it out of one's own list. @param {Whole} game */
export async function remove(game) {
  const alone = isAlone(game);
  const sure = await ask(
    alone ? "Delete this game?" : "Take this game out of your list?",
    alone
      ? "It is gone for good, with its record."
      : "The other player keeps it. Whoever has its address can still look at it.",
    [{ word: "yes", label: alone ? "Delete" : "Take it out", main: true }],
  );
  if (sure !== "yes") return false;
  return tried(async () => {
    const { deleted } = await api.removeGame(game.id);
    if (!deleted) api.hideHere(game.id, true);
    say(deleted ? "Deleted." : "It is out of your list.");
  });
}

/** Puts a finished game out of one's list, or back into it. @param {string} id @param {boolean} hidden @param {boolean} member */
export async function hide(id, hidden, member) {
  return tried(async () => {
    if (member) await api.hideGame(id, hidden);
    api.hideHere(id, hidden);
    say(hidden ? "It is hidden. “Show hidden games” stands below the list." : "It is in your list again.");
  });
}

/** To the next game of the same players, sides changed: the one that was begun, or a new one. @param {string} id */
export async function rematch(id) {
  await tried(async () => go(`/game/${await api.rematch(id)}`));
}
