/** Ways that follow a line drawn by hand: roads from hex to hex, rivers from corner to corner. Pure functions. */

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./grid.js").Point} Point */

/** How far from the line a way may run, in hexes. */
const FAR = 2.6;

/** How far a point lies from a line of points. @param {Point} at @param {Point[]} line */
export function away(at, line) {
  let least = Infinity;
  for (let k = 0; k < line.length; k++) {
    const [a, b] = [line[Math.max(k - 1, 0)], line[k]];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const long = dx * dx + dy * dy;
    const t = long ? Math.max(0, Math.min(1, ((at.x - a.x) * dx + (at.y - a.y) * dy) / long)) : 0;
    least = Math.min(least, Math.hypot(a.x + t * dx - at.x, a.y + t * dy - at.y));
  }
  return least;
}

/**
 * The cheapest way; none if there is no way at all.
 * @param {number} from @param {number} to @param {(at: number) => Iterable<[number, number]>} steps where one can go, and what it costs
 * @returns {number[] | null}
 */
export function cheapest(from, to, steps) {
  /** @type {Map<number, number>} */
  const cost = new Map([[from, 0]]);
  /** @type {Map<number, number>} */
  const before = new Map();
  const done = new Set();
  /** A heap of pairs. @type {[number, number][]} */
  const heap = [[0, from]];
  const swap = (/** @type {number} */ a, /** @type {number} */ b) =>
    ([heap[a], heap[b]] = [heap[b], heap[a]]);
  const push = (/** @type {[number, number]} */ entry) => {
    heap.push(entry);
    for (let n = heap.length - 1; n > 0; ) {
      const up = (n - 1) >> 1;
      if (heap[up][0] <= heap[n][0]) break;
      swap(n, up);
      n = up;
    }
  };
  const pop = () => {
    const top = heap[0];
    const last = /** @type {[number, number]} */ (heap.pop());
    if (heap.length) {
      heap[0] = last;
      for (let n = 0; ; ) {
        let least = n;
        for (const child of [2 * n + 1, 2 * n + 2])
          if (child < heap.length && heap[child][0] < heap[least][0]) least = child;
        if (least === n) break;
        swap(n, least);
        n = least;
      }
    }
    return top;
  };
  while (heap.length) {
    const [so_far, at] = pop();
    if (at === to) break;
    if (done.has(at)) continue;
    done.add(at);
    for (const [next, more] of steps(at)) {
      const sum = so_far + more;
      if (sum < (cost.get(next) ?? Infinity)) {
        cost.set(next, sum);
        before.set(next, at);
        push([sum, next]);
      }
    }
  }
  if (!cost.has(to)) return null;
  const way = [to];
  while (way[0] !== from) way.unshift(/** @type {number} */ (before.get(way[0])));
  return way;
}

/**
 * A road along a line: as few hexes as go, near the line, over rivers only where it must.
 * @param {Grid} grid @param {Point[]} line @param {(a: number, b: number) => number} dear what crossing a side costs besides
 */
export function roadAlong(grid, line, dear) {
  const [from, to] = [grid.near(line[0]), grid.near(line[line.length - 1])];
  if (from < 0 || to < 0) return null;
  /** @type {Map<number, number>} */
  const far = new Map();
  const offset = (/** @type {number} */ n) => {
    let d = far.get(n);
    if (d === undefined) far.set(n, (d = away({ x: grid.x[n], y: grid.y[n] }, line) / grid.size));
    return d;
  };
  return cheapest(from, to, (at) =>
    grid
      .around(at)
      .filter((next) => offset(next) < FAR)
      .map((next) => [next, 1 + 0.8 * offset(next) ** 2 + dear(at, next)]),
  );
}

/** The corners next to each corner, and the hexside between them. @param {Grid} grid */
export function corners(grid) {
  /** @type {Map<number, [number, number, number][]>} */
  const net = new Map();
  const join = (
    /** @type {number} */ a,
    /** @type {number} */ b,
    /** @type {number} */ m,
    /** @type {number} */ n,
  ) => {
    const list = net.get(a);
    if (list) list.push([b, m, n]);
    else net.set(a, [[b, m, n]]);
  };
  for (let n = 0; n < grid.count; n++)
    for (let dir = 0; dir < 3; dir++) {
      const other = grid.neighbour(n, dir);
      if (other < 0) continue;
      const [a, b] = [grid.cornerId(n, dir), grid.cornerId(n, dir + 1)];
      join(a, b, n, other);
      join(b, a, n, other);
    }
  return net;
}

/** The corner nearest to a point. @param {Grid} grid @param {ReturnType<typeof corners>} net @param {Point} at */
export function nearestCorner(grid, net, at) {
  const n = grid.near(at);
  if (n < 0) return null;
  let best = null;
  let least = Infinity;
  for (let k = 0; k < 6; k++) {
    const id = grid.cornerId(n, k);
    if (!net.has(id)) continue;
    const c = grid.corner(n, k);
    const d = Math.hypot(c.x - at.x, c.y - at.y);
    if (d < least) [least, best] = [d, id];
  }
  return best;
}

/**
 * Water along a line: hexsides in one chain. Near water that is there already it begins and ends on its corners.
 * @param {Grid} grid @param {ReturnType<typeof corners>} net @param {Point[]} line @param {Set<number>} wet corners of water
 * @returns {[number, number][] | null} the hexes on both sides of each stretch
 */
export function waterAlong(grid, net, line, wet) {
  const snap = (/** @type {Point} */ at) => {
    const nearest = nearestCorner(grid, net, at);
    let best = nearest;
    let least = grid.size * 0.62;
    const n = grid.near(at);
    if (n < 0) return null;
    for (const m of [n, ...grid.around(n)])
      for (let k = 0; k < 6; k++) {
        const id = grid.cornerId(m, k);
        if (!wet.has(id) || !net.has(id)) continue;
        const c = grid.corner(m, k);
        const d = Math.hypot(c.x - at.x, c.y - at.y);
        if (d < least) [least, best] = [d, id];
      }
    return best;
  };
  const [from, to] = [snap(line[0]), snap(line[line.length - 1])];
  if (from === null || to === null || from === to) return null;
  /** @type {Map<number, number>} */
  const far = new Map();
  const offset = (/** @type {number} */ id) => {
    let d = far.get(id);
    if (d === undefined) far.set(id, (d = away(grid.cornerAt(id), line) / grid.size));
    return d;
  };
  const way = cheapest(from, to, (at) =>
    (net.get(at) ?? [])
      .filter(([next]) => offset(next) < FAR)
      .map(([next]) => [next, 0.05 + offset(next) ** 2]),
  );
  if (!way) return null;
  /** @type {[number, number][]} */
  const sides = [];
  for (let k = 1; k < way.length; k++) {
    const step = net.get(way[k - 1])?.find(([next]) => next === way[k]);
    if (step) sides.push([step[1], step[2]]);
  }
  return sides;
}
