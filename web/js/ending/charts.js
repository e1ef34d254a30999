/** The course of a game as three small charts under one another that share their turns: points, losses, who seemed ahead. */

import { h, s } from "../dom.js";
import { BOTH, SIDES } from "../words.js";
import { alongTurns, roundUp, steps } from "./scale.js";

/** @typedef {import("../wire").Ending} Ending */
/** @typedef {import("../wire").Mark} Mark */
/** @typedef {import("../types.js").Side} Side */

const LEFT = 34;
/** Room for the names of the lines, at their ends. */
const NAMES = 112;
/** Below the title; and below the numbers of the turning points where they stand. */
const TOP = 20;
const TOP_NUMBERED = 38;

/** As wide as it is shown, so that words are as large as elsewhere. */
const wideNow = () => (matchMedia("(max-width: 760px)").matches ? 360 : 860);

/** @param {Ending} ending */
export function courseCharts(ending) {
  return h(
    "div",
    { class: "course" },
    counted(ending, "points", "Victory points", 190),
    counted(ending, "lost", `${ending.losses.of[0].toUpperCase()}${ending.losses.of.slice(1)} lost`, 120),
    ahead(ending, 120),
    asTable(ending),
  );
}

/** What a chart stands on: turns, title, words for who does not see it. @param {Ending} ending @param {string} title @param {string} words @param {number} high @param {number} [top] */
function frame(ending, title, words, high, top = TOP) {
  const { course, turning_points: turns } = ending;
  const all = wideNow();
  const right = all - NAMES;
  const x = alongTurns(course, LEFT, right);
  const bottom = high - 20;
  const id = `chart-${title.replace(/\W+/g, "-").toLowerCase()}`;
  const wide = (right - LEFT) / Math.max(1, course.turns.length);
  // Where turns are narrow not every one has its name.
  const every = Math.ceil(24 / wide);
  const svg = s(
    "svg",
    {
      viewBox: `0 0 ${all} ${high}`,
      role: "img",
      "aria-labelledby": `${id} ${id}-words`,
      class: "chart",
    },
    s("title", { id }, title),
    s("desc", { id: `${id}-words` }, words),
    s("text", { x: LEFT, y: 12, class: "chart-title" }, title),
    course.turns
      .map((turn, n) => [
        n % 2 === 1 &&
          s("rect", { x: LEFT + n * wide, y: top, width: wide, height: bottom - top, class: "band" }),
        n % every === 0 &&
          s("text", { x: LEFT + (n + 0.5) * wide, y: high - 5, class: "tick mid" }, turn.turn),
      ])
      .flat(),
    s("path", { d: `M${LEFT} ${bottom}H${right}`, class: "axis" }),
    turns.map((turn) => s("path", { d: `M${x(turn.n).toFixed(1)} ${top}V${bottom}`, class: "turning" })),
  );
  return { svg, x, bottom, right };
}

/** A number on the scale at the left. @param {number} y @param {string | number} words */
const tick = (y, words) => s("text", { x: LEFT - 6, y: y + 4, class: "tick end" }, words);

/**
 * What is counted for both sides.
 * @param {Ending} ending @param {"points" | "lost"} what @param {string} title @param {number} high
 */
function counted(ending, what, title, high) {
  const { marks, turns } = ending.course;
  const values = marks.flatMap((mark) => BOTH.map((side) => mark[what][side]));
  const most = roundUp(Math.max(1, ...values));
  const least = Math.min(0, ...values);
  const last = marks[marks.length - 1][what];
  const words = `From turn ${turns[0].turn} to ${turns[turns.length - 1].turn}: at the end Union ${last.union}, Confederate ${last.confederate}. The table below has every turn.`;
  const top = what === "points" ? TOP_NUMBERED : TOP;
  const { svg, x, bottom, right } = frame(ending, title, words, high, top);
  const y = (/** @type {number} */ value) => bottom - ((value - least) / (most - least)) * (bottom - top);
  for (const value of [least, (least + most) / 2, most].filter(Number.isInteger))
    svg.append(tick(y(value), value), s("path", { d: `M${LEFT} ${y(value)}H${right}`, class: "grid" }));
  const ends = apart(BOTH.map((side) => y(last[side])));
  BOTH.forEach((side, n) => {
    const points = marks.map((mark) => ({ x: x(mark.n), y: y(mark[what][side]) }));
    svg.append(
      s("path", { d: `${steps(points)}H${right}`, class: ["line", side] }),
      s("text", { x: right + 8, y: ends[n] + 4, class: ["line-name", side] }, `${SIDES[side]} ${last[side]}`),
    );
  });
  if (what === "points") svg.append(...numbers(ending, x));
  return svg;
}

