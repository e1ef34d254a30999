/** A scenario as the lobby shows it. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { tryFirst } from "../library/first.js";
import { BOTH, SIDES } from "../words.js";

/** @typedef {import("../types.js").ScenarioCard} ScenarioCard */

/** The first sentences of a text, until they say something. @param {string} text */
const sentence = (text) => text.split("\n")[0].match(/^.{60,}?[.?!](?=\s|$)/)?.[0] ?? text.split("\n")[0];

/** A scenario to begin a game with: what it is in a line, and unfolded all that can be known of it. @param {ScenarioCard} scenario @param {3 | 4} [level] of its heading */
export function card(scenario, level = 3) {
  const [union, confederate] = scenario.units;
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
      scenario.campaign && h("span", { class: "badge" }, "Campaign"),
      h(`h${level}`, {}, h("a", { href: `/new/${encodeURIComponent(scenario.id)}` }, scenario.title)),
      h(
        "div",
        { class: "facts" },
        h("span", {}, scenario.length),
        h("span", {}, scenario.turns === 1 ? "1 turn" : `${scenario.turns} turns`),
        scenario.year && h("span", {}, scenario.year),
        scenario.game && h("abbr", { title: scenario.game[1] }, scenario.game[0]),
        h(
          "span",
          { class: "strengths" },
          h("span", { class: "visually-hidden" }, "Units: "),
          h("i", { class: "dot union" }),
          h("span", { class: "visually-hidden" }, "Union "),
          union,
          h("i", { class: "dot confederate" }),
          h("span", { class: "visually-hidden" }, ", Confederate "),
          confederate,
        ),
      ),
      h("p", { class: "brief" }, sentence(scenario.description)),
      h(
        "details",
        { "data-keep": scenario.id },
        h("summary", {}, "More", h("span", { class: "visually-hidden" }, ` about ${scenario.title}`)),
        scenario.subtitle && h("p", { class: "soft" }, scenario.subtitle),
        scenario.description.split(/\n\s*\n/).map((paragraph) => h("p", {}, paragraph)),
        tryFirst(scenario, `h${level + 1}`),
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
        scenario.options.length > 0 &&
          h(
            "p",
            { class: "soft" },
            `Optional: ${scenario.options.map((o) => o.title.toLowerCase()).join(", ")}`,
          ),
        h("a", { class: "button", href: `/new/${encodeURIComponent(scenario.id)}` }, "Begin a game"),
      ),
    ),
  );
}
