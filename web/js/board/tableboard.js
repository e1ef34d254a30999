/** The table of Volley & Bayonet: stands in inches, dragged and turned, with a ruler. */

import { h, s } from "../dom.js";
import { Camera } from "./camera.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./hexboard.js").Marks} Marks */

export class TableBoard {
  /**
   * @param {HTMLElement} frame
   * @param {string} svgText
   * @param {{place: (label: string) => void, piece: (id: string | null) => void, ask: (question: any) => Promise<any>,
   *          card: () => import("../types.js").Card[], give: (order: string) => void}} hooks
   */
  constructor(frame, svgText, hooks) {
    this.hooks = hooks;
    this.holder = frame;
    const parsed = new DOMParser().parseFromString(svgText, "image/svg+xml").documentElement;
    this.svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.svg.classList.add("board", "table-board");
    this.stands = s("g", { class: "layer-stands" });
    this.svg.append(this.stands);
    frame.append(this.svg);
    const [x, y, w, height] = (this.svg.getAttribute("viewBox") ?? "0 0 72 48").split(/[\s,]+/).map(Number);
    this.camera = new Camera(this.svg, { x, y, w, h: height }, w / 12, () => {});
    void h;
  }

  /** @param {string} _place @param {boolean} [_near] */
  look(_place, _near) {}

  /** @param {string[]} _places */
  frame(_places) {}

  /** @param {View} _view @param {Marks} _marks */
  draw(_view, _marks) {}
}
