/** Where everything is that one may look for: units by name, places by name. Draws nothing. */

import { SIDES } from "../words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {import("../board/hexes.js").HexBoard | import("../board/inches.js").TableBoard} Board */
/** @typedef {{name: string, about: string, place?: string, piece?: Piece, at?: Point}} Found */

/** Where a piece is on the picture; nowhere while it is not on the map. @param {Board} board @param {Piece} piece @returns {Point | null} */
export function pointOf(board, piece) {
  if ("where" in board.sheet) return piece.at ? board.sheet.where(piece.at) : null;
  return piece.x === undefined ? null : board.sheet.point(piece.x, piece.y ?? 0);
}

/** The places of a board that have a name. @param {Board} board @param {View} view @returns {Found[]} */
export function placesOf(board, view) {
  const { sheet } = board;
  if ("plan" in sheet)
    return sheet.plan.places.map(([place, name]) => ({ name, about: `place, ${place}`, place }));
  return (view.vnb?.objectives ?? []).map(({ name, x, y }) => ({
    name,
    about: "place",
    at: sheet.point(x, y),
  }));
}

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * What a few letters may mean, the best first: names that begin so, then words that do, then all that hold them.
 * @param {string} text @param {Found[]} all @param {number} [most]
 */
export function search(text, all, most = 12) {
  const wanted = plain(text.trim());
  if (!wanted) return [];
  const rank = (/** @type {Found} */ { name, about }) => {
    const own = plain(name);
    if (own.startsWith(wanted)) return 0;
    if (own.split(/[\s'’.-]+/).some((word) => word.startsWith(wanted))) return 1;
    if (own.includes(wanted)) return 2;
    return plain(about).includes(wanted) ? 3 : 4;
  };
  return all
    .map((found) => ({ found, rank: rank(found) }))
    .filter((one) => one.rank < 4)
    .sort((a, b) => a.rank - b.rank || a.found.name.localeCompare(b.found.name))
    .slice(0, most)
    .map((one) => one.found);
}

/** A unit as the list shows it. @param {Piece} piece @returns {Found} */
export function unitFound(piece) {
  const where = piece.at ?? piece.where ?? "";
  const about = [piece.side && SIDES[piece.side], piece.kind, piece.command, where];
  return { name: piece.name, about: about.filter(Boolean).join(", "), piece };
}

/** Events that tell of a fight. */
const FIGHT =
  /^(attack|assault|fought|fired|volley|blow|charged|charges|bombard|combat|contact|skirmish|melee)/;

/**
 * Where something happened, the newest first, each place once after the other: all of it, or fights alone.
 * @param {Line[]} lines @param {boolean} fights
 * @returns {{place: string, say: string}[]}
 */
export function happenings(lines, fights) {
  /** @type {{place: string, say: string}[]} */
  const all = [];
  for (const line of lines.toReversed())
    for (const event of line.events.toReversed()) {
      if (fights && !FIGHT.test(event.type)) continue;
      const place = event.to ?? event.at ?? event.target ?? event.piece ?? event.from;
      const name = Array.isArray(place) ? place[0] : place;
      if (typeof name === "string" && all.at(-1)?.place !== name) all.push({ place: name, say: event.say });
    }
  return all;
}
