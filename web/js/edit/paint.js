/** The ground of a hex map on a canvas, in the colours of the printed one. Only what has changed is painted again. */

import { EDGE } from "./grid.js";
import { entries } from "./ground.js";
import { hexesOf } from "./lists.js";
import { LEVELS, TERRAIN, WATERS, WAYS, scatter, stamp } from "./palette.js";
import { flow, roadLine, strokeWay } from "./strokes.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./grid.js").Point} Point */
/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./changes.js").Doc} Doc */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** So many hexes of one terrain look different. */
const VARIANTS = 5;
const SERIF = "'Libertinus Serif', Palatino, Georgia, serif";

export class HexPainter {
  /** @param {HTMLCanvasElement} canvas @param {Grid} grid @param {Doc} doc @param {Ground} ground */
  constructor(canvas, grid, doc, ground) {
    this.canvas = canvas;
    this.ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    this.grid = grid;
    this.doc = doc;
    this.ground = ground;
    /** Where the corner of the map is on the canvas, and how large a unit is, in its pixels. */
    this.view = { x: 0, y: 0, k: 1 };
    /** Signs of terrain as pictures, for one scale. @type {Map<string, HTMLCanvasElement>} */
    this.sprites = new Map();
    this.spriteScale = 0;
    /** How many hexes were painted since the page was opened: what it costs. */
    this.painted = 0;
    this.runs = this.#lay(null);
  }

