/** The page of a game that is over: who won and why, how it went, what the dice did, where it turned. */

import * as api from "../api.js";
import { h, say } from "../dom.js";
import { againButtons } from "../ending/again.js";
import { courseCharts } from "../ending/charts.js";
import { luckPart } from "../ending/luck.js";
import { otherwisePart, turningPoints } from "../ending/moments.js";
import { share as shareBar, sourcesTable } from "../ending/sources.js";
import { BOTH, SIDES } from "../words.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../wire").Review} Review */

/** How often it is asked what the computer player has found since, in milliseconds. */
const AGAIN = 1500;

/** @param {import("../main.js").Ask} ask */
export async function page({ main, params }) {
  const [table, review] = await Promise.all([api.table(params[0]), api.ending(params[0])]);
  document.title = `${review.ending.headline} · Hardtack`;
  const others = h("div", { class: "others-part" });
  main.append(sheet(table, review, others));
  say(`${review.ending.headline}. ${review.ending.why}`);
  return follow(table, review, others);
}

/** Shows what is thought about again, and asks until all is; gives back how to stop. @param {Table} table @param {Review} review @param {HTMLElement} part */
function follow(table, review, part) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const draw = (/** @type {Review} */ { otherwise }) => {
    part.replaceChildren(otherwisePart(table.id, otherwise, table.you) ?? "");
    if (otherwise.asked < otherwise.of) timer = setTimeout(more, AGAIN);
  };
  const more = async () => {
    const now = await api.ending(table.id).catch(() => null);
    if (now) draw(now);
    else timer = setTimeout(more, AGAIN * 4);
  };
  draw(review);
  return () => clearTimeout(timer);
}

/** @param {Table} table @param {Review} review @param {HTMLElement} others */
function sheet(table, { ending }, others) {
  const { view } = table;
  return h(
    "article",
    { class: "sheet ending" },
    h(
      "header",
      { class: ["ending-head", ending.winner ?? "nobody"] },
      h("p", { class: "small-caps soft" }, view.title),
      h("h1", {}, ending.headline),
      h("p", { class: "lead" }, ending.why),
      ending.conditions && h("p", { class: "soft conditions" }, ending.conditions),
      h(
        "p",
        { class: "players" },
        BOTH.map((side) =>
          h("span", {}, h("i", { class: ["dot", side] }), ` ${SIDES[side]}: ${table.seats[side].name}`),
        ),
      ),
      againButtons(table),
    ),
    section("How it went", courseCharts(ending)),
    h(
      "div",
      { class: "ending-columns" },
      section("Where the points came from", sourcesTable(ending)),
      section("What it cost", lossWords(ending)),
    ),
    section("Where the game turned", turningPoints(table.id, ending.turning_points)),
    others,
    section("The dice, beside their exact odds", luckPart(ending.luck)),
    table.seed &&
      h(
        "p",
        { class: "soft small mono seed" },
        `The seed of the dice, for whoever wants to check them: ${table.seed}`,
      ),
  );
}

/** @param {string} title @param {any} body */
function section(title, body) {
  const id = title.replace(/\W+/g, "-").toLowerCase();
  return h("section", { "aria-labelledby": id }, h("h2", { id }, title), body);
}

/** @param {import("../wire").Ending} ending */
function lossWords({ losses }) {
  return BOTH.map((side) => {
    const share = losses.strength[side] > 0 ? losses.lost[side] / losses.strength[side] : 0;
    return h(
      "div",
      { class: ["loss", side] },
      h(
        "p",
        {},
        h("b", {}, SIDES[side]),
        ` lost ${losses.lost[side]} of ${losses.strength[side]} ${losses.of}.`,
      ),
      shareBar(side, share),
    );
  });
}
