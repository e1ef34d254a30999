/** A question that must be answered before anything is lost. */

import { h } from "../dom.js";

/**
 * Asks; the word of the answer, or null where it was left open.
 * @param {string} question @param {string} more @param {{word: string, label: string, main?: boolean}[]} answers
 * @returns {Promise<string | null>}
 */
export function ask(question, more, answers) {
  return new Promise((answered) => {
    const dialog = h(
      "dialog",
      { class: "question", "aria-labelledby": "question" },
      h("h2", { id: "question" }, question),
      more && h("p", {}, more),
      h(
        "form",
        { method: "dialog", class: "choice-row" },
        answers.map(({ word, label, main }) =>
          h("button", { value: word, class: main ? "main" : "" }, label),
        ),
        h("button", { value: "" }, "Cancel"),
      ),
    );
    dialog.addEventListener("close", () => {
      answered(dialog.returnValue || null);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
