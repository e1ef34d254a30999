/** A table of entries to fill in: units, leaders, victory, steps of a lesson. Rows can be pasted from a spreadsheet. */

import { alert, h, show } from "../dom.js";
import { headOf, rowsOf, shown, typed } from "./cells.js";
import { look, put } from "./changes.js";
import { draggable } from "./frame.js";

/** @typedef {import("./schema.js").Rows} Rows */
/** @typedef {import("./schema.js").Field} Field */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./changes.js").Doc} Doc */

/** Where a field stands in its entry. @param {Field} field */
const wayOf = (field) => field.key.split(".");

/** The changes that give an entry a value; a table on one line that is left empty goes. @param {Doc} entry @param {(string | number)[]} at @param {Field} field @param {any} value @returns {import("./changes.js").Change[]} */
export function fill(entry, at, field, value) {
  const way = wayOf(field);
  if (way.length === 1) return [put([...at, ...way], value)];
  const above = look(entry, way.slice(0, -1));
  const rest = { ...(above ?? {}) };
  const key = way[way.length - 1];
  if (value === undefined) delete rest[key];
  else rest[key] = value;
  return [put([...at, ...way.slice(0, -1)], Object.keys(rest).length ? rest : undefined)];
}

export class Table {
  /**
   * @param {Store} store @param {string} file @param {Rows} rows
   * @param {{where?: () => string, choose?: (nth: number) => void, picture?: (entry: Doc, nth: number) => Node | null}} [hooks]
   */
  constructor(store, file, rows, hooks = {}) {
    this.store = store;
    this.file = file;
    this.rows = rows;
    this.hooks = hooks;
    this.at = rows.at.split(".");
    this.body = h("tbody");
    this.element = this.#frame();
    /** @type {any} */
    this.known = null;
    this.draw();
  }

  /** @returns {Doc[]} */
  get entries() {
    const list = look(this.store.doc(this.file), this.at);
    return Array.isArray(list) ? list : [];
  }

