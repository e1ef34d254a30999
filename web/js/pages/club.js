/** The club: who is here, and how strong everybody is at each game. */

import * as calls from "../club/calls.js";
import { button } from "../club/parts.js";
import { h, show } from "../dom.js";

/** @typedef {import("../wire").RatedMember} RatedMember */

/** Where a person's page is. @param {string} name */
export const personPage = (name) => `/person/${encodeURIComponent(name)}`;

/** @param {import("../main.js").Ask} ask */
export async function page({ main }) {
  const [table, first, me] = await Promise.all([calls.ratings(), calls.members(null), calls.me()]);
  const many = table.members === 1 ? "One member" : `${table.members} members`;
  main.append(
    h(
      "div",
      { class: "sheet club" },
      h("h1", {}, "The club"),
      h(
        "p",
        { class: "lead" },
        table.members
          ? `${many}. Games between two members move their ratings, each rule system for itself.`
          : "Nobody has taken a name here yet.",
      ),
      me &&
        me.role !== "member" &&
        h("p", {}, h("a", { class: "button", href: "/club/care" }, "Care of the club: reports and acts")),
      !me && h("p", {}, h("a", { href: "/me" }, "Take a name"), " to be among them."),
      h(
        "div",
        { class: "rating-tables" },
        table.systems.map((system) => ratings(system)),
      ),
      h("hr", { class: "ornament" }),
      h("h2", { id: "members" }, "Members"),
      memberList(first),
      h("hr", { class: "ornament" }),
      howRated(),
    ),
  );
}

/** @param {import("../wire").SystemTable} system */
function ratings(system) {
  const id = `rated-${system.system}`;
  return h(
    "section",
    { class: "plate rating-table", "aria-labelledby": id },
    h("h2", { id }, system.title),
    system.members.length
      ? h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { class: "num", scope: "col" }, h("span", { class: "visually-hidden" }, "Place")),
              h("th", { scope: "col" }, "Member"),
              h("th", { class: "num", scope: "col" }, "Rating"),
              h("th", { class: "num", scope: "col" }, h("abbr", { title: "won, drawn, lost" }, "W·D·L")),
            ),
          ),
          h(
            "tbody",
            {},
            system.members.map((member, n) => row(member, n + 1)),
          ),
        )
      : h("p", { class: "soft" }, "No game between two members has ended yet."),
  );
}

/** @param {RatedMember} member @param {number} place */
function row(member, place) {
  return h(
    "tr",
    {},
    h("td", { class: "num soft" }, place),
    h("th", { scope: "row" }, h("a", { href: personPage(member.name) }, member.name)),
    h("td", { class: "num" }, member.elo),
    h("td", { class: "num soft" }, `${member.won}·${member.drawn}·${member.lost}`),
  );
}

/** The members by the alphabet, more of them when wanted. @param {import("../wire").Members} first */
function memberList(first) {
  const box = h("div", {});
  let all = first.members;
  let next = first.next;
  const draw = () =>
    show(
      box,
      h(
        "ul",
        { class: "member-list" },
        all.map((member) =>
          h(
            "li",
            {},
            h("a", { href: personPage(member.name), "data-key": member.name }, member.name),
            member.role !== "member" && h("span", { class: "soft" }, ` ${member.role}`),
          ),
        ),
      ),
      next &&
        button(
          "More members",
          async () => {
            const more = await calls.members(next);
            all = [...all, ...more.members];
            next = more.next;
            draw();
          },
          { "data-key": "more" },
        ),
    );
  draw();
  return box;
}

const howRated = () =>
  h(
    "details",
    {},
    h("summary", {}, "How ratings are reckoned"),
    h(
      "p",
      {},
      "After Elo. Everybody begins with 1500. A game moves a newcomer by up to 32 points, and after his first 20 rated games by up to 16: more if the weaker wins, less if the stronger does. Games that were resigned or lost on time count; games that both agreed to leave do not.",
    ),
    h(
      "p",
      {},
      "Games against computer players and guests, of own scenarios, and those played on from a moment of another game are listed on everybody's page, but move no rating: how strong a computer player is depends on the machine and the time it is given.",
    ),
  );
