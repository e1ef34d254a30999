/** Dice that can be seen to fall. */

import { h, s } from "../dom.js";

/** Where the pips of each face are, on a grid of three. @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** @param {number} die @param {number} size */
export function face(die, size = 18) {
  return s(
    "svg",
    {
      viewBox: "0 0 30 30",
      width: size,
      height: size,
      class: "die",
      role: "img",
      "aria-label": `die: ${die}`,
    },
    s("rect", { x: 1, y: 1, width: 28, height: 28, rx: 5 }),
    (PIPS[die] ?? []).map((n) =>
      s("circle", { cx: 7.5 + (n % 3) * 7.5, cy: 7.5 + Math.floor(n / 3) * 7.5, r: 2.6 }),
    ),
  );
}

/** @param {{die: number, for?: string}[]} dice */
export function faces(dice) {
  return h(
    "span",
    { class: "faces" },
    dice.map((d) => h("span", { title: d.for ?? "" }, face(d.die))),
  );
}

/**
 * Lets dice tumble over the table for a moment.
 * @param {HTMLElement} frame
 * @param {{die: number, for?: string}[]} dice
 */
export function fall(frame, dice) {
  if (!dice.length) return;
  frame.querySelector(".dice-tray")?.remove();
  const tray = h(
    "div",
    { class: "dice-tray", "aria-hidden": "true" },
    dice
      .slice(-8)
      .map((d, n) =>
        h(
          "figure",
          { style: `animation-delay:${n * 70}ms` },
          face(d.die, 46),
          h("figcaption", {}, d.for ?? ""),
        ),
      ),
  );
  frame.append(tray);
  setTimeout(() => tray.remove(), 3200 + dice.length * 70);
}
