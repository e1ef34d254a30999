/** The book of rules: chapters, the turn as a card, charts, pictures, words, and a search over all of them. */

import * as api from "../api.js";
import { chartPart, platePart, sectionPart, termPart } from "../book/parts.js";
import { results, search } from "../book/search.js";
import { sequenceCard } from "../book/sequence.js";
import { marked, speak } from "../book/terms.js";
import { slug } from "../book/words.js";
import { h } from "../dom.js";
import { go } from "../main.js";

/** @typedef {import("../types.js").Book} Book */
/** @typedef {import("../types.js").Term} Term */

/** What is no chapter. */
const PARTS = { sequence: "Sequence of play", charts: "Charts", pictures: "Pictures", glossary: "Glossary" };

/** @param {import("../main.js").Ask} ask */
export async function page({ main, query }) {
  const systems = await api.systems();
  const cited = query.get("clause");
  const clause = cited ? await api.rule(cited).catch(() => null) : null;
  const system = query.get("system") ?? clause?.system ?? systems[0]?.id ?? "";
  const [book, glossary] = await Promise.all([api.book(system), api.glossary(system)]);
  speak(system);
  document.title = `Rules of ${book.title} · Hardtack`;
  const paper = h("article", { class: "book-page" });
  const where = place(book, query, clause);
  const shown = () => fill(paper, book, glossary, where, clause?.id ?? null);
  const find = h("input", {
    type: "search",
    id: "find",
    placeholder: "march, retreat, 7.4 …",
    oninput: () => {
      const asked = find.value.trim();
      if (asked.length > 1 || /^\d$/.test(asked)) {
        paper.replaceChildren(...results(search(book, glossary, asked), asked));
        window.scrollTo(0, 0);
      } else shown();
    },
  });
  main.append(
    h(
      "div",
      { class: "book" },
      h(
        "div",
        { class: "book-side" },
        h("p", { class: "book-title" }, "The rules"),
        choose(systems, system),
        h("label", { for: "find", class: "visually-hidden" }, "Find in the rules"),
        find,
        contents(book, where),
      ),
      paper,
    ),
  );
  shown();
  settle(where, clause?.id ?? null);
}

/**
 * Which page of the book an address means.
 * @param {Book} book @param {URLSearchParams} query @param {import("../types.js").Clause | null} clause
 */
function place(book, query, clause) {
  const chart = query.get("chart");
  const term = query.get("term");
  const part = chart ? "charts" : term ? "glossary" : query.get("part");
  if (part && part in PARTS) return { part, chart, term, chapter: null };
  const wanted = clause?.chapter ?? query.get("chapter");
  const chapter = book.chapters.find((c) => c.id === wanted) ?? (wanted ? book.chapters[0] : null);
  return { part: null, chart: null, term: null, chapter };
}

/** @typedef {ReturnType<typeof place>} Place */

/** @param {import("../types.js").SystemCard[]} systems @param {string} system */
function choose(systems, system) {
  return h(
    "div",
    { class: "book-systems", role: "group", "aria-label": "Whose rules" },
    systems.map(({ id, title }) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(id === system), onclick: () => go(`/rules?system=${id}`) },
        title,
      ),
    ),
  );
}

/** @param {Book} book @param {Place} where */
function contents(book, where) {
  const link = (/** @type {string} */ rest, /** @type {string} */ title, /** @type {boolean} */ here) =>
    h("a", { href: `/rules?system=${book.system}${rest}`, "aria-current": here ? "page" : null }, title);
  return h(
    "details",
    { class: "book-contents", open: matchMedia("(min-width: 62rem)").matches },
    h("summary", {}, "Contents"),
    h(
      "nav",
      { "aria-label": "Chapters" },
      h(
        "ol",
        {},
        book.chapters.map((chapter) => {
          const here = chapter === where.chapter;
          return h(
            "li",
            {},
            link(`&chapter=${chapter.id}`, chapter.title, here),
            here &&
              h(
                "ul",
                {},
                chapter.sections.map((s) =>
                  h("li", {}, h("a", { href: `#s-${s.id}` }, `${s.number} ${s.title}`.trim())),
                ),
              ),
          );
        }),
      ),
      h(
        "ul",
        { class: "book-parts" },
        Object.entries(PARTS).map(([id, title]) =>
          h("li", {}, link(`&part=${id}`, title, where.part === id)),
        ),
      ),
    ),
  );
}

