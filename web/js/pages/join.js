/** Taking the seat an invitation is for. */

import * as api from "../api.js";
import { club, memberName } from "../club/calls.js";
import { alert, h } from "../dom.js";
import { go } from "../main.js";
import { termsWords } from "../time/words.js";
import { SIDES } from "../words.js";

/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Table} Table */

/** @param {import("../main.js").Ask} ask */
export async function page({ main, params }) {
  // After the hash, so that no proxy and no log ever sees it.
  const invitation = location.hash.slice(1);
  const [game, seat] = params;
  const side = /** @type {Side} */ (seat || "union");
  const table = game ? await api.table(game).catch(() => null) : null;
  const scenario = table && (await api.scenario(table.scenario).catch(() => null));
  const taken = Boolean(table && seat && table.seats[side].kind !== "open");
  const { guests } = await club();
  if (table) document.title = `Invitation to ${table.view.title} · Hardtack`;
  main.append(
    h(
      "div",
      { class: "sheet invited" },
      h("h1", {}, host(table, side)),
      table && seat ? about(table, side, scenario) : unknown(),
      taken ? tooLate(table) : guests || memberName() ? form(invitation) : membersOnly(),
    ),
  );
}

/** Who invites. @param {Table | null} table @param {Side} side */
function host(table, side) {
  const other = table?.seats[side === "union" ? "confederate" : "union"];
  return other?.kind === "person" && other.name ? `${other.name} invites you` : "You are invited";
}

/** Guests do not play here. */
const membersOnly = () =>
  h(
    "p",
    { class: "note" },
    "This table is for members. ",
    h("a", { href: "/me" }, "Sign in"),
    ", then open the link again.",
  );

/** An old invitation that does not say to what. */
const unknown = () => h("p", { class: "lead" }, "A seat at a campaign table is kept for you.");

/** By whom and to what. @param {Table} table @param {Side} side @param {import("../types.js").ScenarioCard | null} scenario */
function about(table, side, scenario) {
  const other = table.seats[side === "union" ? "confederate" : "union"];
  const who =
    other.kind === "open" ? "The other seat is open as well." : `${other.name} plays the other side.`;
  return h(
    "section",
    {},
    h("p", { class: "lead" }, "To ", h("b", {}, table.view.title), `, on the ${SIDES[side]} side. ${who}`),
    scenario &&
      h(
        "dl",
        { class: "armies" },
        h(
          "div",
          { class: side },
          h("dt", {}, h("i", { class: ["dot", side] }), `You would command the ${SIDES[side]}`),
          h("dd", {}, scenario.sides[side === "union" ? 0 : 1]),
        ),
        scenario.victory && h("div", {}, h("dt", {}, "Victory"), h("dd", {}, scenario.victory)),
        scenario.length && h("div", {}, h("dt", {}, "Length"), h("dd", {}, scenario.length)),
        table.clock?.terms &&
          h("div", {}, h("dt", {}, "Clock"), h("dd", {}, `${termsWords(table.clock.terms)}.`)),
      ),
    table.orders > 0 && h("p", {}, `The game has begun: ${table.orders} orders so far.`),
  );
}

/** @param {Table | null} table */
function tooLate(table) {
  return h(
    "p",
    { class: "note no" },
    "Somebody has taken this seat. ",
    table && h("a", { href: `/game/${table.id}` }, "To the table"),
  );
}

/** @param {string} invitation */
function form(invitation) {
  const member = memberName();
  const name = h("input", {
    type: "text",
    id: "name",
    maxlength: 40,
    value: api.myName(),
    autocomplete: "nickname",
  });
  return h(
    "form",
    {
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
    member
      ? h("p", {}, "You sit down as ", h("b", {}, member), ".")
      : [
          h("label", { for: "name" }, "Your name, as others read it"),
          name,
          h(
            "p",
            { class: "soft" },
            "Or ",
            h("a", { href: "/me" }, "sign in"),
            " first, to have the game on every device.",
          ),
        ],
    h("button", { class: "main", type: "submit" }, "Take the seat"),
  );
}
