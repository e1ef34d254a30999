/** Words that several pages share. */

/** @typedef {import("./types.js").Side} Side */

/** @type {Record<Side, string>} */
export const SIDES = { union: "Union", confederate: "Confederate" };

/** @type {Side[]} */
export const BOTH = ["union", "confederate"];

/** When something was, in words. @param {number} seconds */
export function ago(seconds) {
  const past = Math.max(0, Date.now() / 1000 - seconds);
  if (past < 90) return "just now";
  if (past < 5400) return `${Math.round(past / 60)} minutes ago`;
  if (past < 36 * 3600) return `${Math.round(past / 3600)} hours ago`;
  return `${Math.round(past / 86400)} days ago`;
}

/** A chance as people say it. @param {number} p */
export function percent(p) {
  if (p > 0 && p < 0.005) return "under 1 %";
  return `${Math.round(p * 100)} %`;
}
