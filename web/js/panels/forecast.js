/** What the dice may bring, in words: one sentence, every outcome on a scale from 0 to 100, ways side by side. */

import { capital, h } from "../dom.js";
import { percent } from "../words.js";

/** @typedef {{say: string, p: number}} Outlook */
/** @typedef {{ours: number, theirs: number, of: string}} Losses */
/** @typedef {{say: string, success?: Outlook, losses?: Losses, outlooks: Outlook[], facts?: [string, string][]}} Forecast */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {{card: Card, words: Forecast}} Way */

/** No more ways than this are compared. */
const MOST_WAYS = 6;

/** The sentence and what can happen. @param {Forecast} words @param {boolean} [sentence] */
export function forecastView(words, sentence = true) {
  return h(
    "div",
    { class: "forecast" },
    sentence && words.say && h("p", { class: "say" }, words.say),
    words.outlooks.length > 0 && bars(words.outlooks.map(({ say, p }) => ({ label: capital(say), p }))),
  );
}

/** What it comes from. @param {Forecast} words */
export function factsView(words) {
  const facts = words.facts ?? [];
  if (!facts.length) return null;
  return h(
    "dl",
    { class: "plain-list" },
    facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
  );
}

/** Chances as bars: the whole width is certainty. @param {{label: string, p: number}[]} rows */
export function bars(rows) {
  return h(
    "div",
    { class: "bars", role: "table", "aria-label": "Chances" },
    rows.map((row) =>
      h(
        "div",
        { role: "row", style: "display: contents" },
        h("div", { role: "cell" }, row.label),
        h(
          "div",
          { class: "bar", role: "presentation" },
          h("i", { style: `width:${(row.p * 100).toFixed(1)}%` }),
        ),
        h("div", { role: "cell", class: "p" }, percent(row.p)),
      ),
    ),
  );
}

/** The orders that are other ways to do the same: of the same kind, at the same place. @param {readonly Card[]} cards @param {Card} card */
export function waysLike(cards, card) {
  const same = (/** @type {Card} */ c) =>
    c.preview && c.preview.ask === card.preview?.ask && c.group === card.group && c.at === card.at;
  const ways = card.preview ? cards.filter(same) : [];
  return ways.length > 1 && ways.length <= MOST_WAYS ? ways : [];
}

/** Ways to do the same side by side, the likeliest to succeed marked. @param {Way[]} ways @param {Card} staged @param {(card: Card) => void} choose */
export function waysTable(ways, staged, choose) {
  const told = ways.filter(({ words }) => words.success);
  if (told.length < 2) return null;
  const best = Math.max(...told.map(({ words }) => words.success?.p ?? 0));
  const losses = told.some(({ words }) => words.losses);
  const number = (/** @type {number | undefined} */ n) => (n === undefined ? "" : n.toFixed(1));
  return h(
    "table",
    { class: "ways" },
    h("caption", { class: "visually-hidden" }, "Ways to do it"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "Way"),
        h("th", { scope: "col", class: "num" }, capital(told[0].words.success?.say ?? "")),
        losses && h("th", { scope: "col", class: "num" }, "You lose"),
        losses && h("th", { scope: "col", class: "num" }, "He loses"),
      ),
    ),
    h(
      "tbody",
      {},
      told.map(({ card, words }) =>
        h(
          "tr",
          { class: [card.order === staged.order && "chosen"] },
          h(
            "td",
            {},
            h(
              "button",
              {
                type: "button",
                class: "link",
                "data-key": `way-${card.order}`,
                "aria-pressed": String(card.order === staged.order),
                onclick: () => choose(card),
              },
              card.label,
            ),
          ),
          h(
            "td",
            { class: "num" },
            percent(words.success?.p ?? 0),
            words.success?.p === best && h("span", { title: "The likeliest" }, " ★"),
          ),
          losses && h("td", { class: "num" }, number(words.losses?.ours)),
          losses && h("td", { class: "num" }, number(words.losses?.theirs)),
        ),
      ),
    ),
  );
}
