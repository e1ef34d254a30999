/** What part of a sheet is seen, and how large. Moving it changes one transform and lays nothing out. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** How long after the last step of a zoom everything is laid out sharp again, in milliseconds. */
const SETTLE = 150;
/** How much farther than the whole sheet one can go. */
const BEYOND = 1.15;

export class Camera {
  /**
   * @param {HTMLElement} frame the window @param {HTMLElement} world what moves in it
   * @param {{width: number, height: number}} sheet @param {number} least the smallest width worth looking at, in units
   * @param {{moved: () => void, settled: () => void}} hooks
   */
  constructor(frame, world, sheet, least, hooks) {
    this.frame = frame;
    this.world = world;
    this.sheet = sheet;
    this.least = least;
    this.hooks = hooks;
    /** The middle of the window, in units of the sheet. @type {Point} */
    this.middle = { x: sheet.width / 2, y: sheet.height / 2 };
    /** Pixels a unit. */
    this.k = 1;
    /** Pixels a unit at which everything was laid out last. */
    this.base = 1;
    /** Width and height of the window in pixels. */
    this.size = { w: frame.clientWidth || 1, h: frame.clientHeight || 1 };
    this.drawing = false;
    /** Called whenever it has moved. @type {Set<() => void>} */
    this.watchers = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(frame);
    this.fit();
    this.settle();
  }

  /** The window became another size: the same middle, the same scale. The camera never zooms by itself. */
  resized() {
    const { clientWidth: w, clientHeight: h } = this.frame;
    if (!w || !h || (w === this.size.w && h === this.size.h)) return;
    this.size = { w, h };
    this.#set(this.middle, this.k);
  }

  /** The scale at which the whole sheet is seen. */
  get whole() {
    return Math.min(this.size.w / this.sheet.width, this.size.h / this.sheet.height);
  }

  /** Pixels from the corner of the window to that of the sheet. */
  get offset() {
    return {
      x: Math.round(this.size.w / 2 - this.middle.x * this.k),
      y: Math.round(this.size.h / 2 - this.middle.y * this.k),
    };
  }

  /** What is seen, in units. @returns {Box} */
  get box() {
    const { x, y } = this.offset;
    return { x: -x / this.k, y: -y / this.k, w: this.size.w / this.k, h: this.size.h / this.k };
  }

  /** Where on the sheet a point of the screen is. @param {number} clientX @param {number} clientY @returns {Point} */
  point(clientX, clientY) {
    const frame = this.frame.getBoundingClientRect();
    const { x, y } = this.offset;
    return { x: (clientX - frame.left - x) / this.k, y: (clientY - frame.top - y) / this.k };
  }

  /** Where on the screen a point of the sheet is. @param {Point} at @returns {Point} */
  screen(at) {
    const frame = this.frame.getBoundingClientRect();
    const { x, y } = this.offset;
    return { x: frame.left + x + at.x * this.k, y: frame.top + y + at.y * this.k };
  }

  /** @param {Point} middle @param {number} k */
  #set(middle, k) {
    const least = this.whole / BEYOND;
    const most = Math.max(this.size.w / this.least, least);
    this.k = Math.min(Math.max(k, least), most);
    const within = (/** @type {number} */ at, /** @type {number} */ length) =>
      Math.min(Math.max(at, 0), length);
    this.middle = { x: within(middle.x, this.sheet.width), y: within(middle.y, this.sheet.height) };
    if (!this.drawing) {
      this.drawing = true;
      requestAnimationFrame(() => this.#draw());
    }
    if (this.k !== this.base) {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.settle(), SETTLE);
    }
  }

  #draw() {
    this.drawing = false;
    const { x, y } = this.offset;
    const scale = this.k === this.base ? "" : ` scale(${this.k / this.base})`;
    this.world.style.transform = `translate(${x}px, ${y}px)${scale}`;
    this.hooks.moved();
    for (const watch of this.watchers) watch();
  }

  /** Lays everything out at the scale it is seen at. */
  settle() {
    clearTimeout(this.settling);
    this.base = this.k;
    this.hooks.settled();
    this.#draw();
  }

  /** Shows everything. */
  fit() {
    this.#set({ x: this.sheet.width / 2, y: this.sheet.height / 2 }, this.whole / 1.03);
  }

  /** Shows this part, no nearer than that. @param {Box} box @param {number} [nearest] pixels a unit */
  show(box, nearest = Infinity) {
    const k = Math.min(this.size.w / box.w, this.size.h / box.h, nearest);
    this.#set({ x: box.x + box.w / 2, y: box.y + box.h / 2 }, k);
    this.settle();
  }

  /** @param {Point} at @param {number} [k] */
  look(at, k) {
    this.#set(at, k ?? this.k);
    if (this.k !== this.base) this.settle();
  }

  /** Moves only as far as needed to see a place. @param {Point} at */
  reveal(at) {
    const { box } = this;
    const edge = 0.12;
    const inside = (/** @type {number} */ v, /** @type {number} */ from, /** @type {number} */ length) =>
      v > from + length * edge && v < from + length * (1 - edge);
    if (!inside(at.x, box.x, box.w) || !inside(at.y, box.y, box.h)) this.look(at);
  }

  /** @param {number} by above 1 nearer @param {number} [clientX] @param {number} [clientY] */
  zoom(by, clientX, clientY) {
    const frame = this.frame.getBoundingClientRect();
    const at = this.point(clientX ?? frame.left + frame.width / 2, clientY ?? frame.top + frame.height / 2);
    const before = this.k;
    const { middle } = this;
    this.#set(middle, before * by);
    // The point under the finger stays there, also where the zoom was cut short.
    const share = before / this.k;
    this.#set({ x: at.x + (middle.x - at.x) * share, y: at.y + (middle.y - at.y) * share }, this.k);
  }

  /** @param {number} dx @param {number} dy pixels that the sheet is pushed by */
  push(dx, dy) {
    this.#set({ x: this.middle.x - dx / this.k, y: this.middle.y - dy / this.k }, this.k);
  }

  close() {
    this.watch.disconnect();
    clearTimeout(this.settling);
  }
}
