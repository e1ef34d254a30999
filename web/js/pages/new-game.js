/** A scenario, and the seats of a new game with it. */

import * as api from "../api.js";
import { alert, h } from "../dom.js";
import { go } from "../main.js";
import { BOTH, SIDES } from "../words.js";

/** @typedef {import("../types.js").ScenarioCard} ScenarioCard */
/** @typedef {import("../types.js").Officer} Officer */
/** @typedef {import("../types.js").Side} Side */

/** How long a computer player may think about a decision, in seconds. */
const TIMES = [0.2, 0.5, 1, 2, 5, 10, 30];

/** @param {import("../main.js").Ask} ask */
export async function page({ main, params }) {
  const [scenario, officers, systems] = await Promise.all([
    api.scenario(params[0]),
    api.officers(),
    api.systems(),
  ]);
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
        [scenario.subtitle, scenario.turns === 1 ? "1 turn" : `${scenario.turns} turns`, scenario.length]
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
        ),
        form(scenario, officers),
      ),
    ),
  );
}

/** Who commands what, and how it is won. @param {ScenarioCard} scenario */
function armies(scenario) {
  return h(
    "dl",
    { class: "armies" },
    BOTH.map(
      (side, n) =>
        scenario.sides[n] &&
        h(
          "div",
          { class: side },
          h("dt", {}, h("i", { class: ["dot", side] }), SIDES[side]),
          h("dd", {}, scenario.sides[n]),
        ),
    ),
    scenario.victory && h("div", {}, h("dt", {}, "Victory"), h("dd", {}, scenario.victory)),
  );
}

/** @param {ScenarioCard} scenario @param {Officer[]} officers */
function form(scenario, officers) {
  const box = h(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        begin(scenario, box);
      },
    },
    h(
      "fieldset",
      {},
      h("legend", {}, "Who plays"),
      BOTH.map((side, n) => seat(side, n === 0 ? "me" : "computer", officers)),
      h("label", { for: "name" }, "Your name, as others read it"),
      h("input", {
        type: "text",
        id: "name",
        name: "name",
        maxlength: 40,
        value: api.myName(),
        autocomplete: "nickname",
      }),
    ),
    optional(scenario),
    h(
      "p",
      { class: "soft" },
      "The dice are fixed when the game begins: you see the seal of their seed at once, and the seed itself when the game is over.",
    ),
    h("button", { class: "main", type: "submit" }, "Begin the game"),
  );
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

/** @param {Side} side @param {string} usual @param {Officer[]} officers */
function seat(side, usual, officers) {
  const officer = computer(side, officers);
  /** @param {string} value @param {string} label */
  const choice = (value, label) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name: side,
        value,
        checked: value === usual,
        onchange: () => {
          officer.hidden = value !== "computer";
        },
      }),
      h("span", {}, label),
    );
  officer.hidden = usual !== "computer";
  return h(
    "div",
    { class: "seat-choice", role: "radiogroup", "aria-label": `${SIDES[side]} player` },
    h("div", { class: "seat-name" }, h("i", { class: ["dot", side] }), SIDES[side]),
    h(
      "div",
      { class: "choice-row" },
      choice("me", "Me"),
      choice("computer", "Computer"),
      choice("friend", "A friend"),
    ),
    officer,
  );
}

/** Which computer player, and how long he may think. @param {Side} side @param {Officer[]} officers */
function computer(side, officers) {
  const about = h("p", { class: "soft", id: `${side}-about` });
  const time = h(
    "label",
    { class: "time" },
    "Thinking time, each decision",
    h(
      "select",
      { name: `${side}-seconds` },
      TIMES.map((s) => h("option", { value: s, selected: s === 1 }, s === 1 ? "1 second" : `${s} seconds`)),
    ),
  );
  const level = h(
    "select",
    {
      name: `${side}-officer`,
      "aria-label": `Level of the ${SIDES[side]} computer player`,
      "aria-describedby": about.id,
      onchange: () => chosen(),
    },
    officers.map((o) => h("option", { value: o.name }, o.title)),
  );
  const chosen = () => {
    const now = officers.find((o) => o.name === level.value);
    about.textContent = now?.about ?? "";
    time.hidden = now?.seconds === null || now?.seconds === undefined;
  };
  chosen();
  return h("div", { class: "officer" }, level, time, about);
}

/** @param {ScenarioCard} scenario @param {HTMLFormElement} box */
async function begin(scenario, box) {
  const filled = new FormData(box);
  const name = String(filled.get("name") ?? "");
  api.keepName(name);
  /** @param {Side} side */
  const of = (side) => {
    const kind = String(filled.get(side));
    if (kind !== "computer") return { kind };
    const timed = !(/** @type {any} */ (box.querySelector(`[name=${side}-seconds]`)).closest(".time").hidden);
    return {
      kind,
      officer: String(filled.get(`${side}-officer`)),
      ...(timed ? { seconds: Number(filled.get(`${side}-seconds`)) } : {}),
    };
  };
  try {
    const begun = await api.begin({
      scenario: scenario.id,
      name,
      options: filled.getAll("option").map(String),
      seats: { union: of("union"), confederate: of("confederate") },
    });
    // Invitations are found again at the table, for as long as a seat is open.
    go(`/game/${begun.id}`);
  } catch (no) {
    alert(no instanceof Error ? no.message : String(no));
  }
}
