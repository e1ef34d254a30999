/** The hexes of a map by number, with their corners and neighbours: what the editor reckons with. Pure arithmetic. */

import { HexSheet } from "../board/sheet.js";

/** @typedef {{x: number, y: number}} Point in units of the map */
/** @typedef {Record<string, any>} Doc what a file says */

/** The length of a hex's edge: as the server draws it. */
export const EDGE = 36;
const MARGIN = 20;
const ROOT = Math.sqrt(3);

/** How many digits the labels of rows or columns have. @param {number} first @param {number} count */
const digitsOf = (first, count) => Math.max(2, String(first + count - 1).length);

/** A number of the file, or what is usual. @param {any} value @param {number} usual */
const whole = (value, usual) => (Number.isInteger(value) && value > 0 ? value : usual);

/** What a map file says of its grid, as the sheet of the board wants it. @param {Doc} grid @returns {import("../wire").HexPlan} */
function planOf(grid) {
  const flat = grid.shape === "flat";
  const [rows, columns] = [Math.min(whole(grid.rows, 1), 9999), Math.min(whole(grid.columns, 1), 9999)];
  const [first_row, first_column] = [grid.first_row ?? 1, grid.first_column ?? 1];
  const [wide, high] = [EDGE * ROOT, EDGE * 2];
  const [width, height] = flat
    ? [EDGE * 1.5 * columns + EDGE / 2, wide * (rows + 0.5)]
    : [wide * (columns + 0.5), EDGE * 1.5 * rows + EDGE / 2];
  return {
    width: width + 2 * MARGIN,
    height: height + 2 * MARGIN,
    shape: flat ? "flat" : "pointy",
    row_first: grid.label !== "CCRR",
    rows,
    columns,
    first_row,
    first_column,
    row_one_north: grid.row_one !== "south",
    even_moved: grid.shifted !== "odd",
    sheet: grid.sheet ?? "",
    digits: [digitsOf(first_row, rows), digitsOf(first_column, columns)],
    edge: EDGE,
    origin: flat ? [MARGIN + EDGE, MARGIN + wide / 2] : [MARGIN + wide / 2, MARGIN + high / 2],
    words: [],
    places: [],
    ground: [],
  };
}

/** From a corner to the next, clockwise: a pointy hex from its top, a flat one from the left of its upper side. In half hexes and half edges. */
const CORNERS = {
  pointy: [
    [0, -2],
    [1, -1],
    [1, 1],
    [0, 2],
    [-1, 1],
    [-1, -1],
  ],
  flat: [
    [-1, -1],
    [1, -1],
    [2, 0],
    [1, 1],
    [-1, 1],
    [-2, 0],
  ],
};

export class Grid extends HexSheet {
  /** @param {Doc} grid the table `[grid]` of a map */
  constructor(grid) {
    super(planOf(grid ?? {}));
    const { rows, columns } = this.plan;
    this.rows = rows;
    this.columns = columns;
    this.count = rows * columns;
    this.offsets = this.flat ? CORNERS.flat : CORNERS.pointy;
    /** @type {string[]} */
    this.labels = [];
    this.x = new Float64Array(this.count);
    this.y = new Float64Array(this.count);
    /** @type {Map<string, number>} */
    this.numbers = new Map();
    for (let row = 0, n = 0; row < rows; row++)
      for (let column = 0; column < columns; column++, n++) {
        const label = this.label(row, column);
        this.labels.push(label);
        this.numbers.set(label, n);
        const at = /** @type {Point} */ (this.where(label));
        [this.x[n], this.y[n]] = [at.x, at.y];
      }
  }

  /** The number of a hex; -1 where it is not on the map. The letter of the sheet may be left out. @param {string} label */
  number(label) {
    return this.numbers.get(label) ?? this.numbers.get(this.plan.sheet + label) ?? -1;
  }

  /** The hex at a point; -1 beside the map. @param {Point} at */
  near(at) {
    const label = this.at(at);
    if (label === null) return -1;
    const n = this.number(label);
    return Math.hypot(this.x[n] - at.x, this.y[n] - at.y) <= EDGE * 1.05 ? n : -1;
  }

  /** Whether a hex stands half a hex aside. @param {number} n */
  moved(n) {
    const { origin } = this.plan;
    return this.flat
      ? Math.round((this.y[n] - origin[1]) / this.uy) % 2
      : Math.round((this.x[n] - origin[0]) / this.ux) % 2;
  }

