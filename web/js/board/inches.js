/** The board of a table measured in inches: stands dragged and turned, with a ruler and the farthest legal pose. */

import { s, say } from "../dom.js";
import { Field } from "./field.js";
import { TableSheet } from "./sheet.js";
import { Stands, poseOf } from "./stands.js";
import { Wish } from "./wish.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./field.js").Marks} Marks */
/** @typedef {import("./sheet.js").Point} Point */

/** A drag shorter than this is a click, in pixels. */
const CLICK = 6;
/** How many inches are seen at least across the window. */
const LEAST = 12;
/** Pixels an inch at which stands can be read. */
const READABLE = 34;

const LABEL =
  "Table. m goes to the next stand that can act, t to the next that can be aimed at. Enter chooses a stand; arrows push it by half an inch, with Shift by a tenth; q and e turn it; Enter looks at the move, and again Enter gives it.";

export class TableBoard extends Field {
  /** @param {HTMLElement} frame @param {import("../wire").Board} data @param {import("../wire").TablePlan} plan @param {import("./field.js").Hooks} hooks */
  constructor(frame, data, plan, hooks) {
    const sheet = new TableSheet(plan);
    super(
      frame,
      data,
      sheet,
      {
        least: plan.inch * LEAST,
        label: LABEL,
        whole: "Whole table",
        under: ["arcs", "lens"],
        over: ["ghost", "pointed"],
      },
      hooks,
    );
    this.sheet = sheet;
    this.stands = new Stands(this.counters, sheet, (id) => this.hooks.heard?.(id) ?? []);
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
    this.wish = new Wish(sheet, this.over.group.ghost, hooks, (id) => this.pieces.get(id));
    this.root.classList.add("table-board");
    this.root.addEventListener("pointerdown", (e) => this.#down(e));
    this.root.addEventListener("pointermove", (e) => this.#move(e));
    for (const end of ["pointerup", "pointercancel"])
      this.root.addEventListener(end, (e) => this.#up(/** @type {PointerEvent} */ (e)));
    this.begin();
  }

  /** No place of a table has a name. */
  get pointed() {
    return "";
  }

  /** The position has changed: what was wished for is done, or no longer to be had. */
  changed() {
    this.wish.forget();
  }

  /** @param {string} place */
  groundAt(place) {
    return place;
  }

  /** @param {number} base @override */
  lay(base) {
    this.stands?.lay(base);
  }

  /** What was wished for stays until it is done: it is let go by choosing another. */
  letGo() {}

  /** How many inches the middles of two stands are apart. @param {Piece} a @param {Piece} b */
  apart(a, b) {
    return Math.hypot((a.x ?? 0) - (b.x ?? 0), (a.y ?? 0) - (b.y ?? 0));
  }

  // Looking ------------------------------------------------------------------------------------------

  /** @param {string} id @param {boolean} [near] */
  look(id, near = false) {
    const piece = this.pieces.get(id);
    if (piece?.x === undefined || piece.y === undefined) return;
    const at = this.sheet.point(piece.x, piece.y);
    if (near) this.camera.look(at, Math.max(this.camera.k, READABLE / this.sheet.inch));
    else this.camera.reveal(at);
  }

  /** The first look: all stands, with some ground around them. @param {string[]} _places @param {string} _centre */
  open(_places, _centre) {
    const points = this.stands.pieces.map((p) => this.sheet.point(p.x ?? 0, p.y ?? 0));
    this.show(points, this.sheet.inch * 4);
  }

  focusMap() {
    this.focusNext("ready");
  }

  /** Puts the focus on the next stand of those that can act, or of those aimed at. @param {"ready" | "targets"} [which] */
  focusNext(which = "targets") {
    const wanted = this.marks?.[which] ?? new Set();
    const stands = this.stands.pieces.map((p) => p.id).filter((id) => wanted.has(id));
    if (!stands.length) {
      say(which === "ready" ? "No stand can act." : "No stand to aim at.");
      return;
    }
    const here = document.activeElement?.getAttribute("data-stand") ?? "";
    const next = stands[(stands.indexOf(here) + 1) % stands.length];
    this.look(next);
    this.stands.button(next)?.focus({ preventScroll: true });
  }

  // Pointing and dragging ----------------------------------------------------------------------------

  /** @param {Point} at @override */
  free(at) {
    return this.stands.at(this.sheet.inches(at)) === null;
  }

  /** @param {Point} at @override */
  thing(at) {
    return this.stands.at(this.sheet.inches(at))?.id ?? null;
  }

  /** @override */
  focusedThing() {
    return document.activeElement?.getAttribute("data-stand") ?? this.marks?.selected ?? "";
  }

  /** @param {string} id @override */
  anchor(id) {
    return this.#of(id);
  }

  /** @override */
  get gap() {
    return this.sheet.inch * 2;
  }

  /** @param {string | null} id @override */
  hover(id) {
    this.root.classList.toggle("on-target", id !== null);
  }

  /** @param {Element} target @override */
  pressed(target) {
    const id = target.closest("[data-stand]")?.getAttribute("data-stand");
    if (id) this.hooks.pointAt(id);
  }

  /** @param {Point} at @override */
  clicked(at) {
    const piece = this.stands.at(this.sheet.inches(at));
    if (piece) this.hooks.pointAt(piece.id);
  }

  /** The stand to turn or to move that is under a point. @param {Point} at */
  #grip(at) {
    const inches = this.sheet.inches(at);
    const handle = this.wish.handle();
    // A finger is wider than a mouse.
    const near = Math.max(0.45, 16 / (this.camera.k * this.sheet.inch));
    if (this.wish.now && handle && Math.hypot(handle.x - inches.x, handle.y - inches.y) < near)
      return { id: this.wish.now.id, turning: true };
    const piece = this.stands.at(inches);
    return piece && { id: piece.id, turning: false };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const at = this.camera.point(event.clientX, event.clientY);
    const grip = this.gestures.fingers.size > 1 ? null : this.#grip(at);
    /** @type {{id: string, turning: boolean, moved: boolean, from: Point} | undefined} */
    this.drag = grip ? { ...grip, moved: false, from: at } : undefined;
    this.gestures.held = Boolean(grip && this.hooks.movable(grip.id));
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { drag } = this;
    if (!drag || !this.gestures.held) return;
    const now = this.camera.point(event.clientX, event.clientY);
    if (!drag.moved && Math.hypot(now.x - drag.from.x, now.y - drag.from.y) * this.camera.k < CLICK) return;
    drag.moved = true;
    // The pointer may leave the table before it is let go.
    this.root.setPointerCapture(event.pointerId);
    const piece = this.pieces.get(drag.id);
    if (!piece) return;
    const to = this.sheet.inches(now);
    const start = this.wish.poseOf(piece);
    if (drag.turning) {
      const facing = Math.round(heading(start, to) / 5) * 5;
      this.wish.look(drag.id, { ...start, facing, turned: true });
    } else this.wish.look(drag.id, straightened(poseOf(piece), to, event.altKey));
  }

  /** @param {PointerEvent} _event */
  #up(_event) {
    const { drag } = this;
    this.drag = undefined;
    this.gestures.held = false;
    if (!drag?.moved) return;
    // What follows is no click.
    this.gestures.moved = CLICK + 1;
    this.wish.settle();
  }

  /** @param {KeyboardEvent} event @override */
  key(event) {
    const id = event.target instanceof Element ? event.target.getAttribute("data-stand") : null;
    const piece = id ? this.pieces.get(id) : undefined;
    if (!id || !piece || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Enter" || event.key === " ") {
      if (this.wish.now?.id === id) this.wish.settle();
      else this.hooks.pointAt(id);
      return true;
    }
    const step = event.shiftKey ? 0.1 : 0.5;
    const pose = this.wish.poseOf(piece);
    /** @type {Record<string, object>} */
    const ways = {
      ArrowLeft: { x: pose.x - step },
      ArrowRight: { x: pose.x + step },
      ArrowUp: { y: pose.y + step },
      ArrowDown: { y: pose.y - step },
      q: { facing: (pose.facing + 345) % 360, turned: true },
      e: { facing: (pose.facing + 15) % 360, turned: true },
    };
    const way = ways[event.key];
    if (!way) return false;
    if (this.hooks.movable(id)) this.wish.look(id, { ...pose, ...way }, true);
    return true;
  }

  // Under way ----------------------------------------------------------------------------------------

  /** Stands move themselves. */
  get lifts() {
    return false;
  }

  /** Stands come from where they were to where they are drawn now, and turn. @param {import("../story/position.js").Travel[]} travels @param {number} ms */
  async travel(travels, ms) {
    await Promise.all(
      travels.flatMap(({ piece, path }) => {
        const button = this.stands.button(piece.id);
        const poses = path.filter((place) => typeof place !== "string");
        const last = poses[poses.length - 1];
        if (!button || !last) return [];
        const inch = this.sheet.inch * this.camera.base;
        const shift = poses.map((p) => `translate(${(p.x - last.x) * inch}px, ${(last.y - p.y) * inch}px)`);
        const turned = button.querySelector("g");
        const turns = unwound(poses.map((p) => p.facing)).map((facing) => `rotate(${facing}deg)`);
        return [
          this.acting.move(button, shift, ms),
          ...(turned ? [this.acting.move(turned, turns, ms)] : []),
        ];
      }),
    );
  }

  // Drawing ------------------------------------------------------------------------------------------

  /** @param {View} view @param {Marks} marks */
  draw(view, marks) {
    this.marks = marks;
    this.pieces = new Map(view.pieces.map((p) => [p.id, p]));
    this.stands.draw(view.pieces, marks);
    if (this.wish.now && this.wish.now.id !== marks.selected) this.wish.forget();
    this.#arcs(marks.selected);
    const laid = JSON.stringify([marks.rings ?? [], marks.sights ?? []]);
    this.under.redraw("lens", laid, () => [
      ...(marks.rings ?? []).map((ring) => this.#ring(ring)).filter(Boolean),
      ...(marks.sights ?? []).flatMap((sight) => this.#sight(sight)),
    ]);
    const pointed = (marks.pointed ?? []).map((place) => this.#place(place)).filter((p) => p !== null);
    this.over.redraw("pointed", JSON.stringify(pointed), () =>
      pointed.map(({ x, y }) => s("circle", { cx: x, cy: y, r: this.sheet.inch * 2.4, class: "coach-ring" })),
    );
  }

  /** A stand, or a point in inches as `x,y`. @param {string} place */
  #place(place) {
    const [x, y] = place.split(",").map(Number);
    return this.#of(place) ?? (Number.isFinite(x + y) ? this.sheet.point(x, y) : null);
  }

  /** Where a stand is on the picture. @param {string} id */
  #of(id) {
    const piece = this.pieces.get(id);
    return piece?.x === undefined ? null : this.sheet.point(piece.x, piece.y ?? 0);
  }

  /** How far a commander's word reaches. @param {{at: string, inches: number, side: string}} ring */
  #ring({ at, inches, side }) {
    const middle = this.#of(at);
    const r = (inches + (this.pieces.get(at)?.radius ?? 0)) * this.sheet.inch;
    return middle && s("circle", { cx: middle.x, cy: middle.y, r, class: `ring ${side}` });
  }

  /** @param {{from: string, to: string, kind: string, words: string}} sight */
  #sight({ from, to, kind, words }) {
    const [a, b] = [this.#of(from), this.#of(to)];
    if (!a || !b) return [];
    const line = s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `sight ${kind}` });
    if (!words) return [line];
    const at = { x: (a.x + b.x * 2) / 3, y: (a.y + b.y * 2) / 3 };
    return [line, s("text", { ...at, class: "ruler-text", "font-size": this.sheet.inch * 0.45 }, words)];
  }

  /** The arc of fire and the reach of the stand chosen. @param {string | null} id */
  async #arcs(id) {
    const layer = this.under.group.arcs;
    if (!id || !this.pieces.has(id) || this.pieces.get(id)?.kind === "commander") {
      layer.replaceChildren();
      return;
    }
    /** @type {any[]} */
    const [arc, reach] = await Promise.all([
      this.hooks.ask({ ask: "arc", stand: id }).catch(() => ({})),
      this.hooks.movable(id) ? this.hooks.ask({ ask: "reach", stand: id }).catch(() => ({})) : {},
    ]);
    if (this.marks?.selected !== id) return;
    const poses = Array.isArray(reach.poses) ? reach.poses.map((/** @type {any} */ p) => [p.x, p.y]) : [];
    layer.replaceChildren(
      ...[
        this.#polygon(arc.long?.polygon, "arc long"),
        this.#polygon(arc.close?.polygon, "arc close"),
        this.#polygon(poses, "reach-ring"),
      ].filter(Boolean),
    );
  }

  /** @param {unknown} points in inches @param {string} kind */
  #polygon(points, kind) {
    if (!Array.isArray(points) || points.length < 3) return null;
    const on = points.map(([x, y]) => this.sheet.point(x, y));
    return s("polygon", { class: kind, points: on.map((p) => `${p.x},${p.y}`).join(" ") });
  }
}

