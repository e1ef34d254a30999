/** A scenario, and the seats of a new game with it. */

import * as api from "../api.js";
import { memberName } from "../club/calls.js";
import { alert, h } from "../dom.js";
import { strengthsIn } from "../game/rating.js";
import { chosenSeats, seatChoices } from "../game/seats.js";
import { bySide, tryFirst } from "../library/first.js";
import { go } from "../main.js";
import { chosenTerms, clockChoices, clockFits } from "../time/terms.js";

/** @typedef {import("../types.js").ScenarioCard} ScenarioCard */
/** @typedef {import("../types.js").Officer} Officer */

/** @param {import("../main.js").Ask} ask */
export async function page({ main, params }) {
  const [scenario, officers, systems] = await Promise.all([
    api.scenario(params[0]),
    api.officers(),
    api.systems(),
  ]);
  const strengths = await strengthsIn(scenario.system);
  document.title = `${scenario.title} · Hardtack`;
  // What the table needs comes while the seats are chosen.
  setTimeout(() => import("./game.js").catch(() => {}), 300);
  main.append(
    h(
      "div",
      { class: "sheet" },
      h("p", { class: "small-caps soft" }, api.titleOf(systems, scenario.system)),
      h("h1", {}, scenario.title),
      h(
        "p",
        { class: "lead" },
        [
          scenario.subtitle,
          scenario.turns === 1 ? "1 turn" : `${scenario.turns} turns`,
          scenario.length,
          scenario.game && `by the rules of ${scenario.game[1]} (${scenario.game[0]})`,
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      h(
        "div",
        { class: "split" },
        h(
          "div",
          { class: "story" },
          h(
            "figure",
            { class: "plate" },
            h("img", {
              src: api.pictureAddress(scenario.id, "large"),
              alt: `Map of ${scenario.title}`,
              loading: "lazy",
            }),
          ),
          armies(scenario),
          scenario.description.split(/\n\s*\n/).map((paragraph) => h("p", {}, paragraph)),
          tryFirst(scenario, "h2"),
        ),
        form(scenario, officers, strengths),
      ),
    ),
  );
}

/** Who commands what, and how it is won. @param {ScenarioCard} scenario */
function armies(scenario) {
  return h(
    "dl",
    { class: "armies" },
    bySide(scenario.sides),
    scenario.victory && h("div", {}, h("dt", {}, "Victory"), h("dd", {}, scenario.victory)),
  );
}

/** @param {ScenarioCard} scenario @param {Officer[]} officers @param {import("../game/rating.js").Strengths | undefined} strengths */
function form(scenario, officers, strengths) {
  const box = h(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        begin(scenario, box);
      },
      onchange: () => clockFits(box),
    },
    h(
      "fieldset",
      {},
      h("legend", {}, "Who plays"),
      seatChoices(officers, strengths),
      clockChoices(officers),
      memberName()
        ? h("p", {}, "You play as ", h("b", {}, memberName()), ".")
        : [
            h("label", { for: "name" }, "Your name, as others read it"),
            h("input", {
              type: "text",
              id: "name",
              name: "name",
              maxlength: 40,
              value: api.myName(),
              autocomplete: "nickname",
            }),
          ],
    ),
    optional(scenario),
    h(
      "fieldset",
      {},
      h("legend", {}, "Who may look"),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", name: "private", "aria-describedby": "private-text" }),
        h("span", {}, "Private"),
        h(
          "small",
          { id: "private-text" },
          "Only the players may look at it. Otherwise whoever has its address may watch, and it stands on the players' pages.",
        ),
      ),
    ),
    h(
      "p",
      { class: "soft" },
      "The dice are fixed when the game begins: you see the seal of their seed at once, and the seed itself when the game is over.",
    ),
    h("button", { class: "main", type: "submit" }, "Begin the game"),
  );
  clockFits(box);
  return box;
}

/** The rules that players may switch on. What the scenario itself plays by stays on. @param {ScenarioCard} scenario */
function optional(scenario) {
  if (!scenario.options.length) return null;
  return h(
    "fieldset",
    {},
    h("legend", {}, "Optional rules"),
    scenario.options.map((rule) => {
      const text = `option-${rule.id}`;
      return h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          name: "option",
          value: rule.id,
          checked: rule.usual,
          disabled: rule.usual,
          "aria-describedby": text,
        }),
        h("span", {}, rule.title),
        h("small", { id: text }, rule.text, rule.usual && " This scenario always plays by it."),
      );
    }),
  );
}

/** @param {ScenarioCard} scenario @param {HTMLFormElement} box */
async function begin(scenario, box) {
  const filled = new FormData(box);
  const name = String(filled.get("name") ?? "");
  if (!memberName()) api.keepName(name);
  try {
    const begun = await api.begin({
      scenario: scenario.id,
      name,
      options: filled.getAll("option").map(String),
      seats: chosenSeats(box),
      terms: chosenTerms(box),
      ...(filled.get("private") ? { private: true } : {}),
    });
    // Invitations are found again at the table, for as long as a seat is open.
    go(`/game/${begun.id}`);
  } catch (no) {
    alert(no instanceof Error ? no.message : String(no));
  }
}
