/** From far away counters cannot be read: then one flag a side stands for all who are near each other. */

import { h } from "../dom.js";
import { SIDES } from "../words.js";
import { pointOf } from "./places.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {{side: Side, x: number, y: number, units: number, strength: number}} Flag */

/** Below so many pixels a counter nothing on it can be read. */
export const TOO_SMALL = 24;
/** Flags of one side stand at least so many pixels apart. */
const APART = 52;

/**
 * Gathers what stands near each other; a flag stands where most of its strength is.
 * @param {{side: Side, x: number, y: number, strength: number}[]} pieces in pixels @param {number} [apart]
 * @returns {Flag[]}
 */
export function gathered(pieces, apart = APART) {
  /** @type {Flag[]} */
  const flags = [];
  for (const piece of [...pieces].sort((a, b) => b.strength - a.strength)) {
    const near = flags.find(
      (flag) => flag.side === piece.side && Math.hypot(flag.x - piece.x, flag.y - piece.y) < apart,
    );
    if (near) {
      near.units++;
      near.strength += piece.strength;
    } else flags.push({ ...piece, units: 1 });
  }
  return flags;
}

export class Flags {
  /** @param {import("./places.js").Board} board @param {() => number} counter pixels a counter at the camera's scale */
  constructor(board, counter) {
    this.board = board;
    this.counter = counter;
    this.root = h("div", { class: "flags", "aria-hidden": "true" });
    this.board.world.append(this.root);
    /** @type {View | null} */
    this.view = null;
    this.drawn = "";
    board.camera.watchers.add(() => this.lay());
  }

  /** @param {View} view */
  draw(view) {
    this.view = view;
    this.drawn = "";
    this.lay();
  }

  /** Whether counters are too small to be read, so that flags stand for them. */
  get far() {
    return this.counter() < TOO_SMALL;
  }

  /** Lays the flags out where they are needed, once a scale. */
  lay() {
    const { base } = this.board.camera;
    const { far } = this;
    const key = far ? String(base) : "near";
    if (key === this.drawn || !this.view) return;
    this.drawn = key;
    this.board.root.classList.toggle("whole", far);
    this.root.replaceChildren(...(far ? this.#flags(this.view, base) : []));
  }

  /** @param {View} view @param {number} base */
  #flags(view, base) {
    const pieces = [];
    for (const piece of view.pieces) {
      const at = pointOf(this.board, piece);
      if (!at || !piece.side) continue;
      const strength = Number.parseFloat(piece.strength ?? "") || 0;
      const leads = piece.kind === "leader" || piece.kind === "commander";
      pieces.push({ side: piece.side, x: at.x * base, y: at.y * base, strength: leads ? 0 : strength });
    }
    return gathered(pieces).map(({ side, x, y, units, strength }) =>
      h(
        "span",
        {
          class: ["flag", side],
          style: `left:${x}px;top:${y}px`,
          title: `${SIDES[side]}: ${units}, strength ${strength}`,
        },
        h("b", {}, strength ? Math.round(strength) : "★"),
        units > 1 && h("small", {}, `×${units}`),
      ),
    );
  }
}
