/** The ground of a table of inches on a canvas, in the colours of the printed one. */

import { scatter, stamp } from "./palette.js";
import { shapeOf, within } from "./shapes.js";

/** @typedef {import("./changes.js").Doc} Doc */
/** @typedef {import("./shapes.js").Spot} Spot */

/** Units an inch. */
export const INCH = 24;

/** @type {Record<string, {fill: string, edge: string, dash?: number[], stamps?: string[], every?: number}>} */
const AREAS = {
  forest: { fill: "#c9d6a3", edge: "#8fa56a", stamps: ["tree1", "tree2", "tree3"], every: 0.55 },
  orchard: { fill: "#dde2b4", edge: "#9aa868", dash: [4, 3], stamps: ["orchard"], every: 0.6 },
  crops: { fill: "#e8d48a", edge: "#b08d2e", stamps: ["corn"], every: 0.8 },
  "broken-ground": { fill: "#e2cfa6", edge: "#a08447", dash: [2, 3], stamps: ["rough"], every: 0.9 },
  swamp: { fill: "#bcd6cf", edge: "#5f938f", stamps: ["swamp"], every: 0.8 },
  marsh: { fill: "#c6dbd2", edge: "#5f938f", dash: [4, 2], stamps: ["swamp"], every: 0.8 },
  hill: { fill: "#e6d3a3", edge: "#8a5a2b" },
  town: { fill: "#e0c3ad", edge: "#7a5646", stamps: ["block"], every: 0.7 },
  village: { fill: "#e0c3ad", edge: "#7a5646", stamps: ["block"], every: 0.7 },
  fort: { fill: "#e6dcc0", edge: "#3d3833" },
  fortress: { fill: "#e6dcc0", edge: "#3d3833" },
};
const HILLS = ["#eadfb6", "#e6d3a3", "#dcc394", "#d1b384", "#c8ab7d"];

/** @type {Record<string, [string, number, number[]?][]>} */
const LINES = {
  road: [
    ["#6b3c1c", 6.4],
    ["#f0dcae", 3.8],
  ],
  "sunken-road": [
    ["#6b4a2a", 12, [1, 3]],
    ["#6b4a2a", 6.4],
    ["#e9d9b0", 4],
  ],
  stream: [
    ["#3f6f8c", 4.2],
    ["#aacfdd", 2.4],
  ],
  "marshy-stream": [
    ["#5f938f", 9, [1, 5]],
    ["#3f6f8c", 4.6],
    ["#aacfdd", 2.6],
  ],
  river: [
    ["#3f6f8c", 15],
    ["#aacfdd", 12.4],
  ],
  "field-works": [
    ["#6b4a2a", 7, [2, 3]],
    ["#3d2a1a", 3],
  ],
  "hasty-works": [["#6b4a2a", 4, [9, 3]]],
  "low-wall": [
    ["#3d3833", 4.8],
    ["#d8d1c4", 2.6, [4, 1.4]],
  ],
  "tree-line": [["#6f8a4b", 8, [0.1, 10]]],
};

/** What lies below what. */
const ORDER = [
  "hill",
  "swamp",
  "marsh",
  "broken-ground",
  "crops",
  "orchard",
  "forest",
  "fort",
  "fortress",
  "town",
  "village",
  "river",
  "stream",
  "marshy-stream",
  "tree-line",
  "road",
  "sunken-road",
  "low-wall",
  "hasty-works",
  "field-works",
  "ford",
  "bridge",
];

export class TablePainter {
  /** @param {HTMLCanvasElement} canvas @param {() => {features: Doc[], width: number, height: number}} table */
  constructor(canvas, table) {
    this.canvas = canvas;
    this.ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    this.table = table;
    this.view = { x: 0, y: 0, k: 1 };
  }

  /** @param {{x: number, y: number}} offset @param {number} k */
  look(offset, k) {
    const dpr = Math.min(window.devicePixelRatio || 1, 2);
    const { canvas } = this;
    const [w, h] = [Math.round(canvas.clientWidth * dpr), Math.round(canvas.clientHeight * dpr)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    this.view = { x: offset.x * dpr, y: offset.y * dpr, k: k * dpr };
    this.paint();
  }

  paint() {
    const { ctx, canvas, view } = this;
    const { features, width, height } = this.table();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = "#e9dfc6";
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    ctx.setTransform(view.k, 0, 0, view.k, view.x, view.y);
    ctx.fillStyle = "#f1e7c9";
    ctx.fillRect(0, 0, width * INCH, height * INCH);
    this.#feet(width, height);
    const sorted = features
      .map((feature, nth) => ({ feature, nth, rank: ORDER.indexOf(feature.kind) }))
      .sort(
        (a, b) => a.rank - b.rank || (a.feature.contours ?? 1) - (b.feature.contours ?? 1) || a.nth - b.nth,
      );
    for (const { feature, nth } of sorted) this.#feature(feature, nth, height);
    for (const { feature } of sorted) this.#name(feature, height);
    ctx.strokeStyle = "#2c211a";
    ctx.lineWidth = 1.6;
    ctx.setLineDash([]);
    ctx.strokeRect(0, 0, width * INCH, height * INCH);
  }

  /** A faint line every six inches. @param {number} width @param {number} height */
  #feet(width, height) {
    const { ctx } = this;
    ctx.beginPath();
    for (let x = 6; x < width; x += 6) {
      ctx.moveTo(x * INCH, 0);
      ctx.lineTo(x * INCH, height * INCH);
    }
    for (let y = 6; y < height; y += 6) {
      ctx.moveTo(0, (height - y) * INCH);
      ctx.lineTo(width * INCH, (height - y) * INCH);
    }
    ctx.strokeStyle = "#6b563926";
    ctx.lineWidth = 1;
    ctx.stroke();
  }