  /** The neighbour across a side, from 0 clockwise; -1 beyond the edge. @param {number} n @param {number} dir */
  neighbour(n, dir) {
    const [row, column] = [Math.floor(n / this.columns), n % this.columns];
    const moved = this.moved(n);
    const [down, right] = this.flat
      ? [
          [-1, 0],
          [moved - 1, 1],
          [moved, 1],
          [1, 0],
          [moved, -1],
          [moved - 1, -1],
        ][dir]
      : [
          [-1, moved],
          [0, 1],
          [1, moved],
          [1, moved - 1],
          [0, -1],
          [-1, moved - 1],
        ][dir];
    const [r, c] = [row + down, column + right];
    return r < 0 || c < 0 || r >= this.rows || c >= this.columns ? -1 : r * this.columns + c;
  }

  /** All neighbours. @param {number} n */
  around(n) {
    return [0, 1, 2, 3, 4, 5].map((dir) => this.neighbour(n, dir)).filter((other) => other >= 0);
  }

  /** The side of `a` towards `b`; -1 if they do not touch. @param {number} a @param {number} b */
  direction(a, b) {
    for (let dir = 0; dir < 6; dir++) if (this.neighbour(a, dir) === b) return dir;
    return -1;
  }

  /** A corner. @param {number} n @param {number} corner @returns {Point} */
  corner(n, corner) {
    const [a, b] = this.offsets[corner % 6];
    return { x: this.x[n] + a * this.ux, y: this.y[n] + b * this.uy };
  }

  /** A number for a corner, the same for all hexes that share it. @param {number} n @param {number} corner */
  cornerId(n, corner) {
    const { origin } = this.plan;
    const [a, b] = this.offsets[corner % 6];
    const x = Math.round((this.x[n] - origin[0]) / this.ux) + a + 8;
    const y = Math.round((this.y[n] - origin[1]) / this.uy) + b + 8;
    return y * 65536 + x;
  }

  /** Where the corner with a number lies. @param {number} id @returns {Point} */
  cornerAt(id) {
    const { origin } = this.plan;
    return {
      x: ((id % 65536) - 8) * this.ux + origin[0],
      y: (Math.floor(id / 65536) - 8) * this.uy + origin[1],
    };
  }

  /** The two corners of a side, clockwise. @param {number} n @param {number} dir @returns {[Point, Point]} */
  ends(n, dir) {
    return [this.corner(n, dir), this.corner(n, dir + 1)];
  }

  /** A hexside as files write it. @param {number} a @param {number} b */
  sideLabel(a, b) {
    const [one, two] = [this.labels[a], this.labels[b]].sort();
    return `${one}/${two}`;
  }

  /** The two hexes of a hexside as files write it; none if they do not touch. @param {string} side @returns {[number, number] | null} */
  side(side) {
    const [a, b] = String(side).split("/");
    const [m, n] = [this.number(a ?? ""), this.number(b ?? "")];
    return m >= 0 && n >= 0 && this.direction(m, n) >= 0 ? [m, n] : null;
  }

  /** The side of the map nearest to a point: the hex it lies in and the direction; none at the edge. @param {Point} at @returns {{n: number, dir: number, other: number} | null} */
  nearestSide(at) {
    const n = this.near(at);
    if (n < 0) return null;
    let best = null;
    let least = Infinity;
    for (let dir = 0; dir < 6; dir++) {
      const other = this.neighbour(n, dir);
      if (other < 0) continue;
      const [a, b] = this.ends(n, dir);
      const away = Math.hypot((a.x + b.x) / 2 - at.x, (a.y + b.y) / 2 - at.y);
      if (away < least) [least, best] = [away, { n, dir, other }];
    }
    return best;
  }

  /** Hexes within so many steps. @param {number} n @param {number} steps */
  within(n, steps) {
    const found = new Set([n]);
    let edge = [n];
    for (let k = 0; k < steps; k++) {
      const next = [];
      for (const one of edge)
        for (const other of this.around(one))
          if (!found.has(other)) {
            found.add(other);
            next.push(other);
          }
      edge = next;
    }
    return [...found];
  }

  /** All hexes joined to this one for which `same` holds. @param {number} n @param {(n: number) => boolean} same */
  flood(n, same) {
    const found = new Set([n]);
    const open = [n];
    while (open.length) {
      const one = /** @type {number} */ (open.pop());
      for (const other of this.around(one))
        if (!found.has(other) && same(other)) {
          found.add(other);
          open.push(other);
        }
    }
    return [...found];
  }
}
