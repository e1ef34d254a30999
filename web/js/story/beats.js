/** How long the orders of the other side are looked at, and which of them together. Pure. */

import { isPhase, isTurn } from "../panels/log.js";

/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../wire").Act} Act */
/** @typedef {{lines: Line[], ms: number, mine: boolean}} Beat orders that are seen together, how long, and whether they concern me */

/** A turn is shown within about this time, in milliseconds, however many orders it has, */
export const CAP = 20000;
/** and what still waits then, or comes later, within this. */
const REST = 3000;
/** Nothing shorter than this can be followed: what would be is shown together. */
const LEAST = 170;
/** What is done to my own pieces is looked at longer, */
const MINE = 1300;
/** and never shorter than this, be there ever so much of it. */
const MINE_LEAST = 700;

/** How long one thing of a kind takes to be seen. @type {Record<Act, number>} */
const TIMES = {
  attack: 2300,
  charge: 2300,
  fire: 1700,
  retreat: 1200,
  loss: 900,
  move: 850,
  arrival: 750,
  work: 650,
  roll: 650,
};
/** A farther step of the same march. */
const STEP = 240;
/** Several things of one order together are not looked at longer. */
const MOST = 3600;

const FIGHTS = new Set(["attack", "charge", "fire"]);

/** Whether an event is a fight. @param {GameEvent} event */
export const isFight = ({ show }) => show !== undefined && FIGHTS.has(show.kind);

/** Whether an order was a fight. @param {Line} line */
export const hasFight = (line) => line.events.some(isFight);

/** @param {GameEvent} event */
function time(event) {
  if (isTurn(event)) return 900;
  if (isPhase(event)) return 250;
  return event.show ? TIMES[event.show.kind] : 0;
}

/** How long an order would be looked at if there were nothing else: 0 where there is nothing to see. @param {Line} line */
export function natural(line) {
  const times = line.events.map(time).filter((ms) => ms > 0);
  if (!times.length) return line.dice?.length ? 300 : 0;
  const longest = Math.max(...times);
  const rest = times.reduce((sum, ms) => sum + ms, 0) - longest;
  return Math.min(MOST, longest + rest * 0.25);
}

/** Who moves, where an order does nothing but that. @param {Line} line */
function marchers(line) {
  const told = line.events.filter((event) => time(event) > 0);
  if (!told.length || !told.every((event) => event.show?.kind === "move")) return null;
  return JSON.stringify([...new Set(told.flatMap((event) => event.show?.pieces ?? []))].sort());
}

/**
 * Whether an order does something to pieces of these sides: they are fought, or changed by it.
 * @param {Line} line @param {readonly string[]} sides @param {Piece[]} pieces as they are before it
 */
export function concerns(line, sides, pieces) {
  if (!sides.length) return false;
  const mine = pieces.filter((piece) => piece.side && sides.includes(piece.side));
  const ids = new Set(mine.map((piece) => piece.id));
  const places = new Set([...ids, ...mine.map((piece) => piece.at)]);
  return line.events.some(
    (event) =>
      (isFight(event) && event.show?.to?.some((place) => places.has(place))) ||
      (event.show &&
        ["retreat", "loss"].includes(event.show.kind) &&
        event.now?.some((now) => ids.has(now.id))),
  );
}

/**
 * The orders to be seen next: one, with those before it that show nothing, or the steps of one march, or as many as must
 * be taken together because so many wait.
 * @param {Line[]} waiting @param {readonly string[]} sides mine @param {Piece[]} pieces as they are before
 * @param {number} [spent] how long this turn has been shown
 * @returns {Beat | null}
 */
export function nextBeat(waiting, sides, pieces, spent = 0) {
  if (!waiting.length) return null;
  const all = waiting.reduce((sum, line) => sum + natural(line), 0);
  const share = Math.min(1, Math.max(REST, CAP - spent) / Math.max(1, all));
  /** @type {Line[]} */
  const lines = [];
  let ms = 0;
  let mine = false;
  let march = null;
  for (const line of waiting) {
    const next = natural(line);
    const who = marchers(line);
    const goesOn = march !== null && (who === march || next === 0);
    // A fight of mine is seen by itself.
    const about = next > 0 && concerns(line, sides, pieces);
    if (ms > 0 && !goesOn && (about || ms * share >= LEAST)) break;
    if (ms === 0 && next > 0) march = who;
    ms += goesOn && next > 0 ? STEP : next;
    lines.push(line);
    mine = about;
    if (about) break;
  }
  const seen = Math.max(ms * share, mine ? MINE_LEAST : 0) + (mine ? MINE * share : 0);
  return { lines, ms: ms > 0 ? Math.max(LEAST, seen) : 0, mine };
}
