/** What a player can choose and has chosen, without drawing anything: which orders a click may mean. */

import { inHundred } from "./goal.js";

/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Way} Way */

/** The pieces that have an order. @param {Card[]} cards @returns {Set<string>} */
export function readyPieces(cards) {
  return new Set(cards.map((card) => card.piece).filter((piece) => piece !== undefined));
}

/** The orders that a click on a place may mean. @param {Card[]} cards @param {string} place @param {string | null} selected */
export function cardsAt(cards, place, selected) {
  return cards.filter((card) => card.at === place && (!card.piece || card.piece === selected || !selected));
}

/** The orders that are shown while a piece is chosen, or while none is. @param {Card[]} cards @param {string | null} selected */
export function cardsFor(cards, selected) {
  return cards.filter((card) => !card.piece || card.piece === selected);
}

/** The orders aimed at enemies: of the piece chosen, and those that are clicked where the enemy stands. @param {Card[]} cards @param {string | null} selected */
export function aimed(cards, selected) {
  return cards.filter(
    (card) => card.target !== undefined && (card.at === card.target || card.piece === selected),
  );
}

/** What stays chosen when the table changes: the only piece that is asked for, or the one chosen while it can act. @param {Card[]} cards @param {string | null} selected */
export function stillSelected(cards, selected) {
  const pieces = readyPieces(cards);
  if (pieces.size === 1) return [...pieces][0];
  return selected && pieces.has(selected) ? selected : null;
}

/**
 * A way of several orders as one card.
 * @param {string} piece @param {string} place @param {Way} way @param {import("../types.js").Side} seat
 * @returns {Card}
 */
export function wayCard(piece, place, way, seat) {
  const cost = way.cost === null ? "" : ` for ${way.cost} MP`;
  const by = way.path.slice(1, -1).join(", ") || "the next hex";
  const doubt =
    way.chance === undefined ? ", where dice or the enemy may decide" : `: ${inHundred(way.chance)}`;
  const label = `${piece} goes to ${place}${cost}, by ${by}${way.sure ? "" : doubt}`;
  const { orders, path } = way;
  return { order: orders.join("; "), orders, path, label, at: place, piece, seat, goal: place };
}

/**
 * The way that is shown for the order looked at.
 * @param {Card | null} staged @param {{path?: unknown} | null} answer @param {string | null | undefined} from where its piece is
 * @returns {string[]}
 */
export function pathOf(staged, answer, from) {
  if (staged?.path) return staged.path;
  if (Array.isArray(answer?.path)) return answer.path;
  return staged?.at && from ? [from, staged.at] : [];
}

/** How a chosen piece is told. @param {Piece} piece @param {Card[]} cards */
export function pieceWords(piece, cards) {
  const orders = cards.filter((card) => card.piece === piece.id);
  if (!orders.length) return `${piece.label}, chosen.`;
  const first = orders.slice(0, 3).map((card) => card.label);
  const more = orders.length > 3 ? "; and more" : "";
  return `${piece.label}, chosen. ${orders.length} orders: ${first.join("; ")}${more}.`;
}

/**
 * What a screen reader says of a place.
 * @param {Table} table @param {string} place @param {{ground: string, heard: string[], selected: string | null}} more
 */
export function placeWords(table, place, { ground, heard, selected }) {
  const here = table.view.pieces.filter((p) => p.at === place).map((p) => p.label);
  const marks = table.view.markers.filter((m) => m.at?.split("/").includes(place)).map((m) => m.label);
  const cards = cardsAt(table.cards, place, selected)
    .slice(0, 3)
    .map((c) => c.label);
  const orders = cards.length ? `Orders: ${cards.join("; ")}` : "";
  return [ground, ...here, ...marks, ...heard, orders].filter(Boolean).join(". ");
}
