/** What a map file says, by hex and hexside; and the changes of the file that an author's hand makes. Pure functions. */

import { hexesOf, listOf, sidesOf } from "./lists.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./changes.js").Change} Change */
/** @typedef {import("./changes.js").Doc} Doc */

/** @typedef {{terrain: string[], level: Uint8Array, water: Map<string, string>, wet: Set<number>, crossings: Map<string, number>}} Ground */

/** The entries of `[[something]]`. @param {Doc} doc @param {string} key @returns {Doc[]} */
export const entries = (doc, key) => (Array.isArray(doc?.[key]) ? doc[key] : []);

/** What every hex is, which levels there are, where water runs. @param {Grid} grid @param {Doc} doc @returns {Ground} */
export function groundOf(grid, doc) {
  const { default: usual = "clear", ...kinds } = doc.terrain ?? {};
  /** @type {string[]} */
  const terrain = new Array(grid.count).fill(usual);
  for (const [kind, list] of Object.entries(kinds)) for (const n of hexesOf(grid, list)) terrain[n] = kind;
  const { default: low = 0, ...levels } = doc.elevation ?? {};
  const level = new Uint8Array(grid.count).fill(low);
  for (const [one, list] of Object.entries(levels))
    for (const n of hexesOf(grid, list)) level[n] = Number(one);
  /** @type {Map<string, string>} */
  const water = new Map();
  const wet = new Set();
  for (const { kind, sides } of entries(doc, "water"))
    for (const side of Array.isArray(sides) ? sides : []) {
      const pair = grid.side(side);
      if (!pair) continue;
      water.set(grid.sideLabel(...pair), kind);
      const dir = grid.direction(...pair);
      wet.add(grid.cornerId(pair[0], dir)).add(grid.cornerId(pair[0], dir + 1));
    }
  /** @type {Map<string, number>} */
  const crossings = new Map();
  entries(doc, "crossing").forEach(({ side }, nth) => {
    const pair = grid.side(side);
    if (pair) crossings.set(grid.sideLabel(...pair), nth);
  });
  return { terrain, level, water, wet, crossings };
}

/**
 * Hexes become this kind of terrain, or this level.
 * @param {Grid} grid @param {Doc} doc @param {"terrain" | "elevation"} table @param {string} kind @param {Iterable<number>} hexes
 * @returns {Change[]}
 */
export function paint(grid, doc, table, kind, hexes) {
  const painted = new Set(hexes);
  const { default: usual, ...kinds } = doc[table] ?? {};
  const plain = String(usual ?? (table === "terrain" ? "clear" : 0));
  /** @type {Change[]} */
  const out = [];
  if (usual === undefined)
    out.push({ do: "set", at: [table, "default"], value: table === "terrain" ? plain : 0 });
  for (const [other, list] of Object.entries(kinds)) {
    const had = hexesOf(grid, list);
    const left = other === kind ? [...had, ...painted] : had.filter((n) => !painted.has(n));
    const before = new Set(had);
    const same = left.length === had.length && left.every((n) => before.has(n));
    const grown = other === kind && [...painted].every((n) => before.has(n));
    if (same || grown) continue;
    if (left.length) out.push({ do: "set", at: [table, other], value: listOf(grid, left) });
    else out.push({ do: "remove", at: [table, other] });
  }
  if (kind !== plain && kinds[kind] === undefined && painted.size)
    out.push({ do: "set", at: [table, kind], value: listOf(grid, painted) });
  return out;
}

/** A road from hex to hex; one that goes on from the end of another of its kind lengthens that. @param {Grid} grid @param {Doc} doc @param {string} kind @param {string} name @param {number[]} way @returns {Change[]} */
export function addRoad(grid, doc, kind, name, way) {
  const path = way.map((n) => grid.labels[n]);
  const roads = entries(doc, "road");
  const fits = (/** @type {Doc} */ road) =>
    road.kind === kind && Array.isArray(road.path) && road.path.length > 1 && (!name || road.name === name);
  for (let nth = roads.length - 1; nth >= 0; nth--) {
    const road = roads[nth];
    if (!fits(road)) continue;
    const [first, last] = [grid.number(road.path[0]), grid.number(road.path.at(-1))];
    const [from, to] = [way[0], way[way.length - 1]];
    const longer =
      last === from
        ? [...road.path, ...path.slice(1)]
        : last === to
          ? [...road.path, ...path.slice(0, -1).reverse()]
          : first === to
            ? [...path, ...road.path.slice(1)]
            : first === from
              ? [...path.slice(1).reverse(), ...road.path]
              : null;
    if (longer) return [{ do: "set", at: ["road", nth, "path"], value: longer }];
  }
  return [{ do: "insert", at: ["road"], value: { kind, ...(name ? { name } : {}), path } }];
}