/** @param {HTMLElement} paper @param {Book} book @param {readonly Term[]} glossary @param {Place} where @param {string | null} here */
function fill(paper, book, glossary, where, here) {
  const parts = where.part
    ? PAGES[/** @type {keyof typeof PARTS} */ (where.part)](book, glossary, where)
    : where.chapter
      ? chapterPage(book, where.chapter, here)
      : cover(book);
  paper.replaceChildren(...parts.filter(Boolean));
}

/** The first page: what there is. @param {Book} book */
function cover(book) {
  return [
    running(book, "The rules in our own words"),
    h("h1", {}, book.title),
    h(
      "p",
      { class: "lead" },
      "Every clause the table keeps, chapter by chapter, under the numbers of the printed book and no substitute for it.",
    ),
    h(
      "ol",
      { class: "book-cover" },
      book.chapters.map((chapter) =>
        h(
          "li",
          {},
          h("a", { href: `/rules?system=${book.system}&chapter=${chapter.id}` }, chapter.title),
          h("p", {}, firstSentence(chapter.overview[0])),
        ),
      ),
    ),
    h("h2", {}, book.sequence.title),
    sequenceCard(book.sequence, book.system),
  ];
}

/** @param {string} text */
const firstSentence = (text) => text.match(/^.*?[.?!](?= |$)/)?.[0] ?? text;

/** @param {Book} book @param {string} words */
const running = (book, words) =>
  h(
    "p",
    { class: "running" },
    h("span", {}, `${book.title} · ${words}`),
    h("button", { type: "button", class: "plain", onclick: () => print() }, "Print"),
  );

/** @param {Book} book @param {Book["chapters"][number]} chapter @param {string | null} here */
function chapterPage(book, chapter, here) {
  const n = book.chapters.indexOf(chapter);
  /** @type {Set<Term>} */
  const seen = new Set();
  const plates = chapter.pictures.flatMap((id) => book.pictures.find((p) => p.id === id) ?? []);
  const charts = chapter.charts.flatMap((id) => book.charts.find((c) => c.id === id) ?? []);
  const turn = (/** @type {number} */ to, /** @type {string} */ kind) =>
    book.chapters[to] &&
    h(
      "a",
      { href: `/rules?system=${book.system}&chapter=${book.chapters[to].id}`, class: kind },
      book.chapters[to].title,
    );
  return [
    running(book, `Chapter ${n + 1}`),
    h("h1", {}, chapter.title),
    h(
      "div",
      { class: "overview" },
      chapter.overview.map((text) => h("p", {}, marked(text, { system: book.system, seen }))),
    ),
    plates.length && h("div", { class: "plates" }, plates.map(platePart)),
    ...chapter.sections.map((section) => sectionPart(section, book.system, here)),
    charts.length && h("h2", { class: "charts-head" }, charts.length > 1 ? "Charts" : "Chart"),
    charts.length && h("div", { class: "charts" }, charts.map(chartPart)),
    h(
      "nav",
      { class: "turn-page", "aria-label": "Other chapters" },
      turn(n - 1, "before"),
      turn(n + 1, "after"),
    ),
  ];
}

/** @type {Record<keyof typeof PARTS, (book: Book, glossary: readonly Term[], where: Place) => any[]>} */
const PAGES = {
  sequence: (book) => [
    running(book, PARTS.sequence),
    h("h1", {}, book.sequence.title),
    sequenceCard(book.sequence, book.system, { heading: "h2" }),
  ],
  charts: (book) => [
    running(book, PARTS.charts),
    h("h1", {}, "Charts"),
    h(
      "p",
      { class: "lead" },
      "Made from the values the table plays by. A chart marked “ours” stands in for one that our sources lack.",
    ),
    h("div", { class: "charts" }, book.charts.map(chartPart)),
  ],
  pictures: (book) => [
    running(book, PARTS.pictures),
    h("h1", {}, "Pictures"),
    h("p", { class: "lead" }, "Small positions, judged by the rules themselves."),
    h("div", { class: "plates" }, book.pictures.map(platePart)),
  ],
  glossary: (book, glossary, { term }) => [
    running(book, PARTS.glossary),
    h("h1", {}, "Glossary"),
    h(
      "dl",
      { class: "glossary" },
      glossary.map((t) => termPart(t, book, term)),
    ),
  ],
};

/** Brings what the address names into sight. @param {Place} where @param {string | null} clause */
function settle(where, clause) {
  const id =
    (clause && `c-${clause}`) ??
    (where.chart && `t-${where.chart}`) ??
    (where.term && `w-${slug(where.term)}`) ??
    location.hash.slice(1);
  if (id) document.getElementById(id)?.scrollIntoView({ block: "center" });
}
