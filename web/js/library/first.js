/** What each side may try first, as a scenario's author says it. */

import { h } from "../dom.js";
import { BOTH, SIDES } from "../words.js";

/** Nothing where he says nothing. @param {{first: string[]}} scenario @param {string} tag the heading */
export function tryFirst(scenario, tag) {
  if (!scenario.first.some(Boolean)) return null;
  return h(
    "section",
    { class: "first" },
    h(tag, {}, "What to try first"),
    h("dl", { class: "armies" }, bySide(scenario.first)),
  );
}

/** The same at a table: who holds one side reads what is meant for him. @param {import("../types.js").Table} table @returns {string[]} Union first */
function meant({ first, you }) {
  return BOTH.map((side, n) => (you.length === 1 && you[0] !== side ? "" : first[n]));
}

/** For the panel of victory. @param {import("../types.js").Table} table */
export function firstAims(table) {
  return tryFirst({ first: meant(table) }, "h3");
}

/** In the first turn, beside the decision, folded. @param {import("../types.js").Table} table */
export function firstTurn(table) {
  const texts = meant(table);
  if (table.view.turn !== 1 || table.coach || !texts.some(Boolean)) return null;
  return h(
    "details",
    { class: "first", "data-keep": "first", "data-key": "first" },
    h("summary", {}, "What to try first"),
    h("dl", { class: "armies" }, bySide(texts)),
  );
}

/** A text for each side, for a list of terms; nothing for a side without one. @param {string[]} texts Union first */
export function bySide(texts) {
  return BOTH.map(
    (side, n) =>
      texts[n] &&
      h(
        "div",
        { class: side },
        h("dt", {}, h("i", { class: ["dot", side] }), SIDES[side]),
        h("dd", {}, texts[n]),
      ),
  );
}
