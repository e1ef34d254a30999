/** The card of standing answers: what stands, each with its switch, and what could. */

import { stepWords } from "../game/answers.js";
import { h } from "../dom.js";
import { SIDES } from "../words.js";

/** @typedef {import("../game/standing.js").Standing} Standing */
/** @typedef {import("../game/answers.js").Answer} Answer */

const STEPS = [1, 2, 3, 4, 5, 6];

/** How near the enemy may come, and whether only this turn: what a player set last. */
const wish = { within: 3, thisTurn: false };

/** @param {Standing} standing */
export function standingPanel(standing) {
  const { table } = standing.page;
  if (!table.you.length || table.standing.over) return [];
  const who = table.you.length === 2 ? ` · ${SIDES[standing.seat]}` : "";
  return [
    standing.mine.length > 0 &&
      h(
        "ul",
        { class: "standing-list" },
        standing.mine.map((answer) => h("li", {}, stands(standing, answer))),
      ),
    standing.why && h("p", { class: "soft standing-why" }, standing.why),
    h(
      "details",
      { "data-keep": "standing" },
      h("summary", { "data-key": "standing", title: "Key: a" }, `Standing answers${who}`),
      could(standing),
    ),
  ];
}

/** One that stands. @param {Standing} standing @param {Answer} answer */
function stands(standing, answer) {
  return h(
    "label",
    { class: "standing-switch" },
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: true,
      "data-key": `standing-${answer.what}-${answer.kind ?? ""}`,
      onchange: () => standing.drop(answer),
    }),
    h("span", {}, standing.words(answer)),
  );
}

/** What could stand. @param {Standing} standing */
function could(standing) {
  const on = (/** @type {string} */ what) => standing.mine.some((a) => a.what === what);
  const { seat, offered } = standing;
  return h(
    "div",
    { class: "standing-could" },
    h(
      "p",
      { class: "soft" },
      "Given without asking, told in the log, and never after the enemy touched one of yours.",
    ),
    standing.paced &&
      !on("pace") &&
      button("pace", "Always the usual pace", () => standing.set({ what: "pace", seat, turn: null })),
    !on("pass") && passForm(standing),
    offered &&
      button("offer", `“${offered.label}” to “${offered.prompt}”, this turn`, () => standing.set(offered)),
  );
}

/** @param {string} key @param {string} label @param {() => void} onclick */
const button = (key, label, onclick) =>
  h("button", { type: "button", "data-key": `stand-${key}`, onclick }, label);

/** @param {Standing} standing */
function passForm(standing) {
  const { seat, inches } = standing;
  const set = () =>
    standing.set({
      what: "pass",
      seat,
      within: wish.within,
      turn: wish.thisTurn ? standing.page.table.view.turn : null,
    });
  return h(
    "div",
    { class: "standing-pass" },
    h(
      "label",
      {},
      "Pass until the enemy is within ",
      h(
        "select",
        {
          "data-key": "standing-within",
          onchange: (/** @type {any} */ e) => {
            wish.within = Number(e.target.value);
          },
        },
        STEPS.map((n) => h("option", { value: n, selected: n === wish.within }, stepWords(n, inches))),
      ),
    ),
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        "data-key": "standing-turn",
        checked: wish.thisTurn,
        onchange: (/** @type {any} */ e) => {
          wish.thisTurn = e.target.checked;
        },
      }),
      " only this turn",
    ),
    button("pass", "Pass so", set),
  );
}
