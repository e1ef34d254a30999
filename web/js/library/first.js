/** What each side may try first, as a scenario's author says it. */

import { h } from "../dom.js";
import { BOTH, SIDES } from "../words.js";

/** Nothing where he says nothing. @param {import("../types.js").ScenarioCard} scenario @param {string} tag the heading */
export function tryFirst(scenario, tag) {
  if (!scenario.first.some(Boolean)) return null;
  return h(
    "section",
    { class: "first" },
    h(tag, {}, "What to try first"),
    h("dl", { class: "armies" }, bySide(scenario.first)),
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
