/** The odds page: the combat of each system as a form; the address holds what was filled in. */

import * as api from "../api.js";
import { h, show } from "../dom.js";
import { answerView } from "../panels/preview.js";
import { ruleLink } from "../panels/rulebook.js";

/**
 * @typedef {{key: string, label: string, kind: "choice" | "number" | "check", choices?: {value: string, label: string}[], least?: number, most?: number, usual?: any, rule?: string}} Field
 * @typedef {{system: string, id: string, title: string, about: string, fields: Field[]}} Form
 */

/** @param {import("../main.js").Ask} ask */
export async function page({ main, query }) {
  const [forms, systems] = await Promise.all([api.oddsForms(), api.systems()]);
  const sheet = h(
    "div",
    { class: "sheet" },
    h("h1", {}, "Odds"),
    h(
      "p",
      { class: "lead" },
      "For a game on a real table: say what meets what, and see every modifier with its rule and the exact chances.",
    ),
  );
  main.append(sheet);
  if (!forms.length) {
    sheet.append(h("p", {}, "No system answers questions without a game yet."));
    return;
  }
  const chosen = forms.find((f) => `${f.system}.${f.id}` === query.get("form")) ?? forms[0];
  const body = h("div", { class: "split" });
  sheet.append(
    h(
      "div",
      { class: "choice-row" },
      forms.map((f) =>
        h(
          "a",
          { class: ["button", f === chosen && "main"], href: `/odds?form=${f.system}.${f.id}` },
          `${api.titleOf(systems, f.system)}: ${f.title}`,
        ),
      ),
    ),
    h("p", {}),
    body,
  );
  const result = h("section", { class: "odds-result", "aria-live": "polite", "aria-label": "Odds" });
  const answer = async () => {
    const question = filled(box, chosen);
    history.replaceState(
      null,
      "",
      `/odds?${new URLSearchParams({ form: `${chosen.system}.${chosen.id}`, q: JSON.stringify(question) })}`,
    );
    try {
      show(result, answerView(await api.odds(chosen.system, { ask: chosen.id, ...question }), "h3"));
    } catch (no) {
      const told = /** @type {api.Refused} */ (no);
      show(result, h("p", { class: "note no" }, `${told.message} `, ruleLink(told.clause, told.rule)));
    }
  };
  /** @type {Record<string, any>} */
  let before = {};
  try {
    before = JSON.parse(query.get("q") ?? "{}");
  } catch {
    before = {};
  }
  const box = h(
    "form",
    {
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        answer();
      },
      oninput: () => answer(),
    },
    h("p", {}, chosen.about),
    h(
      "div",
      { class: "odds-fields" },
      chosen.fields.map((field) => control(field, before[field.key] ?? field.usual)),
    ),
  );
  body.append(
    box,
    h(
      "div",
      {},
      h("h2", {}, "Chances"),
      result,
      h(
        "button",
        { type: "button", onclick: () => navigator.clipboard?.writeText(location.href) },
        "Copy a link to this",
      ),
    ),
  );
  await answer();
}

/** @param {Field} field @param {any} value */
function control(field, value) {
  const id = `f-${field.key}`;
  const rule = field.rule ? ruleLink(field.rule) : null;
  if (field.kind === "check")
    return h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name: field.key, checked: Boolean(value) }),
      h("span", {}, field.label, " ", rule),
    );
  const input =
    field.kind === "choice"
      ? h(
          "select",
          { id, name: field.key },
          (field.choices ?? []).map((c) =>
            h("option", { value: c.value, selected: c.value === value }, c.label),
          ),
        )
      : h("input", {
          type: "number",
          id,
          name: field.key,
          min: field.least,
          max: field.most,
          value: value ?? field.least ?? 0,
          inputmode: "numeric",
        });
  return h("div", { class: "odds-field" }, h("label", { for: id }, field.label, " ", rule), input);
}

/** @param {HTMLFormElement} box @param {Form} form */
function filled(box, form) {
  const data = new FormData(box);
  return Object.fromEntries(
    form.fields.map((f) => [
      f.key,
      f.kind === "check" ? data.has(f.key) : f.kind === "number" ? Number(data.get(f.key)) : data.get(f.key),
    ]),
  );
}
