/** A pose that a player looks at: asked of the referee, drawn as a ghost with its ruler, staged when he lets go. */

import { s, say } from "../dom.js";
import { poseOf, sizeOf } from "./stands.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./sheet.js").TableSheet} TableSheet */
/** @typedef {import("./stands.js").Pose & {turned?: boolean}} Pose `turned`: by hand, not by the way it goes */
/** @typedef {{id: string, pose: Pose}} Looked */

export class Wish {
  /**
   * @param {TableSheet} sheet @param {SVGGElement} layer @param {import("./field.js").Hooks} hooks
   * @param {(id: string) => Piece | undefined} piece
   */
  constructor(sheet, layer, hooks, piece) {
    this.sheet = sheet;
    this.layer = layer;
    this.hooks = hooks;
    this.piece = piece;
    /** @type {Looked | null} */
    this.now = null;
    /** What the referee said last, and of what. @type {{of: Looked, answer: any} | undefined} */
    this.known = undefined;
    this.asking = false;
  }

  /** The pose looked at, or the one the stand has. @param {Piece} piece @returns {Pose} */
  poseOf(piece) {
    return this.now?.id === piece.id ? { ...this.now.pose } : poseOf(piece);
  }

  forget() {
    this.now = null;
    this.layer.replaceChildren();
  }

  /** Looks at a pose: the referee says whether it is legal and what it costs. @param {string} id @param {Pose} pose @param {boolean} [aloud] */
  async look(id, pose, aloud = false) {
    this.now = { id, pose: { ...pose, x: round(pose.x), y: round(pose.y) } };
    this.#draw(null);
    if (this.asking) return;
    this.asking = true;
    try {
      for (let asked = null; this.now && asked !== this.now; ) {
        asked = this.now;
        const answer = await this.hooks.ask(question(asked.id, asked.pose));
        this.known = { of: asked, answer };
        if (this.now === asked) this.#draw(answer);
        if (aloud) say(words(answer));
      }
    } catch {
      this.known = undefined;
    } finally {
      this.asking = false;
    }
  }

  /** Stages the pose looked at if it is legal, else the farthest that is. */
  async settle() {
    const wish = this.now;
    if (!wish) return;
    let answer =
      this.known?.of === wish ? this.known.answer : await this.hooks.ask(question(wish.id, wish.pose));
    if (!answer.legal && answer.farthest) {
      const { farthest, error, rule } = answer;
      const { x, y, facing } = farthest;
      answer = await this.hooks.ask({ ask: "move", stand: wish.id, x, y, facing });
      answer = { ...answer, note: error, rule };
      this.now = { id: wish.id, pose: farthest };
      this.#draw(answer);
    }
    this.hooks.stageMove(wish.id, answer);
  }

  /** Where the handle is that turns the ghost, if there is one. */
  handle() {
    const piece = this.now && this.piece(this.now.id);
    return this.now && piece ? ahead(this.now.pose, sizeOf(piece).d / 2 + 0.9) : null;
  }

  /** The wished pose, the farthest legal one, and the ruler. @param {any} answer */
  #draw(answer) {
    const wish = this.now;
    const piece = wish && this.piece(wish.id);
    if (!wish || !piece) return;
    const here = poseOf(piece);
    const [from, to] = [this.sheet.point(here.x, here.y), this.sheet.point(wish.pose.x, wish.pose.y)];
    const far = Math.hypot(wish.pose.x - here.x, wish.pose.y - here.y);
    // The words stand ahead of the handle, where no other stand of the line is.
    const told = this.#at(ahead(wish.pose, sizeOf(piece).d / 2 + 2));
    const handle = this.#at(ahead(wish.pose, sizeOf(piece).d / 2 + 0.9));
    const { inch } = this.sheet;
    this.layer.replaceChildren(
      s("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "ruler" }),
      ...(answer && !answer.legal && answer.farthest
        ? [this.#shade(piece, answer.farthest, "farthest")]
        : []),
      this.#shade(piece, wish.pose, answer ? (answer.legal ? "legal" : "illegal") : "asked"),
      s("circle", { cx: handle.x, cy: handle.y, r: inch * 0.38, class: "turn-handle" }),
      s(
        "text",
        { ...told, class: "ruler-text", "font-size": inch * 0.55 },
        `${far.toFixed(1)} in${answer ? ` · ${words(answer)}` : ""}`,
      ),
    );
  }

  /** @param {{x: number, y: number}} inches */
  #at({ x, y }) {
    return this.sheet.point(x, y);
  }

  /** @param {Piece} piece @param {Pose} pose @param {string} kind */
  #shade(piece, pose, kind) {
    const { x, y } = this.#at(pose);
    const k = this.sheet.inch;
    if (piece.radius !== undefined)
      return s("circle", { cx: x, cy: y, r: piece.radius * k, class: `shade ${kind}` });
    const { w, d } = sizeOf(piece);
    return s("rect", {
      x: (-w / 2) * k,
      y: (-d / 2) * k,
      width: w * k,
      height: d * k,
      class: `shade ${kind}`,
      transform: `translate(${x} ${y}) rotate(${pose.facing})`,
    });
  }
}

/** A point so many inches ahead of a pose. @param {Pose} pose @param {number} inches */
function ahead(pose, inches) {
  const way = (pose.facing * Math.PI) / 180;
  return { x: pose.x + Math.sin(way) * inches, y: pose.y + Math.cos(way) * inches };
}

/** Left to itself a stand faces the way it goes: the referee knows that way exactly. @param {string} stand @param {Pose} pose */
function question(stand, pose) {
  const { x, y, facing, turned } = pose;
  return { ask: "move", stand, x, y, ...(turned ? { facing } : {}) };
}

/** @param {number} n */
const round = (n) => Math.round(n * 100) / 100;

/** What of the cost is the turn's. @param {any} answer */
export function turning(answer) {
  return answer.turn_cost > 0 ? ` (${Number(answer.turn_cost).toFixed(1)} of it to turn)` : "";
}

/** @param {any} answer */
function words(answer) {
  if (!answer.legal) return answer.error ?? "not legal";
  const effects = (answer.effects ?? []).map((/** @type {any} */ e) => e.what);
  return [
    `costs ${Number(answer.cost).toFixed(1)}${turning(answer)}, ${Number(answer.left).toFixed(1)} left`,
    answer.disordered && "disordered",
    ...effects,
  ]
    .filter(Boolean)
    .join(", ");
}