/** Roads no longer run through these hexes: what is left of each goes on as roads of its own. @param {Grid} grid @param {Doc} doc @param {Iterable<number>} hexes @returns {Change[]} */
export function cutRoads(grid, doc, hexes) {
  const gone = new Set(hexes);
  /** @type {Change[]} */
  const out = [];
  const roads = entries(doc, "road");
  for (let nth = roads.length - 1; nth >= 0; nth--) {
    const road = roads[nth];
    const path = Array.isArray(road.path) ? road.path : [];
    if (!path.some((/** @type {string} */ label) => gone.has(grid.number(label)))) continue;
    /** @type {string[][]} */
    const parts = [[]];
    for (const label of path)
      if (gone.has(grid.number(label))) parts.push([]);
      else /** @type {string[]} */ (parts.at(-1)).push(label);
    const left = parts.filter((part) => part.length > 1);
    if (!left.length) {
      out.push({ do: "remove", at: ["road", nth] });
      continue;
    }
    out.push({ do: "set", at: ["road", nth, "path"], value: left[0] });
    left
      .slice(1)
      .forEach((part, k) =>
        out.push({ do: "insert", at: ["road"], nth: nth + 1 + k, value: { ...road, path: part } }),
      );
  }
  return out;
}

/** Water along hexsides: joined to what it touches where kind and name allow it. @param {Grid} grid @param {Doc} doc @param {string} kind @param {string} name @param {[number, number][]} sides @returns {Change[]} */
export function addWater(grid, doc, kind, name, sides) {
  const labels = sides.map(([a, b]) => grid.sideLabel(a, b));
  const out = dryUp(grid, doc, labels, (entry) => entry.kind === kind && (!name || entry.name === name));
  const touched = new Set(sides.flatMap(([a, b]) => endsOf(grid, a, b)));
  const waters = entries(doc, "water");
  const nth = waters.findLastIndex((entry) => {
    if (entry.kind !== kind || (name && entry.name !== name)) return false;
    const pairs = (Array.isArray(entry.sides) ? entry.sides : []).map((/** @type {string} */ s) =>
      grid.side(s),
    );
    return pairs.some(
      (/** @type {[number, number] | null} */ p) => p && endsOf(grid, ...p).some((id) => touched.has(id)),
    );
  });
  if (nth < 0)
    out.push({
      do: "insert",
      at: ["water"],
      value: { kind, ...(name ? { name } : {}), sides: sidesOf(labels) },
    });
  else
    // First of all, while its number still holds: entries that fell dry may go before it.
    out.unshift({
      do: "set",
      at: ["water", nth, "sides"],
      value: sidesOf([...normal(grid, waters[nth].sides), ...labels]),
    });
  return out;
}

/** @param {Grid} grid @param {number} a @param {number} b */
function endsOf(grid, a, b) {
  const dir = grid.direction(a, b);
  return [grid.cornerId(a, dir), grid.cornerId(a, dir + 1)];
}

/** Hexsides with the smaller label first. @param {Grid} grid @param {string[]} sides */
const normal = (grid, sides) =>
  (Array.isArray(sides) ? sides : []).map((side) => {
    const pair = grid.side(side);
    return pair ? grid.sideLabel(...pair) : side;
  });

/** These hexsides are dry, and nothing crosses them. @param {Grid} grid @param {Doc} doc @param {string[]} labels @param {(entry: Doc) => boolean} [but] water that keeps them @returns {Change[]} */
export function dryUp(grid, doc, labels, but) {
  const gone = new Set(labels);
  /** @type {Change[]} */
  const out = [];
  const waters = entries(doc, "water");
  for (let nth = waters.length - 1; nth >= 0; nth--) {
    if (but?.(waters[nth])) continue;
    const had = normal(grid, waters[nth].sides);
    const left = had.filter((side) => !gone.has(side));
    if (left.length === had.length) continue;
    if (left.length) out.push({ do: "set", at: ["water", nth, "sides"], value: sidesOf(left) });
    else out.push({ do: "remove", at: ["water", nth] });
  }
  if (!but) {
    const crossings = entries(doc, "crossing");
    for (let nth = crossings.length - 1; nth >= 0; nth--)
      if (normal(grid, [crossings[nth].side]).some((side) => gone.has(side)))
        out.push({ do: "remove", at: ["crossing", nth] });
  }
  return out;
}

