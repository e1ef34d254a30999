/** The board of a game by what its pieces stand on. */

import * as api from "../api.js";
import { HexBoard } from "./hexes.js";
import { TableBoard } from "./inches.js";

/**
 * Fetches what must be known of the map of a game, and makes its board.
 * @param {HTMLElement} frame @param {string} game @param {import("./field.js").Hooks} hooks
 */
export async function boardOf(frame, game, hooks) {
  const data = await api.board(game);
  const { plan } = data;
  return plan.kind === "inches"
    ? new TableBoard(frame, data, plan, hooks)
    : new HexBoard(frame, data, plan, hooks);
}
