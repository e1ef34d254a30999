/** The form for a new scenario: which system, what it is called, how large its map is. */

import * as api from "../api.js";
import { alert, h } from "../dom.js";
import { go } from "../main.js";
import { keepDraft } from "./draft.js";

/** @param {HTMLElement} main */
export async function newScenario(main) {
  const [systems, built] = await Promise.all([api.systems(), api.scenarios()]);
  const inches = (/** @type {string} */ id) => id === "vnb";
  const name = h("input", {
    type: "text",
    name: "name",
    required: true,
    maxlength: 60,
    placeholder: "Cold Harbor",
  });
  const rows = h("input", { type: "number", name: "rows", min: 4, max: 400, value: "20", required: true });
  const columns = h("input", {
    type: "number",
    name: "columns",
    min: 4,
    max: 400,
    value: "24",
    required: true,
  });
  const [high, wide] = [h("span", {}, "Rows"), h("span", {}, "Columns")];
  const system = () => /** @type {string} */ (new FormData(form).get("system"));
  const changed = () => {
    const on = inches(system());
    [high.textContent, wide.textContent] = on
      ? ["Height in inches", "Width in inches"]
      : ["Rows of hexes", "Columns of hexes"];
    [rows.value, columns.value] = on ? ["36", "48"] : ["20", "24"];
  };
  const begin = async (/** @type {any} */ asked) => {
    try {
      const { files } = await api.editNew(asked);
      keepDraft({ id: null, files });
      go("/edit/new?from=draft");
    } catch (no) {
      alert(no instanceof Error ? no.message : String(no));
    }
  };
  const copy = h(
    "select",
    { name: "from", "aria-label": "Scenario to copy" },
    built.filter((one) => !one.id.startsWith("own:")).map((one) => h("option", { value: one.id }, one.title)),
  );
  const form = h(
    "form",
    {
      class: "new-scenario",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const example = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value === "example";
        begin({
          system: system(),
          name: name.value,
          ...(example ? {} : { size: [Number(rows.value), Number(columns.value)] }),
        });
      },
    },
    h(
      "fieldset",
      {},
      h("legend", {}, "Which rules"),
      h(
        "div",
        { class: "choice-row" },
        systems.map((one, k) =>
          h(
            "label",
            { class: "choice" },
            h("input", { type: "radio", name: "system", value: one.id, checked: k === 0, onchange: changed }),
            h("span", {}, one.title),
          ),
        ),
      ),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, "What it is called"),
      h("label", {}, h("span", { class: "visually-hidden" }, "Name"), name),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, "How large"),
      h("div", { class: "two" }, h("label", {}, high, rows), h("label", {}, wide, columns)),
    ),
    h(
      "p",
      { class: "buttons" },
      h("button", { class: "main", value: "empty" }, "Begin with open ground"),
      h("button", { value: "example" }, "Begin with a small example"),
    ),
  );
  main.replaceChildren(
    h(
      "section",
      { class: "sheet" },
      h("h1", {}, "A new scenario"),
      h(
        "p",
        { class: "lead" },
        "Draw the ground, put the armies on it, say who wins. Nothing is kept until you save it.",
      ),
      form,
      h("hr", { class: "ornament" }),
      h("h2", {}, "Or change one that is there"),
      h(
        "div",
        { class: "copy-row" },
        copy,
        h(
          "button",
          { type: "button", onclick: () => go(`/edit/new?from=${encodeURIComponent(copy.value)}`) },
          "Copy and edit",
        ),
      ),
    ),
  );
  changed();
  name.focus();
}
