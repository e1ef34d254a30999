/** A member's page: his ratings, his results, his games that are not private; and what can be done about him. */

import * as api from "../api.js";
import * as calls from "../club/calls.js";
import { careTools } from "../club/care-tools.js";
import { ratingChart } from "../club/chart.js";
import { act, button } from "../club/parts.js";
import { alert, h, show } from "../dom.js";
import { ago, SIDES } from "../words.js";
import { personPage } from "./club.js";

/** @typedef {import("../wire").PersonGame} PersonGame */

const ROLES = { owner: "Owner of this server", moderator: "Moderator", member: "Member" };

/** @param {number} seconds */
const day = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** @param {import("../main.js").Ask} ask */
export async function page({ main, params }) {
  const person = await calls.person(params[0]);
  const [record, games, scenarios, me] = await Promise.all([
    calls.recordOf(person.name),
    calls.gamesOf(person.name, null),
    api.scenarios(),
    calls.me(),
  ]);
  document.title = `${person.name} · Hardtack`;
  main.append(
    h(
      "div",
      { class: "sheet club" },
      h("p", { class: "small-caps soft" }, h("a", { href: "/club" }, "The club")),
      h("h1", {}, person.name),
      h("p", { class: "lead" }, `${ROLES[person.role]} since ${day(person.created)}.`),
      me?.name === person.name && h("p", {}, h("a", { href: "/me" }, "Your name, devices and notices")),
      record.ratings.length > 0 && [
        h("h2", {}, "Ratings"),
        h(
          "div",
          { class: "rating-tables" },
          record.ratings.map((line) => rating(line)),
        ),
      ],
      record.unrated.length > 0 && unrated(record.unrated),
      !record.ratings.length && !record.unrated.length && h("p", { class: "soft" }, "No finished games yet."),
      h("hr", { class: "ornament" }),
      h("h2", { id: "games" }, "Games"),
      gameList(person.name, games, scenarios),
      me && me.name !== person.name && report(person.name),
      me && me.role !== "member" && me.name !== person.name && careTools(person, me.role),
    ),
  );
}

/** @param {import("../wire").RatingLine} line */
function rating(line) {
  return h(
    "section",
    { class: "plate rating-table" },
    h("h3", {}, line.title),
    h(
      "p",
      { class: "rating-now" },
      h("b", {}, line.elo),
      ` after ${line.games} ${line.games === 1 ? "game" : "games"}: ${line.won} won, ${line.drawn} drawn, ${line.lost} lost`,
    ),
    ratingChart(line),
  );
}

/** Results that move no rating. @param {import("../wire").Unrated[]} rows */
function unrated(rows) {
  return h(
    "section",
    { "aria-labelledby": "unrated" },
    h("h2", { id: "unrated" }, "Other results"),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        { class: "results" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Against"),
            h("th", { scope: "col" }, "Game"),
            ["Won", "Drawn", "Lost"].map((word) => h("th", { class: "num", scope: "col" }, word)),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, row.against ?? "People, not rated"),
              h("td", {}, row.title),
              [row.won, row.drawn, row.lost].map((count) => h("td", { class: "num" }, count)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} name @param {import("../wire").PersonGames} first @param {import("../types.js").ScenarioCard[]} scenarios */
function gameList(name, first, scenarios) {
  const box = h("div", {});
  let all = first.games;
  let next = first.next;
  const draw = () =>
    show(
      box,
      all.length
        ? h(
            "ul",
            { class: "game-list" },
            all.map((game) => row(game, scenarios)),
          )
        : h("p", { class: "soft" }, "None that everybody may look at."),
      next &&
        button(
          "Earlier games",
          async () => {
            const more = await calls.gamesOf(name, next);
            all = [...all, ...more.games];
            next = more.next;
            draw();
          },
          { "data-key": "more" },
        ),
    );
  draw();
  return box;
}

/** @param {PersonGame} game @param {import("../types.js").ScenarioCard[]} scenarios */
function row(game, scenarios) {
  const other = game.sides[0] === "union" ? "confederate" : "union";
  const seat = game.seats[other];
  const against =
    game.sides.length > 1
      ? "both sides"
      : [
          `the ${SIDES[game.sides[0]]}, against `,
          seat.member
            ? h("a", { href: personPage(seat.name) }, seat.name)
            : seat.kind === "open"
              ? "an open seat"
              : seat.name,
        ];
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h(
        "a",
        { class: "title", href: `/${game.over ? "ending" : "game"}/${game.id}`, "data-key": game.id },
        scenarios.find((scenario) => scenario.id === game.scenario)?.title ?? game.scenario,
      ),
      h(
        "div",
        { class: "facts" },
        h("span", {}, against),
        h("span", {}, game.headline),
        h("span", {}, ago(game.touched)),
      ),
    ),
    h("span", { class: "turn-flag" }, game.over ? "Over" : "Goes on"),
  );
}

/** @param {string} name */
function report(name) {
  const words = h("textarea", {
    id: "report-words",
    rows: 3,
    maxlength: 1000,
    required: true,
    class: "field",
  });
  const send = h("button", { type: "submit" }, "Report");
  const form = h(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        act(send, async () => {
          await calls.report(name, words.value);
          words.value = "";
          box.open = false;
          alert("The moderators will look at it.", "yes");
        });
      },
    },
    h("label", { for: "report-words" }, `What has ${name} done? A sentence is enough.`),
    words,
    send,
  );
  const box = h("details", { class: "report" }, h("summary", {}, `Report ${name} to the moderators`), form);
  return box;
}
