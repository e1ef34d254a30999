/** What the editor's boards share: a canvas for the ground, a layer of marks over it, a camera and gestures. */

import { Camera } from "../board/camera.js";
import { Gestures } from "../board/gestures.js";
import { h, s } from "../dom.js";

/** @typedef {import("../board/camera.js").Point} Point */

/** What is painted sooner than this is painted on every step of the camera, in milliseconds. */
const QUICK = 10;
/** How long after the last step a large map is painted again, in milliseconds. */
const REST = 90;

export class Frame {
  /**
   * @param {{width: number, height: number}} sheet @param {number} least the smallest width worth looking at
   * @param {string} label what the board is called
   */
  constructor(sheet, least, label) {
    this.canvas = h("canvas", { class: "edit-ground", "aria-hidden": "true" });
    this.marks = s("g", { class: "edit-marks" });
    this.counters = s("g", { class: "edit-counters" });
    this.svg = s(
      "svg",
      { class: "edit-overlay", width: 1, height: 1, "aria-hidden": "true" },
      this.counters,
      this.marks,
    );
    this.world = h("div", { class: "world" }, this.svg);
    this.board = h(
      "div",
      {
        class: "board edit-board",
        tabindex: "0",
        role: "application",
        "aria-label": label,
        "aria-describedby": "edit-here",
      },
      this.canvas,
      this.world,
    );
    const tool = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ act) =>
      h("button", { type: "button", title, "aria-label": title, onclick: act }, text);
    this.element = h(
      "div",
      { class: "map-frame" },
      this.board,
      h(
        "div",
        { class: "map-tools" },
        tool("+", "Nearer", () => this.camera?.zoom(1.4)),
        tool("−", "Farther", () => this.camera?.zoom(1 / 1.4)),
        tool("▣", "The whole map", () => this.camera?.fit()),
      ),
    );
    this.sheet = sheet;
    this.least = least;
    /** @type {Camera | null} */
    this.camera = null;
    /** Paints the ground anew. @type {() => void} */
    this.onView = () => {};
    /** While it is held the map is pushed, whatever the tool. */
    this.space = false;
    this.size = { w: 0, h: 0 };
    /** What the canvas shows. @type {{x: number, y: number, k: number} | null} */
    this.shown = null;
    /** How long it took to paint, in milliseconds. */
    this.cost = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
  }

  /** Once it is in the page. */
  begin() {
    this.camera = new Camera(this.board, this.world, this.sheet, this.least, {
      moved: () => this.#moved(),
      settled: () => {
        this.svg.style.transform = `scale(${this.camera?.base ?? 1})`;
        this.svg.style.transformOrigin = "0 0";
      },
    });
    this.gestures = new Gestures(this.board, this.camera, () => false);
    this.camera.settle();
    this.resized = new ResizeObserver(() => {
      const { clientWidth: w, clientHeight: height } = this.board;
      if (w === this.size.w && height === this.size.h) return;
      const first = !this.size.w;
      this.size = { w, h: height };
      if (first) this.camera?.fit();
      this.#paint();
    });
    this.resized.observe(this.board);
  }

  /** A small map is painted on every step; a large one is pushed about as it is, and painted when it rests. */
  #moved() {
    clearTimeout(this.resting);
    const { camera, shown } = this;
    if (!camera || !shown || this.cost < QUICK) return this.#paint();
    const scale = camera.k / shown.k;
    const [x, y] = [camera.offset.x - shown.x * scale, camera.offset.y - shown.y * scale];
    this.canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    delete this.board.dataset.painted;
    this.resting = setTimeout(() => this.#paint(), REST);
  }

  #paint() {
    const { camera } = this;
    if (!camera) return;
    const begun = performance.now();
    this.canvas.style.transform = "";
    this.onView();
    this.cost = performance.now() - begun;
    this.shown = { ...camera.offset, k: camera.k };
    this.board.dataset.painted = "";
  }

  /** Where on the sheet an event is. @param {PointerEvent} event @returns {Point} */
  at(event) {
    return this.camera?.point(event.clientX, event.clientY) ?? { x: 0, y: 0 };
  }

  close() {
    clearTimeout(this.resting);
    this.camera?.close();
    this.resized?.disconnect();
  }
}

