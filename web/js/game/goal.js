/** Two clicks: a piece, and where it shall go. What lies between, orders and dice, is seen to here. */

/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").Way} Way */
/** @typedef {import("../types.js").Reach} Reach */
/** @typedef {import("../types.js").Table} Table */

/**
 * Where somebody wants to go.
 * @typedef {object} Goal
 * @property {string} piece
 * @property {string[]} with who goes along
 * @property {boolean} press farther than usual, at a price
 * @property {string} place
 * @property {boolean} stay the move is not over on arrival
 */

/** The empty answer. @type {Reach} */
export const NOWHERE = { seq: 0, who: [], hexes: {} };

/** Whether the orders of a place are only steps to it: nothing that wants a thought. @param {Card[]} cards */
export function onlySteps(cards) {
  return cards.every((card) => card.target === undefined && !card.preview);
}

/**
 * The order that lets go of the pieces in hand once they are where they shall be; none while there is something to think
 * about first.
 * @param {Card[]} cards @returns {Card | undefined}
 */
export function lettingGo(cards) {
  if (cards.some((card) => card.keeps)) return undefined;
  return cards.find((card) => card.ends);
}

/**
 * What comes next for a goal, now that the table has changed: its way, or that it is out of reach.
 * @param {Goal} goal @param {Reach} reach @returns {{orders: string[]} | {dice: string[]} | "there" | "out of reach"}
 */
export function nextStep(goal, reach) {
  if (reach.from === goal.place) return "there";
  const way = reach.hexes[goal.place];
  if (!way) return "out of reach";
  return way.chance === undefined ? { orders: way.orders } : { dice: way.orders };
}

/** A chance as people say it. @param {number} chance */
export function inHundred(chance) {
  const rounded = Math.round(chance * 100);
  if (rounded >= 100 && chance > 0.999) return "certain";
  return `${Math.min(99, Math.max(1, rounded))} in 100`;
}

/** What is written on the map at a place: the cost, or the chance before the dice. @param {Way} way */
export function wayMark(way) {
  if (way.chance !== undefined && way.chance < 0.999) return `${Math.round(way.chance * 100)}%`;
  return way.cost === null ? "" : String(way.cost);
}

/** What a way costs, in a few words. @param {Way} way */
export function wayWords(way) {
  const cost = way.cost === null ? "" : `${way.cost} MP`;
  const chance = way.chance !== undefined && way.chance < 0.999 ? inHundred(way.chance) : "";
  return [cost, chance].filter(Boolean).join(", ") || (way.sure ? "in reach" : "in reach, not for sure");
}
