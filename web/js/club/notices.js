/** How a person wants to be told that it is his turn. */

import { alert, h, show } from "../dom.js";
import * as calls from "./calls.js";
import { act, button, section } from "./parts.js";
import { isOn, knowsPush, switchOff, switchOn } from "./push.js";

/** @typedef {import("../wire").Me} Me */
/** @typedef {import("../wire").ClubInfo} ClubInfo */
/** @typedef {() => Promise<void>} Again */

const PACES = /** @type {const} */ ([
  ["at-once", "at once"],
  ["daily", "once a day"],
  ["never", "never"],
]);

/** @type {[import("../wire").NoticeKind, string][]} */
const KINDS = [
  ["your-turn", "It is my turn"],
  ["asked", "Somebody asks me something"],
  ["chat", "Somebody writes to me"],
  ["seat-taken", "Somebody takes the seat I kept for him"],
  ["game-over", "A game of mine has ended"],
  ["clock-low", "My time runs out"],
  ["invited", "I am invited"],
];

/** @param {Me} me @param {ClubInfo} club @param {Again} again */
export function notices(me, club, again) {
  const keep = async () => {
    await calls.wish(me.wishes);
    alert("Kept.", "yes");
  };
  return section(
    "notices",
    "When it is your turn",
    h("p", {}, "Nothing is sent while you have the game before you."),
    channel(
      me,
      "push",
      "Messages of the browser",
      thisBrowser(me, again),
      me.devices.some((d) => d.push),
      keep,
    ),
    club.mail &&
      channel(
        me,
        "mail",
        "Mail",
        !me.mail && h("p", { class: "soft" }, "Give an address below first."),
        Boolean(me.mail),
        keep,
      ),
    channel(me, "hook", "Another program", hooks(me, again), me.hooks.length > 0, keep),
    h(
      "div",
      { class: "pace-row" },
      number("apart", "Of one game at most once in", "minutes", me.wishes.apart, 0, 1440, (n) => {
        me.wishes.apart = n;
        return keep();
      }),
      number("hour", "Once a day means at", "o’clock", me.wishes.hour, 0, 23, (n) => {
        me.wishes.hour = n;
        return keep();
      }),
    ),
    h(
      "details",
      { "data-keep": "kinds" },
      h("summary", {}, "Of what"),
      KINDS.map(([kind, words]) => {
        const box = h("input", {
          type: "checkbox",
          checked: !me.wishes.without.includes(kind),
          onchange: () => {
            me.wishes.without = me.wishes.without.filter((k) => k !== kind);
            if (!box.checked) me.wishes.without.push(kind);
            keep().catch((no) => alert(no.message));
          },
        });
        return h("label", { class: "check" }, box, ` ${words}`);
      }),
    ),
  );
}

/** @param {Me} me @param {"push" | "mail" | "hook"} name @param {string} title @param {any} more @param {boolean} reached @param {() => Promise<void>} keep */
function channel(me, name, title, more, reached, keep) {
  const pick = h(
    "select",
    {
      id: `pace-${name}`,
      onchange: () => {
        me.wishes[name] = pick.value;
        keep().catch((no) => alert(no.message));
      },
    },
    PACES.map(([value, words]) => h("option", { value, selected: me.wishes[name] === value }, words)),
  );
  return h(
    "div",
    { class: "channel" },
    h(
      "div",
      { class: "channel-head" },
      h("label", { for: `pace-${name}` }, h("b", {}, title)),
      pick,
      reached &&
        button(
          "Try it",
          async () => {
            await calls.tryChannel(name);
            alert("It was taken there. Has it come?", "yes");
          },
          { "aria-label": `Try it: ${title}` },
        ),
    ),
    more,
  );
}

/** @param {Me} me @param {Again} again */
function thisBrowser(me, again) {
  const box = h("div", {});
  if (!knowsPush()) return h("p", { class: "soft" }, "This browser takes no messages.");
  const draw = async () => {
    const here = (await isOn()) && me.devices.some((device) => device.this && device.push);
    show(
      box,
      here
        ? button("Not to this browser any more", () => switchOff().then(again), { "data-key": "push" })
        : button("To this browser", () => switchOn(me.push_key).then(again), { "data-key": "push" }),
    );
  };
  draw();
  return box;
}

/** @param {Me} me @param {Again} again */
function hooks(me, again) {
  return [
    ...me.hooks.map((/** @type {import("../wire").MyHook} */ hook) =>
      h(
        "div",
        { class: "hook" },
        h(
          "span",
          {},
          KIND_WORDS[hook.kind],
          " ",
          h("span", { class: "soft mono" }, new URL(hook.address).host),
        ),
        button("Remove", () => calls.removeHook(hook.id).then(again), {
          "aria-label": `Remove the hook at ${new URL(hook.address).host}`,
        }),
      ),
    ),
    h(
      "details",
      { "data-keep": "hook" },
      h("summary", {}, "Add a channel of Discord, a room of Matrix, any address"),
      newHook(again),
    ),
  ];
}

const KIND_WORDS = { discord: "Discord", matrix: "Matrix", json: "JSON" };

/** @param {Again} again */
function newHook(again) {
  const kind = h(
    "select",
    { id: "hook-kind" },
    Object.entries(KIND_WORDS).map(([value, words]) => h("option", { value }, words)),
  );
  const address = h("input", {
    id: "hook-address",
    type: "url",
    required: true,
    class: "field",
    placeholder: "https://",
  });
  const secret = h("input", { id: "hook-secret", type: "password", autocomplete: "off", class: "field" });
  const go = h("button", { type: "submit" }, "Add it");
  return h(
    "form",
    {
      class: "line",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        act(go, async () => {
          await calls.addHook({ kind: kind.value, address: address.value, secret: secret.value });
          await again();
        });
      },
    },
    h("label", { for: "hook-kind" }, "What is there"),
    kind,
    h("label", { for: "hook-address" }, "Its address"),
    address,
    h("label", { for: "hook-secret" }, "A token, if it wants one (Matrix does)"),
    secret,
    h("div", {}, go),
  );
}

/** @param {string} id @param {string} before @param {string} after @param {number} value @param {number} min @param {number} max @param {(n: number) => Promise<void>} set */
function number(id, before, after, value, min, max, set) {
  const input = h("input", {
    id: `wish-${id}`,
    type: "number",
    min,
    max,
    value,
    onchange: () => input.reportValidity() && set(Number(input.value)).catch((no) => alert(no.message)),
  });
  return h("label", {}, `${before} `, input, ` ${after}`);
}
