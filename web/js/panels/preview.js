/**
 * Shows the referee's answers: modifiers with their rules, exact chances as charts, and whatever else
 * an answer holds as a plain list. It knows shapes, not rules.
 */

import { marked } from "../book/terms.js";
import { capital, h } from "../dom.js";
import { percent } from "../words.js";
import { bars, factsView, forecastView } from "./forecast.js";
import { ruleLink } from "./rulebook.js";

/** Keys that are shown on the map or as part of something else. */
const QUIET = new Set(["applies", "rule", "clause", "ask", "hexes", "path", "why"]);

/** @param {string} key */
const words = (key) => capital(key.replaceAll("_", " ").replaceAll("-", " "));

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {any} answer @param {string} [head] the heading of its parts @returns {Node} */
export function answerView(answer, head = "h4") {
  if (answer?.applies === false)
    return h("p", { class: "soft" }, "Nothing special applies: no dice beyond the usual.");
  if (!isObject(answer)) return h("p", {}, plain(answer));
  if (isObject(answer.words)) return inWords(answer);
  /** @type {Node[]} */
  const parts = [];
  /** @type {Node[]} */
  const charts = [];
  const facts = [];
  for (const [key, value] of Object.entries(answer)) {
    if (
      QUIET.has(key) ||
      value === null ||
      value === undefined ||
      (Array.isArray(value) && value.length === 0)
    )
      continue;
    if (key === "modifiers" && Array.isArray(value)) parts.unshift(modifiers(value, answer));
    else if (isChances(value)) charts.push(h("div", {}, h(head, {}, words(key)), chances(value)));
    else if (isDistribution(key, value))
      charts.push(h("div", {}, h(head, {}, words(key)), distribution(value)));
    else if (isObject(value)) parts.push(h("div", {}, h(head, {}, words(key)), answerView(value, head)));
    else if (Array.isArray(value) && value.some(isObject))
      parts.push(
        h(
          "div",
          {},
          h(head, {}, words(key)),
          value.map((one) => answerView(one, head)),
        ),
      );
    else facts.push([key, value]);
  }
  const why = Array.isArray(answer.why) ? answer.why : answer.why ? [answer.why] : [];
  return h(
    "div",
    { class: "answer" },
    why.map((/** @type {any} */ w) => h("p", {}, plain(w))),
    charts,
    parts,
    facts.length > 0 &&
      h(
        "dl",
        { class: "plain-list" },
        facts.flatMap(([key, value]) => [h("dt", {}, words(key)), h("dd", {}, fact(key, value))]),
      ),
  );
}

/** An answer that says itself what it means; how it comes to that is folded away. @param {Record<string, any>} answer */
function inWords(answer) {
  const words = /** @type {import("./forecast.js").Forecast} */ (answer.words);
  const list = Array.isArray(answer.modifiers) ? answer.modifiers : [];
  const every = (answer.outcomes ?? []).filter((/** @type {any} */ o) => o.say);
  const more = [
    factsView(words),
    list.length > 0 && modifiers(list, answer),
    every.length > words.outlooks.length && h("div", {}, h("h4", {}, "Every result"), everyResult(every)),
  ].filter(Boolean);
  return h(
    "div",
    { class: "answer" },
    forecastView(words),
    more.length > 0 &&
      h(
        "details",
        { class: "how", "data-keep": "how" },
        h("summary", { "data-key": "how" }, "How it comes to that"),
        more,
      ),
  );
}

/** Every fall of the dice that matters, in words. @param {any[]} outcomes */
function everyResult(outcomes) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { say, p } of outcomes) sums.set(capital(say), (sums.get(capital(say)) ?? 0) + p);
  return bars([...sums].map(([label, p]) => ({ label, p })));
}

/** @param {string} key @param {any} value */
function fact(key, value) {
  const chance =
    typeof value === "number" &&
    value >= 0 &&
    value <= 1 &&
    (!Number.isInteger(value) || /wins|chance|pass|fails|^p$|neither/.test(key));
  return chance ? percent(value) : plain(value);
}

/** @param {any} value @returns {string} */
function plain(value) {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.length ? value.map(plain).join(", ") : "none";
  if (isObject(value))
    return Object.entries(value)
      .map(([k, v]) => `${words(k)} ${plain(v)}`)
      .join(", ");
  return String(value);
}

/** @param {any[]} list @param {Record<string, any>} answer */
function modifiers(list, answer) {
  if (!list.length) return h("p", { class: "soft" }, "No modifiers.");
  const sum = (/** @type {string | undefined} */ to) =>
    list.filter((m) => m.to === to && m.chance === undefined).reduce((n, m) => n + m.value, 0);
  const sides = [...new Set(list.map((m) => m.to))];
  return h(
    "table",
    { class: "modifiers" },
    h("caption", { class: "visually-hidden" }, "Modifiers"),
    h(
      "thead",
      {},
      h("tr", {}, h("th", {}, "Modifier"), h("th", { class: "num" }, "Change"), h("th", {}, "Rule")),
    ),
    h(
      "tbody",
      {},
      list.map((m) =>
        h(
          "tr",
          {},
          h(
            "td",
            {},
            marked(m.name),
            m.to && h("span", { class: "soft" }, ` (${m.to})`),
            m.chance !== undefined && h("span", { class: "soft" }, `, ${percent(m.chance)}`),
          ),
          h("td", { class: "num" }, signed(m.value)),
          h("td", {}, ruleLink(m.clause ?? m.rule, m.clause ? m.rule : undefined)),
        ),
      ),
    ),
    h(
      "tfoot",
      {},
      sides.map((to) =>
        h(
          "tr",
          {},
          h("td", {}, to ? `Sum, ${to}` : "Sum"),
          h("td", { class: "num" }, signed(answer[`${to}_modifier`] ?? sum(to))),
          h("td", {}),
        ),
      ),
    ),
  );
}

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** @param {any} value */
function isChances(value) {
  return (
    Array.isArray(value) && value.length > 0 && value.every((v) => isObject(v) && typeof v.p === "number")
  );
}

/** A list of chances by number, as of hits. @param {string} key @param {any} value */
function isDistribution(key, value) {
  return (
    Array.isArray(value) &&
    value.length > 1 &&
    /hits|casualties|chances|losses|attacker|defender/.test(key) &&
    value.every((v) => typeof v === "number") &&
    Math.abs(value.reduce((a, b) => a + b, 0) - 1) < 0.02
  );
}

/** @param {number[]} list */
function distribution(list) {
  return bars(list.map((p, n) => ({ label: String(n), p })).filter((row) => row.p > 0.0005));
}

/** Outcomes with the same words stand together. @param {any[]} list */
export function chances(list) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const outcome of list) {
    const label =
      Object.entries(outcome)
        .filter(([key]) => key !== "p" && key !== "difference" && key !== "roll")
        .map(([key, value]) =>
          key === "result" || key === "label" ? plain(value) : `${words(key)} ${plain(value)}`,
        )
        .join(" · ") ||
      Object.entries(outcome)
        .filter(([key]) => key !== "p")
        .map(([key, value]) => `${words(key)} ${plain(value)}`)
        .join(" · ");
    sums.set(label, (sums.get(label) ?? 0) + outcome.p);
  }
  return bars([...sums].map(([label, p]) => ({ label, p })));
}
