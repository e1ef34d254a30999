/** What the pages of the book are made of: clauses, sections, charts, pictures, words. */

import { h } from "../dom.js";
import { ruleLink } from "../panels/rulebook.js";
import { marked } from "./terms.js";
import { slug } from "./words.js";

/** @typedef {import("../types.js").Book} Book */
/** @typedef {Book["chapters"][number]} Chapter */
/** @typedef {Chapter["sections"][number]} Section */
/** @typedef {Book["charts"][number]} Chart */
/** @typedef {Book["pictures"][number]} Plate */

/** A clause as a paragraph with its number in the margin. @param {Section["clauses"][number]} clause @param {Section} section @param {string} system @param {string | null} here @param {Set<import("../types.js").Term>} seen */
function clausePart(clause, section, system, here, seen) {
  return h(
    "div",
    { class: ["clause", clause.id === here && "here"], id: `c-${clause.id}`, "data-clause": clause.id },
    h(
      "a",
      {
        class: "number",
        href: `/rules?clause=${clause.id}`,
        "aria-label": `Link to ${section.number || section.short} ${clause.n}`,
      },
      String(clause.n),
    ),
    h(
      "p",
      {},
      h("b", {}, `${clause.title}${/[.?!]$/.test(clause.title) ? "" : "."}`),
      " ",
      marked(clause.text, { system, quiet: true, seen }),
    ),
  );
}

/** @param {Section} section @param {string} system @param {string | null} here */
export function sectionPart(section, system, here) {
  /** A word is marked once a section. @type {Set<import("../types.js").Term>} */
  const seen = new Set();
  return h(
    "section",
    { class: "book-section", id: `s-${section.id}`, "aria-labelledby": `h-${section.id}` },
    h(
      "h2",
      { id: `h-${section.id}` },
      section.number && h("span", { class: "section-number" }, section.number),
      section.title,
    ),
    section.clauses.flatMap((clause) => {
      const head = section.heads.find((head) => head.at === clause.n);
      return [head && h("h3", {}, head.title), clausePart(clause, section, system, here, seen)];
    }),
  );
}

/** A chart as a table that can be scrolled where it is too wide. @param {Chart} chart */
export function chartPart(chart) {
  const span = chart.columns.length - 1;
  return h(
    "figure",
    { class: "chart", id: `t-${chart.id}` },
    h(
      "figcaption",
      { id: `tc-${chart.id}` },
      h("b", {}, chart.title),
      chart.ours &&
        h("span", { class: "ours", title: "Our own values: our sources lack the printed ones" }, "ours"),
      " ",
      ruleLink(chart.rule),
    ),
    h(
      "div",
      { class: "chart-scroll", tabindex: "0", role: "region", "aria-labelledby": `tc-${chart.id}` },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            chart.columns.map((name) => (name ? h("th", { scope: "col" }, name) : h("td", {}))),
          ),
        ),
        h(
          "tbody",
          {},
          chart.rows.map((row) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, row[0]),
              row
                .slice(1)
                .map((cell) => h("td", row.length === 2 && span > 1 ? { colspan: span } : {}, cell)),
            ),
          ),
        ),
      ),
    ),
    chart.note && h("p", { class: "chart-note" }, chart.note),
  );
}

/** @param {Plate} plate */
export function platePart(plate) {
  return h(
    "figure",
    { class: "plate-figure", id: `p-${plate.id}` },
    h("img", {
      src: `/api/v1/rules/pictures/${plate.id}.svg`,
      alt: plate.alt,
      width: plate.width,
      height: plate.height,
      loading: "lazy",
    }),
    h("figcaption", {}, h("b", {}, `${plate.title}. `), plate.caption, " ", ruleLink(plate.rule)),
  );
}

/** @param {import("../types.js").Term} term @param {Book} book @param {string | null} here */
export function termPart(term, book, here) {
  const plate = book.pictures.find((plate) => plate.id === term.picture);
  return h(
    "div",
    { class: ["word", term.term === here && "here"], id: `w-${slug(term.term)}` },
    h("dt", {}, term.term),
    h(
      "dd",
      {},
      term.text,
      " ",
      ruleLink(term.rule),
      plate &&
        h(
          "a",
          { class: "rule-link", href: `/rules?system=${book.system}&part=pictures#p-${plate.id}` },
          "picture",
        ),
    ),
  );
}