/** What lies on a hexside once: put there, made another kind, or taken away if it is that already. @param {Grid} grid @param {Doc} doc @param {"crossing" | "wall" | "ridge"} key @param {string} kind @param {number} n @param {number} other @returns {Change[]} */
export function toggleSide(grid, doc, key, kind, n, other) {
  const side = grid.sideLabel(n, other);
  const list = entries(doc, key);
  const high = grid.labels[n];
  const here = (/** @type {Doc} */ entry) => normal(grid, [entry.side])[0] === side;
  if (key === "ridge") {
    const nth = list.findIndex(here);
    if (nth < 0) return [{ do: "insert", at: [key], value: { side, high } }];
    if (grid.number(list[nth].high) === n) return [{ do: "remove", at: [key, nth] }];
    return [{ do: "set", at: [key, nth, "high"], value: high }];
  }
  const nth = list.findIndex((entry) => here(entry) && (key === "crossing" || entry.kind === kind));
  if (nth < 0) return [{ do: "insert", at: [key], value: { kind, side } }];
  if (list[nth].kind === kind) return [{ do: "remove", at: [key, nth] }];
  return [{ do: "set", at: [key, nth, "kind"], value: kind }];
}

/** A stretch of the border of a county, there or not. @param {Grid} grid @param {Doc} doc @param {number} n @param {number} other @returns {Change[]} */
export function toggleBorder(grid, doc, n, other) {
  const side = grid.sideLabel(n, other);
  const list = entries(doc, "border");
  const nth = list.findIndex((entry) => normal(grid, entry.sides).includes(side));
  if (nth >= 0) {
    const left = normal(grid, list[nth].sides).filter((one) => one !== side);
    return left.length
      ? [{ do: "set", at: ["border", nth, "sides"], value: sidesOf(left) }]
      : [{ do: "remove", at: ["border", nth] }];
  }
  if (!list.length) return [{ do: "insert", at: ["border"], value: { sides: [side] } }];
  const last = list.length - 1;
  return [
    { do: "set", at: ["border", last, "sides"], value: sidesOf([...normal(grid, list[last].sides), side]) },
  ];
}

/** A feature that is a list of hexes: this one is in it, or no longer. @param {Grid} grid @param {Doc} doc @param {string} feature @param {number} n @returns {Change[]} */
export function toggleFeature(grid, doc, feature, n) {
  const had = doc.features?.[feature];
  const at = ["features", feature];
  if (feature === "redoubt" || feature === "fort") {
    /** @type {Doc[]} */
    const works = Array.isArray(had) ? had : had ? [had] : [];
    const label = grid.labels[n];
    const left = works
      .map((work) => ({
        ...work,
        hexes: hexesOf(grid, work.hexes)
          .filter((m) => m !== n)
          .map((m) => grid.labels[m]),
      }))
      .filter((work) => work.hexes.length);
    const was = works.some((work) => hexesOf(grid, work.hexes).includes(n));
    const now = was ? left : [...left, { hexes: [label] }];
    if (!now.length) return [{ do: "remove", at }];
    return [{ do: "set", at, value: now.length === 1 ? now[0] : now }];
  }
  const hexes = hexesOf(grid, had);
  const left = hexes.includes(n) ? hexes.filter((m) => m !== n) : [...hexes, n];
  return left.length ? [{ do: "set", at, value: listOf(grid, left) }] : [{ do: "remove", at }];
}

/** How far a name reaches out of its hex, in hexes. */
const NAME = 3;

/** The hexes where what lies on the ground has changed, names too; null: anywhere. @param {Grid} grid @param {Doc} before @param {Doc} after @returns {number[] | null} */
export function touched(grid, before, after) {
  const out = new Set();
  for (const key of Object.keys({ ...before, ...after })) {
    if (key === "terrain" || key === "elevation" || before[key] === after[key]) continue;
    if (!ON_HEXES.has(key)) return null;
    const [old, now] = [entries(before, key), entries(after, key)];
    const kept = new Set(old.filter((entry) => now.includes(entry)));
    for (const entry of [...old, ...now].filter((one) => !kept.has(one)))
      for (const n of hexesWith(grid, entry)) {
        out.add(n);
        if (entry.name) for (const near of grid.within(n, NAME)) out.add(near);
      }
  }
  return [...out];
}

const ON_HEXES = new Set(["road", "water", "crossing", "ridge", "wall", "border", "place"]);

/** The hexes an entry of the map lies in or beside. @param {Grid} grid @param {Doc} entry */
function hexesWith(grid, entry) {
  const list = (/** @type {any} */ value) =>
    Array.isArray(value) ? value : value === undefined ? [] : [value];
  const words = [
    ...list(entry.path),
    ...list(entry.hex),
    ...[...list(entry.sides), ...list(entry.side)].flatMap((side) => String(side).split("/")),
  ];
  return words.map((word) => grid.number(String(word))).filter((n) => n >= 0);
}
