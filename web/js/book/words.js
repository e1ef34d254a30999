/** Finding the words of a glossary in a text. */

/** @typedef {import("../types.js").Term} Term */
/** @typedef {{pattern: RegExp, by: Map<string, Term>}} Words */

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** One pattern for all spellings, the longest first. @param {Term[]} terms @returns {Words} */
export function prepare(terms) {
  /** @type {Map<string, Term>} */
  const by = new Map();
  for (const term of terms) for (const word of [term.term, ...term.also]) by.set(word.toLowerCase(), term);
  const words = [...by.keys()].sort((a, b) => b.length - a.length).map(escaped);
  return { by, pattern: new RegExp(`(?<![\\w-])(?:${words.join("|")})(?![\\w-])`, "gi") };
}

/**
 * A text in pieces: strings, and terms with the word that stands for them. Each term is marked once.
 * @param {string} text @param {Words} words @param {Set<Term>} [seen] those that were marked before
 * @returns {(string | {word: string, term: Term})[]}
 */
export function pieces(text, words, seen = new Set()) {
  /** @type {(string | {word: string, term: Term})[]} */
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(words.pattern)) {
    const term = words.by.get(found[0].toLowerCase());
    if (!term || seen.has(term)) continue;
    seen.add(term);
    if (found.index > at) parts.push(text.slice(at, found.index));
    parts.push({ word: found[0], term });
    at = found.index + found[0].length;
  }
  parts.push(text.slice(at));
  return parts;
}

/** A term as a part of an address. @param {string} term */
export const slug = (term) => term.toLowerCase().replace(/[^a-z0-9]+/g, "-");
