/** Forms of single values: the frame of a scenario, of a lesson, of a map. */

import { h, show } from "../dom.js";
import { look, put } from "./changes.js";
import { control } from "./rows.js";

/** @typedef {import("./schema.js").Field} Field */
/** @typedef {import("./store.js").Store} Store */

/** @param {Store} store @param {string} file @param {string} title @param {Field[]} fields */
export function form(store, file, title, fields) {
  const element = h("section", { class: "form" });
  /** @type {any} */
  let known = null;
  const draw = () => {
    const doc = store.doc(file);
    if (doc === known) return;
    known = doc;
    show(
      element,
      h("h2", {}, title),
      h(
        "div",
        { class: "fields" },
        fields.map((field) => {
          const way = field.key.split(".");
          return h(
            "label",
            { class: [field.wide && "wide"] },
            h("span", {}, field.label),
            control(field, look(doc, way), field.label, `${file} ${field.key}`, (value) =>
              store.change(field.label, [{ ...put(way, value), file }]),
            ),
          );
        }),
      ),
    );
  };
  draw();
  return { element, draw };
}
