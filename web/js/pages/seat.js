/** A guest's seat is opened in this browser, by a link that another one of his made. */

import { button } from "../club/parts.js";
import { h } from "../dom.js";
import { go } from "../main.js";
import { openSeat } from "../time/calls.js";

/** @param {import("../main.js").Ask} ask */
export async function page({ main }) {
  // After the hash, so that no proxy and no log ever sees it.
  const word = location.hash.slice(1);
  main.append(
    h(
      "div",
      { class: "sheet people" },
      h("h1", {}, "Your seat on this device"),
      h(
        "p",
        { class: "lead" },
        word
          ? "You go on here with the same seat; the other device keeps it too. The link works once."
          : "This link is not whole: open it as it was sent.",
      ),
      // A click, so that programs that only look at links do not use it up.
      word && button("Take my seat", async () => go(`/game/${await openSeat(word)}`), { class: "main" }),
    ),
  );
}
