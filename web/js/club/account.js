/** For who is signed in: his name, his ways in, his devices. */

import { alert, h, show } from "../dom.js";
import { ago } from "../words.js";
import { holidays } from "../time/holidays.js";
import * as calls from "./calls.js";
import { notices } from "./notices.js";
import { button, copyBox, line, section } from "./parts.js";

/** @typedef {import("../wire").Me} Me */
/** @typedef {import("../wire").ClubInfo} ClubInfo */
/** @typedef {() => Promise<void>} Again */

const ROLES = { owner: "owner of this server", moderator: "moderator", member: "member" };

/** @param {Me} me @param {ClubInfo} club @param {Again} again */
export function account(me, club, again) {
  const waysIn = me.passkeys.length + me.codes + (me.mail ? 1 : 0);
  return [
    h("h1", {}, me.name),
    h("p", { class: "lead" }, `You are a ${ROLES[me.role]}, here since ${day(me.created)}.`),
    !waysIn &&
      h(
        "p",
        { class: "note" },
        "Only this browser knows you so far. Add a passkey, or write recovery codes down, so that you can come back when it forgets.",
      ),
    h(
      "div",
      { class: "account" },
      keys(me, club, again),
      carryOn(),
      notices(me, club, again),
      holidays(),
      devices(me, again),
      mail(me, club, again),
      codes(me, again),
      name(me, again),
      club.registration !== "off" && invitation(),
    ),
  ];
}

/** @param {number} seconds */
const day = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** @param {Me} me @param {ClubInfo} club @param {Again} again */
function keys(me, club, again) {
  const can = club.passkeys && calls.knowsPasskeys();
  return section(
    "passkeys",
    "Passkeys",
    h(
      "p",
      {},
      "Sign in with what opens your phone or computer: a finger, a face, a PIN. There is no password.",
    ),
    list(
      me.passkeys.map((key) => ({
        title: key.name,
        facts: [`made ${ago(key.created)}`, key.used ? `used ${ago(key.used)}` : "not used yet"],
        tool: button("Remove", () => calls.removeKey(key.id).then(again), {
          "aria-label": `Remove the passkey ${key.name}`,
        }),
      })),
    ),
    can
      ? button(
          me.passkeys.length ? "Add another" : "Add a passkey",
          async () => {
            await calls.addKey();
            alert("This device has a passkey for you now.", "yes");
            await again();
          },
          { class: me.passkeys.length ? null : "main", "data-key": "add-key" },
        )
      : h(
          "p",
          { class: "soft" },
          "Passkeys work at ",
          h("a", { href: `${club.address}me` }, club.address),
          ".",
        ),
  );
}

/** A link and a square code for another device. */
function carryOn() {
  const box = h("div", { role: "status" });
  return section(
    "carry-on",
    "Carry on at another device",
    h(
      "p",
      {},
      "Take a picture of the code with your phone, or open the link there: you are signed in, with all your games.",
    ),
    button("Show the code", async () => {
      const made = await calls.deviceLink();
      const picture = h("img", {
        class: "qr",
        alt: "The link as a code for a camera",
        src: `data:image/svg+xml,${encodeURIComponent(made.qr)}`,
      });
      show(
        box,
        picture,
        copyBox(made.link, "The link for another device"),
        h("p", { class: "soft" }, "Good for ten minutes and one device. Show it to nobody else."),
      );
    }),
    box,
  );
}

/** @param {Me} me @param {Again} again */
function devices(me, again) {
  return section(
    "devices",
    "Devices",
    list(
      me.devices.map((device) => ({
        title: device.name,
        facts: [
          device.this ? "this device" : `seen ${ago(device.seen)}`,
          `signed in ${ago(device.created)}`,
          device.push && "is told when it is your turn",
        ],
        tool: device.this
          ? button("Sign out", async () => {
              await calls.leave();
              await again();
            })
          : button("Sign out", () => calls.revoke(device.id).then(again), {
              "aria-label": `Sign ${device.name} out`,
            }),
      })),
    ),
    me.devices.length > 1 &&
      button("Sign out everywhere else", () => calls.revokeOthers().then(again), { "data-key": "out" }),
  );
}

/** @param {Me} me @param {ClubInfo} club @param {Again} again */
function mail(me, club, again) {
  if (!club.mail) return null;
  return section(
    "mail",
    "Mail",
    me.mail
      ? h(
          "p",
          {},
          "Your address is ",
          h("b", {}, me.mail),
          ". ",
          button("Forget it", () => calls.forgetMail().then(again)),
        )
      : h(
          "p",
          {},
          "With an address you can sign in by a letter, and be told by mail when it is your turn. Nobody else sees it.",
        ),
    line(
      {
        id: "mail-address",
        label: me.mail ? "Another address" : "Your address",
        type: "email",
        autocomplete: "email",
        submit: "Send a letter there",
      },
      async (address) => {
        await calls.offerMail(address);
        alert(`A letter is on its way to ${address}: open its link to say that it is yours.`, "yes");
      },
    ),
  );
}

/** @param {Me} me @param {Again} again */
function codes(me, again) {
  const box = h("div", { role: "status" });
  return section(
    "codes",
    "Recovery codes",
    h("p", {}, "For the day when every device is lost. Write them down; each lets you in once."),
    h("p", { class: "soft" }, me.codes ? `${me.codes} left.` : "You have none."),
    button(me.codes ? "Make new ones" : "Make some", async () => {
      const made = await calls.newCodes();
      show(
        box,
        h(
          "ol",
          { class: "codes mono" },
          made.codes.map((code) => h("li", {}, code)),
        ),
        h("p", { class: "soft" }, "They are not shown again. Those you had before are good for nothing now."),
        button("I have written them down", again),
      );
    }),
    box,
  );
}

/** @param {Me} me @param {Again} again */
const name = (me, again) =>
  section(
    "name",
    "Name",
    line({ id: "my-name", label: "As others read it", value: me.name, submit: "Change it" }, async (name) => {
      await calls.rename(name);
      await again();
    }),
  );

function invitation() {
  const box = h("div", { role: "status" });
  return section(
    "invite",
    "Bring a friend",
    h("p", {}, "A link by which one friend can take a name here. To a game you invite from the game itself."),
    button("Make a link", async () =>
      show(box, copyBox((await calls.invite()).link, "The link for a friend")),
    ),
    box,
  );
}

/** @param {{title: string, facts: (string | false)[], tool: Node}[]} rows */
const list = (rows) =>
  rows.length > 0 &&
  h(
    "ul",
    { class: "game-list" },
    rows.map(({ title, facts, tool }) =>
      h(
        "li",
        {},
        h(
          "div",
          {},
          h("span", { class: "title" }, title),
          h(
            "div",
            { class: "facts" },
            facts.filter(Boolean).map((fact) => h("span", {}, fact)),
          ),
        ),
        tool,
      ),
    ),
  );
