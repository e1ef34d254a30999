/** The hex map: the atlas page from the server, with counters, targets and overlays on it. */

import { h, s } from "../dom.js";
import { Camera } from "./camera.js";
import { leaderCounter, unitCounter } from "./counters.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Marker} Marker */
/** @typedef {import("../types.js").View} View */
/** @typedef {{x: number, y: number}} Point */

/**
 * @typedef {object} Marks what is shown on the map besides counters
 * @property {Set<string>} targets places where an order can be given
 * @property {Set<string>} ready pieces with an order
 * @property {string | null} selected the piece chosen
 * @property {string | null} staged the place of the order looked at
 * @property {string[]} path
 * @property {Map<string, string>} costs words on hexes
 * @property {{name: string, hexes: Set<string>}[]} overlays
 * @property {{from: string, to: string, kind: string, words: string}[]} [sights] lines between stands
 * @property {{at: string, inches: number, side: string}[]} [rings] circles around stands
 * @property {Set<string>} [flagged] stands marked
 * @property {string | null} active the place of the action
 */

export class HexBoard {
  /**
   * @param {HTMLElement} frame
   * @param {string} svgText
   * @param {{place: (label: string) => void, describe: (label: string) => string}} hooks
   */
  constructor(frame, svgText, hooks) {
    this.hooks = hooks;
    const parsed = new DOMParser().parseFromString(svgText, "image/svg+xml").documentElement;
    this.svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.svg.classList.add("board");
    this.svg.setAttribute("role", "application");
    this.svg.setAttribute(
      "aria-label",
      "Map. Arrow keys move over the hexes, t goes to the next place for an order, Enter or Space chooses, plus and minus zoom.",
    );
    frame.append(this.svg, this.#tools());
    /** @type {Map<string, {at: Point, polygon: SVGPolygonElement, ground: string}>} */
    this.hexes = new Map();
    for (const polygon of this.svg.querySelectorAll("polygon.hex[data-hex]"))
      this.#know(/** @type {SVGPolygonElement} */ (polygon));
    this.size = this.#hexSize();
    this.layers = s("g", { class: "layers" });
    /** @type {Record<string, SVGGElement>} */
    this.layer = {};
    for (const name of ["overlay", "targets", "path", "markers", "counters", "costs", "focus"]) {
      this.layer[name] = s("g", { class: `layer-${name}` });
      this.layers.append(this.layer[name]);
    }
    this.svg.append(this.layers);
    const [x, y, w, height] = (this.svg.getAttribute("viewBox") ?? "0 0 1000 1000")
      .split(/[\s,]+/)
      .map(Number);
    this.camera = new Camera(this.svg, { x, y, w, h: height }, this.size * 4, () => this.#zoomed());
    this.focused = "";
    this.svg.addEventListener("click", (e) => this.#click(e));
    this.svg.addEventListener("keydown", (e) => this.#key(e));
    this.svg.addEventListener("focusin", (e) => this.#focusin(e));
    this.#rove([...this.hexes.keys()][Math.floor(this.hexes.size / 2)] ?? "");
  }

  #tools() {
    const tool = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", title: label, "aria-label": label, onclick: act }, sign);
    return h(
      "div",
      { class: "map-tools" },
      tool("+", "Nearer", () => this.camera.zoom(0.7)),
      tool("−", "Farther", () => this.camera.zoom(1.4)),
      tool("⤢", "Whole map", () => this.camera.fit()),
    );
  }

  /** @param {SVGPolygonElement} polygon */
  #know(polygon) {
    const label = polygon.dataset.hex ?? "";
    const corners = (polygon.getAttribute("points") ?? "")
      .trim()
      .split(/\s+/)
      .map((p) => p.split(",").map(Number));
    const at = {
      x: corners.reduce((sum, c) => sum + c[0], 0) / corners.length,
      y: corners.reduce((sum, c) => sum + c[1], 0) / corners.length,
    };
    polygon.setAttribute("tabindex", "-1");
    polygon.setAttribute("role", "button");
    this.hexes.set(label, { at, polygon, ground: polygon.getAttribute("aria-label") ?? label });
  }

  /** The distance between two neighbouring centres. */
  #hexSize() {
    const [first, ...rest] = [...this.hexes.values()].slice(0, 200);
    if (!first) return 40;
    return Math.min(...rest.map((hex) => Math.hypot(hex.at.x - first.at.x, hex.at.y - first.at.y)));
  }

  #zoomed() {
    const across = this.size * this.camera.scale;
    this.svg.classList.toggle("far", across < 76);
    this.svg.classList.toggle("very-far", across < 26);
  }

  /** The middle of a hex, or of the hexside between two. @param {string} place @returns {Point | null} */
  where(place) {
    const [a, b] = place.split("/");
    const one = this.hexes.get(a)?.at;
    const two = b ? this.hexes.get(b)?.at : one;
    if (!one || !two) return null;
    return { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
  }

  /** What lies on the ground of a hex, in words. @param {string} place */
  ground(place) {
    return this.hexes.get(place)?.ground ?? place;
  }

  /** @param {string} place @param {boolean} [near] */
  look(place, near = false) {
    const at = this.where(place);
    if (!at) return;
    if (this.hexes.has(place) && !this.svg.contains(document.activeElement)) this.#rove(place);
    if (near) this.camera.look(at.x, at.y, Math.min(this.camera.box.w, this.size * 11));
    else this.camera.reveal(at.x, at.y);
  }

  /** Shows all these places at once, with some ground around them. @param {string[]} places */
  frame(places) {
    const points = places.map((place) => this.where(place)).filter((p) => p !== null);
    if (!points.length) return;
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const edge = this.size * 1.6;
    this.camera.frame({
      x: Math.min(...xs) - edge,
      y: Math.min(...ys) - edge,
      w: Math.max(...xs) - Math.min(...xs) + edge * 2,
      h: Math.max(...ys) - Math.min(...ys) + edge * 2,
    });
  }

  /** Comes nearer to a place if the counters could not be read from here. @param {string} place */
  readable(place) {
    const at = this.where(place);
    const least = 44;
    if (at && this.size * this.camera.scale < least)
      this.camera.look(at.x, at.y, (this.camera.box.w * this.size * this.camera.scale) / least);
  }

  /** @param {string} place */
  focus(place) {
    const hex = this.hexes.get(place);
    if (!hex) return;
    this.#rove(place);
    hex.polygon.focus({ preventScroll: true });
    this.camera.reveal(hex.at.x, hex.at.y);
  }

  /** Puts the focus on the next hex where an order can be given. */
  focusNext(_which = "targets") {
    const places = [...(this.marks?.targets ?? [])].filter((place) => this.hexes.has(place)).sort();
    if (!places.length) return;
    this.focus(places[(places.indexOf(this.focused) + 1) % places.length]);
  }

  /** Only one hex is reached by Tab; arrows go on from there. @param {string} place */
  #rove(place) {
    this.hexes.get(this.focused)?.polygon.setAttribute("tabindex", "-1");
    this.focused = place;
    this.hexes.get(place)?.polygon.setAttribute("tabindex", "0");
  }

  /** @param {FocusEvent} event */
  #focusin(event) {
    const polygon = event.target instanceof SVGElement ? event.target.closest("polygon.hex") : null;
    if (!(polygon instanceof SVGPolygonElement)) return;
    const place = polygon.dataset.hex ?? "";
    this.#rove(place);
    polygon.setAttribute("aria-label", this.hooks.describe(place));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.camera.dragged || !(event.target instanceof Element)) return;
    const side = event.target.closest("[data-place]");
    const hex = event.target.closest("polygon.hex");
    const place = side?.getAttribute("data-place") ?? hex?.getAttribute("data-hex");
    if (!place) return;
    if (this.hexes.has(place)) this.#rove(place);
    this.hooks.place(place);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (way) {
      const next = this.#beyond(way);
      if (next) this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") this.hooks.place(this.focused);
    else if (event.key === "+" || event.key === "=") this.camera.zoom(0.7);
    else if (event.key === "-") this.camera.zoom(1.4);
    else if (event.key === "0") this.camera.fit();
    else return;
    event.preventDefault();
  }

