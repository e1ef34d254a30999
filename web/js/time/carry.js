/** A guest takes his seat to another device: a link and a square code, good one time. */

import { button, copyBox } from "../club/parts.js";
import { h, show } from "../dom.js";
import { seatLink } from "./calls.js";

/** The link that was made last: the panel around it is drawn anew whenever something happens. @type {{game: string, made: import("../wire").DeviceLink} | null} */
let last = null;

/** @param {string} game */
function parts(game) {
  if (last?.game !== game || last.made.until * 1000 < Date.now()) return [];
  const { qr, link } = last.made;
  return [
    h("img", {
      class: "qr",
      alt: "The link as a code for a camera",
      src: `data:image/svg+xml,${encodeURIComponent(qr)}`,
    }),
    copyBox(link, "The link to this seat for another device"),
    h(
      "p",
      { class: "soft" },
      "It opens your seat there. Good for ten minutes and one time; show it to nobody else.",
    ),
  ];
}

/** For who plays as a guest; a member signs in there instead. @param {import("../types.js").Table} table */
export function carryPanel(table) {
  if (!table.you.some((side) => !table.seats[side].member)) return null;
  return h(
    "section",
    { class: "carry" },
    h("h3", {}, "Carry on at another device"),
    button(
      "Show the code",
      async () => {
        last = { game: table.id, made: await seatLink(table.id) };
        const box = document.querySelector(".carry-box");
        if (box) show(box, ...parts(table.id));
      },
      { "data-key": "carry" },
    ),
    h("div", { role: "status", class: "carry-box" }, parts(table.id)),
  );
}
