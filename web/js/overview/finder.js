/** Looking for a unit or a place by a few letters of its name. */

import { h } from "../dom.js";
import { placesOf, search, unitFound } from "./places.js";

/** @typedef {import("./places.js").Found} Found */

/** @param {import("./places.js").Board} board @param {import("../types.js").View} view @param {(found: Found) => void} choose */
export function find(board, view, choose) {
  const all = [...view.pieces.map(unitFound), ...placesOf(board, view)];
  /** @type {Found[]} */
  let found = [];
  let chosen = 0;
  const list = h("ul", { role: "listbox", id: "found", "aria-label": "Found" });
  const said = h("p", { class: "soft", role: "status" }, "A few letters of a name. Arrows and Enter choose.");
  const field = h("input", {
    type: "text",
    role: "combobox",
    "aria-label": "Unit or place",
    "aria-controls": "found",
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "Unit or place",
  });
  const take = (/** @type {number} */ n) => {
    if (!found[n]) return;
    dialog.close();
    choose(found[n]);
  };
  const draw = () => {
    const items = found.map((one, n) =>
      h(
        "li",
        { role: "option", id: `found-${n}`, "aria-selected": String(n === chosen), onclick: () => take(n) },
        h("i", { class: ["dot", one.piece?.side ?? "place"] }),
        h("b", {}, one.name),
        h("small", {}, one.about),
      ),
    );
    list.replaceChildren(...items);
    field.setAttribute("aria-expanded", String(found.length > 0));
    if (found.length) field.setAttribute("aria-activedescendant", `found-${chosen}`);
    else field.removeAttribute("aria-activedescendant");
    items[chosen]?.scrollIntoView({ block: "nearest" });
  };
  field.addEventListener("input", () => {
    found = search(field.value, all);
    chosen = 0;
    said.textContent =
      field.value && !found.length ? "Nobody and nothing of that name." : `${found.length} found.`;
    draw();
  });
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") take(chosen);
    else if (step && found.length) {
      chosen = (chosen + step + found.length) % found.length;
      draw();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const close = h(
    "button",
    { type: "button", class: "plain", "aria-label": "Close", onclick: () => dialog.close() },
    "×",
  );
  const dialog = h(
    "dialog",
    { class: "finder", "aria-label": "Find a unit or a place" },
    h("div", { class: "finder-head" }, field, close),
    said,
    list,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
}
