/** What the keys do, in a sheet of its own: `?` or its button opens it. */

import { h } from "../dom.js";

/** @type {[string, string][]} */
const KEYS = [
  ["m", "to the map; at a table of inches, to the next stand that can act"],
  ["arrows", "over the hexes; push the stand chosen"],
  ["t", "to the next place, or stand, for an order"],
  ["i", "tells what is there"],
  ["Enter", "chooses; again Enter gives the order"],
  ["Escape", "lets go"],
  ["n, N", "to the next who can act, to the one before"],
  ["s", "chooses the next counter of the stack under the cursor"],
  ["a", "to the standing answers: what is given without asking"],
  ["d", "to the decision"],
  ["c", "to the coach, in a lesson"],
  ["x", "to the chat"],
  ["o", "writes a note of your own on the piece or hex chosen"],
  ["u", "takes back"],
  ["w", "asks what the computer player would do"],
  ["q, e", "turn the stand chosen"],
  ["/", "finds a unit or a place"],
  ["space", "holds the playback of the other side’s orders, and lets it go on"],
  [", .", "a step of the playback back, and on; arrows in its strip too"],
  ["h", "makes the computer player choose now"],
  ["f", "to the next fight"],
  ["l", "to what happened last"],
  ["+, −, 0", "nearer, farther, the whole map"],
  ["1 to 9", "lay zones, sight or command over the map"],
  ["?", "this sheet"],
];

/** @param {[string, string][]} [more] what else there is */
export function showKeys(more = []) {
  if (document.querySelector("dialog[open]")) return;
  const close = h(
    "button",
    { type: "button", class: "plain", "aria-label": "Close", onclick: () => dialog.close() },
    "×",
  );
  const rows = [...KEYS, ...more].map(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]);
  const dialog = h(
    "dialog",
    { class: "keys-sheet", "aria-labelledby": "keys-title" },
    h("div", { class: "dialog-head" }, h("h2", { id: "keys-title" }, "Keys"), close),
    h("dl", { class: "plain-list" }, rows.flat()),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
