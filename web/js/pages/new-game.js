/** A scenario, and the seats of a new game with it. */

import * as api from "../api.js";
import { alert, h } from "../dom.js";
import { go } from "../main.js";
import { BOTH, SIDES, SYSTEMS } from "../words.js";

/** @typedef {import("../types.js").ScenarioCard} ScenarioCard */
/** @typedef {import("../types.js").Officer} Officer */
/** @typedef {import("../types.js").Side} Side */

/** @param {import("../main.js").Ask} ask */
export async function page({ main, params }) {
  /** @type {[ScenarioCard, Officer[]]} */
  const [scenario, officers] = await Promise.all([api.scenario(params[0]), api.officers()]);
  document.title = `${scenario.title} · Hardtack`;
  main.append(h("div", { class: "sheet" },
    h("p", { class: "small-caps soft" }, SYSTEMS[scenario.system] ?? scenario.system),
    h("h1", {}, scenario.title),
    scenario.subtitle && h("p", { class: "lead" }, scenario.subtitle),
    h("div", { class: "split" },
      h("div", {},
        h("figure", { class: "plate" },
          h("img", { src: api.mapAddress(scenario.id), alt: `Map of ${scenario.title}` }),
          h("figcaption", {}, [scenario.turns === 1 ? "1 turn" : `${scenario.turns} turns`, scenario.length].filter(Boolean).join(" · "))),
        scenario.description.split(/\n\s*\n/).map((paragraph) => h("p", {}, paragraph)),
        BOTH.map((side, n) => scenario.sides[n] && h("p", {}, h("b", {}, `${SIDES[side]}: `), scenario.sides[n]))),
      form(scenario, officers))));
}

/** @param {ScenarioCard} scenario @param {Officer[]} officers */
function form(scenario, officers) {
  const box = h("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); begin(scenario, box); } },
    h("fieldset", {}, h("legend", {}, "Who plays"),
      BOTH.map((side, n) => seat(side, n === 0 ? "me" : "computer", officers)),
      h("label", { for: "name" }, "Your name, as others read it"),
      h("input", { type: "text", id: "name", name: "name", maxlength: 40, value: api.myName(), autocomplete: "nickname" })),
    scenario.options.length > 0 && h("fieldset", {}, h("legend", {}, "Optional rules"), scenario.options.map((rule) =>
      h("label", { class: "check" },
        h("input", { type: "checkbox", name: "option", value: rule.id, checked: rule.usual }),
        h("span", {}, rule.title), h("small", {}, rule.text)))),
    h("p", { class: "soft" }, "The dice are fixed when the game begins: you see the seal of their seed at once, and the seed itself when the game is over."),
    h("button", { class: "main", type: "submit" }, "Begin the game"),
    h("div", { id: "invitations", "aria-live": "polite" }));
  return box;
}

/** @param {Side} side @param {string} usual @param {Officer[]} officers */
function seat(side, usual, officers) {
  /** @param {string} value @param {string} label */
  const choice = (value, label) => h("label", { class: "choice" },
    h("input", { type: "radio", name: side, value, checked: value === usual || (usual === "computer" && value === `computer:${officers[0]?.name}`) }),
    h("span", {}, label));
  return h("div", { class: "seat-choice", role: "radiogroup", "aria-label": `${SIDES[side]} player` },
    h("div", { class: "seat-name" }, h("i", { class: ["dot", side] }), SIDES[side]),
    h("div", { class: "choice-row" },
      choice("me", "Me"),
      officers.map((o) => choice(`computer:${o.name}`, officers.length > 1 ? o.title : "Computer")),
      choice("friend", "A friend")));
}

/** @param {ScenarioCard} scenario @param {HTMLFormElement} box */
async function begin(scenario, box) {
  const filled = new FormData(box);
  const name = String(filled.get("name") ?? "");
  api.keepName(name);
  /** @param {Side} side */
  const of = (side) => {
    const [kind, officer] = String(filled.get(side)).split(":");
    return kind === "computer" ? { kind, officer } : { kind };
  };
  try {
    const begun = await api.begin({
      scenario: scenario.id, name, options: filled.getAll("option").map(String),
      seats: { union: of("union"), confederate: of("confederate") },
    });
    const open = BOTH.filter((side) => begun.invitations[side]);
    if (open.length) invite(box, begun, open);
    else go(`/game/${begun.id}`);
  } catch (no) {
    alert(no instanceof Error ? no.message : String(no));
  }
}

/** @param {HTMLFormElement} box @param {any} begun @param {Side[]} open */
function invite(box, begun, open) {
  box.querySelector("button[type=submit]")?.remove();
  box.querySelector("#invitations")?.replaceChildren(
    h("h2", {}, "Send the invitation"),
    h("p", {}, "Whoever opens it first takes the seat. It works once."),
    ...open.map((side) => {
      const link = `${location.origin}/join#${begun.invitations[side]}`;
      const field = h("input", { type: "text", readonly: true, value: link, "aria-label": `Invitation to the ${SIDES[side]} seat`, "data-invitation": side });
      return h("div", {}, h("b", {}, `${SIDES[side]} seat`), h("div", { class: "link-box" }, field,
        h("button", { type: "button", onclick: () => { field.select(); navigator.clipboard?.writeText(link); } }, "Copy")));
    }),
    h("a", { class: "button main", href: `/game/${begun.id}` }, begun.token ? "To the table" : "Watch the game"));
}