  /** @param {Doc} feature @param {number} nth @param {number} height */
  #feature(feature, nth, height) {
    const shape = shapeOf(feature);
    if (!shape) return;
    const { ctx } = this;
    const points = shape.points.map(([x, y]) => ({ x: x * INCH, y: (height - y) * INCH }));
    ctx.beginPath();
    points.forEach((p, k) => (k ? ctx.lineTo(p.x, p.y) : ctx.moveTo(p.x, p.y)));
    ctx.lineJoin = "round";
    if (shape.kind === "polygon") {
      ctx.closePath();
      const look = AREAS[feature.kind] ?? AREAS.hill;
      ctx.fillStyle = feature.kind === "hill" ? HILLS[Math.min(feature.contours ?? 1, 4)] : look.fill;
      ctx.fill();
      ctx.setLineDash(look.dash ?? []);
      ctx.strokeStyle = look.edge;
      ctx.lineWidth = feature.kind.startsWith("fort") ? 4 : 1.4;
      ctx.stroke();
      ctx.setLineDash([]);
      if (look.stamps) this.#stamps(shape.points, look.stamps, look.every ?? 0.7, nth, height);
    } else if (shape.kind === "line")
      for (const [colour, width, dash] of LINES[feature.kind] ?? LINES.road) {
        ctx.lineCap = feature.kind === "tree-line" || !dash ? "round" : "butt";
        ctx.setLineDash(dash ?? []);
        ctx.strokeStyle = colour;
        ctx.lineWidth = width;
        ctx.stroke();
        ctx.setLineDash([]);
      }
    else this.#spot(feature.kind, points[0]);
  }

  /** @param {Spot[]} points @param {string[]} stamps @param {number} every @param {number} seed @param {number} height */
  #stamps(points, stamps, every, seed, height) {
    const { ctx } = this;
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    let n = seed * 977;
    for (let y = Math.min(...ys) + every / 2; y < Math.max(...ys); y += every)
      for (let x = Math.min(...xs) + every / 2; x < Math.max(...xs); x += every, n++) {
        const [dx, dy] = scatter(n, 1)[0];
        /** @type {Spot} */
        const at = [x + dx * every * 0.6, y + dy * every * 0.6];
        if (!within(at, points)) continue;
        stamp(ctx, stamps[n % stamps.length], at[0] * INCH, (height - at[1]) * INCH);
      }
  }

  /** @param {string} kind @param {{x: number, y: number}} at */
  #spot(kind, { x, y }) {
    const { ctx } = this;
    ctx.fillStyle = "#f4ecd8";
    ctx.strokeStyle = "#2c211a";
    ctx.lineWidth = 1.6;
    if (kind === "bridge") {
      ctx.fillRect(x - 6.5, y - 7.5, 13, 15);
      ctx.strokeRect(x - 6.5, y - 7.5, 13, 15);
    } else {
      ctx.beginPath();
      ctx.moveTo(x - 8, y);
      ctx.lineTo(x + 8, y);
      ctx.setLineDash([2.4, 2]);
      ctx.strokeStyle = "#f4ecd8";
      ctx.lineWidth = 7;
      ctx.stroke();
      ctx.setLineDash([]);
    }
  }

  /** @param {Doc} feature @param {number} height */
  #name(feature, height) {
    const shape = feature.name ? shapeOf(feature) : null;
    if (!shape) return;
    const { ctx } = this;
    const middle =
      shape.kind === "line"
        ? shape.points[Math.floor(shape.points.length / 2)]
        : [
            shape.points.reduce((sum, p) => sum + p[0], 0) / shape.points.length,
            shape.points.reduce((sum, p) => sum + p[1], 0) / shape.points.length,
          ];
    const [x, y] = [middle[0] * INCH, (height - middle[1]) * INCH - (shape.kind === "point" ? 12 : 0)];
    ctx.font = "italic 13px 'Libertinus Serif', Palatino, Georgia, serif";
    ctx.textAlign = "center";
    ctx.lineJoin = "round";
    ctx.strokeStyle = "#f6efddd9";
    ctx.lineWidth = 3;
    ctx.strokeText(feature.name, x, y);
    ctx.fillStyle = /stream|river/.test(feature.kind) ? "#1f4a66" : "#2c211a";
    ctx.fillText(feature.name, x, y);
  }
}
