/** A position followed by events alone: who stands where after an order, and the way he took. Pure. */

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {string | {x: number, y: number, facing: number}} Place a hex, or a pose on a table of inches */
/** @typedef {{piece: Piece, path: Place[]}} Travel a piece as it is at the end, and where it was on the way */

/** Where a piece is; nothing while it is not on the map. @param {Pick<Piece, "at" | "x" | "y" | "facing">} piece @returns {Place | null} */
export function placeOf({ at, x, y, facing }) {
  if (x !== undefined && y !== undefined) return { x, y, facing: facing ?? 0 };
  return at;
}

/** @param {Place | null} a @param {Place | null} b */
export function same(a, b) {
  if (a === null || b === null || typeof a === "string" || typeof b === "string") return a === b;
  return a.x === b.x && a.y === b.y && a.facing === b.facing;
}

/** The pieces an event left changed, with the way it says they took. @param {GameEvent} event @returns {[import("../wire").Now, Place[]][]} */
function changes(event) {
  const { show } = event;
  const along = show?.path ?? [];
  const who = new Set(show?.pieces ?? []);
  return (event.now ?? []).map((now) => [now, who.has(now.id) ? along : []]);
}

/**
 * What orders make of a position.
 * @param {Piece[]} pieces as they were
 * @param {Line[]} lines in turn
 * @param {Piece[]} known where to find pieces that were not there before: those of a later position
 * @returns {{pieces: Piece[], travels: Travel[]}}
 */
export function after(pieces, lines, known = []) {
  const now = new Map(pieces.map((piece) => [piece.id, piece]));
  /** @type {Map<string, Place[]>} */
  const ways = new Map();
  for (const event of lines.flatMap((line) => line.events))
    for (const [news, along] of changes(event)) {
      const piece = now.get(news.id) ?? known.find((p) => p.id === news.id);
      if (news.where === "removed") now.delete(news.id);
      if (!piece || news.where === "removed") continue;
      const was = now.has(news.id) ? placeOf(piece) : null;
      // The keys of a pose are absent where it is off the table.
      const next = { ...piece, x: undefined, y: undefined, facing: undefined, ...news };
      now.set(news.id, next);
      const is = placeOf(next);
      if (was === null || is === null || same(was, is)) continue;
      const way = ways.get(news.id) ?? [was];
      ways.set(news.id, [...way, ...along.filter((place) => !same(place, is) && !same(place, was)), is]);
    }
  const travels = [...ways].flatMap(([id, path]) => {
    const piece = now.get(id);
    return piece && placeOf(piece) !== null ? [{ piece, path }] : [];
  });
  return { pieces: [...now.values()], travels };
}

/** A position without these pieces: they are under way. @param {Piece[]} pieces @param {Travel[]} travels */
export function without(pieces, travels) {
  const gone = new Set(travels.map((travel) => travel.piece.id));
  return pieces.filter((piece) => !gone.has(piece.id));
}
