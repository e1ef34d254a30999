/** The tools of the map: what is drawn, of which kind, how wide, under which name. */

import { h, show } from "../dom.js";
import { picture } from "../board/counters.js";
import { draggable } from "./frame.js";
import { LETTERS } from "./schema.js";
import { LEVELS, TERRAIN } from "./palette.js";
import { countersOf, heard } from "./pieces.js";

/** @typedef {import("./hand.js").Hand} Hand */

const WORDS = /** @type {Record<string, string>} */ ({
  rr_station: "railroad station",
  sunken_road: "sunken road",
});
/** @param {string} kind */
const word = (kind) => WORDS[kind] ?? kind.replaceAll("-", " ");

/** Which tools take a name with them. */
const NAMED = new Set(["road", "water", "place", "area", "line"]);

/** @param {Hand} hand @param {string} system @param {() => import("./changes.js").Doc} scenario */
export function toolbox(hand, system, scenario) {
  const element = h("div", { class: "toolbox" });
  const draw = () => {
    const tool = hand.tools.find((one) => one.id === hand.tool) ?? hand.tools[0];
    show(
      element,
      h(
        "div",
        { class: "tools", role: "toolbar", "aria-label": "Tools" },
        hand.tools.map((one) =>
          h(
            "button",
            {
              type: "button",
              "data-key": `tool ${one.id}`,
              "data-tool": one.id,
              "aria-pressed": String(one.id === hand.tool),
              title: `${one.label} (${one.key})`,
              onclick: () => hand.take({ tool: one.id }),
            },
            one.label,
          ),
        ),
      ),
      h("p", { class: "soft tool-hint" }, tool.hint),
      tool.kinds.length > 0 && kinds(tool),
      (tool.id === "terrain" || tool.id === "level") && brushes(),
      (tool.id === "road" || tool.id === "water") &&
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            "data-key": "erase",
            checked: hand.erase,
            onchange: () => hand.take({ erase: !hand.erase }),
          }),
          "Erase",
          h("small", {}, "Key X"),
        ),
      NAMED.has(tool.id) &&
        h(
          "label",
          { class: "named" },
          tool.id === "place" ? "Name of the place" : "Name (if it has one)",
          h("input", {
            type: "text",
            "data-key": "name",
            value: hand.name,
            maxlength: 60,
            oninput: (/** @type {Event} */ e) =>
              (hand.name = /** @type {HTMLInputElement} */ (e.target).value),
          }),
        ),
      tool.id === "pieces" && tray(),
    );
  };

  /** @param {import("./schema.js").Tool} tool */
  function kinds(tool) {
    return h(
      "div",
      { class: "kinds", role: "radiogroup", "aria-label": `Kind of ${tool.label.toLowerCase()}` },
      tool.kinds.map((kind) => {
        const letter = tool.id === "terrain" ? LETTERS[kind] : "";
        return h(
          "button",
          {
            type: "button",
            role: "radio",
            "data-key": `kind ${kind}`,
            "data-kind": kind,
            "aria-checked": String(kind === hand.kind),
            onclick: () => hand.take({ kind }),
          },
          tool.id === "terrain" &&
            h("i", { class: "swatch", style: `background:${TERRAIN[kind]?.tint ?? "#f4ecd8"}` }),
          tool.id === "level" && h("i", { class: "swatch", style: `background:${LEVELS[Number(kind)]}` }),
          word(kind),
          letter && h("kbd", {}, letter),
        );
      }),
    );
  }

  function brushes() {
    const dots = [1, 7, 19];
    return h(
      "div",
      { class: "brushes", role: "radiogroup", "aria-label": "Brush" },
      dots.map((count, size) =>
        h(
          "button",
          {
            type: "button",
            role: "radio",
            "data-key": `brush ${count}`,
            "data-brush": count,
            "aria-checked": String(!hand.fill && hand.brush === size),
            onclick: () => hand.take({ brush: size, fill: false }),
          },
          count === 1 ? "1 hex" : `${count} hexes`,
        ),
      ),
      h(
        "button",
        {
          type: "button",
          role: "radio",
          "data-key": "fill",
          "data-brush": "fill",
          "aria-checked": String(hand.fill),
          onclick: () => hand.take({ fill: !hand.fill }),
        },
        "Fill",
      ),
    );
  }

  /** Those who are not on the map. */
  function tray() {
    const all = countersOf(system, scenario());
    const waiting = all.filter(
      ({ entry }) => entry.hex === undefined && entry.x === undefined && entry.garrison === undefined,
    );
    const held = all.find((one) => one.table === hand.piece?.table && one.nth === hand.piece?.nth);
    return h(
      "div",
      { class: "tray" },
      h("p", {}, held ? h("strong", {}, heard(held)) : "No piece chosen."),
      waiting.length > 0 && h("p", { class: "soft" }, "Not on the map: choose one, then click its place."),
      h(
        "div",
        { class: "tray-pieces" },
        waiting.map((one) =>
          draggable(
            h(
              "button",
              {
                type: "button",
                class: "plain",
                "data-key": `tray ${one.piece.name}`,
                "aria-pressed": String(one === held),
                title: heard(one),
                "aria-label": heard(one),
                onclick: () => hand.take({ piece: { table: one.table, nth: one.nth } }),
              },
              picture(one.piece, 48),
            ),
            one.table,
            one.nth,
          ),
        ),
      ),
      all.length === 0 && h("p", { class: "soft" }, "Nobody yet: add units under Forces."),
    );
  }
  hand.watchers.add(draw);
  draw();
  return { element, draw };
}
