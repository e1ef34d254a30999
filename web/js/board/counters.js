/** Counters, drawn in a box of 100 by 100. Strength, state, fatigue and leaders are on the counter itself. */

import { s } from "../dom.js";

/** @typedef {import("../types.js").Piece} Piece */

/** Abbreviations for the strip at the foot. @param {string} word */
export function short(word) {
  const [name, degree] = word.split(/[-_ ](?=\d+$)/);
  const parts = name.split(/[-_ ]/);
  // Enough letters to know the word by, and a point where it goes on.
  const most = parts.length > 1 ? 3 : 5;
  const cut = parts.map((part) => (part.length > most + 1 ? `${part.slice(0, most)}.` : part));
  return cut.join(" ").toUpperCase() + (degree ?? "");
}

/** States that a commander must see at once. */
const BAD = /disorg|exhaust|demoral|disorder|rout|shaken|broken|wreck|deplet|out-of|surround|low-/;

/** @param {string[] | undefined} state */
export const troubled = (state) => (state ?? []).some((word) => BAD.test(word));

/** @param {string} text @param {number} most */
function cut(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** The outline tells the sides apart without colour: the Confederate corners are cut. @param {Piece} piece */
function outline(piece) {
  return piece.side === "union" ? "M2 2H98V98H2Z" : "M14 2H86L98 14V86L86 98H14L2 86V14Z";
}

/** The sign of the arm in its box. @param {string | undefined} arm @param {number} x @param {number} y @param {number} w @param {number} h */
function armSign(arm, x, y, w, h) {
  const box = s("rect", { x, y, width: w, height: h, class: "sign-box" });
  const middle = { x: x + w / 2, y: y + h / 2 };
  const line = (/** @type {string} */ d) => s("path", { d, class: "sign-line" });
  switch (arm) {
    case "cavalry":
      return [box, line(`M${x} ${y + h}L${x + w} ${y}`)];
    case "artillery":
      return [box, s("circle", { cx: middle.x, cy: middle.y, r: h * 0.22, class: "sign-dot" })];
    case "infantry":
      return [box, line(`M${x} ${y}L${x + w} ${y + h}M${x} ${y + h}L${x + w} ${y}`)];
    case "skirmishers":
    case "skirmisher":
      return [box, line(`M${x + 3} ${middle.y}H${x + w - 3}`)];
    default:
      return [];
  }
}

/** Four pips at the right edge, as many filled as the unit is tired. @param {number} fatigue */
function pips(fatigue) {
  return [0, 1, 2, 3].map((n) =>
    s("circle", { cx: 89, cy: 82 - n * 13, r: 4.6, class: n < fatigue ? "pip tired" : "pip" }),
  );
}

/** @param {Piece} piece */
function works(piece) {
  if (!piece.works) return null;
  const strong = /fort|abatis|redoubt/.test(piece.works);
  return s(
    "path",
    { d: "M-6 70V106H106V70", class: strong ? "works strong" : "works" },
    s("title", {}, piece.works),
  );
}

/** How much is told on a counter: everything, its name and strength, or the strength alone. @typedef {"near" | "mid" | "far"} Face */

/** How much room the strength takes. @param {Piece} piece */
const longer = (piece) => ((piece.strength ?? "").length > 4 ? "very" : (piece.strength ?? "").length > 3);

/** A text that is made to fit where it would run over. @param {Record<string, any>} more @param {string} text @param {number} room @param {number} letter the usual width of a letter */
function fitted(more, text, room, letter) {
  const wide = text.length * letter > room;
  return s(
    "text",
    { ...more, ...(wide ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {}) },
    text,
  );
}

/** The owner's own picture of a piece, if there is one. @type {(piece: Piece) => string | null} */
let artOf = () => null;
/** Pictures that are not there: asked for once. @type {Set<string>} */
const missing = new Set();

/** Says where the pictures of counters are. @param {(piece: Piece) => string | null} find */
export function setArt(find) {
  artOf = find;
}

/** The picture below the name; strength and state stay readable on it. @param {Piece} piece @param {Face} face */
function art(piece, face) {
  const address = face === "far" ? null : artOf(piece);
  if (!address || missing.has(address)) return null;
  const gone = () => {
    missing.add(address);
    image.remove();
  };
  const image = s("image", {
    href: address,
    x: 4,
    y: 26,
    width: 92,
    height: 70,
    preserveAspectRatio: "xMidYMid slice",
    class: "art",
    onerror: gone,
  });
  return image;
}

/** @param {Piece} piece @param {Face} [face] */
export function unitCounter(piece, face = "near") {
  if (piece.kind === "force") return forceCounter(piece, face);
  const state = piece.state ?? [];
  const counter = s(
    "g",
    { class: ["counter", face, piece.side, piece.spent && "spent", troubled(state) && "troubled"] },
    works(piece),
    s("path", { d: outline(piece), class: "face" }),
    art(piece, face),
  );
  counter.append(...FACES[face](piece, state).filter(Boolean));
  return counter;
}

/** @type {Record<Face, (piece: Piece, state: string[]) => any[]>} */
const FACES = { near: nearFace, mid: midFace, far: farFace };

/** The upper edge with the name. @param {Piece} piece @param {number} high */
const band = (piece, high) =>
  s("path", {
    d: piece.side === "union" ? `M2 2H98V${high}H2Z` : `M14 2H86L98 14V${high}H2V14Z`,
    class: "band",
  });

/** @param {Piece} piece @param {string[]} state */
function nearFace(piece, state) {
  const strip = state.slice(0, 2).map(short).join(" ");
  const wide = (piece.strength ?? "").length > 3;
  return [
    band(piece, 26),
    s("text", { x: 50, y: 20, class: "name", "data-long": piece.name.length > 9 }, cut(piece.name, 13)),
    ...armSign(piece.arm ?? undefined, 9, 34, 30, 20),
    s(
      "text",
      { x: wide ? 50 : 56, y: 78, class: "strength", "data-long": longer(piece) },
      piece.strength ?? "",
    ),
    ...(piece.fatigue !== null ? pips(piece.fatigue) : []),
    strip && s("rect", { x: 3, y: 83, width: 78, height: 14, class: "strip" }),
    strip && fitted({ x: 8, y: 94.5, class: "strip-text" }, strip, 70, 8.4),
    (piece.leader_of ?? []).length > 0 && s("text", { x: 9, y: 68, class: "star" }, "★"),
  ];
}

/** Name, strength and trouble: what can be read at the distance a game opens at. @param {Piece} piece @param {string[]} state */
function midFace(piece, state) {
  return [
    band(piece, 36),
    fitted({ x: 50, y: 28, class: "name" }, cut(piece.name, 11), 88, 13.6),
    fitted({ x: 50, y: 86, class: "strength", "data-long": longer(piece) }, piece.strength ?? "", 86, 26),
    troubled(state) && s("circle", { cx: 14, cy: 88, r: 9, class: "trouble" }),
    piece.fatigue !== null &&
      piece.fatigue > 0 &&
      s("rect", {
        x: 88,
        y: 96 - piece.fatigue * 14,
        width: 8,
        height: piece.fatigue * 14,
        class: "pip tired",
      }),
  ];
}

/** @param {Piece} piece @param {string[]} state */
function farFace(piece, state) {
  return [
    ...armSign(piece.arm ?? undefined, 34, 5, 32, 18),
    fitted({ x: 50, y: 84, class: "strength", "data-long": longer(piece) }, piece.strength ?? "", 88, 34),
    troubled(state) && s("circle", { cx: 14, cy: 88, r: 8, class: "trouble" }),
  ];
}

/** A Force marker shows its number, and its owner whether anybody is under it. @param {Piece} piece @param {Face} face */
function forceCounter(piece, face) {
  const under = piece.holds ? (piece.holds.length ? `${piece.holds.length} under it` : "dummy") : "";
  return s(
    "g",
    { class: ["counter", "force", face, piece.side] },
    s("path", { d: outline(piece), class: "face" }),
    s("text", { x: 50, y: 24, class: "name" }, "FORCE"),
    s("text", { x: 50, y: 74, class: "strength" }, piece.name),
    under &&
      face === "near" &&
      s("text", { x: 50, y: 94, class: "strip-text", "text-anchor": "middle" }, under),
  );
}

/** A leader is a ribbon with a star. @param {Piece} piece @param {Face} [face] */
export function leaderCounter(piece, face = "near") {
  return s(
    "g",
    { class: ["counter leader", face, piece.side] },
    s("rect", { x: 0, y: 0, width: 100, height: 30, rx: piece.side === "union" ? 3 : 15, class: "face" }),
    s("text", { x: 5, y: 22, class: "star" }, "★"),
    face !== "far" && fitted({ x: 26, y: 21, class: "name" }, cut(piece.name, 11), 68, 8.6),
  );
}

/** A counter by itself, for lists. @param {Piece} piece @param {number} size */
export function picture(piece, size = 56) {
  const leader = piece.kind === "leader" || piece.kind === "commander";
  return s(
    "svg",
    {
      viewBox: leader ? "-4 -6 108 42" : "-8 -4 116 114",
      width: size,
      height: leader ? size * 0.4 : size,
      class: "counter-picture",
      "aria-hidden": "true",
    },
    leader ? leaderCounter(piece) : unitCounter(piece),
  );
}
