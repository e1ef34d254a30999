/** What can be laid over the map, by system: questions to the referee whose answers are places. */

import * as api from "../api.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {{name: string, hexes: Set<string>}} Overlay */
/** @typedef {{from: string, to: string, kind: string, words: string}} Sight a line between two stands */
/**
 * @typedef {object} Laid
 * @property {Overlay[]} overlays
 * @property {Map<string, string>} costs words on hexes
 * @property {Map<string, string[]>} heard what a screen reader says of a place
 * @property {Sight[]} sights
 * @property {{at: string, inches: number, side: string}[]} rings
 * @property {Set<string>} flagged stands marked, as those out of command
 * @property {string} summary the whole in a sentence
 */

/**
 * @typedef {object} Lens
 * @property {string} id
 * @property {string} title
 * @property {(piece: Piece | null, place: string) => any[] | null} questions null where it makes no sense
 * @property {string} [needs] said where it makes no sense
 */

/** @returns {Laid} */
export const nothingLaid = () => ({ overlays: [], costs: new Map(), heard: new Map(), sights: [], rings: [], flagged: new Set(), summary: "" });

/** @param {string} ask */
const bothSides = (ask) => () => [{ ask, side: "union" }, { ask, side: "confederate" }];
/** @type {Lens} */
const ZOC = { id: "zoc", title: "Zones of control", questions: bothSides("zoc") };
/** @type {Lens} */
const REACH = { id: "reach", title: "Reach", questions: (p) => (p?.kind === "unit" ? [{ ask: "reach", unit: p.id }] : null), needs: "Choose a unit first." };
/** @type {Lens} */
const COMMAND = { id: "command", title: "Command radius", questions: (p) => (p?.kind === "leader" ? [{ ask: "command-radius", leader: p.id }] : null), needs: "Choose a leader first." };

/** @type {Record<string, Lens[]>} */
export const LENSES = {
  gcacw: [ZOC, REACH, COMMAND],
  lfm: [
    ZOC,
    { id: "zoi", title: "Zones of influence", questions: bothSides("zoi") },
    { id: "sight", title: "Line of sight", questions: (p, place) => (p?.at || place ? [{ ask: "visible", from: p?.at ?? place }] : null), needs: "Choose a piece or a hex first." },
    REACH, COMMAND,
  ],
  vnb: [
    { id: "sight", title: "Line of sight", questions: (p) => (p ? [{ ask: "visible", from: p.id }] : null), needs: "Choose a stand first." },
    { id: "command", title: "Command", questions: bothSides("command") },
  ],
};

/** What the keys of an answer mean on the map. @type {Record<string, string>} */
const WORDS = {
  "zoc hexes": "zone of control", "zoc normal": "zone of control", "zoc restricted": "restricted zone of control", "zoi hexes": "zone of influence",
  "reach hexes": "in reach", "command-radius hexes": "in command radius", "visible clear": "in clear sight", "visible partial": "partly seen", "visible blocked": "out of sight",
};

/** Keys of an answer that hold hexes. */
const PLACES = ["hexes", "normal", "restricted", "clear", "partial", "blocked"];

/**
 * @param {string} game
 * @param {any[]} questions
 * @returns {Promise<Laid>}
 */
export async function lay(game, questions) {
  const answers = await Promise.all(questions.map((q) => api.ask(game, q)));
  const laid = nothingLaid();
  /** @type {string[]} */
  const told = [];
  answers.forEach((answer, n) => {
    const question = questions[n];
    for (const key of PLACES) if (answer[key]) told.push(layHexes(laid, question, key, answer[key]));
    if (answer.seen) told.push(laySight(laid, question, answer));
    if (answer.commanders) told.push(layCommand(laid, question, answer));
  });
  laid.summary = told.filter(Boolean).join("; ");
  return laid;
}

/** @param {Laid} laid @param {any} question @param {string} key @param {any} value */
function layHexes(laid, question, key, value) {
  const side = question.side ?? "";
  const hexes = Array.isArray(value) ? value : Object.keys(value);
  laid.overlays.push({ name: `${question.ask} ${key} ${side}`, hexes: new Set(hexes) });
  const words = [side, WORDS[`${question.ask} ${key}`] ?? key].filter(Boolean).join(" ");
  for (const hex of hexes) {
    const cost = value[hex]?.cost;
    if (cost !== undefined) laid.costs.set(hex, String(cost));
    laid.heard.set(hex, [...(laid.heard.get(hex) ?? []), cost === undefined ? words : `${words} for ${cost}`]);
  }
  return hexes.length ? `${words}: ${hexes.length} hexes` : "";
}

/** @param {Laid} laid @param {any} question @param {any} answer */
function laySight(laid, question, answer) {
  for (const [to, range] of Object.entries(answer.seen)) {
    laid.sights.push({ from: question.from, to, kind: "seen", words: `${Number(range).toFixed(1)} in` });
    laid.heard.set(to, [`seen at ${Number(range).toFixed(1)} inches`]);
  }
  for (const to of answer.hidden) {
    laid.sights.push({ from: question.from, to, kind: "hidden", words: "" });
    laid.heard.set(to, ["out of sight"]);
  }
  const names = Object.entries(answer.seen).map(([to, range]) => `${to} at ${Number(range).toFixed(1)} inches`);
  return `${question.from} sees ${names.join(", ") || "no enemy"}`;
}

/** @param {Laid} laid @param {any} question @param {any} answer */
function layCommand(laid, question, answer) {
  for (const at of answer.commanders) laid.rings.push({ at, inches: answer.reach, side: question.side });
  for (const id of answer.out) {
    laid.flagged.add(id);
    laid.heard.set(id, ["out of command"]);
  }
  return `${question.side}, out of command: ${answer.out.join(", ") || "nobody"}`;
}
