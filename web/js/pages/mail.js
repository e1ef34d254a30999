/** Saying that a mail address is one's own. */

import * as calls from "../club/calls.js";
import { button } from "../club/parts.js";
import { h, show } from "../dom.js";

/** @param {import("../main.js").Ask} ask */
export async function page({ main }) {
  const word = location.hash.slice(1);
  const sheet = h("div", { class: "sheet people" });
  main.append(sheet);
  const done = (/** @type {string} */ address) =>
    show(
      sheet,
      h("h1", {}, "The address is yours"),
      h("p", { class: "lead" }, `Letters go to ${address}.`),
      h("p", {}, h("a", { href: "/me#notices" }, "Choose when you want some")),
    );
  show(
    sheet,
    h("h1", {}, "Is this your address?"),
    h(
      "p",
      { class: "lead" },
      word ? "You opened a link from a letter." : "This link is not whole: open it as it was sent.",
    ),
    word &&
      button("Yes, it is mine", async () => done((await calls.proveMail(word)).address), { class: "main" }),
  );
}
