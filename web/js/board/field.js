/** What every board has: a window, a camera with its gestures, the ground, layers of marks, and tools to zoom. */

import { h } from "../dom.js";
import { tileAddress } from "../api.js";
import { Acting } from "./acting.js";
import { Camera } from "./camera.js";
import { Card, PRESS, REST } from "./card.js";
import { Gestures } from "./gestures.js";
import { Ground } from "./ground.js";
import { Layer } from "./marks.js";

/** @typedef {import("../wire").Board} BoardData */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("./sheet.js").Point} Point */

/**
 * @typedef {object} Marks what is shown besides counters
 * @property {Set<string>} targets places, or stands, where an order can be given
 * @property {Set<string>} ready pieces with an order
 * @property {string | null} selected the piece chosen
 * @property {string | null} staged the place of the order looked at
 * @property {string[]} path
 * @property {Map<string, string>} costs words on hexes
 * @property {{name: string, hexes: Set<string>}[]} overlays
 * @property {{from: string, to: string, kind: string, words: string}[]} [sights] lines between stands
 * @property {{at: string, inches: number, side: string}[]} [rings] circles around stands
 * @property {Set<string>} [flagged] stands marked
 * @property {Set<string>} [notes] places and stands with a private note
 * @property {string | null} active the place of the action
 * @property {string[]} [pointed] places, or stands, that a coach points at
 */

/**
 * @typedef {object} Hooks
 * @property {(place: string | null) => void} [point] the pointer is over another hex, or over none
 * @property {(place: string, stay?: boolean) => void} place a hex was chosen; with `stay` a move there is not over on arrival
 * @property {(id: string) => void} pointAt a stand was chosen
 * @property {(place: string) => string} describe what a screen reader says of a hex
 * @property {(question: any) => Promise<any>} ask
 * @property {(id: string) => boolean} movable
 * @property {(id: string, answer: any) => void} stageMove a pose the referee found legal
 * @property {(id: string) => string[]} [heard] what is laid over a stand, in words
 * @property {(about: string) => Node[]} [card] what the card of a hex or a stand says
 * @property {(place: string, piece: string | null) => boolean} [canTake] whether a counter there can be dragged, or this one
 * @property {(place: string, piece: string | null) => import("../types.js").Piece | null} [take] it is dragged from now on: who goes
 * @property {(place: string) => string} [wayWords] what it costs to come there
 * @property {(place: string, stay?: boolean) => void} [drop] it was let go there
 * @property {(id: string) => void} [choosePiece] one counter of a stack was chosen
 */

/** What is nearer to the edge of the window than this, in pixels, is not seen well. */
const EDGE = 36;

/** A board of any kind; what differs is in the classes that extend it. */
export class Field {
  /**
   * @param {HTMLElement} frame @param {BoardData} data @param {{width: number, height: number}} sheet
   * @param {{least: number, label: string, whole: string, under: string[], over: string[]}} how
   * @param {Hooks} hooks
   */
  constructor(frame, data, sheet, how, hooks) {
    this.hooks = hooks;
    /** What the mouse is over. @type {string | null} */
    this.hovered = null;
    this.data = data;
    /** @type {Marks | undefined} */
    this.marks = undefined;
    this.world = h("div", { class: "world" });
    /** @type {HTMLElement} */
    this.root = h("div", { class: "board", role: "application", "aria-label": how.label }, this.world);
    frame.append(this.root, this.#tools(how.whole));
    this.under = new Layer("marks", sheet, how.under);
    this.over = new Layer("marks over", sheet, how.over);
    this.counters = h("div", { class: "counters" });
    this.acting = new Acting();
    const address = (/** @type {string} */ file) => tileAddress(data.hash, file);
    /** @type {Ground | undefined} */
    this.ground = undefined;
    this.camera = new Camera(this.root, this.world, sheet, how.least, {
      moved: () => this.ground?.update(),
      settled: () => this.#settled(),
    });
    this.ground = new Ground(data, sheet, this.camera, address, () => this.#painted());
    this.world.append(this.ground.root, this.under.root, this.counters, this.acting.root, this.over.root);
    this.gestures = new Gestures(this.root, this.camera, (x, y) => this.free(this.camera.point(x, y)));
    this.root.addEventListener("click", (/** @type {MouseEvent} */ e) => this.#click(e));
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => this.#key(e));
    this.card = new Card(this.root);
    this.root.addEventListener("pointermove", (/** @type {PointerEvent} */ e) => this.#hover(e));
    this.root.addEventListener("pointerdown", (/** @type {PointerEvent} */ e) => this.#press(e));
    this.root.addEventListener("pointerleave", () => this.#point(null));
    // For whoever drives the page from outside.
    /** @type {any} */ (this.root).board = this;
  }

  /** To be called by the constructors that extend this one, once all is there. */
  begin() {
    this.#settled();
  }

  #painted() {
    this.root.dataset.painted = "";
  }

  /** @param {string} whole */
  #tools(whole) {
    const tool = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", title: label, "aria-label": label, onclick: act }, sign);
    return h(
      "div",
      { class: "map-tools" },
      tool("+", "Nearer", () => this.camera.zoom(1.4)),
      tool("−", "Farther", () => this.camera.zoom(0.7)),
      tool("⤢", whole, () => this.camera.fit()),
    );
  }

  #settled() {
    if (!this.ground) return;
    const { base } = this.camera;
    this.ground.lay();
    this.under.lay(base);
    this.over.lay(base);
    this.acting.lay(base);
    this.lay(base);
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType !== "mouse") {
      if (this.gestures.dragged) this.card.hide();
      return;
    }
    if (this.gestures.held && event.buttons) return;
    this.#point(event.buttons ? null : this.pointedAt(event));
  }

  /** The mouse is over something, or over nothing. @param {string | null} about */
  #point(about) {
    if (about === this.hovered) return;
    this.hovered = about;
    this.hover(about);
    this.card.later(about, REST, () => about && this.inspect(about));
  }

  /** A finger that stays where it is asks what is there. @param {PointerEvent} event */
  #press(event) {
    this.card.hide();
    if (event.pointerType === "mouse" || this.gestures.fingers.size > 1) return;
    const about = this.pointedAt(event);
    this.card.later(about, PRESS, () => {
      if (!about || this.gestures.dragged || !this.gestures.fingers.has(event.pointerId)) return;
      // What follows is no tap.
      this.gestures.moved = Infinity;
      this.inspect(about);
      this.rested(event);
    });
  }

