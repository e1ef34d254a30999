/** The stands of a table: a button each, drawn anew only where it has changed. */

import { h, s } from "../dom.js";
import { short, troubled } from "./counters.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./field.js").Marks} Marks */
/** @typedef {import("./sheet.js").TableSheet} TableSheet */
/** @typedef {{x: number, y: number, facing: number}} Pose inches from the south-west corner, degrees from north */

/** @param {Piece} piece @returns {Pose} */
export const poseOf = (piece) => ({ x: piece.x ?? 0, y: piece.y ?? 0, facing: piece.facing ?? 0 });

/** Width and depth of a stand in inches; a commander is a disc. @param {Piece} piece */
export function sizeOf(piece) {
  const across = (piece.radius ?? 0) * 2;
  return piece.radius === undefined
    ? { w: piece.width ?? 3, d: piece.depth ?? 1.5 }
    : { w: across, d: across };
}

/** Whether a stand covers a point, both in inches. @param {Piece} piece @param {{x: number, y: number}} at @param {number} [more] a little around it */
export function covers(piece, at, more = 0) {
  const { x, y, facing } = poseOf(piece);
  const [dx, dy] = [at.x - x, at.y - y];
  if (piece.radius !== undefined) return Math.hypot(dx, dy) <= piece.radius + more;
  const turn = (facing * Math.PI) / 180;
  const [aside, ahead] = [
    dx * Math.cos(turn) - dy * Math.sin(turn),
    dx * Math.sin(turn) + dy * Math.cos(turn),
  ];
  const { w, d } = sizeOf(piece);
  return Math.abs(aside) <= w / 2 + more && Math.abs(ahead) <= d / 2 + more;
}

export class Stands {
  /** @param {HTMLElement} root @param {TableSheet} sheet @param {(id: string) => string[]} heard */
  constructor(root, sheet, heard) {
    this.root = root;
    this.sheet = sheet;
    this.heard = heard;
    this.base = 1;
    /** @type {Map<string, {button: HTMLButtonElement, sign: string, piece: Piece}>} */
    this.stands = new Map();
  }

  /** Those on the table, the lowest first. @returns {Piece[]} */
  get pieces() {
    return [...this.stands.values()].map((stand) => stand.piece);
  }

  /** The uppermost stand at a point of the table. @param {{x: number, y: number}} at inches */
  at(at) {
    const here = this.pieces.filter((piece) => covers(piece, at));
    return here.find((piece) => piece.kind === "commander") ?? here.at(-1) ?? null;
  }

  /** @param {string} id */
  button(id) {
    return this.stands.get(id)?.button ?? null;
  }

  /** @param {number} base */
  lay(base) {
    this.base = base;
    for (const { button, piece } of this.stands.values()) this.#place(button, piece);
  }

  /** A square around the middle, large enough however the stand is turned. @param {HTMLButtonElement} button @param {Piece} piece */
  #place(button, piece) {
    const at = this.sheet.point(piece.x ?? 0, piece.y ?? 0);
    const half = (room(piece) / 2) * this.sheet.inch * this.base;
    button.style.left = `${(at.x * this.base - half).toFixed(1)}px`;
    button.style.top = `${(at.y * this.base - half).toFixed(1)}px`;
    button.style.width = button.style.height = `${(half * 2).toFixed(1)}px`;
  }

  /** @param {Piece[]} pieces @param {Marks} marks */
  draw(pieces, marks) {
    const on = pieces.filter((p) => p.x !== undefined);
    const ids = new Set(on.map((p) => p.id));
    for (const [id, { button }] of this.stands)
      if (!ids.has(id)) {
        button.remove();
        this.stands.delete(id);
      }
    for (const piece of on) this.#update(piece, marks);
    this.#rove(marks);
  }

  /** One stand is reached by Tab: the one that has the focus, else the first that can act. @param {Marks} marks */
  #rove(marks) {
    const active = document.activeElement?.getAttribute("data-stand");
    const first = [...this.stands.keys()];
    const one = active ?? marks.selected ?? first.find((id) => marks.ready.has(id)) ?? first[0];
    for (const [id, { button }] of this.stands) button.tabIndex = id === one ? 0 : -1;
  }

  /** @param {Piece} piece @param {Marks} marks */
  #update(piece, marks) {
    const kind = [
      "stand",
      piece.side,
      piece.kind,
      piece.spent && "spent",
      troubled(piece.state) && "troubled",
      marks.ready.has(piece.id) && "ready",
      piece.id === marks.selected && "chosen",
      marks.targets.has(piece.id) && "aimed",
      marks.flagged?.has(piece.id) && "flagged",
      marks.notes?.has(piece.id) && "noted",
    ];
    const heard = this.heard(piece.id);
    const sign = JSON.stringify([piece, kind, heard]);
    const known = this.stands.get(piece.id);
    if (known?.sign === sign) return;
    const button = known?.button ?? h("button", { type: "button", "data-stand": piece.id });
    button.className = kind.filter(Boolean).join(" ");
    const label = [
      piece.label,
      ...heard,
      marks.ready.has(piece.id) && "can act",
      marks.targets.has(piece.id) && "can be aimed at",
    ];
    button.setAttribute("aria-label", label.filter(Boolean).join(", "));
    button.replaceChildren(picture(piece));
    this.#place(button, piece);
    this.stands.set(piece.id, { button, sign, piece });
    if (!known) this.root.append(button);
  }
}

/** Inches along a side of the square in which a stand is drawn. @param {Piece} piece */
function room(piece) {
  const { w, d } = sizeOf(piece);
  return Math.hypot(w, d) + 0.6;
}

/** @param {Piece} piece */
function picture(piece) {
  const side = room(piece);
  return s(
    "svg",
    {
      viewBox: `${-side / 2} ${-side / 2} ${side} ${side}`,
      "aria-hidden": "true",
      focusable: "false",
    },
    piece.radius === undefined ? block(piece) : disc(piece.radius),
  );
}

/** @param {number} radius */
const disc = (radius) => [
  s("circle", { r: radius, class: "face" }),
  s("text", { class: "star", "font-size": radius * 1.3, y: radius * 0.45 }, "★"),
];

/** The stand turned, the words on it upright. @param {Piece} piece */
function block(piece) {
  const { w, d } = sizeOf(piece);
  const size = Math.min(d, w) * 0.36;
  const state = (piece.state ?? []).filter((word) => word !== "moved");
  return [
    s(
      "g",
      { transform: `rotate(${piece.facing ?? 0})` },
      s("rect", { x: -w / 2, y: -d / 2, width: w, height: d, class: "face" }),
      s("rect", { x: -w / 2, y: -d / 2, width: w, height: d * 0.16, class: "front" }),
      s("path", {
        d: `M${-d * 0.12} ${-d / 2}L0 ${-d / 2 - d * 0.16}L${d * 0.12} ${-d / 2}Z`,
        class: "arrow",
      }),
    ),
    s("text", { class: "strength", "font-size": size, y: size * 0.2 }, piece.strength ?? ""),
    s(
      "text",
      { class: "name", "font-size": size * 0.42, y: size * 0.72 },
      piece.name.length > 14 ? `${piece.name.slice(0, 13)}…` : piece.name,
    ),
    state.length > 0 &&
      s(
        "text",
        { class: "stand-state", "font-size": size * 0.4, y: -size * 0.72 },
        state.slice(0, 3).map(short).join(" "),
      ),
  ].filter(Boolean);
}
