/** What moderators and owners can do about a person, on his page. */

import { alert, h } from "../dom.js";
import { go } from "../main.js";
import * as calls from "./calls.js";
import { act } from "./parts.js";

/** How long something lasts, in seconds; 0: for good. @type {[string, number][]} */
const SPANS = [
  ["a day", 86400],
  ["a week", 7 * 86400],
  ["a month", 30 * 86400],
  ["for good", 0],
];

/** @typedef {"mute" | "unmute" | "block" | "unblock" | "bar-address" | "rename"} What */

/** @type {[What, string, boolean][]} what, its words, whether it lasts for a while */
const DEEDS = [
  ["mute", "Mute in chat", true],
  ["unmute", "Let speak again", false],
  ["block", "Shut out: signed out everywhere, no new games", true],
  ["unblock", "Let in again", false],
  ["bar-address", "Take no new names from where this one was taken", true],
  ["rename", "Take the name away", false],
];

/** @param {import("../wire").PersonCard} person @param {string} role whose tools they are */
export function careTools(person, role) {
  const what = h(
    "select",
    { id: "care-what", onchange: () => chosen() },
    DEEDS.map(([word, label]) => h("option", { value: word }, label)),
  );
  const span = h(
    "select",
    { id: "care-span" },
    SPANS.map(([label, seconds]) => h("option", { value: seconds }, label)),
  );
  const spanLabel = h("label", { for: "care-span" }, "For how long", span);
  const why = h("input", { type: "text", id: "care-why", required: true, maxlength: 1000 });
  const chosen = () => {
    spanLabel.hidden = !DEEDS.find(([word]) => word === what.value)?.[2];
  };
  const submit = h("button", { type: "submit", class: "main" }, "Do it");
  const form = h(
    "form",
    {
      class: "care-form",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        act(submit, async () => {
          const lasting = !spanLabel.hidden && Number(span.value) > 0;
          const until = lasting ? Math.floor(Date.now() / 1000) + Number(span.value) : undefined;
          const done = await calls.carefully(person.name, what.value, { why: why.value, until });
          why.value = "";
          alert("Done, and written into the book.", "yes");
          if (done.name) go(`/person/${encodeURIComponent(done.name)}`);
        });
      },
    },
    h("label", { for: "care-what" }, "What", what),
    spanLabel,
    h("label", { for: "care-why" }, "Why, in a sentence: it is kept", why),
    submit,
  );
  return h(
    "section",
    { class: "care-tools", "aria-labelledby": "care-title" },
    h("h2", { id: "care-title" }, "For moderators"),
    form,
    role === "owner" && roles(person),
    h("p", {}, h("a", { href: "/club/care" }, "To the book of reports and acts")),
  );
}

/** @param {import("../wire").PersonCard} person */
function roles(person) {
  const select = h(
    "select",
    { id: "care-role" },
    ["member", "moderator", "owner"].map((role) =>
      h("option", { value: role, selected: role === person.role }, role),
    ),
  );
  const submit = h("button", { type: "submit" }, "Give the role");
  return h(
    "form",
    {
      class: "care-form",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        act(submit, async () => {
          await calls.setRole(person.name, select.value);
          alert(`${person.name} is ${select.value} now.`, "yes");
        });
      },
    },
    h("label", { for: "care-role" }, "Role", select),
    submit,
  );
}
