/** Layers of SVG over the ground: shapes that change are kept by name, and only what differs is touched. */

import { s } from "../dom.js";

/** @typedef {{class: string, d: string}} Shape */
/** @typedef {{x: number, y: number}} Point */

/** Units along a side of a block: hexes of one kind and block are one path, so that a change paints little. */
const BLOCK = 512;

/** A layer of the whole sheet. */
export class Layer {
  /** @param {string} name @param {{width: number, height: number}} sheet @param {string[]} groups from the lowest */
  constructor(name, sheet, groups) {
    this.sheet = sheet;
    this.root = s("svg", {
      class: name,
      viewBox: `0 0 ${sheet.width} ${sheet.height}`,
      "aria-hidden": "true",
      focusable: "false",
    });
    /** @type {Record<string, SVGGElement>} */
    this.group = {};
    for (const group of groups) {
      this.group[group] = s("g", { class: `layer-${group}` });
      this.root.append(this.group[group]);
    }
    /** @type {Map<string, Element>} */
    this.shapes = new Map();
    /** @type {Map<string, string>} */
    this.signs = new Map();
  }

  /** @param {number} base pixels a unit */
  lay(base) {
    this.root.style.width = `${this.sheet.width * base}px`;
    this.root.style.height = `${this.sheet.height * base}px`;
  }

  /** The paths of a group, by name. @param {string} group @param {Map<string, Shape>} wanted */
  paths(group, wanted) {
    const prefix = `${group}|`;
    for (const [name, element] of this.shapes)
      if (name.startsWith(prefix) && !wanted.has(name.slice(prefix.length))) {
        element.remove();
        this.shapes.delete(name);
      }
    for (const [name, shape] of wanted) {
      const known = this.shapes.get(prefix + name);
      if (known) {
        if (known.getAttribute("d") !== shape.d) known.setAttribute("d", shape.d);
        continue;
      }
      const path = s("path", { class: shape.class, d: shape.d });
      this.shapes.set(prefix + name, path);
      this.group[group].append(path);
    }
  }

  /** Draws a group anew if what it shows has changed. @param {string} group @param {string} sign what it shows @param {() => Node[]} draw */
  redraw(group, sign, draw) {
    if (this.signs.get(group) === sign) return;
    this.signs.set(group, sign);
    this.group[group].replaceChildren(...draw());
  }
}

/**
 * Outlines gathered block by block.
 * @param {Iterable<{kind: string, at: Point, d: string}>} outlines
 * @returns {Map<string, Shape>}
 */
export function blocks(outlines) {
  /** @type {Map<string, Shape>} */
  const all = new Map();
  for (const { kind, at, d } of outlines) {
    const name = `${kind} ${Math.floor(at.x / BLOCK)},${Math.floor(at.y / BLOCK)}`;
    const shape = all.get(name);
    if (shape) shape.d += d;
    else all.set(name, { class: kind, d });
  }
  return all;
}
