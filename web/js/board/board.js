/** The board of a game by what its pieces stand on. */

import { HexBoard } from "./hexboard.js";
import { TableBoard } from "./tableboard.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {{place: (place: string) => void, describe: (place: string) => string}} HexHooks */

/**
 * @param {HTMLElement} frame @param {string} svgText @param {View} view
 * @param {HexHooks & import("./tableboard.js").TableHooks} hooks
 */
export function boardOf(frame, svgText, view, hooks) {
  const { board } = view;
  return board.kind === "inches"
    ? new TableBoard(frame, svgText, hooks, board)
    : new HexBoard(frame, svgText, hooks);
}
