/** A table measured in inches: stands dragged and turned, with a ruler and the farthest legal pose. */

import { h, s, say } from "../dom.js";
import { short, troubled } from "./counters.js";
import { Camera } from "./camera.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./hexboard.js").Marks} Marks */
/** @typedef {{x: number, y: number, facing: number, turned?: boolean}} Pose `turned`: by hand, not by the way it goes; inches from the south-west corner, degrees from north */

/**
 * @typedef {object} TableHooks
 * @property {(id: string) => void} pointAt a stand was chosen
 * @property {(question: any) => Promise<any>} ask
 * @property {(id: string) => boolean} movable
 * @property {(id: string, answer: any) => void} stageMove a pose the referee found legal
 * @property {(id: string) => string[]} [heard] what is laid over a stand, in words
 */

export class TableBoard {
  /**
   * @param {HTMLElement} frame
   * @param {string} svgText
   * @param {TableHooks} hooks
   * @param {{width: number, height: number}} table in inches
   */
  constructor(frame, svgText, hooks, table) {
    this.hooks = hooks;
    this.table = table;
    const parsed = picture(svgText, table);
    this.svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.svg.classList.add("board", "table-board");
    this.svg.setAttribute("role", "application");
    this.svg.setAttribute(
      "aria-label",
      "Table. m goes to the next stand that can act, t to the next that can be aimed at. Enter chooses a stand; arrows push it by half an inch, with Shift by a tenth; q and e turn it; Enter looks at the move, and again Enter gives it.",
    );
    /** @type {Record<string, SVGGElement>} */
    this.layer = {};
    for (const name of ["arcs", "lens", "stands", "ghost"]) {
      this.layer[name] = s("g", { class: `layer-${name}` });
      this.svg.append(this.layer[name]);
    }
    frame.append(this.svg, this.#tools());
    const [x, y, w, height] = (this.svg.getAttribute("viewBox") ?? "0 0 720 480").split(/[\s,]+/).map(Number);
    this.whole = { x, y, w, h: height };
    this.camera = new Camera(this.svg, this.whole, w / 14, () => {});
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
    /** The pose looked at, of the stand chosen. @type {{id: string, pose: Pose} | null} */
    this.wish = null;
    this.asking = false;
    this.svg.addEventListener("pointerdown", (e) => this.#down(e));
    this.svg.addEventListener("pointermove", (e) => this.#move(e));
    this.svg.addEventListener("pointerup", (e) => this.#up(e));
    this.svg.addEventListener("keydown", (e) => this.#key(e));
  }

  #tools() {
    const tool = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", title: label, "aria-label": label, onclick: act }, sign);
    return h(
      "div",
      { class: "map-tools" },
      tool("+", "Nearer", () => this.camera.zoom(0.7)),
      tool("−", "Farther", () => this.camera.zoom(1.4)),
      tool("⤢", "Whole table", () => this.camera.fit()),
    );
  }

  /** Picture units an inch: said by the picture, or its width over that of the table. */
  get inch() {
    return Number(this.svg.dataset.inch) || this.whole.w / this.table.width;
  }

  /** From inches, y northwards, to the picture. @param {number} x @param {number} y */
  at(x, y) {
    const left = Number(this.svg.dataset.left ?? this.whole.x);
    const top = Number(this.svg.dataset.top ?? this.whole.y);
    return { x: left + x * this.inch, y: top + (this.table.height - y) * this.inch };
  }

  /** From the picture to inches. @param {{x: number, y: number}} p */
  inches(p) {
    const origin = this.at(0, 0);
    return { x: (p.x - origin.x) / this.inch, y: (origin.y - p.y) / this.inch };
  }

  /** @param {string} id @param {boolean} [near] */
  look(id, near = false) {
    const piece = this.pieces.get(id);
    if (piece?.x === undefined || piece.y === undefined) return;
    const at = this.at(piece.x, piece.y);
    if (near) this.camera.look(at.x, at.y, Math.min(this.camera.box.w, this.inch * 20));
    else this.camera.reveal(at.x, at.y);
  }

  /** Puts the focus on the next stand of those that can act, or of those aimed at. @param {"ready" | "targets"} which */
  focusNext(which) {
    const wanted = this.marks?.[which] ?? new Set();
    const stands = /** @type {SVGGElement[]} */ ([
      ...this.layer.stands.querySelectorAll("[data-stand]"),
    ]).filter((g) => wanted.has(g.dataset.stand ?? ""));
    if (!stands.length) {
      say(which === "ready" ? "No stand can act." : "No stand to aim at.");
      return;
    }
    const here = stands.findIndex((g) => g === document.activeElement);
    const next = stands[(here + 1) % stands.length];
    next.focus({ preventScroll: true });
    this.look(next.dataset.stand ?? "");
  }

  /** Shows all stands, with some ground around them. @param {string[]} _ids */
  frame(_ids) {
    const on = [...this.pieces.values()].filter((p) => p.x !== undefined);
    const points = on.map((p) => this.at(p.x ?? 0, p.y ?? 0));
    if (!points.length) return this.camera.fit();
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const edge = this.inch * 4;
    return this.camera.frame({
      x: Math.min(...xs) - edge,
      y: Math.min(...ys) - edge,
      w: Math.max(...xs) - Math.min(...xs) + edge * 2,
      h: Math.max(...ys) - Math.min(...ys) + edge * 2,
    });
  }

  /** @param {View} view @param {Marks} marks */
  draw(view, marks) {
    if (view.board.kind === "inches") this.table = view.board;
    this.pieces = new Map(view.pieces.map((p) => [p.id, p]));
    this.marks = marks;
    const focused = document.activeElement?.getAttribute("data-stand");
    const on = view.pieces.filter((p) => p.x !== undefined);
    on.sort((a, b) => Number(a.kind === "commander") - Number(b.kind === "commander"));
    this.layer.stands.replaceChildren(...on.map((p) => this.#stand(p, marks)));
    if (focused)
      /** @type {HTMLElement | null} */ (
        this.layer.stands.querySelector(`[data-stand="${CSS.escape(focused)}"]`)
      )?.focus({ preventScroll: true });
    if (this.wish && this.wish.id !== marks.selected) this.#forget();
    this.#arcs(marks.selected);
    this.layer.lens.replaceChildren(
      ...(marks.rings ?? []).map((ring) => this.#ring(ring)).filter(Boolean),
      ...(marks.sights ?? []).flatMap((sight) => this.#sight(sight)),
    );
  }

  /** How far a commander's word reaches. @param {{at: string, inches: number, side: string}} ring */
  #ring({ at, inches, side }) {
    const piece = this.pieces.get(at);
    if (piece?.x === undefined) return null;
    const { x, y } = this.at(piece.x, piece.y ?? 0);
    return s("circle", {
      cx: x,
      cy: y,
      r: (inches + (piece.radius ?? 0)) * this.inch,
      class: `ring ${side}`,
    });
  }

  /** @param {{from: string, to: string, kind: string, words: string}} sight */
  #sight({ from, to, kind, words }) {
    const [one, two] = [this.pieces.get(from), this.pieces.get(to)];
    if (one?.x === undefined || two?.x === undefined) return [];
    const [a, b] = [this.at(one.x, one.y ?? 0), this.at(two.x, two.y ?? 0)];
    const line = s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `sight ${kind}` });
    return words
      ? [
          line,
          s(
            "text",
            {
              x: (a.x + b.x * 2) / 3,
              y: (a.y + b.y * 2) / 3,
              class: "ruler-text",
              "font-size": this.inch * 0.45,
            },
            words,
          ),
        ]
      : [line];
  }

  #forget() {
    this.wish = null;
    this.layer.ghost.replaceChildren();
  }

  /** @param {Piece} p @param {Marks} marks */
  #stand(p, marks) {
    const { x, y } = this.at(p.x ?? 0, p.y ?? 0);
    const group = s("g", {
      class: [
        "stand",
        p.side,
        p.kind,
        p.spent && "spent",
        troubled(p.state) && "troubled",
        marks.ready.has(p.id) && "ready",
        p.id === marks.selected && "chosen",
        marks.targets.has(p.id) && "aimed",
        marks.flagged?.has(p.id) && "flagged",
      ],
      transform: `translate(${x} ${y})`,
      "data-stand": p.id,
      tabindex: "0",
      role: "button",
      "aria-label": [
        p.label,
        ...(this.hooks.heard?.(p.id) ?? []),
        marks.ready.has(p.id) && "can act",
        marks.targets.has(p.id) && "can be aimed at",
      ]
        .filter(Boolean)
        .join(", "),
    });
    const k = this.inch;
    if (p.radius !== undefined) {
      group.append(
        s("circle", { r: p.radius * k, class: "face" }),
        s("text", { class: "star", "font-size": p.radius * k * 1.3, y: p.radius * k * 0.45 }, "★"),
      );
      return group;
    }
    const [w, d] = [(p.width ?? 3) * k, (p.depth ?? 1.5) * k];
    group.append(
      s(
        "g",
        { transform: `rotate(${p.facing ?? 0})` },
        s("rect", { x: -w / 2, y: -d / 2, width: w, height: d, class: "face" }),
        s("rect", { x: -w / 2, y: -d / 2, width: w, height: d * 0.16, class: "front" }),
        s("path", {
          d: `M${-d * 0.12} ${-d / 2}L0 ${-d / 2 - d * 0.16}L${d * 0.12} ${-d / 2}Z`,
          class: "arrow",
        }),
      ),
    );
    const size = Math.min(d, w) * 0.36;
    group.append(
      s("text", { class: "strength", "font-size": size, y: size * 0.2 }, p.strength ?? ""),
      s(
        "text",
        { class: "name", "font-size": size * 0.42, y: size * 0.72 },
        p.name.length > 14 ? `${p.name.slice(0, 13)}…` : p.name,
      ),
    );
    const state = (p.state ?? []).filter((word) => word !== "moved");
    if (state.length)
      group.append(
        s(
          "text",
          { class: "stand-state", "font-size": size * 0.4, y: -size * 0.72 },
          state.slice(0, 3).map(short).join(" "),
        ),
      );
    return group;
  }

  /** The arc of fire and the reach of the stand chosen. @param {string | null} id */
  async #arcs(id) {
    if (!id || !this.pieces.has(id)) {
      this.layer.arcs.replaceChildren();
      return;
    }
    if (this.pieces.get(id)?.kind === "commander") return;
    /** @type {any[]} */
    const [arc, reach] = await Promise.all([
      this.hooks.ask({ ask: "arc", stand: id }).catch(() => ({})),
      this.hooks.movable(id) ? this.hooks.ask({ ask: "reach", stand: id }).catch(() => ({})) : {},
    ]);
    if (this.marks?.selected !== id) return;
    const polygon = (/** @type {number[][]} */ points, /** @type {string} */ kind) =>
      s("polygon", {
        class: kind,
        points: points
          .map(([x, y]) => {
            const p = this.at(x, y);
            return `${p.x},${p.y}`;
          })
          .join(" "),
      });
    this.layer.arcs.replaceChildren(
      ...[
        Array.isArray(arc.long?.polygon) && polygon(arc.long.polygon, "arc long"),
        Array.isArray(arc.close?.polygon) && polygon(arc.close.polygon, "arc close"),
        Array.isArray(reach.poses) &&
          reach.poses.length > 2 &&
          polygon(
            reach.poses.map((/** @type {Pose} */ p) => [p.x, p.y]),
            "reach-ring",
          ),
      ].filter(Boolean),
    );
  }

  // Moving a stand -----------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  #down(event) {
    const target = event.target instanceof Element ? event.target : null;
    const id =
      target?.closest("[data-stand]")?.getAttribute("data-stand") ??
      target?.closest("[data-turn]")?.getAttribute("data-turn");
    const piece = id ? this.pieces.get(id) : undefined;
    if (!piece || !id) return;
    /** @type {{id: string, turning: boolean, moved: boolean, from: {x: number, y: number}} | undefined} */
    this.drag = {
      id,
      turning: Boolean(target?.closest("[data-turn]")),
      moved: false,
      from: this.camera.point(event.clientX, event.clientY),
    };
    this.camera.held = this.hooks.movable(id);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { drag } = this;
    if (!drag || !this.camera.held) return;
    const now = this.camera.point(event.clientX, event.clientY);
    if (!drag.moved && Math.hypot(now.x - drag.from.x, now.y - drag.from.y) * this.camera.scale < 6) return;
    drag.moved = true;
    // The pointer may leave the table before it is let go.
    this.svg.setPointerCapture(event.pointerId);
    const piece = /** @type {Piece} */ (this.pieces.get(drag.id));
    const start =
      this.wish?.id === drag.id
        ? this.wish.pose
        : { x: piece.x ?? 0, y: piece.y ?? 0, facing: piece.facing ?? 0 };
    const to = this.inches(now);
    if (drag.turning) {
      const facing = ((Math.atan2(to.x - start.x, to.y - start.y) * 180) / Math.PI + 360) % 360;
      this.wishFor(drag.id, { ...start, facing: Math.round(facing / 5) * 5, turned: true });
    } else {
      // A stand turns the way it goes, as long as nobody turned it by hand.
      const heading =
        ((Math.atan2(to.x - (piece.x ?? 0), to.y - (piece.y ?? 0)) * 180) / Math.PI + 360) % 360;
      this.wishFor(drag.id, { x: round(to.x), y: round(to.y), facing: heading });
    }
  }

