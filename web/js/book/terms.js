/** Words that players must know: underlined where they are used, explained where one points, linked to the book. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { citation } from "./cite.js";
import { pieces, prepare } from "./words.js";

/** @typedef {import("../types.js").Term} Term */
/** @typedef {import("./words.js").Words} Words */

/** The words of each system, as far as they are known. @type {Map<string, Words>} */
const known = new Map();
/** @type {Map<string, Promise<Words | null>>} */
const asked = new Map();

/** The system whose words are meant where none is named. */
let current = "";

/** From now on the words of this system are meant. @param {string} system */
export function speak(system) {
  current = system;
  learn(system);
}

/** @param {string} system @returns {Promise<Words | null>} */
export function learn(system) {
  let promise = asked.get(system);
  if (!promise) {
    promise = api.glossary(system).then(
      (terms) => {
        const words = prepare(terms);
        known.set(system, words);
        return words;
      },
      () => {
        asked.delete(system);
        return null;
      },
    );
    asked.set(system, promise);
  }
  return promise;
}

/**
 * A text with its terms marked.
 * @param {string} text
 * @param {{system?: string, quiet?: boolean, inside?: boolean, seen?: Set<Term>}} [how] quiet: not reached by Tab; inside:
 *   within a button or link, where nothing else can be pressed and pointing alone explains; seen: marked before
 * @returns {HTMLElement}
 */
export function marked(text, { system = current, quiet = false, inside = false, seen } = {}) {
  const line = h("span", { class: "marked" }, text);
  const fill = (/** @type {Words} */ words) =>
    line.replaceChildren(
      ...withStops(
        pieces(text, words, seen).map((part) =>
          typeof part === "string" ? part : marker(part.word, part.term, system, quiet, inside),
        ),
      ),
    );
  const words = known.get(system);
  if (words) fill(words);
  else if (system) learn(system).then((words) => words && fill(words));
  return line;
}

/** A comma stays with the word before it: beside a button a line may break anywhere. @param {(string | HTMLElement)[]} parts */
function withStops(parts) {
  return parts.map((part, n) => {
    const [before, after] = [parts[n - 1], parts[n + 1]];
    const stop = (/** @type {string | HTMLElement | undefined} */ next) =>
      (typeof next === "string" && next.match(/^[,.;:!?)]+/)?.[0]) || "";
    if (typeof part === "string")
      return before && typeof before !== "string" ? part.slice(stop(part).length) : part;
    return stop(after) ? h("span", { class: "with-stop" }, part, stop(after)) : part;
  });
}

/** @param {string} word @param {Term} term @param {string} system @param {boolean} quiet @param {boolean} inside */
function marker(word, term, system, quiet, inside) {
  const mark = h(
    inside ? "span" : "button",
    inside
      ? { class: "term" }
      : { type: "button", class: "term", "aria-expanded": "false", tabindex: quiet ? "-1" : null },
    word,
  );
  const show = (/** @type {boolean} */ pinned) => open(mark, term, system, pinned, inside);
  mark.addEventListener("pointerenter", (/** @type {PointerEvent} */ e) => {
    // A word that comes to lie under a pointer at rest was not pointed at.
    const came = e.clientX !== last.x || e.clientY !== last.y;
    if (e.pointerType !== "touch" && came) opening = setTimeout(() => show(false), REST);
  });
  mark.addEventListener("pointerleave", () => {
    clearTimeout(opening);
    later();
  });
  if (!inside) {
    mark.addEventListener("focus", () => mark.matches(":focus-visible") && show(false));
    mark.addEventListener("click", (/** @type {Event} */ event) => {
      event.stopPropagation();
      if (shown?.mark === mark && shown?.pinned) close();
      else show(true);
    });
    mark.addEventListener("blur", (/** @type {FocusEvent} */ event) => {
      if (!(event.relatedTarget instanceof Node && shown?.box.contains(event.relatedTarget))) later();
    });
  }
  return mark;
}

/** How long a pointer rests on a word before it is explained, in milliseconds. */
const REST = 350;
/** Where the pointer was last. */
const last = { x: 0, y: 0 };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let opening;

/** What is explained now. @type {{mark: HTMLElement, box: HTMLElement, pinned: boolean} | null} */
let shown = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let closing;
let count = 0;

/** Closes in a moment, so that the pointer can reach the box. */
function later() {
  clearTimeout(closing);
  closing = setTimeout(() => shown && !shown.pinned && close(), 250);
}

/** Puts the explanation away. */
export function close() {
  clearTimeout(closing);
  clearTimeout(opening);
  if (!shown) return;
  shown.mark.setAttribute("aria-expanded", "false");
  shown.mark.removeAttribute("aria-describedby");
  if (shown.mark.tagName !== "BUTTON") shown.mark.removeAttribute("aria-expanded");
  shown.box.remove();
  shown = null;
}

/** @param {HTMLElement} mark @param {Term} term @param {string} system @param {boolean} pinned @param {boolean} inside */
function open(mark, term, system, pinned, inside) {
  clearTimeout(closing);
  // The text may have been drawn anew while the pointer rested.
  if (!mark.isConnected) return;
  if (shown?.mark === mark) {
    shown.pinned ||= pinned;
    return;
  }
  close();
  const id = `term-${++count}`;
  const box = h(
    "span",
    { class: "term-card" },
    h("span", { id }, h("b", {}, term.term), ` ${term.text}`),
    h(
      "a",
      { class: "rule-link", href: `/rules?clause=${encodeURIComponent(term.rule)}` },
      citation(term.rule),
    ),
    h(
      "a",
      { class: "rule-link", href: `/rules?system=${system}&term=${encodeURIComponent(term.term)}` },
      "Glossary",
    ),
  );
  box.addEventListener("pointerenter", () => clearTimeout(closing));
  box.addEventListener("pointerleave", later);
  box.addEventListener("focusout", later);
  box.addEventListener("focusin", () => clearTimeout(closing));
  shown = { mark, box, pinned };
  if (inside) (document.getElementById("main") ?? document.body).append(box);
  else {
    mark.after(box);
    mark.setAttribute("aria-expanded", "true");
    mark.setAttribute("aria-describedby", id);
  }
  place(mark, box);
  stay(mark);
}

/** A text that is drawn anew takes the explanation of its words along. @param {HTMLElement} mark */
function stay(mark) {
  if (shown?.mark !== mark) return;
  if (mark.isConnected) requestAnimationFrame(() => stay(mark));
  else close();
}

/** Above the word, since what can be pressed stands below it; below where there is no room. @param {HTMLElement} mark @param {HTMLElement} box */
function place(mark, box) {
  const word = mark.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(8, Math.min(word.left, innerWidth - width - 8));
  const above = word.top - height - 6;
  const top = above > 8 ? above : Math.min(word.bottom + 6, innerHeight - height - 8);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}

document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !shown) return;
    const { mark, box } = shown;
    if (box.contains(document.activeElement)) mark.focus();
    close();
    event.stopPropagation();
    event.preventDefault();
  },
  true,
);
document.addEventListener("pointerdown", (event) => {
  if (
    shown &&
    event.target instanceof Node &&
    !shown.box.contains(event.target) &&
    event.target !== shown.mark
  )
    close();
});
document.addEventListener("scroll", () => shown && place(shown.mark, shown.box), {
  capture: true,
  passive: true,
});
document.addEventListener(
  "pointermove",
  (event) => {
    [last.x, last.y] = [event.clientX, event.clientY];
  },
  { passive: true },
);
