/** What the points of a game were for. */

import { h, s } from "../dom.js";
import { BOTH, SIDES } from "../words.js";

/** @typedef {import("../types.js").Side} Side */

/** @param {import("../wire").Ending} ending */
export function sourcesTable({ sources, points }) {
  if (!sources.length) return h("p", { class: "soft" }, "Nobody has scored anything.");
  const most = Math.max(...sources.flatMap(({ points: of }) => BOTH.map((side) => Math.abs(of[side]))));
  return h(
    "table",
    { class: "sources" },
    h("caption", { class: "visually-hidden" }, "Victory points by what they are for"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "For"),
        BOTH.map((side) => h("th", { scope: "col", class: "num" }, SIDES[side])),
      ),
    ),
    h(
      "tbody",
      {},
      sources.map((source) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, source.label),
          BOTH.map((side) => h("td", { class: "num" }, bar(side, source.points[side], most))),
        ),
      ),
    ),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "row" }, "Together"),
        BOTH.map((side) => h("td", { class: "num" }, points[side])),
      ),
    ),
  );
}

/** A number over a bar. @param {Side} side @param {number} value @param {number} most */
function bar(side, value, most) {
  return h("span", { class: "source-value" }, share(side, Math.abs(value) / most), value || "–");
}

/** A bar as long as its share. @param {Side} side @param {number} part from 0 to 1 */
export function share(side, part) {
  return s(
    "svg",
    { viewBox: "0 0 100 8", preserveAspectRatio: "none", class: "share", "aria-hidden": "true" },
    s("rect", { x: 0, y: 3, width: 100, height: 2, class: "share-whole" }),
    s("rect", { x: 0, y: 0, width: 100 * Math.min(1, part), height: 8, class: side }),
  );
}