  /** @param {PointerEvent} _event */
  #up(_event) {
    const { drag } = this;
    this.drag = undefined;
    this.camera.held = false;
    if (!drag) return;
    if (drag.moved) this.#settle();
    else if (!this.camera.dragged) this.hooks.pointAt(drag.id);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const id = event.target instanceof Element ? event.target.getAttribute("data-stand") : null;
    const piece = id ? this.pieces.get(id) : undefined;
    if (!id || !piece) return;
    const pose =
      this.wish?.id === id
        ? { ...this.wish.pose }
        : { x: piece.x ?? 0, y: piece.y ?? 0, facing: piece.facing ?? 0 };
    const step = event.shiftKey ? 0.1 : 0.5;
    if (event.key === "Enter" || event.key === " ") {
      if (this.wish?.id === id) this.#settle();
      else this.hooks.pointAt(id);
    } else if (event.key === "ArrowLeft") pose.x -= step;
    else if (event.key === "ArrowRight") pose.x += step;
    else if (event.key === "ArrowUp") pose.y += step;
    else if (event.key === "ArrowDown") pose.y -= step;
    else if (event.key === "q") [pose.facing, pose.turned] = [(pose.facing + 345) % 360, true];
    else if (event.key === "e") [pose.facing, pose.turned] = [(pose.facing + 15) % 360, true];
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== " " && this.hooks.movable(id))
      this.wishFor(id, { ...pose, x: round(pose.x), y: round(pose.y) }, true);
  }

  /** Looks at a pose: the referee says whether it is legal and what it costs. @param {string} id @param {Pose} pose @param {boolean} [aloud] */
  async wishFor(id, pose, aloud = false) {
    this.wish = { id, pose };
    this.#ghost(null);
    if (this.asking) return;
    this.asking = true;
    try {
      for (let asked = null; this.wish && asked !== this.wish; ) {
        asked = this.wish;
        const answer = await this.hooks.ask(question(asked.id, asked.pose));
        this.answer = { wish: asked, answer };
        if (this.wish === asked) this.#ghost(answer);
        if (aloud) say(words(answer));
      }
    } catch {
      this.answer = undefined;
    } finally {
      this.asking = false;
    }
  }

  /** Stages the pose wished for if it is legal, else the farthest that is. */
  async #settle() {
    const { wish } = this;
    if (!wish) return;
    let answer =
      this.answer?.wish === wish ? this.answer.answer : await this.hooks.ask(question(wish.id, wish.pose));
    if (!answer.legal && answer.farthest) {
      const refused = answer;
      answer = await this.hooks.ask({
        ask: "move",
        stand: wish.id,
        x: answer.farthest.x,
        y: answer.farthest.y,
        facing: answer.farthest.facing,
      });
      answer = { ...answer, note: refused.error, rule: refused.rule };
      this.wish = { id: wish.id, pose: refused.farthest };
      this.#ghost(answer);
    }
    this.hooks.stageMove(wish.id, answer);
  }

  /** The wished pose, the farthest legal one, and the ruler. @param {any} answer */
  #ghost(answer) {
    const { wish } = this;
    const piece = wish && this.pieces.get(wish.id);
    if (!wish || !piece) return;
    const from = this.at(piece.x ?? 0, piece.y ?? 0);
    const to = this.at(wish.pose.x, wish.pose.y);
    const far = Math.hypot(wish.pose.x - (piece.x ?? 0), wish.pose.y - (piece.y ?? 0));
    const size = this.inch * 0.55;
    // The words stand ahead of the handle, where no other stand of the line is.
    const ahead = ((piece.depth ?? 1.5) / 2 + 2) * this.inch;
    const way = (wish.pose.facing * Math.PI) / 180;
    const label = { x: to.x + Math.sin(way) * ahead, y: to.y - Math.cos(way) * ahead };
    this.layer.ghost.replaceChildren(
      s("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "ruler" }),
      ...(answer && !answer.legal && answer.farthest
        ? [this.#shade(piece, answer.farthest, "farthest")]
        : []),
      this.#shade(piece, wish.pose, answer ? (answer.legal ? "legal" : "illegal") : "asked"),
      this.#handle(wish, to, piece),
      s(
        "text",
        { ...label, class: "ruler-text", "font-size": size },
        `${far.toFixed(1)} in${answer ? ` · ${words(answer)}` : ""}`,
      ),
    );
  }

  /** @param {{id: string, pose: Pose}} wish @param {{x: number, y: number}} to @param {Piece} piece */
  #handle(wish, to, piece) {
    const d = ((piece.depth ?? 1.5) / 2 + 0.9) * this.inch;
    const a = (wish.pose.facing * Math.PI) / 180;
    return s("circle", {
      cx: to.x + Math.sin(a) * d,
      cy: to.y - Math.cos(a) * d,
      r: this.inch * 0.38,
      class: "turn-handle",
      "data-turn": wish.id,
    });
  }

  /** @param {Piece} piece @param {Pose} pose @param {string} kind */
  #shade(piece, pose, kind) {
    const { x, y } = this.at(pose.x, pose.y);
    const k = this.inch;
    if (piece.radius !== undefined)
      return s("circle", { cx: x, cy: y, r: piece.radius * k, class: `shade ${kind}` });
    const [w, d] = [(piece.width ?? 3) * k, (piece.depth ?? 1.5) * k];
    return s("rect", {
      x: -w / 2,
      y: -d / 2,
      width: w,
      height: d,
      class: `shade ${kind}`,
      transform: `translate(${x} ${y}) rotate(${pose.facing})`,
    });
  }
}

