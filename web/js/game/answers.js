/** Standing answers, without a page: what stands, in words, and which order it means now. The cards tell; no system is known here. */

import { isPhase, isTurn } from "../panels/log.js";

/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Table} Table */

/**
 * @typedef {object} Answer what is answered without being asked
 * @property {"pace" | "pass" | "answer"} what always the usual pace; pass while no enemy is near; one answer to one question
 * @property {Side} seat
 * @property {number | null} turn the turn at whose end it stops, if it does
 * @property {number} [within] how near the enemy has to come, in steps
 * @property {string} [kind] the question, for the program
 * @property {string} [prompt] the question, for people
 * @property {string} [label] the answer
 */

/** @typedef {{far: number, mine: Piece, theirs: Piece}} Near the two enemies nearest to each other */

/** Inches to a step on a table without hexes: what infantry comes in a short move. */
export const INCHES = 6;

/** A distance in words. @param {number} steps @param {boolean} inches */
export function stepWords(steps, inches) {
  if (inches) return `${steps * INCHES} inches`;
  return steps === 1 ? "1 hex" : `${steps} hexes`;
}

/** @param {Answer} answer @param {boolean} inches the table has no hexes */
export function answerWords({ what, within = 1, prompt, label, turn }, inches) {
  const until = turn === null ? "" : ", this turn";
  if (what === "pace") return `Always the usual pace${until}`;
  if (what === "pass") return `Pass until the enemy is within ${stepWords(within, inches)}${until}`;
  return `“${label}” to “${prompt}”${until}`;
}

/** Whether two answers are to the same thing. @param {Answer} a @param {Answer} b */
export const same = (a, b) => a.what === b.what && a.seat === b.seat && a.kind === b.kind;

/** What the usual pace is, where somebody is asked for it. @param {Card[]} cards */
export function usualPace(cards) {
  return cards.some((card) => card.presses) ? cards.find((card) => card.usual) : undefined;
}

/** The answer of whoever has nothing to do; none while something is in hand. @param {Card[]} cards */
export function passing(cards) {
  return cards.some((card) => card.ends) ? undefined : cards.find((card) => card.passes);
}

/** The answer that could stand for the question that is open. @param {Table} table @param {Side} seat @returns {Answer | null} */
export function offered(table, seat) {
  const { waiting } = table.standing;
  const card = passing(table.cards.filter((c) => c.seat === seat));
  if (!waiting || !card) return null;
  const { kind, prompt } = waiting;
  return { what: "answer", seat, turn: table.view.turn, kind, prompt, label: card.label };
}

/** The enemies nearest to each other. @param {Piece[]} pieces @param {Side} seat @param {(a: Piece, b: Piece) => number} apart @returns {Near | null} */
export function nearest(pieces, seat, apart) {
  const here = pieces.filter((p) => p.at || p.x !== undefined);
  const enemies = here.filter((p) => p.side && p.side !== seat);
  /** @type {Near | null} */
  let best = null;
  for (const mine of here.filter((p) => p.side === seat))
    for (const theirs of enemies) {
      const far = apart(mine, theirs);
      if (!best || far < best.far) best = { far, mine, theirs };
    }
  return best;
}

/** Whether a value names one of these, however deep. @param {unknown} value @param {Set<string>} names @returns {string | undefined} */
function naming(value, names) {
  if (typeof value === "string") return names.has(value) ? value : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const part of Object.values(value)) {
    const found = naming(part, names);
    if (found) return found;
  }
  return undefined;
}

/** What an order itself did: what the end of a phase or a turn brings is nobody's doing. @param {Line} line */
function deeds({ events }) {
  const end = events.findIndex((event) => isTurn(event) || isPhase(event));
  return end < 0 ? events : events.slice(0, end);
}

/** The piece of a side that the enemy had to do with since that side's last order. @param {Line[]} lines @param {Side} seat @param {Piece[]} pieces */
export function concerned(lines, seat, pieces) {
  const last = lines.findLastIndex((line) => line.seat === seat);
  const mine = new Set(pieces.filter((p) => p.side === seat).map((p) => p.id));
  for (const line of lines.slice(last + 1)) {
    if (!line.seat || line.seat === seat) continue;
    for (const event of deeds(line)) {
      const { say: _said, ...rest } = event;
      const found = naming(rest, mine);
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * What an answer means now: an order, or why it means none.
 * @param {Answer} answer @param {Table} table @param {{lines: Line[], apart: (a: Piece, b: Piece) => number, inches: boolean}} now
 * @returns {{card?: Card, why?: string}}
 */
export function meant(answer, table, { lines, apart, inches }) {
  const cards = table.cards.filter((card) => card.seat === answer.seat);
  const { view, standing } = table;
  const card = cardOf(answer, cards, standing.waiting?.kind);
  if (!card) return {};
  const { active } = view;
  const under = active && view.pieces.find((p) => p.id === active.piece);
  if (under?.side && under.side !== answer.seat)
    return { why: `${under.name} is under way and asks for an answer: you decide.` };
  const piece = concerned(lines, answer.seat, view.pieces);
  if (piece) return { why: `The enemy’s last orders concern ${piece}: you decide.` };
  if (answer.what !== "pass") return { card };
  const near = nearest(view.pieces, answer.seat, apart);
  const limit = (answer.within ?? 1) * (inches ? INCHES : 1);
  if (!near || near.far > limit) return { card };
  const words = inches ? `${near.far.toFixed(0)} inches` : stepWords(near.far, false);
  return { why: `${near.theirs.name} is ${words} from ${near.mine.name}: you decide.` };
}

/** @param {Answer} answer @param {Card[]} cards @param {string | undefined} kind */
function cardOf(answer, cards, kind) {
  if (answer.what === "pace") return usualPace(cards);
  if (answer.what === "pass") return passing(cards);
  if (kind !== answer.kind) return undefined;
  const card = passing(cards);
  return card?.label === answer.label ? card : undefined;
}
