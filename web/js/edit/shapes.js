/** Shapes on a table of inches: where they are and what can be done to them. Pure functions. */

/** @typedef {[number, number]} Spot inches from the south-west corner */
/** @typedef {import("./changes.js").Doc} Doc */
/** @typedef {{kind: "polygon" | "line" | "point", points: Spot[]}} Shape */

/** The points of a feature; none where it has no shape that can be read. @param {Doc} feature @returns {Shape | null} */
export function shapeOf({ shape }) {
  if (!shape || typeof shape !== "object") return null;
  const spot = (/** @type {any} */ p) =>
    Array.isArray(p) && p.length === 2 && p.every((v) => typeof v === "number");
  for (const kind of /** @type {const} */ (["polygon", "line"]))
    if (Array.isArray(shape[kind])) return shape[kind].every(spot) ? { kind, points: shape[kind] } : null;
  return spot(shape.point) ? { kind: "point", points: [shape.point] } : null;
}

/** A shape as files write it. @param {Shape} shape */
export const written = ({ kind, points }) => ({ [kind]: kind === "point" ? points[0] : points });

/** Tenths of an inch, on the table. @param {number} x @param {number} y @param {{width: number, height: number}} size @returns {Spot} */
export function tidy(x, y, { width, height }) {
  const tenth = (/** @type {number} */ v, /** @type {number} */ most) =>
    Math.round(Math.max(0, Math.min(most, v)) * 10) / 10;
  return [tenth(x, width), tenth(y, height)];
}

/** How far a spot is from a stretch, and the nearest spot on it. @param {Spot} at @param {Spot} a @param {Spot} b @returns {{away: number, on: Spot}} */
export function fromStretch([x, y], a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const long = dx * dx + dy * dy;
  const t = long ? Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / long)) : 0;
  /** @type {Spot} */
  const on = [a[0] + t * dx, a[1] + t * dy];
  return { away: Math.hypot(on[0] - x, on[1] - y), on };
}

/** The stretches of a shape. @param {Shape} shape @returns {[Spot, Spot][]} */
export function stretches({ kind, points }) {
  /** @type {[Spot, Spot][]} */
  const out = points.slice(1).map((p, k) => [points[k], p]);
  if (kind === "polygon" && points.length > 2) out.push([points[points.length - 1], points[0]]);
  return out;
}

/** Whether a spot lies in a polygon. @param {Spot} at @param {Spot[]} points */
export function within([x, y], points) {
  let inside = false;
  for (let k = 0, j = points.length - 1; k < points.length; j = k++) {
    const [[ax, ay], [bx, by]] = [points[k], points[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** The feature at a spot: points before lines before areas, the later one before the earlier. @param {Doc[]} features @param {Spot} at @param {number} reach inches */
export function featureAt(features, at, reach) {
  for (const want of ["point", "line", "polygon"])
    for (let nth = features.length - 1; nth >= 0; nth--) {
      const shape = shapeOf(features[nth]);
      if (shape?.kind !== want) continue;
      if (
        want === "polygon"
          ? within(at, shape.points)
          : want === "point"
            ? Math.hypot(shape.points[0][0] - at[0], shape.points[0][1] - at[1]) < reach * 1.6
            : stretches(shape).some(([a, b]) => fromStretch(at, a, b).away < reach)
      )
        return nth;
    }
  return -1;
}

const WATER = new Set(["stream", "marshy-stream", "river"]);

/** The nearest spot on water, if one is near. @param {Doc[]} features @param {Spot} at @param {number} reach @returns {Spot | null} */
export function onWater(features, at, reach) {
  let best = null;
  let least = reach;
  for (const feature of features) {
    const shape = WATER.has(feature.kind) ? shapeOf(feature) : null;
    for (const [a, b] of shape ? stretches(shape) : []) {
      const { away, on } = fromStretch(at, a, b);
      if (away < least) [least, best] = [away, on];
    }
  }
  return best;
}

/** The outline of a block that is put down with one click. @param {"town" | "village"} kind @param {Spot} at @param {{width: number, height: number}} size @returns {Spot[]} */
export function block(kind, [x, y], size) {
  const [w, d] = [1.5, kind === "town" ? 1.5 : 0.75];
  const [cx, cy] = [Math.max(w, Math.min(size.width - w, x)), Math.max(d, Math.min(size.height - d, y))];
  return /** @type {Spot[]} */ (
    [
      [cx - w, cy - d],
      [cx + w, cy - d],
      [cx + w, cy + d],
      [cx - w, cy + d],
    ].map(([a, b]) => [Math.round(a * 100) / 100, Math.round(b * 100) / 100])
  );
}