  /** The neighbour that lies best in a direction. @param {[number, number]} way */
  #beyond([dx, dy]) {
    const from = this.hexes.get(this.focused)?.at;
    if (!from) return null;
    let best = null;
    let least = Infinity;
    for (const [label, { at }] of this.hexes) {
      const along = (at.x - from.x) * dx + (at.y - from.y) * dy;
      const aside = Math.abs((at.x - from.x) * dy) + Math.abs((at.y - from.y) * dx);
      if (along < this.size * 0.3 || along + aside > this.size * 2.2) continue;
      const bad = along + aside * 1.6;
      if (bad < least) [least, best] = [bad, label];
    }
    return best;
  }

  /**
   * Draws everything that changes.
   * @param {View} view
   * @param {Marks} marks
   */
  draw(view, marks) {
    /** @type {Marks | undefined} */
    this.marks = marks;
    this.layer.counters.replaceChildren(...this.#stacks(view.pieces, marks));
    this.layer.markers.replaceChildren(...(view.markers ?? []).map((m) => this.#marker(m)).filter(Boolean));
    this.layer.overlay.replaceChildren(...marks.overlays.flatMap((o) => this.#overlay(o)));
    this.layer.targets.replaceChildren(...this.#targets(marks));
    this.layer.path.replaceChildren(...this.#path(marks.path));
    this.layer.costs.replaceChildren(
      ...[...marks.costs].map(([place, words]) => this.#words(place, words)).filter(Boolean),
    );
  }

  /** @param {string} place @param {string} kind @param {Record<string, any>} [more] */
  #shape(place, kind, more = {}) {
    const hex = this.hexes.get(place);
    if (hex) return s("polygon", { points: hex.polygon.getAttribute("points"), class: kind, ...more });
    const at = this.where(place);
    return (
      at &&
      s("circle", {
        cx: at.x,
        cy: at.y,
        r: this.size * 0.2,
        class: `${kind} side`,
        "data-place": place,
        ...more,
      })
    );
  }

  /** @param {Marks} marks */
  #targets(marks) {
    const shapes = [...marks.targets].map((place) =>
      this.#shape(place, place === marks.staged ? "target staged" : "target"),
    );
    if (marks.active) shapes.push(this.#shape(marks.active, "active-hex"));
    return shapes.filter(Boolean);
  }

  /** @param {{name: string, hexes: Set<string>}} overlay */
  #overlay({ name, hexes }) {
    return [...hexes].map((place) => this.#shape(place, `overlay ${name}`)).filter(Boolean);
  }

  /** @param {string[]} path */
  #path(path) {
    const points = path.map((place) => this.where(place)).filter((p) => p !== null);
    if (points.length < 2) return [];
    const last = points[points.length - 1];
    return [
      s("polyline", {
        points: points.map((p) => `${p.x},${p.y}`).join(" "),
        class: "march",
        "stroke-width": this.size * 0.09,
      }),
      s("circle", { cx: last.x, cy: last.y, r: this.size * 0.12, class: "march-end" }),
    ];
  }

  /** @param {string} place @param {string} words */
  #words(place, words) {
    const at = this.where(place);
    const long = words.length > 5;
    return (
      at &&
      s(
        "text",
        {
          x: at.x,
          y: at.y + this.size * (long ? 0.46 : 0.42),
          class: long ? "cost long" : "cost",
          "font-size": this.size * (long ? 0.14 : 0.2),
        },
        words,
      )
    );
  }

  /** @param {Marker} marker */
  #marker(marker) {
    const at = marker.at ? this.where(marker.at) : null;
    if (!at || !marker.at) return null;
    const r = this.size * 0.13;
    const sign = s(
      "g",
      {
        class: `marker ${marker.kind} ${marker.side ?? ""}`,
        transform: `translate(${at.x} ${at.y + (marker.at.includes("/") ? 0 : this.size * 0.36)})`,
      },
      s("rect", { x: -r, y: -r * 0.7, width: r * 2, height: r * 1.4, rx: r * 0.3 }),
      s("text", { "font-size": r * 1.05, y: r * 0.36 }, marker.kind.slice(0, 2).toUpperCase()),
      s("title", {}, marker.label),
    );
    return sign;
  }

  /** @param {Piece[]} pieces @param {Marks} marks */
  #stacks(pieces, marks) {
    /** @type {Map<string, Piece[]>} */
    const places = new Map();
    for (const piece of pieces) if (piece.at) places.set(piece.at, [...(places.get(piece.at) ?? []), piece]);
    return [...places].map(([place, here]) => this.#stack(place, here, marks)).filter(Boolean);
  }

  /** @param {string} place @param {Piece[]} here @param {Marks} marks */
  #stack(place, here, marks) {
    const at = this.where(place);
    if (!at) return null;
    const units = here.filter((p) => p.kind !== "leader");
    const leaders = here.filter((p) => p.kind === "leader");
    // The piece chosen lies on top.
    units.sort(
      (a, b) =>
        Number(a.id === marks.selected) - Number(b.id === marks.selected) ||
        Number(marks.ready.has(a.id)) - Number(marks.ready.has(b.id)),
    );
    const across = this.size * 0.66;
    const group = s("g", { class: "stack", "aria-hidden": "true" });
    const shown = units.slice(-3);
    shown.forEach((piece, n) => {
      const step = (n - (shown.length - 1) / 2) * this.size * 0.085;
      group.append(
        this.#place(
          unitCounter(piece),
          at.x - across / 2 + step,
          at.y - across / 2 - step + (leaders.length ? this.size * 0.08 : 0),
          across / 100,
          piece,
          marks,
        ),
      );
    });
    if (units.length > shown.length)
      group.append(
        s(
          "g",
          { class: "many", transform: `translate(${at.x + across * 0.62} ${at.y - across * 0.62})` },
          s("circle", { r: this.size * 0.13 }),
          s("text", { y: this.size * 0.06, "font-size": this.size * 0.17 }, units.length),
        ),
      );
    leaders
      .slice(0, 2)
      .forEach((piece, n) =>
        group.append(
          this.#place(
            leaderCounter(piece),
            at.x - across * 0.5,
            at.y - across * 0.78 - n * across * 0.27,
            across / 100,
            piece,
            marks,
          ),
        ),
      );
    return group;
  }

  /** @param {any} counter @param {number} x @param {number} y @param {number} scale @param {Piece} piece @param {Marks} marks */
  #place(counter, x, y, scale, piece, marks) {
    counter.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    counter.classList.toggle("chosen", piece.id === marks.selected);
    counter.classList.toggle("ready", marks.ready.has(piece.id));
    return counter;
  }
}
