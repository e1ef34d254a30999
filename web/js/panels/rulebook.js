/** The rules panel: opens at the clause that was cited. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { one } from "../pages/rules.js";

/**
 * A link that opens the rules panel.
 * @param {string | undefined} clause `G6.2-10`
 * @param {string} [section] the number in the printed book
 */
export function ruleLink(clause, section) {
  if (!clause && !section) return null;
  const id = clause ?? section ?? "";
  return h(
    "a",
    {
      class: "rule-link",
      href: `/rules?clause=${encodeURIComponent(id)}`,
      "data-key": `rule-${id}`,
      onclick: (/** @type {MouseEvent} */ event) => {
        event.preventDefault();
        event.stopPropagation();
        openRule(id);
      },
    },
    `rule ${section ?? clause}`,
  );
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
    const all = await api.rules(clause.system);
    const around = all.filter((/** @type {any} */ c) => c.section === clause.section);
    body.replaceChildren(
      ...around.map((/** @type {any} */ c) => one(c, clause.id)),
      h(
        "p",
        {},
        h(
          "a",
          { href: `/rules?clause=${encodeURIComponent(clause.id)}`, onclick: () => dialog.close() },
          "The whole index",
        ),
      ),
    );
    body.querySelector(".here")?.scrollIntoView({ block: "center" });
  } catch {
    body.replaceChildren(h("p", {}, `The index has no entry for ${id} yet.`));
  }
}
