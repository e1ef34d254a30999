/** The pieces of a scenario as counters on the editor's map. */

/** @typedef {import("./changes.js").Doc} Doc */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {{table: string, nth: number, entry: Doc, piece: Piece, leader: boolean}} Counter */

const ARMS = /** @type {Record<string, string>} */ ({ "horse-artillery": "artillery" });

/** The tables of a scenario that hold pieces, by system. @type {Record<string, string[]>} */
export const TABLES = { gcacw: ["unit"], lfm: ["unit", "commander"], vnb: ["stand"] };

/** What the type of a stand is drawn as. @param {string} type */
const armOf = (type) =>
  type.startsWith("infantry-s") || type.startsWith("cavalry-s")
    ? "skirmisher"
    : type.startsWith("cav") || type.startsWith("mounted")
      ? "cavalry"
      : type.startsWith("art")
        ? "artillery"
        : type === "commander"
          ? null
          : "infantry";

/** An entry as a piece. @param {string} system @param {string} table @param {Doc} entry @param {string[]} leaders @returns {Piece} */
export function pieceOf(system, table, entry, leaders = []) {
  const leader = table === "commander" || table === "leader" || entry.type === "commander";
  const strength = system === "gcacw" ? entry.manpower : entry.sp;
  return /** @type {any} */ ({
    id: String(entry.name ?? ""),
    name: String(entry.name ?? "?"),
    side: entry.side === "confederate" ? "confederate" : "union",
    kind: leader ? "leader" : system === "vnb" ? "stand" : "unit",
    arm: system === "vnb" ? armOf(String(entry.type ?? "")) : (ARMS[entry.arm] ?? entry.arm ?? null),
    size: entry.size ?? null,
    command: entry.command ?? null,
    strength: strength === undefined ? "" : String(strength),
    fatigue: system === "gcacw" ? Number(entry.fatigue ?? 0) : null,
    state: [entry.state ?? []].flat(),
    works: entry.entrenchment,
    leader_of: leaders,
    spent: false,
    values: [],
    label: `${entry.name ?? "?"}`,
  });
}

/** All pieces of a scenario. @param {string} system @param {Doc} doc @returns {Counter[]} */
export function countersOf(system, doc) {
  return (TABLES[system] ?? []).flatMap((table) => {
    const list = Array.isArray(doc[table]) ? doc[table] : [];
    return list.map((/** @type {Doc} */ entry, /** @type {number} */ nth) => {
      const leaders = (Array.isArray(doc.leader) ? doc.leader : [])
        .filter((/** @type {Doc} */ l) => l.with === entry.name)
        .map((/** @type {Doc} */ l) => l.name);
      const piece = pieceOf(system, table, entry, leaders);
      return { table, nth, entry, piece, leader: piece.kind === "leader" };
    });
  });
}

/** What somebody hears of a piece. @param {Counter} counter */
export function heard({ piece, entry }) {
  const where = entry.hex
    ? `in ${entry.hex}`
    : entry.x !== undefined
      ? `at ${entry.x}, ${entry.y}`
      : entry.arrives
        ? `arrives on turn ${entry.arrives.turn}`
        : "not on the map";
  return `${piece.name}, ${piece.side}${piece.strength ? `, ${piece.strength}` : ""}, ${where}`;
}
