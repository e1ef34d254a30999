/** The picture under everything, in tiles: those that are seen, at the level that is sharp enough. */

import { h } from "../dom.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("../wire").Board} Board */
/**
 * A tile is a canvas and not an image: a browser keeps the pixels of an image for a long time after it was taken away, and
 * whoever looks at many places would hold them all. A canvas gives its pixels back at once.
 * @typedef {{picture: HTMLCanvasElement, level: number, column: number, row: number, there: boolean}} Tile
 */

/** Around what is seen this share of a tile is fetched too. */
const AROUND = 0.25;
/** The level with everything on a few tiles: always there, so that nothing is ever bare. */
const FAR = 0;
/** How much a tile may be stretched before the next level is fetched, as a power of two: less where pixels can be seen. */
const STRETCH = { coarse: 0.05, fine: 0.4 };
/** After this time a tile that could not be had is asked for again, in milliseconds. */
const AGAIN = 1500;

/** The level for a scale in pixels of the screen a unit. @param {number[]} scales @param {number} k @param {number} ratio */
export function levelFor(scales, k, ratio) {
  const stretch = 2 ** (ratio >= 2 ? STRETCH.fine : STRETCH.coarse);
  const level = scales.findIndex((scale) => scale * stretch >= k * ratio);
  return level < 0 ? scales.length - 1 : level;
}

/**
 * The columns or rows of tiles that touch a stretch of the sheet.
 * @param {number} from @param {number} to @param {number} tile units a tile @param {number} length of the sheet
 * @returns {[number, number]}
 */
export function touched(from, to, tile, length) {
  const last = Math.ceil(length / tile) - 1;
  const within = (/** @type {number} */ n) => Math.min(Math.max(n, 0), last);
  return [within(Math.floor(from / tile - AROUND)), within(Math.floor(to / tile + AROUND))];
}

/** @param {HTMLCanvasElement} canvas @param {ImageBitmap} picture */
function paint(canvas, picture) {
  canvas.width = picture.width;
  canvas.height = picture.height;
  // Drawn once and never again: it need not live on the graphics card.
  canvas.getContext("2d", { alpha: false, willReadFrequently: true })?.drawImage(picture, 0, 0);
  picture.close();
}

/** Gives the pixels back. @param {HTMLCanvasElement} canvas */
function clear(canvas) {
  canvas.width = 0;
  canvas.height = 0;
}

export class Ground {
  /** @param {Board} board @param {{width: number, height: number}} sheet @param {Camera} camera @param {(file: string) => string} address @param {() => void} painted called once everything seen is there */
  constructor(board, sheet, camera, address, painted) {
    this.board = board;
    this.sheet = sheet;
    this.camera = camera;
    this.address = address;
    this.painted = painted;
    this.root = h("div", { class: "ground", "aria-hidden": "true" });
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    this.span = "";
    /** Pixels of the picture to one of the page, where that is not the screen's. */
    this.ratio = 0;
    /** Called once everything seen is there. @type {Set<() => void>} */
    this.waiting = new Set();
  }

  /** Waits until everything seen is there. @returns {Promise<void>} */
  complete() {
    return new Promise((done) => {
      this.waiting.add(done);
      this.#tidy();
    });
  }

  /** Fetches what is seen now and lets go what is not. */
  update() {
    const { box, k } = this.camera;
    const level = levelFor(this.board.scales, k, this.ratio || devicePixelRatio || 1);
    const seen = this.#seen(level, box);
    const span = `${level} ${seen.join(" ")}`;
    if (span === this.span) return;
    this.span = span;
    this.level = level;
    const wanted = new Set([...this.#names(level, seen), ...this.#names(FAR, this.#seen(FAR, null))]);
    for (const name of wanted) if (!this.tiles.has(name)) this.#fetch(name);
    this.wanted = wanted;
    this.#tidy();
  }

  /** First and last column, first and last row. @param {number} level @param {import("./camera.js").Box | null} box @returns {number[]} */
  #seen(level, box) {
    const tile = this.board.tile / this.board.scales[level];
    const { width, height } = this.sheet;
    const { x, y, w, h: high } = box ?? { x: 0, y: 0, w: width, h: height };
    return [...touched(x, x + w, tile, width), ...touched(y, y + high, tile, height)];
  }

  /** @param {number} level @param {number[]} span */
  #names(level, [left, right, top, bottom]) {
    const names = [];
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) names.push(`${level}/${column}_${row}`);
    return names;
  }

  /** @param {string} name */
  async #fetch(name) {
    const [level, column, row] = name.split(/[/_]/).map(Number);
    const picture = h("canvas", { class: "tile", width: 0, height: 0, style: `z-index:${level}` });
    /** @type {Tile} */
    const tile = { picture, level, column, row, there: false };
    this.tiles.set(name, tile);
    const mine = () => this.tiles.get(name) === tile;
    try {
      const answer = await fetch(this.address(`${name}.png`));
      if (!answer.ok) throw new Error(`tile ${name}: ${answer.status}`);
      const file = await answer.blob();
      // It may have been passed by meanwhile.
      if (mine()) paint(picture, await createImageBitmap(file));
    } catch {
      if (!mine()) return;
      this.tiles.delete(name);
      setTimeout(() => this.wanted?.has(name) && !this.tiles.has(name) && this.#fetch(name), AGAIN);
      return;
    }
    if (!mine()) return void clear(picture);
    tile.there = true;
    this.#place(tile);
    this.root.append(picture);
    this.#tidy();
  }

  /** Old tiles go once those that replace them are there. */
  #tidy() {
    const wanted = this.wanted ?? new Set();
    const all = [...wanted].every((name) => this.tiles.get(name)?.there);
    // What is not there yet and no longer wanted is not waited for.
    for (const [name, tile] of this.tiles)
      if (!wanted.has(name) && (all || !tile.there)) {
        tile.picture.remove();
        clear(tile.picture);
        this.tiles.delete(name);
      }
    if (!all) return;
    this.painted();
    for (const done of this.waiting) done();
    this.waiting.clear();
  }

  /** Edges on whole pixels, so that tiles meet without a seam. @param {Tile} tile */
  #place({ picture, level, column, row }) {
    const { base } = this.camera;
    const scale = this.board.scales[level];
    const edge = (/** @type {number} */ n, /** @type {number} */ length) =>
      Math.round((Math.min(n * this.board.tile, Math.ceil(length * scale)) / scale) * base);
    const [left, right] = [edge(column, this.sheet.width), edge(column + 1, this.sheet.width)];
    const [top, bottom] = [edge(row, this.sheet.height), edge(row + 1, this.sheet.height)];
    picture.style.left = `${left}px`;
    picture.style.top = `${top}px`;
    picture.style.width = `${right - left}px`;
    picture.style.height = `${bottom - top}px`;
  }

  /** Lays all tiles out at the camera's scale. */
  lay() {
    for (const tile of this.tiles.values()) if (tile.there) this.#place(tile);
    this.update();
  }
}