  #frame() {
    const { rows } = this;
    const head = h(
      "tr",
      {},
      h("th", { class: "row-tools" }, h("span", { class: "visually-hidden" }, "Row")),
      rows.fields.map((field) => h("th", { scope: "col", class: field.wide && "wide" }, field.label)),
    );
    const id = `rows-${rows.at.replace(/\W/g, "-")}`;
    return h(
      "section",
      { class: "rows", "aria-labelledby": id, "data-rows": rows.at },
      h(
        "header",
        {},
        h("h2", { id }, rows.title, " ", h("span", { class: "soft count" })),
        h("button", { type: "button", class: "add-row", onclick: () => this.add() }, `Add a ${rows.one}`),
        h(
          "button",
          { type: "button", class: "plain paste-rows", onclick: () => this.#askPaste() },
          "Paste rows…",
        ),
      ),
      rows.about && h("p", { class: "soft" }, rows.about),
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          { class: "grid", onpaste: (/** @type {ClipboardEvent} */ e) => this.#pasted(e) },
          h("thead", {}, head),
          this.body,
        ),
      ),
    );
  }

  draw() {
    const { entries } = this;
    if (entries === this.known && entries.length) return;
    this.known = entries;
    this.element.querySelector(".count").textContent = entries.length ? `(${entries.length})` : "";
    this.element.classList.toggle("empty", !entries.length);
    show(
      this.body,
      entries.map((entry, nth) => this.#row(entry, nth)),
    );
  }

  /** @param {Doc} entry @param {number} nth */
  #row(entry, nth) {
    const name = entry.name ?? `${this.rows.one} ${nth + 1}`;
    const picture = this.hooks.picture?.(entry, nth);
    return h(
      "tr",
      { class: entry.side },
      h(
        "td",
        { class: "row-tools" },
        picture &&
          draggable(
            h(
              "button",
              {
                type: "button",
                class: "plain pick",
                title: `Drag ${name} onto the map, or choose it there`,
                "aria-label": `Choose ${name} on the map`,
                onclick: () => this.hooks.choose?.(nth),
              },
              picture,
            ),
            this.rows.at,
            nth,
          ),
        h(
          "button",
          {
            type: "button",
            class: "plain",
            title: "Copy this row",
            "aria-label": `Copy ${name}`,
            onclick: () => this.#copy(entry, nth),
          },
          "+",
        ),
        h(
          "button",
          {
            type: "button",
            class: "plain",
            title: "Take this row away",
            "aria-label": `Take ${name} away`,
            onclick: () => this.#change(`Without ${name}`, [{ do: "remove", at: [...this.at, nth] }]),
          },
          "×",
        ),
      ),
      this.rows.fields.map((field) =>
        h(
          "td",
          { class: [field.wide && "wide", field.type === "int" && "num"] },
          this.#cell(entry, nth, field),
        ),
      ),
    );
  }

  /** @param {Doc} entry @param {number} nth @param {Field} field */
  #cell(entry, nth, field) {
    const value = look(entry, wayOf(field));
    const label = `${field.label} of ${entry.name ?? `${this.rows.one} ${nth + 1}`}`;
    return control(field, value, label, `${this.rows.at}.${nth}.${field.key}`, (now) =>
      this.#change(label, fill(entry, [...this.at, nth], field, now)),
    );
  }

  /** @param {string} label @param {import("./changes.js").Change[]} changes */
  #change(label, changes) {
    this.store.change(
      label,
      changes.map((change) => ({ ...change, file: this.file })),
    );
  }

  add() {
    const value = this.rows.fresh(this.entries.length + 1, this.hooks.where?.() ?? "");
    this.#change(`One more ${this.rows.one}`, [{ do: "insert", at: this.at, value: this.#unique(value) }]);
    this.body.lastElementChild?.scrollIntoView({ block: "nearest" });
    this.hooks.choose?.(this.entries.length - 1);
  }

  /** A name that nobody has yet. @param {Doc} entry */
  #unique(entry) {
    const taken = new Set(this.entries.map((one) => one.name));
    if (!entry.name || !taken.has(entry.name)) return entry;
    const stem = String(entry.name).replace(/ \d+$/, "");
    let n = 2;
    while (taken.has(`${stem} ${n}`)) n++;
    return { ...entry, name: `${stem} ${n}` };
  }

  /** @param {Doc} entry @param {number} nth */
  #copy(entry, nth) {
    this.#change(`Copy of ${entry.name ?? this.rows.one}`, [
      { do: "insert", at: this.at, nth: nth + 1, value: this.#unique(entry) },
    ]);
  }

  /** A paste of more than one cell is one of rows. @param {ClipboardEvent} event */
  #pasted(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const cell = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    const field = cell
      ?.getAttribute("data-key")
      ?.split(".")
      .slice(this.at.length + 1)
      .join(".");
    this.paste(
      text,
      Math.max(
        0,
        this.rows.fields.findIndex((f) => f.key === field),
      ),
    );
  }

  #askPaste() {
    const box = h("textarea", {
      rows: 8,
      "aria-label": "Rows from a spreadsheet",
      placeholder: this.rows.fields.map((f) => f.label).join("\t"),
    });
    const dialog = h(
      "dialog",
      { class: "paste-box" },
      h(
        "form",
        { method: "dialog" },
        h("h2", {}, `Paste ${this.rows.title.toLowerCase()}`),
        h(
          "p",
          { class: "soft" },
          "Rows as a spreadsheet copies them, with tabs between the cells. A first row may name the columns; otherwise they are as here: ",
          this.rows.fields.map((f) => f.label).join(", "),
          ".",
        ),
        box,
        h(
          "p",
          { class: "buttons" },
          h("button", { class: "main", value: "yes" }, "Put them in"),
          h("button", { value: "no", formnovalidate: true }, "Cancel"),
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "yes") this.paste(box.value, 0);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  /** New entries from the rows of a spreadsheet. @param {string} text @param {number} from the column they begin with */
  paste(text, from) {
    const rows = rowsOf(text);
    const head = rows.length ? headOf(rows[0], this.rows.fields) : null;
    const columns = head ?? this.rows.fields.slice(from);
    try {
      const entries = rows.slice(head ? 1 : 0).map((row) => {
        /** @type {Doc} */
        const entry = {};
        row.forEach((cell, k) => {
          const field = columns[k];
          const value = field && typed(cell, field);
          if (!field || value === undefined) return;
          const way = wayOf(field);
          if (way.length === 1) entry[field.key] = value;
          else entry[way[0]] = { ...(entry[way[0]] ?? {}), [way[1]]: value };
        });
        return entry;
      });
      this.#change(
        `${entries.length} rows pasted`,
        entries.map((value) => ({ do: "insert", at: this.at, value })),
      );
    } catch (no) {
      alert(no instanceof Error ? no.message : String(no));
    }
  }
}

/** One field to fill in. @param {Field} field @param {any} value @param {string} label @param {string} key @param {(value: any) => void} give */
export function control(field, value, label, key, give) {
  const now = shown(value, field);
  const took = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.value === now) return;
    try {
      const next = typed(input.value, field);
      input.removeAttribute("aria-invalid");
      input.title = "";
      give(next);
    } catch (no) {
      input.setAttribute("aria-invalid", "true");
      input.title = no instanceof Error ? no.message : String(no);
      alert(input.title);
    }
  };
  const common = { "aria-label": label, "data-key": key, onchange: took };
  if (field.type === "choice" || field.type === "bool") {
    const options = field.type === "bool" ? ["true", "false"] : (field.options ?? []);
    const known = now === "" || options.includes(now) ? options : [now, ...options];
    return h(
      "select",
      common,
      h("option", { value: "", selected: now === "" }, "–"),
      known.map((one) =>
        h(
          "option",
          { value: one, selected: one === now },
          field.type === "bool" ? (one === "true" ? "yes" : "no") : one,
        ),
      ),
    );
  }
  if (field.type === "long") return h("textarea", { ...common, rows: 2, value: now });
  return h("input", {
    type: "text",
    ...common,
    value: now,
    placeholder: field.hint ?? "",
    inputmode: field.type === "int" ? "numeric" : null,
    spellcheck: "false",
    autocomplete: "off",
  });
}
