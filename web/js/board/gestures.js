/** Mouse, wheel, one or two fingers: what they do to a camera. Keys are the board's. */

/** @typedef {import("./camera.js").Camera} Camera */

/** A drag shorter than this is a click, in pixels. */
const CLICK = 6;
/** Two taps within this time and distance are a double tap. */
const TWICE = { ms: 320, px: 24 };
/** After letting go the sheet runs on: how long until it is at a third of its speed, and below which it stops. */
const GLIDE = { ms: 260, least: 0.04, from: 0.25 };

export class Gestures {
  /** @param {HTMLElement} frame @param {Camera} camera @param {(clientX: number, clientY: number) => boolean} free whether a double tap there may zoom */
  constructor(frame, camera, free) {
    this.frame = frame;
    this.camera = camera;
    this.free = free;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.moved = 0;
    /** Set by a board that drags its own things: true while it does. */
    this.held = false;
    this.speed = { x: 0, y: 0, at: 0 };
    this.gliding = 0;
    this.tap = { x: 0, y: 0, at: -Infinity };
    frame.addEventListener("wheel", (e) => this.#wheel(e), { passive: false });
    frame.addEventListener("pointerdown", (e) => this.#down(e));
    frame.addEventListener("pointermove", (e) => this.#move(e));
    for (const end of ["pointerup", "pointercancel"])
      frame.addEventListener(end, (e) => this.#up(/** @type {PointerEvent} */ (e)));
  }

  /** Whether the pointer was dragged since it went down: then the click is none. */
  get dragged() {
    return this.moved > CLICK;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.#stop();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    // Fingers on a pad spread with the control key held, in smaller steps.
    const step = Math.max(-60, Math.min(60, pixels)) * (event.ctrlKey ? 0.01 : 0.004);
    this.camera.zoom(Math.exp(-step), event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (event.target instanceof Element && event.target.closest(".map-tools")) return;
    this.#stop();
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) {
      this.moved = 0;
      this.speed = { x: 0, y: 0, at: event.timeStamp };
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || this.held) return;
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    this.moved += Math.hypot(dx, dy);
    const other = [...this.fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const far = (/** @type {{x: number, y: number}} */ p) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
      this.moved += CLICK + 1;
      this.camera.push(dx / 2, dy / 2);
      this.camera.zoom(far(now) / far(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else if (this.dragged) {
      if (!this.frame.hasPointerCapture(event.pointerId)) this.frame.setPointerCapture(event.pointerId);
      this.camera.push(dx, dy);
      this.#measure(dx, dy, event.timeStamp);
    }
    this.fingers.set(event.pointerId, now);
  }

  /** @param {number} dx @param {number} dy @param {number} at */
  #measure(dx, dy, at) {
    const ms = Math.max(at - this.speed.at, 1);
    const keep = Math.exp(-ms / 40);
    this.speed = {
      x: this.speed.x * keep + (dx / ms) * (1 - keep),
      y: this.speed.y * keep + (dy / ms) * (1 - keep),
      at,
    };
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.fingers.delete(event.pointerId) || this.fingers.size) return;
    if (this.held || event.type === "pointercancel") return;
    if (!this.dragged) return this.#tapped(event);
    const rested = event.timeStamp - this.speed.at > 60;
    if (!rested && Math.hypot(this.speed.x, this.speed.y) > GLIDE.from && !stillness()) this.#glide();
  }

  /** @param {PointerEvent} event */
  #tapped({ clientX: x, clientY: y, timeStamp: at }) {
    const twice = at - this.tap.at < TWICE.ms && Math.hypot(x - this.tap.x, y - this.tap.y) < TWICE.px;
    if (twice && this.free(x, y)) this.camera.zoom(2, x, y);
    this.tap = { x, y, at: twice ? -Infinity : at };
  }

  #glide() {
    let { x, y } = this.speed;
    let last = performance.now();
    const step = (/** @type {number} */ now) => {
      const ms = Math.max(0, Math.min(now - last, 50));
      last = now;
      this.camera.push(x * ms, y * ms);
      const keep = Math.exp(-ms / GLIDE.ms);
      [x, y] = [x * keep, y * keep];
      this.gliding = Math.hypot(x, y) > GLIDE.least ? requestAnimationFrame(step) : 0;
    };
    this.gliding = requestAnimationFrame(step);
  }

  #stop() {
    cancelAnimationFrame(this.gliding);
    this.gliding = 0;
  }
}

/** Whether this person wants nothing to move by itself. */
const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
