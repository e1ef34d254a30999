/** The counters of a hex map: a button a stack, drawn anew only where something in it has changed. */

import { h, s } from "../dom.js";
import { leaderCounter, unitCounter } from "./counters.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./field.js").Marks} Marks */
/** @typedef {import("./counters.js").Face} Face */
/** @typedef {{button: HTMLButtonElement, sign: string, at: {x: number, y: number}}} Stack */

/** How wide a counter is, in hexes. */
const ACROSS = 0.72;
/** The box of a stack around the middle of its hex, in hundredths of a counter. */
const BOX = 190;
/** Pixels a hex from which a counter tells more. */
export const NEAR = 88;
export const MID = 38;

/** What can be read on a counter of a hex of so many pixels. @param {number} pixels @returns {Face} */
export const faceFor = (pixels) => (pixels >= NEAR ? "near" : pixels >= MID ? "mid" : "far");

/** The strength of all units of a stack, where it can be added up. @param {Piece[]} units */
export function total(units) {
  const numbers = units.map((p) => (/^\d+(\.\d+)?$/.test(p.strength ?? "") ? Number(p.strength) : NaN));
  const sum = numbers.reduce((a, b) => a + b, 0);
  return Number.isNaN(sum) ? null : Math.round(sum * 10) / 10;
}

/** Pieces by their place. @param {Piece[]} pieces @returns {Map<string, Piece[]>} */
export function byPlace(pieces) {
  /** @type {Map<string, Piece[]>} */
  const places = new Map();
  for (const piece of pieces) {
    if (!piece.at) continue;
    const here = places.get(piece.at);
    if (here) here.push(piece);
    else places.set(piece.at, [piece]);
  }
  return places;
}

export class Stacks {
  /** @param {HTMLElement} root @param {import("./sheet.js").HexSheet} sheet */
  constructor(root, sheet) {
    this.root = root;
    this.sheet = sheet;
    /** @type {Map<string, Stack>} */
    this.stacks = new Map();
    this.base = 1;
    /** @type {Face} */
    this.face = "mid";
    /** @type {[Piece[], Marks] | undefined} */
    this.shown = undefined;
  }

  /** Where stacks are. */
  get places() {
    return this.stacks.keys();
  }

  /** @param {string} place */
  has(place) {
    return this.stacks.has(place);
  }

  /** @param {number} base */
  lay(base) {
    this.base = base;
    const face = faceFor(this.sheet.size * base);
    for (const stack of this.stacks.values()) this.#place(stack);
    if (face === this.face) return;
    this.face = face;
    if (this.shown) this.draw(...this.shown);
  }

  /** The box of a stack in pixels. */
  get side() {
    return (BOX / 100) * ACROSS * this.sheet.size * this.base;
  }

  /** Pieces as a stack by itself. @param {Piece[]} pieces */
  picture(pieces) {
    return picture(pieces, { selected: null, ready: new Set() }, this.face);
  }

  /** @param {Stack} stack */
  #place({ button, at }) {
    const side = this.side / 2;
    button.style.left = `${(at.x * this.base - side).toFixed(1)}px`;
    button.style.top = `${(at.y * this.base - side).toFixed(1)}px`;
    button.style.width = button.style.height = `${(side * 2).toFixed(1)}px`;
  }

  /** @param {Piece[]} pieces @param {Marks} marks */
  draw(pieces, marks) {
    this.shown = [pieces, marks];
    const places = byPlace(pieces);
    for (const [place, stack] of this.stacks)
      if (!places.has(place)) {
        stack.button.remove();
        this.stacks.delete(place);
      }
    for (const [place, here] of places) this.#update(place, here, marks);
  }

  /** The first stack farther down: what is nearer to the player lies above. @param {Stack} stack */
  #below({ at }) {
    let first = null;
    for (const other of this.stacks.values())
      if (other.at.y > at.y && (!first || other.at.y < first.at.y)) first = other;
    return first?.button ?? null;
  }

  /** @param {string} place @param {Piece[]} here @param {Marks} marks */
  #update(place, here, marks) {
    const at = this.sheet.where(place);
    if (!at) return;
    const sign = JSON.stringify([
      this.face,
      here.map((p) => [p, p.id === marks.selected, marks.ready.has(p.id)]),
    ]);
    const known = this.stacks.get(place);
    if (known?.sign === sign) return;
    const label = `${place}: ${here.map((p) => p.label).join("; ")}`;
    const button =
      known?.button ?? h("button", { type: "button", class: "stack", tabindex: "-1", "data-place": place });
    button.setAttribute("aria-label", label);
    button.replaceChildren(picture(here, marks, this.face));
    const stack = { button, sign, at };
    this.stacks.set(place, stack);
    if (known) return;
    this.#place(stack);
    this.root.insertBefore(button, this.#below(stack));
  }
}

/** A stack as a drawing: the piece chosen on top, how many there are, how strong they are together. @param {Piece[]} here @param {Pick<Marks, "selected" | "ready">} marks @param {Face} face */
function picture(here, marks, face) {
  const units = here.filter((p) => p.kind !== "leader");
  const leaders = here.filter((p) => p.kind === "leader").slice(0, 2);
  const rank = (/** @type {Piece} */ p) =>
    Number(p.id === marks.selected) * 2 + Number(marks.ready.has(p.id));
  units.sort((a, b) => rank(a) - rank(b));
  const shown = units.slice(-3);
  const down = leaders.length ? 12 : 0;
  const dressed = (
    /** @type {any} */ counter,
    /** @type {Piece} */ piece,
    /** @type {[number, number]} */ [x, y],
  ) => {
    counter.setAttribute("transform", `translate(${x} ${y})`);
    counter.classList.toggle("chosen", piece.id === marks.selected);
    counter.classList.toggle("ready", marks.ready.has(piece.id));
    return counter;
  };
  return s(
    "svg",
    { viewBox: `${-BOX / 2} ${-BOX / 2} ${BOX} ${BOX}`, "aria-hidden": "true", focusable: "false" },
    shown.map((piece, n) => {
      const step = (n - (shown.length - 1) / 2) * 12;
      return dressed(unitCounter(piece, n === shown.length - 1 ? face : "far"), piece, [
        -50 + step,
        -50 - step + down,
      ]);
    }),
    units.length > 1 && badge(units, down),
    leaders.map((piece, n) => dressed(leaderCounter(piece, face), piece, [-50, -80 + down - n * 28])),
  );
}

/** @param {Piece[]} units @param {number} down */
function badge(units, down) {
  const sum = total(units);
  const words = sum === null ? `×${units.length}` : `${units.length}: ${sum}`;
  const wide = 14 + words.length * 11;
  return s(
    "g",
    { class: "many", transform: `translate(${72 - wide / 2} ${58 + down})` },
    s("rect", { x: -wide / 2, y: -13, width: wide, height: 26, rx: 13 }),
    s("text", { y: 7 }, words),
  );
}
