/** Lists of hexes as files write them: sorted, with ranges. Pure functions. */

/** @typedef {import("./grid.js").Grid} Grid */

/** The hexes of a list, with those that its ranges mean; words that are no hexes are left out. @param {Grid} grid @param {any} list */
export function hexesOf(grid, list) {
  /** @type {number[]} */
  const out = [];
  for (const word of Array.isArray(list) ? list : []) {
    const [from, to] = String(word).split("..");
    const [a, b] = [grid.number(from), to === undefined ? -1 : grid.number(to)];
    if (to === undefined) {
      if (a >= 0) out.push(a);
      continue;
    }
    if (a < 0 || b < 0) continue;
    // Along a row where rows come first in a label, else along a column; labels of rows may grow northwards.
    const step = grid.plan.row_first ? Math.sign(b - a) : Math.sign(b - a) * grid.columns;
    if (step === 0 || (b - a) % step !== 0) out.push(a, b);
    else for (let n = a; n !== b + step; n += step) out.push(n);
  }
  return out;
}

/** Hexes as a list of labels, sorted, two or more in a row as a range. @param {Grid} grid @param {Iterable<number>} hexes */
export function listOf(grid, hexes) {
  const labels = [...new Set(hexes)].map((n) => grid.labels[n]).sort();
  const { sheet, digits, row_first } = grid.plan;
  const tail = row_first ? digits[1] : digits[0];
  const head = (/** @type {string} */ label) => label.slice(sheet.length, label.length - tail);
  const last = (/** @type {string} */ label) => Number(label.slice(label.length - tail));
  /** @type {string[]} */
  const out = [];
  for (let n = 0; n < labels.length; ) {
    let end = n;
    while (
      end + 1 < labels.length &&
      head(labels[end + 1]) === head(labels[n]) &&
      last(labels[end + 1]) === last(labels[end]) + 1
    )
      end++;
    out.push(end > n ? `${labels[n]}..${labels[end].slice(sheet.length)}` : labels[n]);
    n = end + 1;
  }
  return out;
}

/** Hexsides, sorted. @param {Iterable<string>} sides */
export const sidesOf = (sides) => [...new Set(sides)].sort();
