/** Where a moment of a game stands on a chart: every turn is as wide as any other, whatever was ordered in it. */

/** @typedef {import("../wire").Course} Course */

/**
 * @param {Course} course @param {number} left @param {number} right
 * @returns {(n: number) => number} the place of the moment after n orders
 */
export function alongTurns({ turns, orders }, left, right) {
  const wide = (right - left) / Math.max(1, turns.length);
  return (n) => {
    const at = Math.max(
      0,
      turns.findLastIndex((turn) => turn.from <= n),
    );
    const from = turns[at]?.from ?? 0;
    const to = turns[at + 1]?.from ?? Math.max(orders, from + 1);
    return left + wide * (at + Math.min(1, (n - from) / Math.max(1, to - from)));
  };
}

/** A round number at or above this one, for the top of a scale. @param {number} value */
export function roundUp(value) {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((n) => value <= n * power) ?? 10;
  return step * power;
}

/** A line that goes level until it changes. @param {{x: number, y: number}[]} points */
export function steps(points) {
  return points
    .map(({ x, y }, n) => (n ? `H${x.toFixed(1)}V${y.toFixed(1)}` : `M${x.toFixed(1)} ${y.toFixed(1)}`))
    .join("");
}
