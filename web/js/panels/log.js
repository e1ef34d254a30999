/** The log in plain words, with marks for turns and phases. */

import { capital, h } from "../dom.js";
import { SIDES } from "../words.js";
import { backTold, orderWords } from "./back.js";
import { faces } from "./dice.js";

/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").GameEvent} GameEvent */

/** @param {GameEvent} event */
export const isTurn = (event) => event.type === "turn" || event.type === "turn-begins";
/** @param {GameEvent} event */
export const isPhase = (event) => event.type === "phase" || event.type === "phase-begins";

/** The dice of a line: its own, or those its events tell of. @param {Line} line @returns {{die: number, for?: string}[]} */
export const diceOf = (line) =>
  line.dice ?? line.events.flatMap((e) => (Array.isArray(e.dice) ? e.dice : []));

/**
 * @param {Line} line
 * @param {(place: string) => void} look
 * @param {string} [replay] address of the replay, to link to the moment
 */
export function logLine(line, look, replay) {
  const marks = line.events.filter((e) => isTurn(e) || isPhase(e));
  const rest = line.events.filter((e) => !marks.includes(e));
  return h(
    "li",
    { class: ["log-line", line.seat ?? "table"], "data-n": line.n },
    rest.length > 0 &&
      h(
        "div",
        { class: "log-body" },
        badge(line),
        h(
          "div",
          {},
          rest.map((event) => sentence(event, look)),
          diceOf(line).length > 0 && faces(diceOf(line)),
          considered(line.note, line.n),
        ),
      ),
    rest.length === 0 &&
      marks.length === 0 &&
      h(
        "div",
        { class: "log-body" },
        badge(line),
        h(
          "div",
          { class: "soft" },
          h("p", {}, `${capital(orderWords(line))}.`),
          considered(line.note, line.n),
        ),
      ),
    marks.map((event) => h("h3", { class: ["log-mark", isPhase(event) && "phase"] }, event.say)),
    replay &&
      line.n > 0 &&
      h(
        "a",
        { class: "moment", href: `${replay}?n=${line.n}`, "aria-label": `Moment ${line.n} in the replay` },
        line.n,
      ),
  );
}

/** Whose order it was. @param {Line} line */
function badge({ seat }) {
  if (!seat) return null;
  const rest = h("span", { class: "visually-hidden" }, SIDES[seat].slice(1));
  return h("span", { class: ["who", seat] }, SIDES[seat][0], rest);
}

/** That orders were taken back: all that is left of them. @param {import("../types.js").TakingBack} back */
export function backLine(back) {
  return h("li", { class: "log-line table taken-back" }, h("p", {}, "↶ ", backTold(back)));
}

/**
 * Taking back as it stands among the lines: after which of them, the newest last.
 * @param {import("../types.js").TakingBack[]} backs
 * @returns {{after: number, back: import("../types.js").TakingBack}[]}
 */
export function placedBacks(backs) {
  let least = Infinity;
  // Who went back farther later took the lines away that an earlier one stood after.
  return backs
    .toReversed()
    .map((back) => ({ after: (least = Math.min(least, back.kept)), back }))
    .reverse();
}

/**
 * What a computer player considered: why, and what else he weighed.
 * @param {import("../types.js").Note | undefined} note
 * @param {number | string} id tells it apart from others, so that it stays unfolded
 */
export function considered(note, id) {
  if (!note) return null;
  const weighed = note.weighed ?? [];
  const played = weighed.some((w) => w.trials > 0);
  return h(
    "div",
    { class: "considered" },
    note.why && h("p", {}, h("b", {}, `${note.by}: `), note.why),
    weighed.length > 1 &&
      h(
        "details",
        { "data-keep": `note-${id}` },
        h("summary", {}, `${note.why ? "" : `${note.by}: `}${weighed.length} orders weighed`),
        h(
          "table",
          {},
          h("caption", { class: "visually-hidden" }, "Orders weighed, the best first"),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", {}, "Order"),
              h("th", { class: "num" }, "Worth"),
              played && h("th", { class: "num" }, "Played out"),
            ),
          ),
          h(
            "tbody",
            {},
            weighed.map((w) =>
              h(
                "tr",
                { class: w.chosen && "chosen" },
                h("td", {}, w.chosen && h("span", { "aria-label": "given" }, "✓ "), w.label),
                h("td", { class: "num" }, w.score.toFixed(1)),
                played && h("td", { class: "num" }, w.trials === 0 ? "–" : `${w.trials}×`),
              ),
            ),
          ),
        ),
      ),
  );
}

/** @param {GameEvent} event @param {(place: string) => void} look */
function sentence(event, look) {
  const place = event.to ?? event.at ?? event.from;
  return h(
    "p",
    {},
    event.say,
    typeof place === "string" &&
      h(
        "button",
        {
          type: "button",
          class: "plain show-place",
          "aria-label": `Show ${place}`,
          onclick: () => look(place),
        },
        "◎",
      ),
  );
}
