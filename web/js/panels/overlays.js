/** What can be laid over the map. A lens says which questions the referee is asked and how answers are shown. */

import * as api from "../api.js";
import { capital } from "../dom.js";
import { BOTH, SIDES } from "../words.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Lens} Lens */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../wire").Shown} Shown */
/** @typedef {Record<string, any>} Question */
/** @typedef {{name: string, hexes: Set<string>}} Overlay */
/** @typedef {{how: import("../wire").How, name: string, words: string}} Key what a colour or a line means; the name is its class */
/** @typedef {{from: string, to: string, kind: string, words: string}} Sight a line between two stands */
/**
 * @typedef {object} Laid
 * @property {Overlay[]} overlays
 * @property {Map<string, string>} costs words on hexes
 * @property {Map<string, string[]>} heard what a screen reader says of a place
 * @property {Sight[]} sights
 * @property {{at: string, inches: number, side: string}[]} rings
 * @property {Set<string>} flagged pieces marked, as those out of command
 * @property {Key[]} keys what is to be seen, for the legend
 * @property {string} summary the whole in a sentence
 */

/** @returns {Laid} */
export const nothingLaid = () => ({
  overlays: [],
  costs: new Map(),
  heard: new Map(),
  sights: [],
  rings: [],
  flagged: new Set(),
  keys: [],
  summary: "",
});

/**
 * The questions of a lens, filled in; null where there is nothing to fill them in with.
 * @param {Lens} lens @param {Piece | null} piece the piece chosen @param {string} place the place pointed at
 * @returns {Question[] | null}
 */
export function questions(lens, piece, place) {
  if (lens.kinds.length && !(piece && lens.kinds.includes(piece.kind))) return null;
  /** @type {Record<import("../wire").Filled, string | undefined>} */
  const values = { side: undefined, piece: piece?.id, place: piece?.at || place || undefined };
  /** @type {Question} */
  const question = { ask: lens.ask };
  let sides = "";
  for (const [key, filled] of lens.with) {
    if (filled === "side") sides = key;
    else if (values[filled] === undefined) return null;
    else question[key] = values[filled];
  }
  return sides ? BOTH.map((side) => ({ ...question, [sides]: side })) : [question];
}

/** Whether what a lens shows depends on the place pointed at. @param {readonly Lens[]} lenses @param {string} id */
export function asksOfPlace(lenses, id) {
  return lenses.find((lens) => lens.id === id)?.with.some(([, filled]) => filled === "place") ?? false;
}

/**
 * Asks the referee and lays the answers over the map.
 * @param {string} game @param {Lens} lens @param {Question[]} asked
 * @returns {Promise<Laid>}
 */
export async function lay(game, lens, asked) {
  return laidOut(lens, asked, await Promise.all(asked.map((question) => api.ask(game, question))));
}

/** The answers to the questions of a lens, ready to be drawn. @param {Lens} lens @param {Question[]} asked @param {any[]} answers */
export function laidOut(lens, asked, answers) {
  const laid = nothingLaid();
  /** @type {string[]} */
  const told = [];
  answers.forEach((answer, n) => {
    for (const shown of lens.shows)
      if (answer[shown.key]) {
        told.push(SHOW[shown.how](laid, shown, asked[n], answer));
        addKey(laid, shown, asked[n]);
      }
  });
  laid.summary = told.filter(Boolean).join("; ");
  return laid;
}

/** @type {Record<import("../wire").How, (laid: Laid, shown: Shown, question: Question, answer: any) => string>} */
const SHOW = { hexes: layHexes, sights: laySights, rings: layRings, flags: layFlags };

/** Each colour is told once. @param {Laid} laid @param {Shown} shown @param {Question} question */
function addKey(laid, shown, question) {
  const side = question.side ?? "";
  const name = {
    hexes: `overlay ${question.ask} ${shown.key} ${side}`,
    sights: `sight ${shown.key}`,
    rings: `ring ${side}`,
    flags: "flag-mark",
  }[shown.how].trim();
  const words = capital([side && SIDES[/** @type {Side} */ (side)], shown.words].filter(Boolean).join(" "));
  if (!laid.keys.some((key) => key.name === name)) laid.keys.push({ how: shown.how, name, words });
}

/** @param {Laid} laid @param {Shown} shown @param {Question} question @param {any} answer */
function layHexes(laid, shown, question, answer) {
  const value = answer[shown.key];
  const hexes = Array.isArray(value) ? value : Object.keys(value);
  laid.overlays.push({ name: `${question.ask} ${shown.key} ${question.side ?? ""}`, hexes: new Set(hexes) });
  const words = [question.side, shown.words].filter(Boolean).join(" ");
  for (const hex of hexes) {
    const cost = value[hex]?.cost;
    if (cost !== undefined) laid.costs.set(hex, String(cost));
    laid.heard.set(hex, [
      ...(laid.heard.get(hex) ?? []),
      cost === undefined ? words : `${words} for ${cost}`,
    ]);
  }
  return hexes.length ? `${words}: ${hexes.length} hexes` : "";
}

/** @param {Laid} laid @param {Shown} shown @param {Question} question @param {any} answer */
function laySights(laid, shown, question, answer) {
  const value = answer[shown.key];
  const { from } = question;
  if (Array.isArray(value)) {
    for (const to of value) {
      laid.sights.push({ from, to, kind: shown.key, words: "" });
      laid.heard.set(to, [shown.words]);
    }
    return "";
  }
  const far = Object.entries(value).map(([to, range]) => ({ to, inches: Number(range).toFixed(1) }));
  for (const { to, inches } of far) {
    laid.sights.push({ from, to, kind: shown.key, words: `${inches} in` });
    laid.heard.set(to, [`${shown.words} at ${inches} inches`]);
  }
  return `${from}, ${shown.words}: ${far.map((f) => `${f.to} at ${f.inches} inches`).join(", ") || "nobody"}`;
}

/** @param {Laid} laid @param {Shown} shown @param {Question} question @param {any} answer */
function layRings(laid, shown, question, answer) {
  for (const at of answer[shown.key])
    laid.rings.push({ at, inches: answer.reach, side: question.side ?? "" });
  return "";
}

/** @param {Laid} laid @param {Shown} shown @param {Question} question @param {any} answer */
function layFlags(laid, shown, question, answer) {
  for (const id of answer[shown.key]) {
    laid.flagged.add(id);
    laid.heard.set(id, [shown.words]);
  }
  return [question.side, `${shown.words}: ${answer[shown.key].join(", ") || "nobody"}`]
    .filter(Boolean)
    .join(", ");
}
