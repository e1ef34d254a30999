/** What lies in the hex that was looked at, each thing to be changed or taken away. */

import { h, show } from "../dom.js";
import { control } from "./rows.js";
import { put } from "./changes.js";
import { entries } from "./ground.js";

/** @typedef {import("./hexboard.js").HexBoard} HexBoard */
/** @typedef {import("./schema.js").Field} Field */
/** @typedef {import("./changes.js").Doc} Doc */

/** @type {Record<string, {title: string, fields: Field[]}>} */
const THINGS = {
  place: {
    title: "Place",
    fields: [
      { key: "name", label: "Name" },
      { key: "kind", label: "Kind", type: "choice", options: ["town", "village", "landmark", "entry"] },
    ],
  },
  road: {
    title: "Road",
    fields: [
      {
        key: "kind",
        label: "Kind",
        type: "choice",
        options: ["pike", "road", "trail", "railroad", "unfinished-railroad"],
      },
      { key: "name", label: "Name" },
    ],
  },
  water: {
    title: "Water",
    fields: [
      {
        key: "kind",
        label: "Kind",
        type: "choice",
        options: ["creek", "minor-river", "major-river", "all-water"],
      },
      { key: "name", label: "Name" },
    ],
  },
  crossing: {
    title: "Crossing",
    fields: [
      { key: "kind", label: "Kind", type: "choice", options: ["bridge", "ford", "ferry", "dam"] },
      { key: "name", label: "Name" },
      { key: "indestructible", label: "Indestructible", type: "bool" },
    ],
  },
  wall: {
    title: "Wall",
    fields: [{ key: "kind", label: "Kind", type: "choice", options: ["stone-wall", "steep-slope"] }],
  },
  ridge: { title: "Ridge", fields: [{ key: "high", label: "High" }] },
};

/** @param {HexBoard} board */
export function herePane(board) {
  const element = h("section", { class: "here", id: "edit-here", "aria-live": "polite" });
  const draw = () => {
    const n = board.selected;
    if (n === null || n < 0 || n >= board.grid.count) return show(element);
    const { grid, doc, ground } = board;
    const label = grid.labels[n];
    const sides = (/** @type {any} */ list) =>
      (Array.isArray(list) ? list : [list]).some((side) => {
        const pair = grid.side(side);
        return pair?.includes(n);
      });
    /** @type {Record<string, (entry: Doc) => boolean>} */
    const lies = {
      place: (one) => grid.number(String(one.hex)) === n,
      road: (one) =>
        Array.isArray(one.path) && one.path.some((/** @type {string} */ l) => grid.number(l) === n),
      water: (one) => sides(one.sides),
      crossing: (one) => sides(one.side),
      wall: (one) => sides(one.side),
      ridge: (one) => sides(one.side),
    };
    const cards = Object.entries(THINGS).flatMap(([key, thing]) =>
      entries(doc, key).flatMap((entry, nth) => (lies[key](entry) ? [card(key, thing, entry, nth)] : [])),
    );
    show(
      element,
      h(
        "h2",
        {},
        label,
        h(
          "span",
          { class: "soft" },
          ` ${ground.terrain[n]}${board.system === "lfm" ? `, level ${ground.level[n]}` : ""}`,
        ),
      ),
      cards.length ? cards : h("p", { class: "soft" }, "Nothing else here."),
    );
  };
  /** @param {string} key @param {{title: string, fields: Field[]}} thing @param {Doc} entry @param {number} nth */
  function card(key, { title, fields }, entry, nth) {
    const name = entry.name ?? entry.side ?? title;
    return h(
      "div",
      { class: "thing", "data-thing": key },
      h("h3", {}, title, entry.side ? h("span", { class: "soft" }, ` ${entry.side}`) : null),
      fields.map((field) =>
        h(
          "label",
          {},
          h("span", {}, field.label),
          control(
            field,
            entry[field.key],
            `${field.label} of ${name}`,
            `${key} ${nth} ${field.key}`,
            (value) => board.change(`${field.label} of ${name}`, [put([key, nth, field.key], value)]),
          ),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "plain",
          onclick: () => board.change(`Without ${name}`, [{ do: "remove", at: [key, nth] }]),
        },
        "Take it away",
      ),
    );
  }
  return { element, draw };
}
