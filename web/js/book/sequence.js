/** The turn as a card: the phases in order, who acts, what one does. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { ruleLink } from "../panels/rulebook.js";
import { marked } from "./terms.js";

/**
 * @param {import("../types.js").Sequence} card
 * @param {string} system
 * @param {{phase?: string, heading?: string}} [how] the phase that is held now; the rank of the steps' headings
 */
export function sequenceCard(card, system, { phase, heading = "h3" } = {}) {
  return h(
    "div",
    { class: "sequence-card" },
    h(
      "ol",
      {},
      card.steps.map((step) => {
        const now = phase !== undefined && step.phases.includes(phase);
        return h(
          "li",
          { class: now ? "now" : "", "aria-current": now ? "step" : null },
          h(heading, { class: "step" }, step.title, now && h("span", { class: "now-flag" }, " now")),
          h("p", { class: "who-acts" }, step.who),
          h("p", {}, marked(step.does, { system, quiet: true }), " ", ruleLink(step.rule)),
        );
      }),
    ),
    card.note && h("p", { class: "soft" }, card.note),
  );
}

/** Opens the card over a game. @param {string} system @param {string} phase */
export async function openSequence(system, phase) {
  const card = await api.sequence(system);
  const dialog = h(
    "dialog",
    { class: "rulebook sequence", "aria-label": card.title },
    h(
      "div",
      { class: "dialog-head" },
      h("h2", {}, card.title),
      h(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-label": "Close the sequence of play",
          onclick: () => dialog.close(),
        },
        "×",
      ),
    ),
    h(
      "div",
      { class: "rulebook-body" },
      sequenceCard(card, system, { phase }),
      h(
        "p",
        {},
        h(
          "a",
          { href: `/rules?system=${system}&part=sequence`, onclick: () => dialog.close() },
          "In the book",
        ),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (/** @type {MouseEvent} */ e) => e.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector(".now")?.scrollIntoView({ block: "nearest" });
}

/** The name of the phase as a button that opens the card. @param {string} system @param {string} phase */
export const phaseButton = (system, phase) =>
  h(
    "button",
    {
      type: "button",
      class: "phase-name",
      title: "The sequence of play",
      "data-key": "phase",
      onclick: () => openSequence(system, phase),
    },
    phase,
  );