/** The picture of the table; where it cannot be had, a bare one of the same size. @param {string} text @param {{width: number, height: number}} table */
function picture(text, table) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName === "svg" && parsed.querySelector("parsererror") === null) return parsed;
  const [w, height] = [table.width * 10, table.height * 10];
  return s(
    "svg",
    { viewBox: `0 0 ${w} ${height}` },
    s("rect", { width: w, height, fill: "#e9dfc0", stroke: "#4a3c22", "stroke-width": 3 }),
  );
}

/** Left to itself a stand faces the way it goes: the referee knows that way exactly. @param {string} stand @param {Pose} pose */
function question(stand, pose) {
  const { x, y, facing, turned } = pose;
  return { ask: "move", stand, x, y, ...(turned ? { facing } : {}) };
}

/** @param {number} n */
const round = (n) => Math.round(n * 100) / 100;

/** @param {any} answer */
function words(answer) {
  if (!answer.legal) return answer.error ?? "not legal";
  const effects = (answer.effects ?? []).map((/** @type {any} */ e) => e.what);
  return [
    `costs ${Number(answer.cost).toFixed(1)}, ${Number(answer.left).toFixed(1)} left`,
    answer.disordered && "disordered",
    ...effects,
  ]
    .filter(Boolean)
    .join(", ");
}
