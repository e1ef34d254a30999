/** What the card of a place or a stand says: who is there, how strong, what can be done now. */

import { picture } from "../board/counters.js";
import { total } from "../board/stacks.js";
import { h } from "../dom.js";
import { BOTH, SIDES } from "../words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Card} Order */

/** More pieces than this are counted, not shown. */
const MOST = 9;

/**
 * @param {View} view @param {Order[]} orders @param {string} about a hex, or a stand's name
 * @param {{ground: string, heard: string[]}} more what lies there and what is laid over it, in words
 * @returns {Node[]}
 */
export function cardParts(view, orders, about, { ground, heard }) {
  const stand = view.board.kind === "inches";
  const here = view.pieces.filter((p) => (stand ? p.id : p.at) === about);
  if (stand && !here.length) return [];
  const shown = here.slice(0, MOST);
  return [
    !stand && h("h3", {}, ground),
    ...sums(here),
    ...shown.map((piece) => line(piece, orders, stand)),
    here.length > shown.length && h("p", {}, `and ${here.length - shown.length} more`),
    ...heard.map((words) => h("p", { class: "soft" }, words)),
    ...orders
      .filter((card) => !card.piece && card.at === about)
      .slice(0, 3)
      .map((card) => h("p", { class: "can" }, card.label)),
  ].filter((part) => part instanceof Node);
}

/** How strong each side is here, where there is more than one unit of it. @param {Piece[]} here */
function sums(here) {
  return BOTH.map((side) => {
    const units = here.filter((p) => p.side === side && p.kind === "unit");
    const sum = units.length > 1 ? total(units) : null;
    return sum === null
      ? null
      : h("p", { class: "sum" }, `${SIDES[side]}: ${units.length} units, strength ${sum} together`);
  });
}

/** @param {Piece} piece @param {Order[]} orders @param {boolean} stand */
function line(piece, orders, stand) {
  const mine = orders.filter((card) => card.piece === piece.id);
  const can = [...new Set(mine.map((card) => card.group || card.label))].slice(0, 4).join(", ");
  return h(
    "div",
    { class: "card-line" },
    !stand && picture(piece, 46),
    h("div", {}, h("p", {}, piece.label), can && h("p", { class: "can" }, `Can now: ${can}`)),
  );
}
