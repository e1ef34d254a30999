/** Looking for words in the whole book: its glossary, what chapters are about, clauses, charts. */

import { h } from "../dom.js";
import { slug } from "./words.js";

/** @typedef {import("../types.js").Book} Book */
/** @typedef {import("../types.js").Term} Term */
/** @typedef {{title: string, text: string, href: string, mark: string}} Hit */

/** More of a kind are counted, not shown. */
const MOST = 60;

/**
 * What has all the words, by kinds, the best first.
 * @param {Book} book @param {readonly Term[]} glossary @param {string} asked
 * @returns {{name: string, hits: Hit[]}[]}
 */
export function search(book, glossary, asked) {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (/** @type {string[]} */ ...texts) => {
    const all = texts.join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const at = (/** @type {string} */ rest) => `/rules?system=${book.system}${rest}`;
  const kinds = [
    {
      name: "Glossary",
      hits: glossary
        .filter((t) => has(t.term, ...t.also, t.text))
        .sort((a, b) => Number(has(b.term)) - Number(has(a.term)))
        .map((t) => ({
          title: t.term,
          text: t.text,
          href: at(`&term=${encodeURIComponent(t.term)}`),
          mark: `w-${slug(t.term)}`,
        })),
    },
    {
      name: "Chapters",
      hits: book.chapters
        .filter((c) => has(c.title, ...c.overview) || c.sections.some((s) => has(s.title, s.number)))
        .map((c) => ({ title: c.title, text: c.overview[0], href: at(`&chapter=${c.id}`), mark: c.id })),
    },
    {
      name: "Charts",
      hits: book.charts
        .filter((c) => has(c.title, c.note, ...c.rows.map((row) => row[0])))
        .map((c) => ({ title: c.title, text: c.note, href: at(`&chart=${c.id}`), mark: c.id })),
    },
    ...book.chapters.map((chapter) => ({
      name: `Clauses: ${chapter.title}`,
      hits: chapter.sections.flatMap((s) =>
        s.clauses
          .filter((c) => has(c.id, s.number, c.title, c.text))
          .map((c) => ({
            title: `${s.number || s.short} · ${c.title}`,
            text: c.text,
            href: `/rules?clause=${c.id}`,
            mark: c.id,
          })),
      ),
    })),
  ];
  return kinds.filter((kind) => kind.hits.length);
}

/** @param {{name: string, hits: Hit[]}[]} kinds @param {string} asked */
export function results(kinds, asked) {
  const all = kinds.reduce((n, kind) => n + kind.hits.length, 0);
  return [
    h("h1", {}, `“${asked}”`),
    h(
      "p",
      { class: "lead", role: "status" },
      all ? `${all} ${all === 1 ? "place" : "places"}` : "The book does not say this. Try a shorter word.",
    ),
    ...kinds.map(({ name, hits }) =>
      h(
        "section",
        { class: "found" },
        h("h2", {}, name, h("span", { class: "soft" }, ` ${hits.length}`)),
        h(
          "ul",
          {},
          hits
            .slice(0, MOST)
            .map((hit) =>
              h("li", { "data-hit": hit.mark }, h("a", { href: hit.href }, hit.title), h("p", {}, hit.text)),
            ),
        ),
        hits.length > MOST && h("p", { class: "soft" }, `and ${hits.length - MOST} more: add a word`),
      ),
    ),
  ];
}
