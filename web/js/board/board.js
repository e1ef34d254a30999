/** The board of a game by what its pieces stand on. */

import * as api from "../api.js";
import { setArt } from "./counters.js";
import { HexBoard } from "./hexes.js";
import { TableBoard } from "./inches.js";

/** `{side}_{name}.png` for a piece. @param {string} name @param {import("../types.js").Piece} piece */
export const artFile = (name, piece) =>
  name.replaceAll("{side}", piece.side ?? "").replaceAll("{name}", piece.name);

/**
 * Fetches what must be known of the map of a game, and makes its board.
 * @param {HTMLElement} frame @param {string} game @param {import("./field.js").Hooks} hooks
 */
export async function boardOf(frame, game, hooks) {
  const data = await api.board(game);
  const { plan, art } = data;
  setArt((piece) => (art ? api.artAddress(game, artFile(art.name, piece)) : null));
  return plan.kind === "inches"
    ? new TableBoard(frame, data, plan, hooks)
    : new HexBoard(frame, data, plan, hooks);
}
