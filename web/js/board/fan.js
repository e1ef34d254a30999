/** A stack spread out above its hex: each counter a button of its own, there only while it is looked at. */

import { h } from "../dom.js";
import { picture } from "./counters.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./field.js").Marks} Marks */

/** Counters in a row, and the least pixels that one can be hit with a finger. */
const ROW = 5;
const LEAST = 46;
/** How wide a counter is, in hexes. */
const ACROSS = 0.8;

export class Fan {
  /** @param {import("./sheet.js").HexSheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.root = h("div", { class: "fan", role: "group", hidden: true });
    /** The place whose stack is spread. @type {string | null} */
    this.place = null;
    this.base = 1;
    this.sign = "";
  }

  /** Half its width, in pixels. */
  get half() {
    return this.place ? this.root.offsetWidth / 2 : 0;
  }

  /** Spreads the pieces of a place; one alone is no stack. @param {string} place @param {Piece[]} here @param {Marks | undefined} marks */
  open(place, here, marks) {
    if (here.length < 2) return this.close();
    const sign = JSON.stringify([
      place,
      here.map((p) => [p, p.id === marks?.selected, marks?.ready.has(p.id)]),
    ]);
    this.place = place;
    if (sign !== this.sign) this.#fill(place, here, marks);
    this.sign = sign;
    this.root.hidden = false;
    return this.lay(this.base);
  }

  /** @param {string} place @param {Piece[]} here @param {Marks | undefined} marks */
  #fill(place, here, marks) {
    const size = Math.max(LEAST, Math.min(90, ACROSS * this.sheet.size * this.base));
    this.root.setAttribute("aria-label", `Stack in ${place}`);
    this.root.style.setProperty("--row", String(Math.min(ROW, here.length)));
    this.root.replaceChildren(
      ...here.map((piece) => {
        const chosen = piece.id === marks?.selected;
        const ready = marks?.ready.has(piece.id);
        return h(
          "button",
          {
            type: "button",
            tabindex: "-1",
            class: ["fan-piece", chosen && "chosen", ready && "ready"],
            "data-fan": piece.id,
            "aria-label": [piece.label, ready && "can act"].filter(Boolean).join(", "),
            "aria-pressed": String(chosen),
          },
          picture(piece, size),
        );
      }),
    );
  }

  /** Above the hex, or where it is. @param {number} base */
  lay(base) {
    this.base = base;
    const at = this.place && this.sheet.where(this.place);
    if (!at) return;
    this.root.style.left = `${(at.x * base).toFixed(0)}px`;
    this.root.style.top = `${((at.y - this.sheet.size * 0.46) * base).toFixed(0)}px`;
  }

  close() {
    this.place = null;
    this.sign = "";
    if (this.root.hidden) return;
    this.root.hidden = true;
    this.root.replaceChildren();
  }

  /** The piece whose counter an element is, if it is one of the fan. @param {EventTarget | null} target */
  piece(target) {
    return target instanceof Element
      ? (target.closest("[data-fan]")?.getAttribute("data-fan") ?? null)
      : null;
  }

  /** @param {EventTarget | null} target */
  has(target) {
    return target instanceof Node && this.root.contains(target);
  }
}