  /** Shows the card of something. @param {string} about */
  inspect(about) {
    const at = this.anchor(about);
    const parts = at ? (this.hooks.card?.(about) ?? []) : [];
    if (!at || !parts.length) return;
    const [screen, frame] = [this.camera.screen(at), this.root.getBoundingClientRect()];
    const gap = this.gap * this.camera.k + 8;
    this.card.about = about;
    this.card.show(parts, { x: screen.x - frame.left, y: screen.y - frame.top, gap });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (event.detail > 0) this.card.hide();
    if (this.gestures.dragged && event.detail > 0) return;
    const target = event.target instanceof Element ? event.target : null;
    // Pressed by a key or by a reader of screens: the button itself is meant.
    if (event.detail === 0 && target) return this.pressed(target);
    this.clicked(this.camera.point(event.clientX, event.clientY), event);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const pixels = 80;
    /** @type {Record<string, () => void>} */
    const keys = {
      "+": () => this.camera.zoom(1.4),
      "=": () => this.camera.zoom(1.4),
      "-": () => this.camera.zoom(0.7),
      0: () => this.camera.fit(),
      i: () => this.inspect(this.focusedThing()),
      PageUp: () => this.camera.push(0, pixels * 4),
      PageDown: () => this.camera.push(0, -pixels * 4),
    };
    if (!this.key(event)) {
      if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
      keys[event.key]();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Shows all these points at once, with some ground around them. @param {Point[]} points @param {number} edge @param {number} [nearest] */
  show(points, edge, nearest) {
    if (!points.length) return this.camera.fit();
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const [left, top] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
    const box = { x: left, y: top, w: Math.max(...xs) + edge - left, h: Math.max(...ys) + edge - top };
    return this.camera.show(box, nearest);
  }

  close() {
    this.acting.halt();
    this.camera.close();
  }

  /** Whether a point can be seen. @param {Point} at @param {number} [under] pixels at the foot that something lies over */
  sees(at, under = 0) {
    const { x, y, w, h: high } = this.camera.box;
    const [left, top, edge] = [at.x - x, at.y - y, EDGE / this.camera.k];
    return left > edge && top > edge && left < w - edge && top < high - edge - under / this.camera.k;
  }

  /**
   * Arrows from places to places, until others are drawn.
   * @param {{kind: string, side: string | null, from: string, to: string}[]} arrows
   */
  point(arrows) {
    const placed = arrows.flatMap(({ from, to, ...more }) => {
      const [a, b] = [this.anchor(from), this.anchor(to)];
      return a && b && Math.hypot(a.x - b.x, a.y - b.y) > 1 ? [{ ...more, from: a, to: b }] : [];
    });
    this.acting.arrows(placed, this.gap * 0.28);
  }

  // What differs from one kind of board to the other ------------------------------------------------

  /** Lays the counters out. @param {number} _base pixels a unit */
  lay(_base) {}

  /** Whether nothing is there that a double tap could mean. @param {Point} _at */
  free(_at) {
    return true;
  }

  /** What is at a point: a hex, a hexside, a stand. @param {Point} _at @returns {string | null} */
  thing(_at) {
    return null;
  }

  /** What a pointer is on. @param {PointerEvent} event @returns {string | null} */
  pointedAt(event) {
    return this.thing(this.camera.point(event.clientX, event.clientY));
  }

  /** A finger has rested on something. @param {PointerEvent} _event */
  rested(_event) {}

  /** What the keys are on. @returns {string} */
  focusedThing() {
    return "";
  }

  /** Where a thing is. @param {string} _about @returns {Point | null} */
  anchor(_about) {
    return null;
  }

  /** Room that a thing takes around its middle, in units. */
  get gap() {
    return 0;
  }

  /** The mouse is over another thing. @param {string | null} _about */
  hover(_about) {}

  /** @param {Point} _at @param {MouseEvent} [_event] */
  clicked(_at, _event) {}

  /** @param {Element} _target */
  pressed(_target) {}

  /** Whether the key meant something here. @param {KeyboardEvent} _event @returns {boolean} */
  key(_event) {
    return false;
  }
}
