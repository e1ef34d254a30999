/** The colours and signs of the printed maps, for the editor's canvas. */

/** @typedef {{path: Path2D, fill?: string, stroke?: string, width?: number}} Mark */

/** What each kind of terrain looks like. @type {Record<string, {tint?: string, stamps?: string[], many?: number}>} */
export const TERRAIN = {
  clear: {},
  rolling: { tint: "#eadfb6", stamps: ["rolling"], many: 4 },
  rough: { tint: "#e2cfa6", stamps: ["rough"], many: 5 },
  woods: { tint: "#c9d6a3", stamps: ["tree1", "tree2", "tree3"], many: 9 },
  hill: { tint: "#dcc394", stamps: ["hill"], many: 3 },
  mountain: { tint: "#c8ab7d", stamps: ["peak"], many: 3 },
  swamp: { tint: "#bcd6cf", stamps: ["swamp"], many: 5 },
  "provisional-swamp": { tint: "#dde3cd", stamps: ["swamp"], many: 3 },
  marsh: { tint: "#c6dbd2", stamps: ["swamp"], many: 5 },
  city: { tint: "#e0c3ad", stamps: ["block"], many: 7 },
  town: { tint: "#e8d1be", stamps: ["block"], many: 5 },
  orchard: { tint: "#dfe3b4", stamps: ["orchard"], many: 9 },
  cornfield: { tint: "#efdc92", stamps: ["corn"], many: 8 },
  water: { tint: "#b3d3df" },
};

/** Tints of levels, darker with height. */
export const LEVELS = [
  "#f4ecd8",
  "#eadbb3",
  "#dfc793",
  "#d2b177",
  "#c49a5f",
  "#b4854c",
  "#a2713d",
  "#8f5f31",
  "#7c4f27",
  "#69401e",
];

/** How wide water is drawn. @type {Record<string, number>} */
export const WATERS = { creek: 2.2, "minor-river": 6, "major-river": 10.5, "all-water": 18 };

/** Roads, the least first: each in strokes from below. @type {{kind: string, strokes: {colour: string, width: number, dash?: number[]}[]}[]} */
export const WAYS = [
  {
    kind: "trail",
    strokes: [
      { colour: "#f6efdd59", width: 3.4 },
      { colour: "#57311a", width: 1.5, dash: [6, 2.6] },
    ],
  },
  {
    kind: "road",
    strokes: [
      { colour: "#f6efdd80", width: 4 },
      { colour: "#6b3c1c", width: 2.1 },
    ],
  },
  {
    kind: "pike",
    strokes: [
      { colour: "#4a2a18", width: 5.2 },
      { colour: "#e6a555", width: 2.8 },
    ],
  },
  {
    kind: "unfinished-railroad",
    strokes: [
      { colour: "#f6efdd99", width: 6 },
      { colour: "#1d1a18", width: 7, dash: [1.2, 9.8] },
      { colour: "#1d1a18", width: 1.5, dash: [7, 4] },
    ],
  },
  {
    kind: "railroad",
    strokes: [
      { colour: "#f6efdd99", width: 6 },
      { colour: "#1d1a18", width: 7, dash: [1.3, 5.2] },
      { colour: "#1d1a18", width: 1.9 },
    ],
  },
];

const P = (/** @type {string} */ d) =>
  typeof Path2D === "undefined" ? /** @type {any} */ (d) : new Path2D(d);
const leaf = (/** @type {string} */ fill) => [
  {
    path: P("M-3.4 1.4A2.4 2.4 0 0 1-2.6-2.4A2.8 2.8 0 0 1 2.3-2.4A2.3 2.3 0 0 1 3.2 1.5Q0 3-3.4 1.4Z"),
    fill,
    stroke: "#49602f",
    width: 0.7,
  },
];

/** @type {Record<string, Mark[]>} */
export const STAMPS = {
  tree1: leaf("#93aa6b"),
  tree2: leaf("#a3b77c"),
  tree3: leaf("#86a05f"),
  rolling: [{ path: P("M-7 1.6Q-3.5-3 0 1Q3-1.8 6.4 1.2"), stroke: "#a08447", width: 0.8 }],
  rough: [{ path: P("M-4 2.4L-2.2-1.8M-1 3L-.6-2.6M2.2 2.6L1.2-2.2"), stroke: "#7d5c33", width: 0.9 }],
  hill: [
    {
      path: P("M-9 4Q-5-6 1-6Q6-6 10 3M2-5.4L4 1M4.4-4.8L7 2.4M6.4-3L9.4 3.6M-1-5.4L.6-.4M-4-4L-4 .4"),
      stroke: "#70502b",
      width: 0.9,
    },
  ],
  peak: [
    { path: P("M-10 6L0-9L11 6Z"), fill: "#e8d7b0", stroke: "#4f3820", width: 1 },
    { path: P("M0-9L-1-3L2 0L1 6L11 6Z"), fill: "#6d5131" },
  ],
  swamp: [{ path: P("M-5 2H5M0 1.6V-3.4M-1.6 1.6L-3-2M1.6 1.6L3-2M-2 4H3"), stroke: "#2f6a70", width: 0.8 }],
  block: [{ path: P("M-3.4-2.6H3.2V2.4H-3.4Z"), fill: "#4a3028" }],
  orchard: [
    {
      path: P("M2.2 0A2.2 2.2 0 1 1-2.2 0A2.2 2.2 0 1 1 2.2 0Z"),
      fill: "#7f9a4e",
      stroke: "#49602f",
      width: 0.5,
    },
  ],
  corn: [{ path: P("M-6 1.5H6M-4 4H4"), stroke: "#b08d2e", width: 1 }],
};

/** Where on a hex its signs stand: always the same for one hex. In edges from its middle. @param {number} n @param {number} many @returns {[number, number][]} */
export function scatter(n, many) {
  /** @type {[number, number][]} */
  const out = [];
  let seed = (n * 2654435761) >>> 0;
  const roll = () => (seed = (seed * 1664525 + 1013904223) >>> 0) / 4294967296;
  for (let k = 0; k < many; k++) {
    const turn = ((k + roll() * 0.7) / many) * Math.PI * 2;
    const out_of = k % 3 === 0 ? 0.22 + roll() * 0.14 : 0.5 + roll() * 0.2;
    out.push([Math.cos(turn) * out_of, Math.sin(turn) * out_of]);
  }
  return out;
}

/** Draws a sign. @param {CanvasRenderingContext2D} ctx @param {string} name @param {number} x @param {number} y */
export function stamp(ctx, name, x, y) {
  ctx.save();
  ctx.translate(x, y);
  for (const { path, fill, stroke, width } of STAMPS[name]) {
    if (fill) {
      ctx.fillStyle = fill;
      ctx.fill(path);
    }
    if (stroke) {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = width ?? 1;
      ctx.stroke(path);
    }
  }
  ctx.restore();
}
