/** Questions that want words for an answer. */

import { h } from "../dom.js";

/**
 * Asks for a line of words; null where it was left open.
 * @param {string} question @param {string} more @param {{value: string, label: string, done: string, most: number}} how
 * @returns {Promise<string | null>}
 */
export function askWords(question, more, { value, label, done, most }) {
  return new Promise((answered) => {
    const field = h("input", {
      type: "text",
      value,
      maxlength: most,
      "data-key": "words",
    });
    const dialog = h(
      "dialog",
      { class: "question", "aria-labelledby": "words-question" },
      h("h2", { id: "words-question" }, question),
      more && h("p", {}, more),
      h(
        "form",
        { method: "dialog" },
        h("label", { class: "asked" }, label, field),
        h(
          "div",
          { class: "choice-row" },
          h("button", { value: "done", class: "main" }, done),
          h("button", { value: "" }, "Cancel"),
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      answered(dialog.returnValue === "done" ? field.value : null);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
    field.select();
  });
}
