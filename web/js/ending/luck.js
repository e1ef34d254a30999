/** The dice beside their exact odds. */

import { capital, h, s } from "../dom.js";
import { BOTH, SIDES } from "../words.js";

/** @typedef {import("../wire").Luck} Luck */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {{words: string, side: Side, expected: number, came: number, digits?: number}} Row */

/** What an average die shows. */
const MEAN = 3.5;

/** `1 fight`, `2 fights`. @param {number} n */
const fights = (n) => (n === 1 ? "1 fight" : `${n} fights`);

/** @param {Luck} luck @returns {Row[][]} what is compared, group by group */
function groups(luck) {
  const tolls = luck.tolls.map((toll) =>
    BOTH.map((side) => ({
      words: `${capital(toll.of)} lost: ${toll.how}, ${fights(toll.fights)}`,
      side,
      expected: toll.expected[side],
      came: toll.fell[side],
    })),
  );
  const begun = luck.fights.map((of) => ({
    words: `Successes: ${of.how}, ${fights(of.fought)}`,
    side: of.by,
    expected: of.expected,
    came: of.won,
  }));
  const dice = BOTH.filter((side) => luck.dice[side].dice).map((side) => ({
    words: `Mean of ${luck.dice[side].dice} dice on ${SIDES[side]} orders`,
    side,
    expected: MEAN,
    came: luck.dice[side].sum / luck.dice[side].dice,
    digits: 2,
  }));
  return [...tolls, begun, dice].filter((group) => group.length);
}

/** What the dice cost a side, in a sentence. @param {Luck} luck @param {Side} side */
export function tollWords(luck, side) {
  return luck.tolls
    .filter((toll) => toll.expected[side] > 0)
    .map(
      (toll) =>
        `${SIDES[side]}: expected to lose ${toll.expected[side].toFixed(1)} ${toll.of} in ${fights(toll.fights)} (${toll.how}), lost ${toll.fell[side]}.`,
    );
}

/** @param {Luck} luck */
export function luckPart(luck) {
  const all = groups(luck);
  if (!all.length) return h("p", { class: "soft" }, "No dice fell in this game.");
  return h(
    "div",
    { class: "luck" },
    h(
      "ul",
      { class: "luck-words" },
      BOTH.flatMap((side) => tollWords(luck, side)).map((words) => h("li", {}, words)),
    ),
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, "What the dice gave, beside what was to be expected"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "What"),
          h("th", { scope: "col" }, "Side"),
          h("th", { scope: "col", class: "num" }, "Expected"),
          h("th", { scope: "col", class: "num" }, "Came"),
          h("td", { class: "wide-only" }),
        ),
      ),
      all.map((group) => h("tbody", {}, group.map(row))),
    ),
    h(
      "p",
      { class: "soft small" },
      "Expected is the mean over every fall of the dice, worked out by the calculator of the game before each fight, not sampled. ",
      "Counted are the fights whose odds it knows exactly; other losses (marches, checks, pursuit) are not among them. ",
      "Dice count for the side on whose order they fell.",
    ),
    purposes(luck),
  );
}

/** @param {Row} what */
function row({ words, side, expected, came, digits = 1 }) {
  const whole = Number.isInteger(came) && digits === 1;
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, words),
    h("td", {}, h("i", { class: ["dot", side] }), h("span", { class: "side-name" }, ` ${SIDES[side]}`)),
    h("td", { class: "num" }, expected.toFixed(digits)),
    h("td", { class: "num" }, h("b", {}, whole ? came : came.toFixed(digits))),
    h("td", { class: "wide-only" }, compared(side, expected, came, digits === 2 ? [1, 6] : [0, 0])),
  );
}

/** A mark for what came, beside the line of what was expected. @param {Side} side @param {number} expected @param {number} came @param {number[]} span */
function compared(side, expected, came, [least, most]) {
  const end = most || Math.max(1, expected, came) * 1.15;
  const x = (/** @type {number} */ value) => 4 + ((value - least) / (end - least)) * 132;
  return s(
    "svg",
    { viewBox: "0 0 140 16", class: "compared", "aria-hidden": "true" },
    s("path", { d: "M4 8H136", class: "axis" }),
    s("path", { d: `M${x(expected)} 8H${x(came)}`, class: ["between", side] }),
    s("path", { d: `M${x(expected)} 2V14`, class: "expected" }),
    s("circle", { cx: x(came), cy: 8, r: 4.5, class: ["came", side] }),
  );
}

/** The dice by what they were rolled for. @param {Luck} luck */
function purposes(luck) {
  const names = [...new Set(BOTH.flatMap((side) => luck.dice[side].purposes.map((p) => p.for)))];
  /** @param {Side} side @param {string} name */
  const cells = (side, name) => {
    const found = luck.dice[side].purposes.find((p) => p.for === name);
    return [
      h("td", { class: "num" }, found?.dice ?? "–"),
      h("td", { class: "num" }, found ? (found.sum / found.dice).toFixed(2) : "–"),
    ];
  };
  return h(
    "details",
    { class: "as-table" },
    h("summary", {}, "What the dice were for"),
    h(
      "div",
      { class: "wide-table", tabindex: "0", role: "region", "aria-label": "What the dice were for" },
      h(
        "table",
        {},
        h("caption", { class: "visually-hidden" }, "Dice by what they were rolled for"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "For"),
            BOTH.flatMap((side) => [
              h("th", { scope: "col", class: "num" }, `${SIDES[side]} dice`),
              h("th", { scope: "col", class: "num" }, "mean"),
            ]),
          ),
        ),
        h(
          "tbody",
          {},
          names.map((name) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, capital(name)),
              BOTH.flatMap((side) => cells(side, name)),
            ),
          ),
        ),
      ),
    ),
  );
}
