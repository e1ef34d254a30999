/** Pan and zoom of an SVG by its viewBox: mouse, wheel, one or two fingers, keys. */

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** A drag shorter than this is a click. */
const CLICK = 6;

export class Camera {
  /**
   * @param {SVGSVGElement} svg
   * @param {Box} whole everything there is to see
   * @param {number} least the smallest width worth looking at
   * @param {() => void} changed
   */
  constructor(svg, whole, least, changed) {
    this.svg = svg;
    this.whole = whole;
    this.least = least;
    this.changed = changed;
    /** @type {Box} */
    this.box = { ...whole };
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.moved = 0;
    this.drawing = false;
    /** Set by a board that drags its own things: true while it does. */
    this.held = false;
    svg.addEventListener("wheel", (e) => this.#wheel(e), { passive: false });
    svg.addEventListener("pointerdown", (e) => this.#down(e));
    svg.addEventListener("pointermove", (e) => this.#move(e));
    for (const end of ["pointerup", "pointercancel", "pointerleave"])
      svg.addEventListener(end, (e) => this.#up(/** @type {PointerEvent} */ (e)));
    new ResizeObserver(() => this.#fit(this.box)).observe(svg);
    this.fit();
  }

  /** Whether the pointer was dragged since it went down: then the click is none. */
  get dragged() {
    return this.moved > CLICK;
  }

  /** Screen pixels a unit of the map. */
  get scale() {
    return this.svg.getBoundingClientRect().width / this.box.w || 1;
  }

  /** Where on the map a point of the screen is. @param {number} clientX @param {number} clientY */
  point(clientX, clientY) {
    const frame = this.svg.getBoundingClientRect();
    return {
      x: this.box.x + (clientX - frame.left) / this.scale,
      y: this.box.y + (clientY - frame.top) / this.scale,
    };
  }

  /** Shows everything. */
  fit() {
    const { x, y, w, h } = this.whole;
    this.#fit({ x: x - w * 0.015, y: y - h * 0.015, w: w * 1.03, h: h * 1.03 });
  }

  /** Shows this part. @param {Box} box */
  frame(box) {
    this.#fit(box);
  }

  /** @param {Box} box */
  #fit(box) {
    const frame = this.svg.getBoundingClientRect();
    if (!frame.width || !frame.height) return;
    const w = Math.max(box.w, (box.h * frame.width) / frame.height);
    const middle = { x: box.x + box.w / 2, y: box.y + box.h / 2 };
    this.#set(middle.x, middle.y, w);
  }

  /** @param {number} x @param {number} y @param {number} w the middle and the width */
  #set(x, y, w) {
    const frame = this.svg.getBoundingClientRect();
    const most = Math.max(this.whole.w, (this.whole.h * frame.width) / frame.height) * 1.15;
    w = Math.min(Math.max(w, this.least), most);
    const h = (w * frame.height) / frame.width;
    x = Math.min(Math.max(x, this.whole.x), this.whole.x + this.whole.w);
    y = Math.min(Math.max(y, this.whole.y), this.whole.y + this.whole.h);
    this.box = { x: x - w / 2, y: y - h / 2, w, h };
    this.#draw();
  }

  #draw() {
    if (this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      const { x, y, w, h } = this.box;
      this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
      this.changed();
    });
  }

  /** @param {number} by below 1 nearer @param {number} [clientX] @param {number} [clientY] */
  zoom(by, clientX, clientY) {
    const frame = this.svg.getBoundingClientRect();
    const at = this.point(clientX ?? frame.left + frame.width / 2, clientY ?? frame.top + frame.height / 2);
    const { x, y, w, h } = this.box;
    this.#set(at.x + (x + w / 2 - at.x) * by, at.y + (y + h / 2 - at.y) * by, w * by);
  }

  /** @param {number} dx @param {number} dy shares of the window */
  pan(dx, dy) {
    const { x, y, w, h } = this.box;
    this.#set(x + w / 2 + dx * w, y + h / 2 + dy * h, w);
  }

  /**
   * Brings a place into view, nearer if asked.
   * @param {number} x @param {number} y @param {number} [width]
   */
  look(x, y, width) {
    this.#set(x, y, width ?? this.box.w);
  }

  /** Moves only as far as needed to see a place. @param {number} x @param {number} y */
  reveal(x, y) {
    const { box } = this;
    const edge = 0.12;
    const out =
      x < box.x + box.w * edge ||
      x > box.x + box.w * (1 - edge) ||
      y < box.y + box.h * edge ||
      y > box.y + box.h * (1 - edge);
    if (out) this.look(x, y);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004), event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.moved = 0;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || this.held) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.fingers.entries()].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.moved += Math.hypot(now.x - before.x, now.y - before.y);
    const { x, y, w, h } = this.box;
    if (others.length) {
      const other = others[0];
      const far = (/** @type {{x: number, y: number}} */ p) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
      this.zoom(far(before) / far(now), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else if (this.dragged) {
      this.svg.setPointerCapture?.(event.pointerId);
      this.#set(x + w / 2 - (now.x - before.x) / this.scale, y + h / 2 - (now.y - before.y) / this.scale, w);
    }
    this.fingers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.fingers.delete(event.pointerId);
  }
}