/** A drag that is off the front by no more than this goes straight ahead: a turn costs, and nobody meant it. */
const STRAIGHT = 10;

/**
 * The pose a drag means: straight ahead where it nearly is, else turned the way it goes, which the referee knows exactly.
 * @param {import("./stands.js").Pose} from @param {{x: number, y: number}} to @param {boolean} exact as it is dragged
 * @returns {import("./stands.js").Pose & {turned?: boolean}}
 */
export function straightened(from, to, exact) {
  const way = heading(from, to);
  const off = ((way - from.facing + 540) % 360) - 180;
  if (exact || Math.abs(off) > STRAIGHT) return { ...to, facing: way };
  const far = Math.hypot(to.x - from.x, to.y - from.y) * Math.cos((off * Math.PI) / 180);
  const front = (from.facing * Math.PI) / 180;
  return {
    x: from.x + Math.sin(front) * far,
    y: from.y + Math.cos(front) * far,
    facing: from.facing,
    turned: true,
  };
}

/** The way from one point to another, in degrees from north. @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
function heading(from, to) {
  return ((Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI + 360) % 360;
}

/** Facings so that each turn goes the short way. @param {number[]} facings */
export function unwound(facings) {
  /** @type {number[]} */
  const out = [];
  for (const facing of facings) {
    const before = out.at(-1) ?? facing;
    out.push(before + ((((facing - before) % 360) + 540) % 360) - 180);
  }
  return out;
}
