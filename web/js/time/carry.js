/** A guest takes his seat to another device: a link and a square code, good one time. */

import { button, copyBox } from "../club/parts.js";
import { h, show } from "../dom.js";
import { seatLink } from "./calls.js";

/** For who plays as a guest; a member signs in there instead. @param {import("../types.js").Table} table */
export function carryPanel(table) {
  if (!table.you.some((side) => !table.seats[side].member)) return null;
  const box = h("div", { role: "status" });
  return h(
    "section",
    { class: "carry" },
    h("h3", {}, "Carry on at another device"),
    button(
      "Show the code",
      async () => {
        const made = await seatLink(table.id);
        show(
          box,
          h("img", {
            class: "qr",
            alt: "The link as a code for a camera",
            src: `data:image/svg+xml,${encodeURIComponent(made.qr)}`,
          }),
          copyBox(made.link, "The link to this seat for another device"),
          h(
            "p",
            { class: "soft" },
            "It opens your seat there. Good for ten minutes and one time; show it to nobody else.",
          ),
        );
      },
      { "data-key": "carry" },
    ),
    box,
  );
}