  /** Everything that runs over the ground; what has not changed is not laid out again. @param {Doc | null} before @returns {{roads: any[], waters: any[], levels: boolean}} */
  #lay(before) {
    const { grid, doc, runs } = this;
    const same = (/** @type {string} */ key) => before !== null && before[key] === doc[key];
    const roads = same("road")
      ? runs.roads
      : entries(doc, "road")
          .map((road) => roadLine(grid, road))
          .filter((road) => road !== null);
    const waters = same("water")
      ? runs.waters
      : entries(doc, "water").map(({ kind, name, sides }) => ({ kind, name, paths: flow(grid, sides) }));
    return { roads, waters, levels: this.ground.level.some((one) => one !== this.ground.level[0]) };
  }

  /** Another state of the file. @param {Doc} doc @param {Ground} ground */
  show(doc, ground) {
    const before = this.doc;
    this.doc = doc;
    this.ground = ground;
    this.runs = this.#lay(before);
  }

  /** @param {{x: number, y: number}} offset pixels of the screen @param {number} k pixels a unit */
  look(offset, k) {
    const dpr = Math.min(window.devicePixelRatio || 1, 2);
    const { canvas } = this;
    const [w, h] = [Math.round(canvas.clientWidth * dpr), Math.round(canvas.clientHeight * dpr)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    this.view = { x: offset.x * dpr, y: offset.y * dpr, k: k * dpr };
    this.paint(null);
  }

  /** Paints these hexes and what touches them; all that is seen if none are named. @param {Iterable<number> | null} hexes */
  paint(hexes) {
    const { ctx, canvas, view, grid } = this;
    const all = {
      x: -view.x / view.k,
      y: -view.y / view.k,
      w: canvas.width / view.k,
      h: canvas.height / view.k,
    };
    let box = all;
    if (hexes) {
      const own = boxOf(grid, hexes);
      if (!own) return;
      box = meet(own, all);
      if (box.w <= 0 || box.h <= 0) return;
    }
    ctx.save();
    ctx.setTransform(view.k, 0, 0, view.k, view.x, view.y);
    ctx.beginPath();
    ctx.rect(box.x, box.y, box.w, box.h);
    ctx.clip();
    this.#sheet(box);
    const seen = this.#seen(box);
    this.painted += seen.length;
    this.#tints(seen);
    this.#stamps(seen);
    this.#sides(box);
    this.#lines(box);
    this.#gridLines(seen);
    this.#sites(box);
    ctx.restore();
  }

  /** @param {Box} box */
  #sheet(box) {
    this.ctx.fillStyle = "#e9dfc6";
    this.ctx.fillRect(box.x, box.y, box.w, box.h);
    this.ctx.fillStyle = "#f4ecd8";
    this.ctx.fillRect(0, 0, this.grid.width, this.grid.height);
  }

  /** The hexes that touch a box. @param {Box} box */
  #seen(box) {
    const { grid } = this;
    const [ox, oy] = grid.plan.origin;
    const [sx, sy] = grid.flat ? [EDGE * 1.5, grid.size] : [grid.size, EDGE * 1.5];
    const span = (
      /** @type {number} */ from,
      /** @type {number} */ length,
      /** @type {number} */ step,
      /** @type {number} */ most,
    ) => [
      Math.max(0, Math.floor((from - EDGE) / step) - 1),
      Math.min(most - 1, Math.ceil((from + length + EDGE) / step)),
    ];
    const [c0, c1] = span(box.x - ox, box.w, sx, grid.columns);
    const [r0, r1] = span(box.y - oy, box.h, sy, grid.rows);
    const out = [];
    for (let row = r0; row <= r1; row++)
      for (let column = c0; column <= c1; column++) out.push(row * grid.columns + column);
    return out;
  }

  /** @param {number} n @param {CanvasPath} path */
  #hex(n, path) {
    const { grid } = this;
    // A little too large, so that no seam shows between two of a kind.
    const [ux, uy] = [grid.ux * 1.012, grid.uy * 1.012];
    for (let k = 0; k < 6; k++) {
      const [a, b] = grid.offsets[k];
      const [x, y] = [grid.x[n] + a * ux, grid.y[n] + b * uy];
      if (k === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
  }

  /** Each edge once: three of a hex, and those that no neighbour has. @param {number} n */
  #edges(n) {
    const { ctx, grid } = this;
    for (let dir = 0; dir < 6; dir++) {
      if (dir > 2 && grid.neighbour(n, dir) >= 0) continue;
      const [a, b] = grid.ends(n, dir);
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
    }
  }

  /** @param {number[]} seen */
  #tints(seen) {
    const { ctx, ground, runs } = this;
    /** @type {Map<string, number[]>} */
    const by = new Map();
    const add = (/** @type {string} */ key, /** @type {number} */ n) => {
      const list = by.get(key);
      if (list) list.push(n);
      else by.set(key, [n]);
    };
    for (const n of seen) {
      if (runs.levels) add(`level ${ground.level[n]}`, n);
      add(ground.terrain[n], n);
    }
    const order = [...by.keys()].sort(
      (a, b) => Number(b.startsWith("level")) - Number(a.startsWith("level")),
    );
    for (const key of order) {
      const level = key.startsWith("level ") ? Number(key.slice(6)) : null;
      const tint = level === null ? TERRAIN[key]?.tint : LEVELS[level];
      if (!tint) continue;
      ctx.globalAlpha = level === null && runs.levels && key !== "water" ? 0.6 : 1;
      ctx.fillStyle = tint;
      for (const some of batches(by.get(key) ?? [])) {
        ctx.beginPath();
        for (const n of some) this.#hex(n, ctx);
        ctx.fill();
      }
      ctx.globalAlpha = 1;
    }
    if (runs.levels) this.#contours(seen);
  }

  /** Where two levels meet. @param {number[]} seen */
  #contours(seen) {
    const { ctx, grid, ground } = this;
    ctx.beginPath();
    for (const n of seen)
      for (let dir = 0; dir < 3; dir++) {
        const other = grid.neighbour(n, dir);
        if (other < 0 || ground.level[n] === ground.level[other]) continue;
        const [a, b] = grid.ends(n, dir);
        ctx.moveTo(a.x, a.y);
        ctx.lineTo(b.x, b.y);
      }
    ctx.strokeStyle = "#8a5a2b";
    ctx.lineWidth = 1.4;
    ctx.lineCap = "round";
    ctx.stroke();
  }

  /** @param {number[]} seen */
  #stamps(seen) {
    const { ctx, grid, ground, view } = this;
    if (grid.size * view.k < 15) return;
    const size = 2 * EDGE;
    for (const n of seen) {
      const sprite = this.#sprite(ground.terrain[n], n % VARIANTS);
      if (sprite) ctx.drawImage(sprite, grid.x[n] - EDGE, grid.y[n] - EDGE, size, size);
    }
  }

  /** The signs of a hex of this terrain, drawn once for each scale. @param {string} terrain @param {number} variant */
  #sprite(terrain, variant) {
    const look = TERRAIN[terrain];
    if (!look?.stamps) return null;
    const { k } = this.view;
    if (this.spriteScale !== k) {
      this.sprites.clear();
      this.spriteScale = k;
    }
    const key = `${terrain} ${variant}`;
    const known = this.sprites.get(key);
    if (known) return known;
    const sprite = document.createElement("canvas");
    sprite.width = sprite.height = Math.ceil(2 * EDGE * k);
    const ctx = /** @type {CanvasRenderingContext2D} */ (sprite.getContext("2d"));
    ctx.scale(sprite.width / (2 * EDGE), sprite.width / (2 * EDGE));
    for (const [nth, [dx, dy]] of scatter(variant * 7919 + 1, look.many ?? 5).entries())
      stamp(ctx, look.stamps[(variant + nth) % look.stamps.length], EDGE + dx * EDGE, EDGE + dy * EDGE);
    this.sprites.set(key, sprite);
    return sprite;
  }

  /** Ridges, walls, slopes and borders. @param {Box} box */
  #sides(box) {
    const { ctx, grid, doc, ground } = this;
    ctx.lineCap = "butt";
    for (const { sides } of entries(doc, "border"))
      for (const side of Array.isArray(sides) ? sides : []) {
        const ends = this.#ends(side, box);
        if (!ends) continue;
        stroke(ctx, ends, "#7d1f1a", 1.6, [7, 3, 1.5, 3]);
      }
    for (const { side, high } of entries(doc, "ridge")) {
      const ends = this.#ends(side, box);
      const n = grid.number(high);
      if (ends && n >= 0) this.#hachures(ends, n, "#6b4a2a");
    }
    for (const { side, kind } of entries(doc, "wall")) {
      const ends = this.#ends(side, box);
      const pair = grid.side(side);
      if (!ends || !pair) continue;
      if (kind === "steep-slope") {
        const top = ground.level[pair[0]] >= ground.level[pair[1]] ? pair[0] : pair[1];
        this.#hachures(ends, top, "#3d2a1a");
      } else {
        stroke(ctx, ends, "#3d3833", 4.6, []);
        stroke(ctx, ends, "#d8d1c4", 2.6, [4, 1.3]);
      }
    }
  }

  /** Strokes that point uphill. @param {[Point, Point]} ends @param {number} top @param {string} colour */
  #hachures([a, b], top, colour) {
    const { ctx, grid } = this;
    const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const long = Math.hypot(grid.x[top] - mx, grid.y[top] - my) || 1;
    const [ux, uy] = [(grid.x[top] - mx) / long, (grid.y[top] - my) / long];
    ctx.beginPath();
    ctx.moveTo(a.x + ux * 3, a.y + uy * 3);
    ctx.lineTo(b.x + ux * 3, b.y + uy * 3);
    for (let t = 0.06; t < 1; t += 0.11) {
      const [x, y] = [a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t];
      ctx.moveTo(x + ux * 3, y + uy * 3);
      ctx.lineTo(x + ux * 10, y + uy * 10);
    }
    ctx.setLineDash([]);
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1.5;
    ctx.stroke();
  }

  /** The ends of a hexside, if it can be seen. @param {string} side @param {Box} box */
  #ends(side, box) {
    const pair = this.grid.side(side);
    if (!pair) return null;
    const ends = this.grid.ends(pair[0], this.grid.direction(...pair));
    return ends.some((p) => inside(p, box, EDGE)) ? ends : null;
  }

  /** Water, roads and crossings. @param {Box} box */
  #lines(box) {
    const { ctx, runs, grid, doc, ground } = this;
    ctx.lineCap = ctx.lineJoin = "round";
    ctx.setLineDash([]);
    for (const [colour, less] of /** @type {[string, number][]} */ ([
      ["#3f6f8c", 0],
      ["#aacfdd", 1.7],
    ]))
      for (const { kind, paths } of runs.waters) {
        const width = WATERS[kind] ?? 4;
        for (const path of paths) {
          if (!touches(path.box, box)) continue;
          ctx.strokeStyle = width < 3 ? "#3f6f8c" : colour;
          ctx.lineWidth = Math.max(width - less, 1.6);
          ctx.stroke(path.path);
        }
      }
    for (const way of WAYS)
      for (const road of runs.roads)
        if (road.kind === way.kind && touches(road.box, box)) strokeWay(ctx, road.path, way);
    for (const { side, kind } of entries(doc, "crossing")) {
      const ends = this.#ends(side, box);
      const pair = grid.side(side);
      if (ends && pair)
        this.#crossing(ends, kind, WATERS[ground.water.get(grid.sideLabel(...pair)) ?? ""] ?? 4);
    }
    ctx.setLineDash([]);
  }

  /** @param {[Point, Point]} ends @param {string} kind @param {number} wide of the water */
  #crossing([a, b], kind, wide) {
    const { ctx } = this;
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const far = wide / 2 + 6;
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 2);
    ctx.lineCap = "butt";
    const line = (
      /** @type {[number, number, number, number][]} */ lines,
      /** @type {string} */ colour,
      /** @type {number} */ width,
      /** @type {number[]} */ dash = [],
    ) => {
      ctx.beginPath();
      for (const [x1, y1, x2, y2] of lines) {
        ctx.moveTo(x1, y1);
        ctx.lineTo(x2, y2);
      }
      ctx.setLineDash(dash);
      ctx.strokeStyle = colour;
      ctx.lineWidth = width;
      ctx.stroke();
    };
    if (kind === "bridge") {
      line([[-far, 0, far, 0]], "#f4ecd8", 10);
      line(
        [
          [-far, -4.6, far, -4.6],
          [-far, 4.6, far, 4.6],
        ],
        "#2c211a",
        1.7,
      );
      line(
        [
          [-far, -4.6, -far - 3, -8],
          [far, -4.6, far + 3, -8],
          [-far, 4.6, -far - 3, 8],
          [far, 4.6, far + 3, 8],
        ],
        "#2c211a",
        1.7,
      );
    } else if (kind === "ford") {
      line(
        [
          [-far, -3, far, -3],
          [-far, 3, far, 3],
        ],
        "#f4ecd8",
        3.2,
      );
      line(
        [
          [-far, -3, far, -3],
          [-far, 3, far, 3],
        ],
        "#2c211a",
        1.8,
        [1.8, 2],
      );
    } else if (kind === "dam") {
      line([[-far, -1.6, far, -1.6]], "#2c211a", 4);
      line([[-far, 2.4, far, 2.4]], "#2c211a", 4, [1.4, 2.2]);
    } else {
      line([[-far, 0, far, 0]], "#2c211a", 1, [2, 2]);
      ctx.rotate(-(Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 2));
      const boat = new Path2D("M-8-1H8L5.4 5H-5.4Z");
      ctx.setLineDash([]);
      ctx.fillStyle = "#f4ecd8";
      ctx.fill(boat);
      ctx.strokeStyle = "#2c211a";
      ctx.lineWidth = 1.3;
      ctx.stroke(boat);
      ctx.fillStyle = "#2c211a";
      ctx.fill(new Path2D("M-.6-1V-9.6L6.4-3.4H.6V-1Z"));
    }
    ctx.restore();
  }

  /** @param {number[]} seen */
  #gridLines(seen) {
    const { ctx, grid, view } = this;
    const px = grid.size * view.k;
    if (px < 7) return;
    ctx.setLineDash([]);
    ctx.strokeStyle = "#6b56396b";
    ctx.lineWidth = Math.max(0.7, 0.7 / view.k);
    for (const some of batches(seen)) {
      ctx.beginPath();
      for (const n of some) this.#edges(n);
      ctx.stroke();
    }
    if (px < 44) return;
    ctx.font = `8.4px ${SERIF}`;
    ctx.textAlign = "center";
    ctx.fillStyle = "#4f3f2d";
    for (const n of seen)
      ctx.fillText(grid.labels[n], grid.x[n], grid.y[n] - (grid.flat ? grid.size / 2 - 9 : EDGE - 14));
  }

  /** Places, stations, works; names of places, roads and waters. @param {Box} box */
  #sites(box) {
    const { ctx, grid, doc, view } = this;
    const features = doc.features ?? {};
    for (const n of hexesOf(grid, features.plateau)) this.#patch(n, box, "#8a5a2b22");
    for (const n of hexesOf(grid, features.sunken_road)) this.#patch(n, box, "#6b4a2a33");
    for (const n of hexesOf(grid, features.rr_station))
      this.#sign(n, 12, 12, box, "M-6-1.5L0-6.5L6-1.5V5H-6Z", "M-6-1.5L0-6.5L6-1.5ZM-1.6 5V1H1.6V5");
    for (const key of ["redoubt", "fort"])
      for (const work of [features[key] ?? []].flat())
        for (const n of hexesOf(grid, work.hexes))
          this.#sign(
            n,
            -12,
            10,
            box,
            "M0-10L3.2-4.2L9.5-3.1L5.2 1.7L5.9 8.1L0 5.4L-5.9 8.1L-5.2 1.7L-9.5-3.1L-3.2-4.2Z",
            "M0-4.4L4.2-1.4L2.6 3.6H-2.6L-4.2-1.4Z",
          );
    if (grid.size * view.k < 12) return;
    for (const { hex, name, kind } of entries(doc, "place")) {
      const n = grid.number(hex);
      if (n >= 0 && inside({ x: grid.x[n], y: grid.y[n] }, box, 160))
        this.#place(n, String(name ?? ""), kind);
    }
    if (grid.size * view.k < 22) return;
    for (const { name, box: own, middle } of this.runs.roads)
      if (name && touches(own, box)) this.#along(name, middle, "#5b2d18", 10.5);
    for (const { name, paths } of this.runs.waters) {
      const longest = [...paths].sort((a, b) => b.long - a.long)[0];
      if (name && longest && touches(longest.box, box)) this.#along(name, longest.middle, "#1f4a66", 13);
    }
  }

  /** @param {number} n @param {Box} box @param {string} colour */
  #patch(n, box, colour) {
    if (!inside({ x: this.grid.x[n], y: this.grid.y[n] }, box, EDGE)) return;
    this.ctx.beginPath();
    this.#hex(n, this.ctx);
    this.ctx.fillStyle = colour;
    this.ctx.fill();
  }

  /** @param {number} n @param {number} dx @param {number} dy @param {Box} box @param {string} outline @param {string} inner */
  #sign(n, dx, dy, box, outline, inner) {
    const { ctx, grid } = this;
    if (!inside({ x: grid.x[n], y: grid.y[n] }, box, EDGE)) return;
    ctx.save();
    ctx.translate(grid.x[n] + dx, grid.y[n] + dy);
    ctx.fillStyle = "#f6efdd";
    ctx.strokeStyle = "#1d1a18";
    ctx.lineWidth = 1.2;
    const path = new Path2D(outline);
    ctx.fill(path);
    ctx.stroke(path);
    ctx.fillStyle = "#1d1a18";
    ctx.fill(new Path2D(inner));
    ctx.restore();
  }

  /** @param {number} n @param {string} name @param {string} kind */
  #place(n, name, kind) {
    const { ctx, grid } = this;
    const { x, y } = { x: grid.x[n], y: grid.y[n] };
    ctx.fillStyle = "#3a2620";
    const houses =
      kind === "town"
        ? [
            [-7, -5],
            [1, -7],
            [-4, 2],
            [5, 1],
            [-11, 1],
          ]
        : kind === "village"
          ? [
              [-4, -3],
              [2, 0],
            ]
          : [];
    for (const [dx, dy] of houses) ctx.fillRect(x + dx, y + dy, 5, 4.4);
    if (kind === "landmark") {
      ctx.beginPath();
      ctx.arc(x, y, 3.4, 0, 7);
      ctx.fillStyle = "#f6efdd";
      ctx.fill();
      ctx.strokeStyle = "#2c211a";
      ctx.lineWidth = 1.1;
      ctx.stroke();
    }
    if (kind === "entry") this.#arrow(x, y);
    const size = kind === "town" ? 15 : kind === "entry" ? 11.5 : 12.5;
    ctx.font = `${kind === "town" ? "600 " : kind === "entry" ? "italic " : ""}${size}px ${SERIF}`;
    ctx.textAlign = "center";
    halo(ctx, name, x, y + 20, kind === "entry" ? "#7d1f1a" : "#2c211a");
  }

  /** An arrow from the nearest edge. @param {number} x @param {number} y */
  #arrow(x, y) {
    const { ctx, grid } = this;
    const away = [x, grid.width - x, y, grid.height - y];
    const turn = [0, Math.PI, Math.PI / 2, -Math.PI / 2][away.indexOf(Math.min(...away))];
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(turn);
    const path = new Path2D("M-16-4.5H-5V-9.5L7 0L-5 9.5V4.5H-16Z");
    ctx.fillStyle = "#9c2f27";
    ctx.fill(path);
    ctx.strokeStyle = "#f6efdd";
    ctx.lineWidth = 1.4;
    ctx.stroke(path);
    ctx.restore();
  }

  /** A name along something. @param {string} name @param {{x: number, y: number, turn: number}} at @param {string} colour @param {number} size */
  #along(name, at, colour, size) {
    const { ctx } = this;
    ctx.save();
    ctx.translate(at.x, at.y);
    ctx.rotate(at.turn);
    ctx.font = `italic ${size}px ${SERIF}`;
    ctx.textAlign = "center";
    halo(ctx, name, 0, -6, colour);
    ctx.restore();
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} y @param {string} colour */
function halo(ctx, text, x, y, colour) {
  ctx.setLineDash([]);
  ctx.lineJoin = "round";
  ctx.strokeStyle = "#f6efddd9";
  ctx.lineWidth = 3;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

/** @param {CanvasRenderingContext2D} ctx @param {[Point, Point]} ends @param {string} colour @param {number} width @param {number[]} dash */
function stroke(ctx, [a, b], colour, width, dash) {
  ctx.beginPath();
  ctx.moveTo(a.x, a.y);
  ctx.lineTo(b.x, b.y);
  ctx.setLineDash(dash);
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Paths of thousands of hexes are slow to fill. @param {number[]} list */
function* batches(list) {
  for (let k = 0; k < list.length; k += 96) yield list.slice(k, k + 96);
}

/** The box around hexes and what may reach out of them. @param {Grid} grid @param {Iterable<number>} hexes */
function boxOf(grid, hexes) {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const n of hexes) {
    [x0, y0] = [Math.min(x0, grid.x[n]), Math.min(y0, grid.y[n])];
    [x1, y1] = [Math.max(x1, grid.x[n]), Math.max(y1, grid.y[n])];
  }
  if (x0 > x1) return null;
  const more = EDGE * 1.3;
  return { x: x0 - more, y: y0 - more, w: x1 - x0 + 2 * more, h: y1 - y0 + 2 * more };
}

/** @param {Box} a @param {Box} b */
function meet(a, b) {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return { x, y, w: Math.min(a.x + a.w, b.x + b.w) - x, h: Math.min(a.y + a.h, b.y + b.h) - y };
}

/** @param {Point} p @param {Box} box @param {number} more */
const inside = (p, box, more) =>
  p.x > box.x - more && p.y > box.y - more && p.x < box.x + box.w + more && p.y < box.y + box.h + more;

/** Whether something that reaches so far may be seen; names reach out a little. @param {Box} own @param {Box} box */
const touches = (own, box) =>
  own.x < box.x + box.w + 60 &&
  own.y < box.y + box.h + 60 &&
  own.x + own.w > box.x - 60 &&
  own.y + own.h > box.y - 60;
