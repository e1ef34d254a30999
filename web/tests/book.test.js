// Words in texts, and the search over the book.

import assert from "node:assert/strict";
import { test } from "node:test";
import { search } from "../js/book/search.js";
import { pieces, prepare, slug } from "../js/book/words.js";

/** @param {string} name @param {...string} also */
const term = (name, ...also) => ({ term: name, also, text: `What ${name} means.`, rule: "G1.0-1" });

/** @param {string} text @param {any[]} terms */
const marked = (text, terms) =>
  pieces(text, prepare(terms)).flatMap((part) => (typeof part === "string" ? [] : [part.word]));

test("the longest spelling counts, each term once a text, whole words only", () => {
  const terms = [term("Zone of control", "zone"), term("March"), term("Force march")];
  const text = "A force march ends in a zone of control; the zone stops a march, not a remarch.";
  assert.deepEqual(marked(text, terms), ["force march", "zone of control", "march"]);
  assert.deepEqual(marked("Marching on.", terms), []);
});

test("nothing of a text is lost", () => {
  const text = "March (or rest) on Demoralize-1.";
  const parts = pieces(text, prepare([term("March"), term("Demoralized", "Demoralize-1")]));
  assert.equal(parts.map((part) => (typeof part === "string" ? part : part.word)).join(""), text);
  assert.equal(parts.filter((part) => typeof part !== "string").length, 2);
});

/** @type {any} */
const BOOK = {
  system: "gcacw",
  charts: [{ id: "g-ratio", title: "Ratio Chart", note: "", rows: [["3-1", "+2"]], columns: ["", ""] }],
  chapters: [
    {
      id: "modifiers",
      title: "What changes the dice",
      overview: ["Both players roll."],
      sections: [
        {
          id: "G7.8",
          number: "7.8",
          short: "x",
          title: "Refusing flanks",
          clauses: [
            { id: "G7.8-1", n: 1, title: "Refusing", text: "Costs 1 MP." },
            { id: "G7.8-2", n: 2, title: "Not here", text: "Not in swamps." },
          ],
        },
      ],
    },
  ],
};

test("a search has all the words, by kinds, words first", () => {
  const found = search(BOOK, [term("Refuse flanks"), term("Ratio")], "refus flank");
  assert.deepEqual(
    found.map((kind) => kind.name),
    ["Glossary", "Chapters"],
  );
  const clauses = search(BOOK, [], "7.8 swamp");
  assert.deepEqual(
    clauses.map((kind) => [kind.name, kind.hits[0].href]),
    [["Clauses: What changes the dice", "/rules?clause=G7.8-2"]],
  );
  assert.deepEqual(search(BOOK, [], "xyzzy"), []);
  assert.equal(search(BOOK, [], "ratio")[0].name, "Charts");
});

test("a term is a part of an address", () => {
  assert.equal(slug("Lee's bonus"), "lee-s-bonus");
});
