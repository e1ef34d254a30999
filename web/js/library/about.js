/** The scenario of a game, unfolded at the table: its story and what each side may try first. */

import * as api from "../api.js";
import { h, show } from "../dom.js";
import { tryFirst } from "./first.js";

/** What was asked for once is not asked for again. @type {Map<string, Promise<import("../types.js").ScenarioCard>>} */
const asked = new Map();

/** @param {string} id */
export function aboutPanel(id) {
  const told = h("div", {});
  const open = async () => {
    if (!details.open || told.childNodes.length) return;
    if (!asked.has(id)) asked.set(id, api.scenario(id));
    try {
      const scenario = await /** @type {Promise<import("../types.js").ScenarioCard>} */ (asked.get(id));
      show(
        told,
        h("h3", {}, scenario.title),
        scenario.description.split(/\n\s*\n/).map((paragraph) => h("p", {}, paragraph)),
        tryFirst(scenario, "h4"),
      );
    } catch {
      asked.delete(id);
      show(told, h("p", {}, "Nothing can be told of it now."));
    }
  };
  const details = h(
    "details",
    { "data-keep": "about", ontoggle: open },
    h("summary", { "data-key": "about" }, "The scenario, and what to try first"),
    told,
  );
  return details;
}
