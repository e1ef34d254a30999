/** The moments of a finished game that are worth seeing again: where it turned, and where another would have chosen otherwise. */

import { h } from "../dom.js";
import { SIDES } from "../words.js";

/** @typedef {import("../wire").TurningPoint} TurningPoint */
/** @typedef {import("../wire").Otherwise} Otherwise */
/** @typedef {import("../wire").ThoughtAgain} ThoughtAgain */
/** @typedef {import("../types.js").Side} Side */

/** The replay at a moment. @param {string} id @param {number} n */
const momentAddress = (id, n) => `/replay/${encodeURIComponent(id)}?n=${n}`;

/** @param {string} id @param {TurningPoint[]} points */
export function turningPoints(id, points) {
  if (!points.length) return h("p", { class: "soft" }, "Nowhere: it went one way from the beginning.");
  return h(
    "ol",
    { class: "turning-points" },
    points.map((point, n) =>
      h(
        "li",
        {},
        h("span", { class: ["turn-number", point.favours], "aria-hidden": "true" }, n + 1),
        h(
          "div",
          {},
          h(
            "p",
            { class: "when" },
            `${point.when} · order ${point.n} · ${SIDES[point.seat]}: ${point.order}`,
          ),
          h("p", { class: "happened" }, point.say),
          point.scored && h("p", { class: "scored" }, point.scored),
          h(
            "p",
            { class: "weight" },
            `About ${point.swing.toFixed(1)} points towards the ${SIDES[point.favours]} side. `,
            h(
              "a",
              {
                href: momentAddress(id, point.n),
                "data-moment": point.n,
                "aria-label": `See turning point ${n + 1} on the map`,
              },
              "See it on the map",
            ),
          ),
        ),
      ),
    ),
  );
}

/** Whose decisions are told: my own, or everybody's to who watches. @param {Otherwise[]} found @param {Side[]} you */
export const ofMine = (found, you) =>
  you.length ? found.filter((other) => you.includes(other.seat)) : found;

/** @param {string} id @param {ThoughtAgain} again @param {Side[]} you */
export function otherwisePart(id, again, you) {
  if (!again.by) return null;
  const found = ofMine(again.found, you);
  const working = again.asked < again.of;
  const progress = working
    ? `Being worked out… ${again.asked} of ${again.of} decisions thought about.`
    : `He thought again about ${again.of === 1 ? "one decision" : `${again.of} decisions`}, the weightiest of the game.`;
  return h(
    "section",
    { class: "otherwise", "aria-labelledby": "otherwise-title" },
    h("h2", { id: "otherwise-title" }, `Where the ${again.by} would have chosen otherwise`),
    h("p", { class: ["soft", working && "working"], role: "status" }, progress),
    found.length > 0 &&
      h(
        "ol",
        { class: "others" },
        found.map((other) => item(id, other, again.by ?? "")),
      ),
    !found.length && !working && h("p", {}, "Nowhere: he would have ordered the same."),
  );
}

/** @param {string} id @param {Otherwise} other @param {string} by */
function item(id, other, by) {
  const better = other.gain ? ` In his trials it did better by about ${other.gain.toFixed(1)} points.` : "";
  return h(
    "li",
    {},
    h("p", { class: "when" }, `${other.when} · order ${other.n} · ${SIDES[other.seat]}`),
    h("p", { class: "did" }, "Ordered: ", h("span", {}, other.did)),
    h("p", { class: "would" }, `${by}: `, h("b", {}, other.would)),
    (other.why || better) && h("p", { class: "soft" }, `${other.why}${better}`),
    h(
      "p",
      {},
      h(
        "a",
        { href: momentAddress(id, other.n - 1), "aria-label": `See order ${other.n} before it was given` },
        "See the moment",
      ),
    ),
  );
}
