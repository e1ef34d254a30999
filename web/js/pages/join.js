/** Taking the seat an invitation is for. */

import * as api from "../api.js";
import { alert, h } from "../dom.js";
import { go } from "../main.js";

/** @param {import("../main.js").Ask} ask */
export async function page({ main }) {
  // After the hash, so that no proxy and no log ever sees it.
  const invitation = location.hash.slice(1);
  const name = h("input", {
    type: "text",
    id: "name",
    maxlength: 40,
    value: api.myName(),
    autocomplete: "nickname",
  });
  main.append(
    h(
      "form",
      {
        class: "sheet",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          api.keepName(name.value);
          try {
            const joined = await api.join(invitation, name.value);
            go(`/game/${joined.id}`);
          } catch (no) {
            alert(no instanceof Error ? no.message : String(no));
          }
        },
      },
      h("h1", {}, "You are invited"),
      h("p", { class: "lead" }, "A seat at a campaign table is kept for you."),
      h("label", { for: "name" }, "Your name, as others read it"),
      name,
      h("p", {}),
      h("button", { class: "main", type: "submit" }, "Take the seat"),
    ),
  );
}
