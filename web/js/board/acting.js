/** What moves on a board for a moment: counters under way, arrows from who attacks to who is attacked. Only transforms change. */

import { h, s } from "../dom.js";

/** @typedef {import("./sheet.js").Point} Point */
/** @typedef {{kind: string, side: string | null, from: Point, to: Point}} Arrow */

/** Whether nothing shall move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Acting {
  constructor() {
    this.root = h("div", { class: "acting", "aria-hidden": "true" });
    this.base = 1;
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {{arrows: Arrow[], width: number}} */
    this.drawn = { arrows: [], width: 1 };
  }

  /** @param {number} base pixels a unit */
  lay(base) {
    if (base === this.base) return;
    this.base = base;
    this.halt();
    this.#draw();
  }

  /** Moves an element along points, from transform to transform. @param {Element} element @param {string[]} transforms @param {number} ms */
  async move(element, transforms, ms) {
    const animation = element.animate(
      transforms.map((transform) => ({ transform })),
      { duration: ms, easing: transforms.length > 2 ? "linear" : "ease-in-out", fill: "backwards" },
    );
    this.running.add(animation);
    await animation.finished.catch(() => {});
    this.running.delete(animation);
  }

  /** A counter that goes from point to point and is gone then. @param {Node} picture @param {number} side in pixels @param {Point[]} path @param {number} ms */
  async travel(picture, side, path, ms) {
    const at = (/** @type {Point} */ { x, y }) =>
      `translate(${(x * this.base - side / 2).toFixed(1)}px, ${(y * this.base - side / 2).toFixed(1)}px)`;
    const traveller = h(
      "div",
      {
        class: "stack traveller",
        style: `width:${side}px;height:${side}px;transform:${at(path[path.length - 1])}`,
      },
      picture,
    );
    this.root.append(traveller);
    await this.move(traveller, path.map(at), ms);
    traveller.remove();
  }

  /** Ends whatever moves. */
  halt() {
    for (const animation of this.running) animation.finish();
    this.running.clear();
  }

  /** Arrows that stay until others are drawn. @param {Arrow[]} arrows @param {number} width in units */
  arrows(arrows, width) {
    this.drawn = { arrows, width };
    this.#draw();
  }

  #draw() {
    for (const old of [...this.root.querySelectorAll(".story-arrow")]) old.remove();
    const { arrows, width } = this.drawn;
    for (const arrow of arrows) this.root.append(arrowPicture(arrow, width, this.base));
  }
}

/** An arrow in a picture of its own, no larger than needed: little is painted. @param {Arrow} arrow @param {number} width @param {number} base */
function arrowPicture({ kind, side, from, to }, width, base) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const along = (/** @type {number} */ d, /** @type {number} */ aside = 0) => ({
    x: from.x + ux * d - uy * aside,
    y: from.y + uy * d + ux * aside,
  });
  // It begins beside the middle of the one and ends before the middle of the other.
  const [start, end] = [Math.min(far * 0.22, width * 2.4), far - Math.min(far * 0.18, width * 1.6)];
  const neck = Math.max(start, end - width * 2.1);
  const points = [
    along(start, width * 0.3),
    along(neck, width * 0.55),
    along(neck, width * 1.25),
    along(end),
    along(neck, -width * 1.25),
    along(neck, -width * 0.55),
    along(start, -width * 0.3),
  ];
  const edge = width * 1.5;
  const xs = [from.x, to.x];
  const ys = [from.y, to.y];
  const box = { x: Math.min(...xs) - edge, y: Math.min(...ys) - edge };
  const size = { w: Math.max(...xs) + edge - box.x, h: Math.max(...ys) + edge - box.y };
  const path = `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}Z`;
  return s(
    "svg",
    {
      class: ["story-arrow", kind, side],
      viewBox: `${box.x} ${box.y} ${size.w} ${size.h}`,
      style: `left:${box.x * base}px;top:${box.y * base}px;width:${size.w * base}px;height:${size.h * base}px`,
    },
    s("path", { d: path }),
    kind === "fire" && s("circle", { cx: to.x, cy: to.y, r: width * 2.6, class: "burst" }),
  );
}
