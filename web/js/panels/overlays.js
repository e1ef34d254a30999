/** What can be laid over the map, by system: questions to the referee whose answers are hexes. */

import * as api from "../api.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {{name: string, hexes: Set<string>}} Overlay */
/** @typedef {{overlays: Overlay[], costs: Map<string, string>}} Laid */

/**
 * @typedef {object} Lens
 * @property {string} id
 * @property {string} title
 * @property {(piece: Piece | null) => any[] | null} questions null where it makes no sense
 */

/** @param {string} ask */
const bothSides = (ask) => () => [{ ask, side: "union" }, { ask, side: "confederate" }];

/** @type {Record<string, Lens[]>} */
export const LENSES = {
  gcacw: [
    { id: "zoc", title: "Zones of control", questions: bothSides("zoc") },
    { id: "reach", title: "Reach", questions: (p) => (p && p.kind === "unit" ? [{ ask: "reach", unit: p.id }] : null) },
    { id: "command", title: "Command radius", questions: (p) => (p && p.kind === "leader" ? [{ ask: "command-radius", leader: p.id }] : null) },
  ],
  lfm: [
    { id: "zoc", title: "Zones of control", questions: bothSides("zoc") },
    { id: "zoi", title: "Zones of influence", questions: bothSides("zoi") },
    { id: "reach", title: "Reach", questions: (p) => (p && p.kind === "unit" ? [{ ask: "reach", unit: p.id }] : null) },
  ],
};

/**
 * @param {string} game
 * @param {any[]} questions
 * @returns {Promise<Laid>}
 */
export async function lay(game, questions) {
  const answers = await Promise.all(questions.map((q) => api.ask(game, q)));
  /** @type {Laid} */
  const laid = { overlays: [], costs: new Map() };
  answers.forEach((answer, n) => {
    const side = questions[n].side ?? "";
    for (const key of ["hexes", "normal", "restricted"]) {
      const value = answer[key];
      if (!value) continue;
      const hexes = Array.isArray(value) ? value : Object.keys(value);
      laid.overlays.push({ name: `${questions[n].ask} ${key} ${side}`, hexes: new Set(hexes) });
      if (!Array.isArray(value)) for (const hex of hexes) if (value[hex]?.cost !== undefined) laid.costs.set(hex, String(value[hex].cost));
    }
  });
  return laid;
}