/**
 * Turns pointers into strokes: one finger or the left button draws, two fingers or the middle button move the map.
 * @param {Frame} frame
 * @param {{begins: (at: Point, event: PointerEvent) => boolean, goes: (at: Point, event: PointerEvent) => void, ends: (at: Point, event: PointerEvent, moved: boolean) => void, breaks: () => void, hovers: (at: Point | null) => void}} act
 */
export function strokes(frame, act) {
  /** @type {{id: number, x: number, y: number, far: number} | null} */
  let drawing = null;
  /** @type {number | null} */
  let pushing = null;
  const { board } = frame;
  const release = () => {
    drawing = null;
    if (frame.gestures) frame.gestures.held = false;
  };
  board.addEventListener(
    "pointerdown",
    (/** @type {PointerEvent} */ event) => {
      board.focus({ preventScroll: true });
      if (drawing) {
        // A second finger: they mean the map.
        act.breaks();
        release();
        return;
      }
      if (event.button === 1 || event.button === 2) {
        pushing = event.pointerId;
        board.setPointerCapture(event.pointerId);
        event.preventDefault();
        return;
      }
      if (event.button !== 0 || frame.space || !event.isPrimary) return;
      if (!act.begins(frame.at(event), event)) return;
      drawing = { id: event.pointerId, x: event.clientX, y: event.clientY, far: 0 };
      if (frame.gestures) frame.gestures.held = true;
      board.setPointerCapture(event.pointerId);
    },
    true,
  );
  board.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (pushing === event.pointerId) return frame.camera?.push(event.movementX, event.movementY);
    if (!drawing) return event.pointerType === "mouse" ? act.hovers(frame.at(event)) : undefined;
    if (drawing.id !== event.pointerId) return;
    drawing.far = Math.max(drawing.far, Math.hypot(event.clientX - drawing.x, event.clientY - drawing.y));
    act.goes(frame.at(event), event);
  });
  const up = (/** @type {PointerEvent} */ event) => {
    if (pushing === event.pointerId) pushing = null;
    if (!drawing || drawing.id !== event.pointerId) return;
    const moved = drawing.far > 6;
    release();
    act.ends(frame.at(event), event, moved);
  };
  board.addEventListener("pointerup", up);
  board.addEventListener("pointercancel", (/** @type {PointerEvent} */ event) => {
    if (drawing?.id !== event.pointerId) return;
    act.breaks();
    release();
  });
  board.addEventListener("pointerleave", () => act.hovers(null));
  board.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
}

/** How a piece that is dragged out of a list is known. */
const PIECE = "application/x-hardtack-piece";

/** A picture in a list that can be dragged onto the board. @param {HTMLElement} element @param {string} table @param {number} nth */
export function draggable(element, table, nth) {
  element.draggable = true;
  element.addEventListener("dragstart", (event) =>
    event.dataTransfer?.setData(PIECE, JSON.stringify({ table, nth })),
  );
  return element;
}

/** Takes pieces that are dragged out of a list. @param {Frame} frame @param {(table: string, nth: number, at: Point) => void} put */
export function takesPieces(frame, put) {
  frame.board.addEventListener("dragover", (/** @type {DragEvent} */ event) => {
    if (event.dataTransfer?.types.includes(PIECE)) event.preventDefault();
  });
  frame.board.addEventListener("drop", (/** @type {DragEvent} */ event) => {
    const held = event.dataTransfer?.getData(PIECE);
    if (!held || !frame.camera) return;
    event.preventDefault();
    const { table, nth } = JSON.parse(held);
    put(table, nth, frame.camera.point(event.clientX, event.clientY));
  });
}
