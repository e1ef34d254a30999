/** Roads and rivers as smooth lines. */

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./grid.js").Point} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/** @typedef {{path: Path2D, box: Box, middle: {x: number, y: number, turn: number}, long: number}} Line */

/** A line through points, rounded at each. @param {Point[]} points @returns {Line} */
export function rounded(points) {
  const path = new Path2D();
  path.moveTo(points[0].x, points[0].y);
  for (let k = 1; k < points.length - 1; k++) {
    const [a, b] = [points[k], points[k + 1]];
    const last = k === points.length - 2;
    path.quadraticCurveTo(a.x, a.y, last ? b.x : (a.x + b.x) / 2, last ? b.y : (a.y + b.y) / 2);
  }
  if (points.length === 2) path.lineTo(points[1].x, points[1].y);
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const k = Math.max(1, Math.floor(points.length / 2));
  const [a, b] = [points[k - 1], points[k]];
  let turn = Math.atan2(b.y - a.y, b.x - a.x);
  if (Math.abs(turn) > Math.PI / 2) turn += turn > 0 ? -Math.PI : Math.PI;
  return {
    path,
    box: { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y },
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, turn },
    long: points.length,
  };
}

/** A road as a line; none where its path cannot be read. @param {Grid} grid @param {Record<string, any>} road */
export function roadLine(grid, { kind, name, path }) {
  const hexes = (Array.isArray(path) ? path : [])
    .map((label) => grid.number(String(label)))
    .filter((n) => n >= 0);
  if (hexes.length < 2) return null;
  return { kind, name, ...rounded(hexes.map((n) => ({ x: grid.x[n], y: grid.y[n] }))) };
}

/** Hexsides joined to lines from loose end to loose end. @param {Grid} grid @param {any} sides @returns {Line[]} */
export function flow(grid, sides) {
  /** @type {Map<number, Set<number>>} */
  const net = new Map();
  const join = (/** @type {number} */ a, /** @type {number} */ b) =>
    net.set(a, (net.get(a) ?? new Set()).add(b));
  for (const side of Array.isArray(sides) ? sides : []) {
    const pair = grid.side(side);
    if (!pair) continue;
    const dir = grid.direction(...pair);
    const [a, b] = [grid.cornerId(pair[0], dir), grid.cornerId(pair[0], dir + 1)];
    join(a, b);
    join(b, a);
  }
  /** @type {Line[]} */
  const out = [];
  const walk = (/** @type {number} */ from) => {
    const way = [from];
    for (let at = from; ; ) {
      const next = net.get(at)?.values().next().value;
      if (next === undefined) break;
      net.get(at)?.delete(next);
      net.get(next)?.delete(at);
      way.push(next);
      at = next;
    }
    if (way.length > 1) out.push(rounded(way.map((id) => grid.cornerAt(id))));
  };
  for (const [id, others] of net) if (others.size === 1) walk(id);
  for (const [id, others] of net) while (others.size) walk(id);
  return out;
}

/** @param {CanvasRenderingContext2D} ctx @param {Path2D} path @param {{strokes: {colour: string, width: number, dash?: number[]}[]}} way */
export function strokeWay(ctx, path, way) {
  for (const { colour, width, dash } of way.strokes) {
    ctx.lineCap = dash ? "butt" : "round";
    ctx.setLineDash(dash ?? []);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke(path);
  }
  ctx.setLineDash([]);
}
