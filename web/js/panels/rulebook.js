/** The rules panel: opens at the clause that was cited. */

import * as api from "../api.js";
import { citation, named } from "../book/cite.js";
import { sectionPart } from "../book/parts.js";
import { h } from "../dom.js";

/**
 * A link that opens the rules panel.
 * @param {string | undefined} clause `G6.2-10`
 * @param {string} [section] the number in the printed book, where no clause is known
 */
export function ruleLink(clause, section) {
  if (!clause && !section) return null;
  const id = clause ?? section ?? "";
  const link = h(
    "a",
    {
      class: "rule-link",
      "data-clause": id,
      href: `/rules?clause=${encodeURIComponent(id)}`,
      "data-key": `rule-${id}`,
      onclick: (/** @type {MouseEvent} */ event) => {
        event.preventDefault();
        event.stopPropagation();
        openRule(id);
      },
    },
    citation(id),
  );
  // The names may still be on their way.
  named.then(() => link.replaceChildren(citation(id)));
  return link;
}

/** @param {string} id */
export async function openRule(id) {
  const body = h("div", { class: "rulebook-body" }, h("p", { class: "soft" }, "Opening the book…"));
  const dialog = h(
    "dialog",
    { class: "rulebook", "aria-label": "Rules" },
    h(
      "div",
      { class: "dialog-head" },
      h("h2", {}, "The rule"),
      h(
        "button",
        { type: "button", class: "plain", "aria-label": "Close the rules", onclick: () => dialog.close() },
        "×",
      ),
    ),
    body,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (/** @type {MouseEvent} */ e) => {
    if (e.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  try {
    const clause = await api.rule(id);
    const book = await api.book(clause.system);
    const around = book.chapters
      .flatMap((chapter) => chapter.sections)
      .filter((s) => s.clauses.some((c) => c.id === clause.id));
    body.replaceChildren(
      ...around.map((s) => sectionPart(s, clause.system, clause.id)),
      h(
        "p",
        {},
        h(
          "a",
          { href: `/rules?clause=${encodeURIComponent(clause.id)}`, onclick: () => dialog.close() },
          "In the book",
        ),
      ),
    );
    body.querySelector(".here")?.scrollIntoView({ block: "center" });
  } catch {
    body.replaceChildren(h("p", {}, `The index has no entry for ${id} yet.`));
  }
}
