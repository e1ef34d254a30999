/** The whole map in a corner: who stands where by side, what part of it is seen; a click or a drag goes there. */

import { tileAddress } from "../api.js";
import { h } from "../dom.js";
import { pointOf } from "./places.js";

/** @typedef {import("../types.js").View} View */

/** The longer side, in pixels. */
const LONG = 180;
const FOLDED = "hardtack.minimap";

export class Minimap {
  /** @param {HTMLElement} frame @param {import("./places.js").Board} board @param {import("../wire").Board} data */
  constructor(frame, board, data) {
    this.board = board;
    const { width, height } = board.sheet;
    this.k = LONG / Math.max(width, height);
    const size = { w: Math.round(width * this.k), h: Math.round(height * this.k) };
    this.dots = h("canvas", { width: size.w * 2, height: size.h * 2 });
    this.seen = h("i", { class: "seen" });
    // Whoever does not see it has the search and the keys of the map instead.
    this.picture = h(
      "div",
      { class: "minimap-picture", "aria-hidden": "true", style: `width:${size.w}px;height:${size.h}px` },
      this.#tiles(data),
      this.dots,
      this.seen,
    );
    this.fold = h("button", { type: "button", class: "minimap-fold", onclick: () => this.#turn() });
    this.root = h("div", { class: "minimap" }, this.picture, this.fold);
    this.#show(localStorage.getItem(FOLDED) === "folded");
    frame.append(this.root);
    this.picture.addEventListener("pointerdown", (/** @type {PointerEvent} */ e) => {
      this.picture.setPointerCapture(e.pointerId);
      this.#go(e);
    });
    this.picture.addEventListener("pointermove", (/** @type {PointerEvent} */ e) => {
      if (this.picture.hasPointerCapture(e.pointerId)) this.#go(e);
    });
    board.camera.watchers.add(() => this.follow());
    this.follow();
  }

  /** The picture from the tiles of the least level that is sharp enough. @param {import("../wire").Board} data */
  #tiles({ hash, scales, tile }) {
    const { width, height } = this.board.sheet;
    const found = scales.findIndex((scale) => scale >= this.k);
    const level = found < 0 ? scales.length - 1 : found;
    const units = tile / scales[level];
    const tiles = [];
    for (let row = 0; row * units < height; row++)
      for (let column = 0; column * units < width; column++)
        tiles.push(
          h("img", {
            src: tileAddress(hash, `${level}/${column}_${row}.png`),
            alt: "",
            draggable: "false",
            style: [
              `left:${column * units * this.k}px;top:${row * units * this.k}px`,
              `width:${Math.min(units, width - column * units) * this.k}px`,
              `height:${Math.min(units, height - row * units) * this.k}px`,
            ].join(";"),
          }),
        );
    return tiles;
  }

  #turn() {
    const folded = !this.root.classList.contains("folded");
    localStorage.setItem(FOLDED, folded ? "folded" : "");
    this.#show(folded);
  }

  /** @param {boolean} folded */
  #show(folded) {
    this.root.classList.toggle("folded", folded);
    this.fold.textContent = folded ? "▣" : "–";
    const label = folded ? "Show the small map" : "Fold the small map";
    this.fold.setAttribute("aria-label", label);
    this.fold.title = label;
    this.fold.setAttribute("aria-expanded", String(!folded));
  }

  /** @param {PointerEvent} event */
  #go(event) {
    const box = this.picture.getBoundingClientRect();
    this.board.camera.look({
      x: (event.clientX - box.left) / this.k,
      y: (event.clientY - box.top) / this.k,
    });
  }

  /** Shows what part is seen. */
  follow() {
    const { x, y, w, h: high } = this.board.camera.box;
    const { width, height } = this.board.sheet;
    const [left, right] = [Math.max(x, 0), Math.min(x + w, width)];
    const [top, bottom] = [Math.max(y, 0), Math.min(y + high, height)];
    const { style } = this.seen;
    style.transform = `translate(${left * this.k}px, ${top * this.k}px)`;
    style.width = `${Math.max(0, right - left) * this.k}px`;
    style.height = `${Math.max(0, bottom - top) * this.k}px`;
  }

  /** A square for the Union, a disc for the Confederates, as everywhere. @param {View} view */
  draw(view) {
    const ink = this.dots.getContext("2d");
    if (!ink) return;
    ink.clearRect(0, 0, this.dots.width, this.dots.height);
    const r = 5;
    for (const piece of view.pieces) {
      const at = pointOf(this.board, piece);
      if (!at || !piece.side) continue;
      const [x, y] = [at.x * this.k * 2, at.y * this.k * 2];
      ink.beginPath();
      if (piece.side === "union") ink.rect(x - r, y - r, 2 * r, 2 * r);
      else ink.arc(x, y, r + 1, 0, 2 * Math.PI);
      ink.fillStyle = piece.side === "union" ? "#1f4a8a" : "#8a4711";
      ink.strokeStyle = "#fff";
      ink.lineWidth = 2;
      ink.fill();
      ink.stroke();
    }
  }
}
