/** Where things are on the picture of a board: from hexes and inches to points and back. Pure arithmetic. */

/** @typedef {{x: number, y: number}} Point in units of the picture */
/** @typedef {import("../wire").HexPlan} HexPlan */
/** @typedef {import("../wire").TablePlan} TablePlan */

const ROOT = Math.sqrt(3);

/** A map of hexes. */
export class HexSheet {
  /** @param {HexPlan} plan */
  constructor(plan) {
    this.plan = plan;
    this.width = plan.width;
    this.height = plan.height;
    /** The distance between two neighbouring centres. */
    this.size = plan.edge * ROOT;
    this.flat = plan.shape === "flat";
    const half = [(plan.edge * ROOT) / 2, plan.edge / 2];
    /** Half a hex's width and half an edge, or the other way round: what rows and columns are counted in. */
    this.ux = this.flat ? half[1] : half[0];
    this.uy = this.flat ? half[0] : half[1];
  }

  /** @param {number} row */
  #rowLabel(row) {
    const { first_row, rows, row_one_north } = this.plan;
    return row_one_north ? first_row + row : first_row + rows - 1 - row;
  }

  /** Whether a cell is moved half a hex. @param {number} row @param {number} column */
  #moved(row, column) {
    const label = this.flat ? this.plan.first_column + column : this.#rowLabel(row);
    return (label % 2 === 0) === this.plan.even_moved ? 1 : 0;
  }

  /** @param {number} row @param {number} column @returns {Point} */
  #centre(row, column) {
    const [x, y] = this.plan.origin;
    const moved = this.#moved(row, column);
    return this.flat
      ? { x: x + 3 * column * this.ux, y: y + (2 * row + moved) * this.uy }
      : { x: x + (2 * column + moved) * this.ux, y: y + 3 * row * this.uy };
  }

  /** @param {number} row @param {number} column */
  #on(row, column) {
    return row >= 0 && column >= 0 && row < this.plan.rows && column < this.plan.columns;
  }

  /** @param {number} row @param {number} column */
  label(row, column) {
    const { sheet, digits, first_column, row_first } = this.plan;
    const r = String(this.#rowLabel(row)).padStart(digits[0], "0");
    const c = String(first_column + column).padStart(digits[1], "0");
    return sheet + (row_first ? r + c : c + r);
  }

  /** The row and column of a label. @param {string} label @returns {[number, number] | null} */
  cell(label) {
    const { sheet, digits, first_row, first_column, rows, row_one_north, row_first } = this.plan;
    const text = sheet && label.startsWith(sheet) ? label.slice(sheet.length) : label;
    if (!/^\d+$/.test(text) || text.length !== digits[0] + digits[1]) return null;
    const cut = row_first ? digits[0] : digits[1];
    const [a, b] = [Number(text.slice(0, cut)), Number(text.slice(cut))];
    const [r, c] = row_first ? [a, b] : [b, a];
    const row = row_one_north ? r - first_row : first_row + rows - 1 - r;
    const column = c - first_column;
    return this.#on(row, column) ? [row, column] : null;
  }

  /** @param {string} label */
  has(label) {
    return this.cell(label) !== null;
  }

  /** The middle of a hex, or of the hexside between two. @param {string} place @returns {Point | null} */
  where(place) {
    const [a, b] = place.split("/");
    const [one, two] = [this.cell(a), this.cell(b ?? a)];
    if (!one || !two) return null;
    const [p, q] = [this.#centre(...one), this.#centre(...two)];
    return { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  }

  /** How many hexes lie between two, the last counted; far away where one is not on the map. @param {string} a @param {string} b */
  steps(a, b) {
    const [p, q] = [this.where(a), this.where(b)];
    if (!p || !q) return Infinity;
    const [dx, dy] = [Math.abs(p.x - q.x) / this.ux, Math.abs(p.y - q.y) / this.uy];
    // Across the rows, or the columns, every step goes half a hex aside as well.
    const [across, aside] = this.flat ? [dx / 3, dy] : [dy / 3, dx];
    return Math.round(across + Math.max(0, (aside - across) / 2));
  }

  /** The hex at a point. @param {Point} point @returns {string | null} */
  at(point) {
    const [ox, oy] = this.plan.origin;
    const [x, y] = [(point.x - ox) / this.ux, (point.y - oy) / this.uy];
    const row = this.flat ? Math.floor(y / 2) : Math.round(y / 3);
    const column = this.flat ? Math.round(x / 3) : Math.floor(x / 2);
    // A hex is the set of points nearest to its centre.
    let best = null;
    let least = Infinity;
    for (let r = row - 1; r <= row + 1; r++)
      for (let c = column - 1; c <= column + 1; c++) {
        const centre = this.#centre(r, c);
        const away = (centre.x - point.x) ** 2 + (centre.y - point.y) ** 2;
        if (away < least) [least, best] = [away, [r, c]];
      }
    return best && this.#on(best[0], best[1]) ? this.label(best[0], best[1]) : null;
  }

  /** The six corners around a centre, as the `d` of a path. @param {Point} at */
  outline({ x, y }) {
    const { ux, uy } = this;
    const corners = this.flat
      ? [
          [-1, -1],
          [1, -1],
          [2, 0],
          [1, 1],
          [-1, 1],
          [-2, 0],
        ]
      : [
          [0, -2],
          [1, -1],
          [1, 1],
          [0, 2],
          [-1, 1],
          [-1, -1],
        ];
    return `M${corners.map(([a, b]) => `${(x + a * ux).toFixed(1)} ${(y + b * uy).toFixed(1)}`).join("L")}Z`;
  }

  /** The neighbour that lies best in a direction. @param {string} label @param {[number, number]} way */
  beyond(label, [dx, dy]) {
    const here = this.cell(label);
    if (!here) return null;
    const from = this.#centre(...here);
    let best = null;
    let least = Infinity;
    for (let row = here[0] - 2; row <= here[0] + 2; row++)
      for (let column = here[1] - 2; column <= here[1] + 2; column++) {
        if (!this.#on(row, column)) continue;
        const at = this.#centre(row, column);
        const along = (at.x - from.x) * dx + (at.y - from.y) * dy;
        const aside = Math.abs((at.x - from.x) * dy) + Math.abs((at.y - from.y) * dx);
        if (along < this.size * 0.3 || along + aside > this.size * 2.2) continue;
        const bad = along + aside * 1.6;
        if (bad < least) [least, best] = [bad, this.label(row, column)];
      }
    return best;
  }

  /** What lies on the ground of a hex, in words. @param {string} label */
  ground(label) {
    const cell = this.cell(label);
    if (!cell) return label;
    const { words, ground, columns } = this.plan;
    return `${label}, ${words[ground[cell[0] * columns + cell[1]]] ?? ""}`;
  }

  /** The hex in the middle of the map. */
  middle() {
    return this.label(Math.floor(this.plan.rows / 2), Math.floor(this.plan.columns / 2));
  }
}

/** A table of inches: x eastwards, y northwards from the south-west corner. */
export class TableSheet {
  /** @param {TablePlan} plan */
  constructor({ width, height, inch }) {
    this.width = width;
    this.height = height;
    this.inch = inch;
  }

  /** From inches to the picture. @param {number} x @param {number} y @returns {Point} */
  point(x, y) {
    return { x: x * this.inch, y: this.height - y * this.inch };
  }

  /** From the picture to inches. @param {Point} p */
  inches(p) {
    return { x: p.x / this.inch, y: (this.height - p.y) / this.inch };
  }
}
