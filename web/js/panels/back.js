/** Taking orders back, in words: to which order, and what of whose is lost. */

import { h } from "../dom.js";
import { SIDES } from "../words.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").TakingBack} TakingBack */

/** @param {number} n */
const count = (n) => (n === 1 ? "1 order" : `${n} orders`);

/** An order in words: as its card said it, else what came of it. @param {Line | undefined} line */
export function orderWords(line) {
  if (!line) return "";
  const event = line.events.find(({ type, say }) => say && !/^(turn|phase)(-begins)?$/.test(type));
  const told = line.words || event?.say || "";
  return told.replace(/\.$/, "") || "an order that is kept secret";
}

/** What stands in the log for good. @param {TakingBack} back */
export function backTold({ by, own, others }) {
  const more = others ? `, and ${others} of the other player with ${own === 1 ? "it" : "them"}` : "";
  return `The ${SIDES[by]} player took back ${count(own)}${more}.`;
}

/**
 * The button: what goes first, and whose leave it takes.
 * @param {Table} table @param {TakingBack} back @param {Line[]} lines
 */
export function backLabel(table, back, lines) {
  const first = orderWords(lines.find((line) => line.n === back.kept + 1));
  const alone =
    table.you.length === 2 || table.seats[back.by === "union" ? "confederate" : "union"].kind === "computer";
  const verb = back.consent && !alone ? "Ask to take back" : "Take back";
  const dice = back.consent && alone && !back.others ? ", the dice with it" : "";
  const rest = back.own + back.others - 1;
  const more = rest ? ` and the ${count(rest)} after it` : "";
  return first ? `${verb} “${first}”${more}${dice}` : `${verb} ${count(back.own + back.others)}${dice}`;
}

/** The orders that would go, as a list; own ones of the reader are marked. @param {Table} table @param {TakingBack} back @param {Line[]} lines */
function lost(table, back, lines) {
  const gone = lines.filter((line) => line.n > back.kept);
  return h(
    "ol",
    { class: "lost-orders" },
    gone.map((line) =>
      h(
        "li",
        {},
        h(
          "b",
          {},
          line.seat && table.you.includes(line.seat) ? "Yours: " : `${line.seat ? SIDES[line.seat] : ""}: `,
        ),
        orderWords(line),
      ),
    ),
  );
}

/** @param {Table} table @param {Line[]} lines @param {(agree: boolean) => void} answer */
export function backAsked(table, lines, answer) {
  const back = table.asked;
  if (!back) return null;
  const first = orderWords(lines.find((line) => line.n === back.kept + 1));
  const to = first ? ` to before “${first}”` : "";
  if (table.you.includes(back.by))
    return h("p", { class: "note" }, `You asked to go back${to}. The other player has to agree.`);
  if (!table.you.length) return null;
  const yours = back.others
    ? `${count(back.others)} of yours would be lost as well.`
    : "None of your orders would be lost.";
  return h(
    "div",
    { class: "note asked" },
    h("h3", {}, `The ${SIDES[back.by]} player asks to go back${to}`),
    h("p", {}, yours),
    lost(table, back, lines),
    h("button", { type: "button", "data-key": "agree", onclick: () => answer(true) }, "Agree"),
    " ",
    h("button", { type: "button", "data-key": "refuse", onclick: () => answer(false) }, "Refuse"),
  );
}
