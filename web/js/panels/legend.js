/** What is laid over the map and what its colours mean; or what must be chosen first. */

import { h, s } from "../dom.js";

/** @typedef {import("../types.js").Lens} Lens */
/** @typedef {import("./overlays.js").Laid} Laid */

/** A patch of what is drawn. @param {import("./overlays.js").Key} key */
function swatch({ how, name }) {
  const shape =
    how === "sights"
      ? s("line", { x1: 1, y1: 8, x2: 23, y2: 8, class: name })
      : how === "rings"
        ? s("circle", { cx: 12, cy: 8, r: 6.5, class: name })
        : s("rect", { x: 1, y: 1, width: 22, height: 14, class: name });
  return s("svg", { viewBox: "0 0 24 16", "aria-hidden": "true", class: "swatch" }, shape);
}

/** @param {Lens | undefined} lens @param {Laid} laid @param {string} needs said where something must be chosen first */
export function legend(lens, laid, needs) {
  if (!lens) return [];
  if (needs) return [h("p", { class: "needs" }, h("b", {}, `${lens.title}: `), needs)];
  if (!laid.keys.length) return [h("p", {}, h("b", {}, `${lens.title}: `), "nothing to show here.")];
  return [
    h("p", {}, h("b", {}, lens.title)),
    h(
      "ul",
      {},
      laid.keys.map((key) => h("li", {}, swatch(key), h("span", {}, key.words))),
    ),
  ];
}
