/** Who can still act: by command, where they are and what is left to them. */

import { h } from "../dom.js";
import { readyPieces } from "../game/choice.js";
import { pieceButton } from "./side.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").View} View */
/** @typedef {{now: Piece[], later: Piece[], left: Map<string, string>}} Unmoved */

/** Those with an order now; those of mine on the map who are not done yet; and what each can do. @param {Table} table @returns {Unmoved} */
export function unmoved({ cards, view, you }) {
  const ready = readyPieces(cards);
  const seats = new Set(cards.length ? cards.map((card) => card.seat) : you);
  const here = view.pieces.filter((p) => p.side && seats.has(p.side) && (p.at || p.x !== undefined));
  const now = view.pieces.filter((p) => ready.has(p.id) && p.side && seats.has(p.side));
  const later = here.filter((p) => !ready.has(p.id) && !p.spent && p.kind !== "leader");
  const left = new Map(now.map((piece) => [piece.id, leftTo(piece, cards, view)]));
  return { now, later, left };
}

/** @param {Piece} piece @param {import("../types.js").Card[]} cards @param {View} view */
function leftTo(piece, cards, { active }) {
  const inHand = active && [active.piece, ...(active.with ?? [])].includes(piece.id);
  const can = cards.filter((card) => card.piece === piece.id).map((card) => card.group || card.label);
  return [inHand && active.label, [...new Set(can)].slice(0, 4).join(", ")].filter(Boolean).join(": ");
}

/** @param {Unmoved} unmoved @param {View} view @param {(piece: Piece) => void} choose */
export function unmovedPanel({ now, later, left }, view, choose) {
  const list = (/** @type {Piece[]} */ pieces) =>
    [...byCommand(pieces)].map(([command, members]) =>
      h(
        "section",
        { class: "unmoved-command" },
        command && h("h4", {}, command),
        h(
          "ul",
          {},
          members.map((piece) =>
            h("li", {}, pieceButton(piece, choose, left.has(piece.id), left.get(piece.id) ?? "")),
          ),
        ),
      ),
    );
  if (!now.length && !later.length)
    return [h("p", { class: "soft" }, `Nobody has anything left to do in this ${view.phase || "phase"}.`)];
  return [
    h(
      "div",
      { class: "roster unmoved" },
      h("h3", {}, now.length ? `Can act now · ${now.length}` : "Nobody can act at this moment"),
      list(now),
      later.length > 0 && h("h3", {}, `Not done yet · ${later.length}`),
      list(later),
    ),
  ];
}

/** @param {Piece[]} pieces @returns {Map<string, Piece[]>} */
function byCommand(pieces) {
  /** @type {Map<string, Piece[]>} */
  const commands = new Map();
  for (const piece of pieces) {
    const name = piece.command ?? "";
    commands.set(name, [...(commands.get(name) ?? []), piece]);
  }
  return commands;
}
