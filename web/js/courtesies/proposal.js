/** What one side proposes to the other, and the answer to it. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { SIDES } from "../words.js";
import { tried } from "./deeds.js";

/** @typedef {import("../types.js").Table} Table */

/** What is proposed, in words. @type {Record<string, {asks: string, mine: string, agree: string}>} */
const WORDS = {
  draw: { asks: "offers a draw", mine: "You offered a draw.", agree: "Agree to a draw" },
  abandon: {
    asks: "proposes to leave the game without a result",
    mine: "You proposed to leave the game without a result.",
    agree: "Leave it without a result",
  },
};

/** @param {Table} table */
export function proposalPart(table) {
  const { proposed, id, you, seats } = table;
  if (!proposed || !you.length) return null;
  const words = WORDS[proposed.kind];
  if (you.includes(proposed.by))
    return h(
      "div",
      { class: "note proposal", role: "status" },
      h("p", {}, `${words.mine} It stands until the other player answers or gives an order.`),
      h(
        "button",
        { type: "button", "data-key": "withdraw", onclick: () => tried(() => api.withdraw(id)) },
        "Withdraw",
      ),
    );
  const answer = (/** @type {boolean} */ agree) => tried(() => api.answerProposal(id, proposed.kind, agree));
  return h(
    "div",
    { class: "note asked proposal", role: "status" },
    h("h3", {}, `${seats[proposed.by].name} (${SIDES[proposed.by]}) ${words.asks}`),
    h("p", {}, "An order of yours declines it too."),
    h(
      "div",
      { class: "choice-row" },
      h(
        "button",
        { type: "button", class: "main", "data-key": "accept", onclick: () => answer(true) },
        words.agree,
      ),
      h("button", { type: "button", "data-key": "decline", onclick: () => answer(false) }, "Decline"),
    ),
  );
}