/** Two names that would stand on one another are drawn apart. @param {number[]} places */
function apart([a, b]) {
  const gap = 14 - Math.abs(a - b);
  if (gap <= 0) return [a, b];
  return a <= b ? [a - gap / 2, b + gap / 2] : [a + gap / 2, b - gap / 2];
}

/** The turning points by their numbers. @param {Ending} ending @param {(n: number) => number} x */
function numbers({ turning_points: turns }, x) {
  let before = -Infinity;
  return turns.map((turn, n) => {
    before = Math.max(x(turn.n), before + 18);
    return s(
      "g",
      { class: ["turn-mark", turn.favours], "aria-hidden": "true" },
      s("circle", { cx: before, cy: TOP_NUMBERED - 11, r: 8 }),
      s("text", { x: before, y: TOP_NUMBERED - 7 }, n + 1),
    );
  });
}

/** Who seemed to be ahead: above the line the Union, below it the Confederacy. @param {Ending} ending @param {number} high */
function ahead(ending, high) {
  const { marks } = ending.course;
  const most = roundUp(Math.max(1, ...marks.map((mark) => Math.abs(mark.lead))));
  const final = marks[marks.length - 1].lead;
  const who = final > 0 ? "the Union" : "the Confederacy";
  const words = `As computer players judge positions, in about victory points. At the end ${who} is ahead by ${Math.abs(final).toFixed(1)}.`;
  const { svg, x, bottom, right } = frame(ending, "Who seemed to be ahead", words, high);
  const middle = (TOP + bottom) / 2;
  const y = (/** @type {number} */ lead) => middle - (lead / most) * ((bottom - TOP) / 2);
  BOTH.forEach((side) => {
    const own = (/** @type {Mark} */ mark) =>
      side === "union" ? Math.max(0, mark.lead) : Math.min(0, mark.lead);
    const line = steps([
      { x: LEFT, y: middle },
      ...marks.map((mark) => ({ x: x(mark.n), y: y(own(mark)) })),
      { x: right, y: middle },
    ]);
    svg.append(s("path", { d: `${line}Z`, class: ["area", side] }));
  });
  svg.append(
    s("path", { d: `M${LEFT} ${middle}H${right}`, class: "axis" }),
    tick(TOP + 4, `+${most}`),
    tick(bottom - 4, `+${most}`),
    s("text", { x: right + 8, y: TOP + 12, class: "line-name union" }, SIDES.union),
    s("text", { x: right + 8, y: bottom - 4, class: "line-name confederate" }, SIDES.confederate),
  );
  return svg;
}

/** The same in numbers. @param {Ending} ending */
function asTable({ course, losses }) {
  /** @param {string} words */
  const head = (words) => h("th", { scope: "col", class: "num" }, words);
  return h(
    "details",
    { class: "as-table" },
    h("summary", {}, "Turn by turn, in numbers"),
    h(
      "div",
      { class: "wide-table", tabindex: "0", role: "region", "aria-label": "Turn by turn" },
      h(
        "table",
        {},
        h(
          "caption",
          { class: "visually-hidden" },
          `Victory points and ${losses.of} lost at the end of each turn`,
        ),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "At the end of"),
            head("Union points"),
            head("Confederate points"),
            head("Union lost"),
            head("Confederate lost"),
          ),
        ),
        h(
          "tbody",
          {},
          course.turns.map((turn) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, `${turn.turn}. ${turn.label}`),
              [turn.points, turn.lost].flatMap((both) =>
                BOTH.map((side) => h("td", { class: "num" }, both[side])),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
