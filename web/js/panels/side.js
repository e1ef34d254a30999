/** Roster by command, turn track with weather, and victory so far. */

import { picture } from "../board/counters.js";
import { capital, h } from "../dom.js";
import { BOTH, SIDES } from "../words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */

/** @param {View} view @param {(piece: Piece) => void} choose */
export function roster(view, choose) {
  return BOTH.map((side) => {
    const pieces = view.pieces.filter((p) => p.side === side);
    /** @type {Map<string, Piece[]>} */
    const commands = new Map();
    for (const piece of pieces)
      commands.set(piece.command ?? "", [...(commands.get(piece.command ?? "") ?? []), piece]);
    return h(
      "section",
      { class: "roster" },
      h(
        "h3",
        { class: side },
        `${SIDES[side]} · ${pieces.filter((p) => p.at || p.x !== undefined).length} on the map`,
      ),
      [...commands].map(([name, members]) =>
        h(
          "details",
          { open: true },
          h("summary", {}, name || "No command"),
          h(
            "ul",
            {},
            members.map((piece) => h("li", {}, pieceButton(piece, choose))),
          ),
        ),
      ),
    );
  });
}

/** A commander shows the stars of his rank where others show their strength. @param {string | null} strength */
function strengthWords(strength) {
  if (!strength) return "";
  if (!/^\*+$/.test(strength)) return `strength ${strength}`;
  return strength.length === 1 ? "one star" : `${["", "", "two", "three", "four"][strength.length]} stars`;
}

/** @param {Piece} piece @param {(piece: Piece) => void} choose @param {boolean} [ready] @param {string} [left] what is left to it to do */
export function pieceButton(piece, choose, ready = false, left = "") {
  const facts = [
    strengthWords(piece.strength),
    piece.fatigue !== null && `fatigue ${piece.fatigue}`,
    ...(piece.state ?? []),
    piece.works,
  ].filter(Boolean);
  return h(
    "button",
    {
      type: "button",
      class: ["piece-button", ready && "ready"],
      "data-key": `p-${piece.id}`,
      "data-piece": piece.id,
      "aria-label": [piece.label, left].filter(Boolean).join(". "),
      onclick: () => choose(piece),
    },
    picture(piece, 44),
    h(
      "span",
      {},
      h("b", {}, piece.name),
      h("small", {}, [piece.at ?? piece.where, ...facts].filter(Boolean).join(" · ")),
      left && h("small", { class: "left" }, left),
    ),
  );
}

/** @type {Record<string, string>} */
const SKY = {
  rain: "☂",
  mud: "≋",
  clear: "☀",
  normal: "☀",
  snow: "❄",
  heat: "☀",
  storm: "☇",
  night: "☾",
};

/** @param {View} view */
export function track(view) {
  const turns = view.track?.length
    ? view.track
    : Array.from({ length: view.turns }, (_, n) => ({
        turn: n + 1,
        label: String(n + 1),
        weather: [],
        arrivals: [],
      }));
  return h(
    "ol",
    { class: "track" },
    turns.map((t) =>
      h(
        "li",
        {
          class: t.turn === view.turn ? "now" : t.turn < view.turn ? "past" : "",
          "aria-current": t.turn === view.turn ? "step" : null,
        },
        h("b", {}, t.label),
        (t.weather ?? []).map((w) => h("span", { title: w }, `${SKY[w.toLowerCase()] ?? ""} ${capital(w)}`)),
        (t.arrivals ?? []).length > 0 && h("small", {}, `Arrive: ${(t.arrivals ?? []).join(", ")}`),
      ),
    ),
  );
}

/** @param {View} view */
export function victory(view) {
  const v = view.victory;
  if (!v) return h("p", { class: "soft" }, "This scenario counts no points while it is played.");
  return h(
    "div",
    { class: "victory" },
    h(
      "p",
      {},
      h("b", {}, v.leader ? `${SIDES[v.leader]} ${v.degree ?? "ahead"}` : "Even"),
      ` · Union ${v.union}, Confederate ${v.confederate}`,
    ),
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, "Victory points"),
      h(
        "tbody",
        {},
        (v.lines ?? []).map((line) =>
          h(
            "tr",
            {},
            h("td", {}, line.label),
            h("td", {}, line.side ? SIDES[line.side] : ""),
            h("td", { class: "num" }, line.points),
          ),
        ),
      ),
    ),
  );
}
