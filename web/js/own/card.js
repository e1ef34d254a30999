/** A scenario as the lobby shows it. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { BOTH, SIDES } from "../words.js";

/** @typedef {import("../types.js").ScenarioCard} ScenarioCard */

/** A scenario to begin a game with. @param {ScenarioCard} scenario */
export function card(scenario) {
  return h(
    "article",
    { class: "scenario" },
    h(
      "div",
      { class: "picture" },
      h("img", {
        src: api.pictureAddress(scenario.id, "small"),
        alt: "",
        width: 384,
        height: 240,
        loading: "lazy",
        decoding: "async",
      }),
    ),
    h(
      "div",
      { class: "text" },
      scenario.lesson && h("span", { class: "badge" }, "A first game"),
      h("h3", {}, h("a", { href: `/new/${encodeURIComponent(scenario.id)}` }, scenario.title)),
      scenario.subtitle && h("p", { class: "soft" }, scenario.subtitle),
      h("p", { class: "brief" }, scenario.description.split("\n")[0]),
      h(
        "ul",
        { class: "sides" },
        BOTH.map(
          (side, n) =>
            scenario.sides[n] &&
            h(
              "li",
              {},
              h("i", { class: ["dot", side] }),
              h("span", { class: "visually-hidden" }, `${SIDES[side]}: `),
              scenario.sides[n],
            ),
        ),
      ),
      h(
        "div",
        { class: "facts" },
        h("span", {}, scenario.turns === 1 ? "1 turn" : `${scenario.turns} turns`),
        scenario.length && h("span", {}, scenario.length),
        scenario.options.length > 0 &&
          h("span", {}, `optional: ${scenario.options.map((o) => o.title.toLowerCase()).join(", ")}`),
      ),
    ),
  );
}
