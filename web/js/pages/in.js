/** Coming in by a link: of a letter, or of another device. */

import * as calls from "../club/calls.js";
import { button } from "../club/parts.js";
import { h } from "../dom.js";
import { go } from "../main.js";

/** @param {import("../main.js").Ask} ask */
export async function page({ main }) {
  // After the hash, so that no proxy and no log ever sees it.
  const word = location.hash.slice(1);
  const known = calls.memberName();
  main.append(
    h(
      "div",
      { class: "sheet people" },
      h("h1", {}, "Sign in on this device"),
      h(
        "p",
        { class: "lead" },
        word
          ? "Your games and your name come to this device. The link works once."
          : "This link is not whole: open it as it was sent.",
      ),
      known && h("p", { class: "note" }, `${known} is signed in here now, and will not be any more.`),
      // A click, so that programs that only look at links do not use it up.
      word &&
        button(
          "Sign in",
          async () => {
            await calls.enterByWord(word);
            go("/");
          },
          { class: "main" },
        ),
    ),
  );
}
