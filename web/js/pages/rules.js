/** The rule index of a system, in our own words. */

import * as api from "../api.js";
import { h, show } from "../dom.js";
import { go } from "../main.js";

/** @typedef {import("../types.js").Clause} Clause */

/** @param {import("../main.js").Ask} ask */
export async function page({ main, query }) {
  const systems = await api.systems();
  const clause = query.get("clause");
  const system =
    query.get("system") ??
    (clause ? (await api.rule(clause).catch(() => null))?.system : null) ??
    systems[0]?.id ??
    "";
  const clauses = await api.rules(system);
  const list = h("div", {});
  const find = h("input", {
    type: "text",
    id: "find",
    placeholder: "march, retreat, 7.4 …",
    oninput: () => fill(),
  });
  const fill = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = clauses.filter((c) =>
      words.every((/** @type {string} */ w) =>
        `${c.id} ${c.section} ${c.title} ${c.text}`.toLowerCase().includes(w),
      ),
    );
    show(
      list,
      found.length
        ? found.slice(0, 400).map((c) => one(c, clause))
        : h("p", { class: "soft" }, "No clause has these words."),
    );
  };
  const sections = [...new Map(clauses.map((c) => [c.section, c])).values()];
  main.append(
    h(
      "div",
      { class: "sheet" },
      h("h1", {}, "The rules"),
      h(
        "p",
        { class: "lead" },
        "Every clause the table keeps, in our own words and under the numbers of the printed book.",
      ),
      h(
        "div",
        { class: "choice-row" },
        systems.map(({ id, title }) =>
          h(
            "button",
            {
              type: "button",
              class: id === system ? "main" : "",
              "aria-pressed": String(id === system),
              onclick: () => go(`/rules?system=${id}`),
            },
            title,
          ),
        ),
      ),
      h("p", {}),
      h("label", { for: "find" }, "Find"),
      find,
      h("p", {}),
      h("h2", { class: "visually-hidden" }, "Clauses"),
      h(
        "div",
        { class: "rules-layout" },
        h(
          "nav",
          { "aria-label": "Sections" },
          h(
            "ul",
            {},
            sections.map((c) => h("li", {}, h("a", { href: `#c-${c.id}` }, `${c.section} · ${c.title}`))),
          ),
        ),
        list,
      ),
    ),
  );
  fill();
  if (clause) document.getElementById(`c-${clause}`)?.scrollIntoView({ block: "center" });
}

/** @param {Clause} c @param {string | null} here */
export function one(c, here) {
  return h(
    "article",
    { class: ["clause", c.id === here && "here"], id: `c-${c.id}` },
    h("h3", {}, h("span", {}, c.title), h("span", { class: "id" }, `${c.section} · ${c.id}`)),
    h("p", {}, c.text),
  );
}
