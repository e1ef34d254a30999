/** The care of the club, for moderators and owners: what was reported, who is held back, and what was done by whom. */

import * as calls from "../club/calls.js";
import { button, line } from "../club/parts.js";
import { h, show } from "../dom.js";
import { ago } from "../words.js";
import { personPage } from "./club.js";

/** @type {Record<string, string>} */
const DEEDS = {
  mute: "muted",
  unmute: "let speak again",
  block: "shut out",
  unblock: "let in again",
  "bar-address": "barred the address of",
  "unbar-address": "took names again from an address",
  rename: "took the name of",
  "remove-line": "removed a line of",
  "delete-game": "deleted a game",
  "settle-report": "settled a report about",
  role: "gave a role to",
  "sign-out": "signed out everywhere",
  "delete-person": "deleted a person",
};

/** @param {import("../main.js").Ask} ask */
export async function page({ main }) {
  const sheet = h("div", { class: "sheet club" });
  main.append(sheet);
  const draw = async () => {
    const book = await calls.care(null);
    const waiting = book.reports.filter((report) => !report.settled);
    show(
      sheet,
      h("p", { class: "small-caps soft" }, h("a", { href: "/club" }, "The club")),
      h("h1", {}, "Care of the club"),
      h("h2", { id: "reports" }, waiting.length ? `Reports that wait: ${waiting.length}` : "No report waits"),
      h(
        "ul",
        { class: "game-list care-list" },
        waiting.map((report) => reportRow(report, draw)),
      ),
      held(book, draw),
      h("h2", { id: "acts" }, "What was done"),
      acts(book),
      book.reports.length > waiting.length &&
        h(
          "details",
          { "data-keep": "settled" },
          h("summary", {}, `Reports that were settled: ${book.reports.length - waiting.length}`),
          h(
            "ul",
            { class: "game-list care-list" },
            book.reports.filter((report) => report.settled).map((report) => reportRow(report, null)),
          ),
        ),
    );
  };
  await draw();
}

/** @param {string | null} name */
const who = (name) => (name ? h("a", { href: personPage(name) }, name) : "a former member");

/** @param {import("../wire").ReportCard} report @param {(() => Promise<void>) | null} again */
function reportRow(report, again) {
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("p", { class: "quote" }, `“${report.words}”`),
      report.quote && h("blockquote", {}, report.quote),
      h(
        "div",
        { class: "facts" },
        h("span", {}, who(report.by), " about ", who(report.about)),
        report.game && h("a", { href: `/game/${report.game}` }, "the game"),
        h("span", {}, ago(report.at)),
      ),
      again &&
        report.game &&
        report.line !== null &&
        button("Remove the line", async () => {
          await calls.removeLine(report.game ?? "", report.line ?? 0, report.words);
          await again();
        }),
      again &&
        line(
          {
            id: `settle-${report.id}`,
            label: "What came of it",
            submit: "Settle",
            note: "What is to be done about somebody is done on his page.",
          },
          async (words) => {
            await calls.settle(report.id, words);
            await again();
          },
        ),
    ),
  );
}

/** @param {number | null} until */
const lasts = (until) =>
  until
    ? `until ${new Date(until * 1000).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}`
    : "for good";

/** Who is held back, and which addresses. @param {import("../wire").CareBook} book @param {() => Promise<void>} again */
function held({ restraints, addresses }, again) {
  if (!restraints.length && !addresses.length) return null;
  return [
    h("h2", { id: "held" }, "Held back"),
    h(
      "ul",
      { class: "game-list care-list" },
      restraints.map((one) =>
        h(
          "li",
          {},
          h(
            "div",
            {},
            h("b", {}, who(one.name)),
            ` ${one.kind === "mute" ? "muted" : "shut out"} ${lasts(one.until)}`,
            h("div", { class: "facts" }, h("span", {}, one.why), h("span", {}, ago(one.at))),
          ),
          button(
            one.kind === "mute" ? "Let speak" : "Let in",
            async () => {
              await calls.carefully(one.name, one.kind === "mute" ? "unmute" : "unblock", {
                why: "Let go from the book of care.",
              });
              await again();
            },
            { "aria-label": `${one.kind === "mute" ? "Let speak" : "Let in"}: ${one.name}` },
          ),
        ),
      ),
      addresses.map((one) =>
        h(
          "li",
          {},
          h(
            "div",
            {},
            `An address, ${lasts(one.until)}`,
            h("div", { class: "facts" }, h("span", {}, one.why), h("span", {}, ago(one.at))),
          ),
          button("Take names again", async () => {
            await calls.freeAddress(one.id, "Let go from the book of care.");
            await again();
          }),
        ),
      ),
    ),
  ];
}

/** @param {import("../wire").CareBook} book */
function acts(book) {
  const box = h("div", {});
  let all = book.acts;
  let next = book.next;
  const draw = () =>
    show(
      box,
      all.length
        ? h(
            "ol",
            { class: "act-list" },
            all.map((act) =>
              h(
                "li",
                {},
                act.by ? h("a", { href: personPage(act.by) }, act.by) : "The keeper of the machine",
                ` ${DEEDS[act.what] ?? act.what} `,
                act.about && h("a", { href: personPage(act.about) }, act.about),
                act.why && [": ", h("i", {}, act.why)],
                h("span", { class: "soft" }, ` ${ago(act.at)}`),
              ),
            ),
          )
        : h("p", { class: "soft" }, "Nothing had to be done so far."),
      next &&
        button(
          "Earlier acts",
          async () => {
            const more = await calls.care(next);
            all = [...all, ...more.acts];
            next = more.next;
            draw();
          },
          { "data-key": "more-acts" },
        ),
    );
  draw();
  return box;
}
