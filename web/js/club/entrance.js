/** For who is not signed in: coming in, or taking a name. */

import { seats } from "../api.js";
import { alert, h } from "../dom.js";
import * as calls from "./calls.js";
import { act, button, line, section } from "./parts.js";

/** @typedef {import("../wire").ClubInfo} ClubInfo */

/** The word of an invitation to become a member, from the link. */
const invited = () => new URLSearchParams(location.hash.slice(1)).get("invited") ?? undefined;

/** @param {ClubInfo} club @param {() => void} entered */
export function entrance(club, entered) {
  const word = invited();
  const parts = [newName(club, word, entered), signIn(club, entered)];
  return [
    h("h1", {}, word ? "You are invited to this table" : "Sign in"),
    h(
      "p",
      { class: "lead" },
      "Nobody has to: open a game and play. With a name of your own your games are on every device, and you can be told when it is your turn.",
    ),
    h("div", { class: "entrance" }, word ? parts : parts.reverse()),
  ];
}

/** @param {ClubInfo} club @param {() => void} entered */
function signIn(club, entered) {
  const keys = club.passkeys && calls.knowsPasskeys();
  return section(
    "sign-in",
    "I have a name here",
    keys &&
      h(
        "p",
        {},
        button("Sign in with a passkey", () => calls.enterByKey().then(entered), { class: "main" }),
      ),
    !club.passkeys &&
      h("p", { class: "soft" }, "Passkeys work at ", h("a", { href: club.address }, club.address), "."),
    club.mail &&
      line(
        {
          id: "way-in",
          label: "Or by mail: we send you a link",
          type: "email",
          autocomplete: "email",
          submit: "Send it",
        },
        async (address) => {
          await calls.sendWayIn(address);
          alert("If somebody here has this address, a letter is on its way. It is good for an hour.", "yes");
        },
      ),
    h(
      "p",
      { class: "soft" },
      "Signed in on another device? Open its page “My name” there and choose “Carry on at another device”.",
    ),
    h("details", {}, h("summary", {}, "With a recovery code"), byCode(entered)),
  );
}

/** @param {() => void} entered */
function byCode(entered) {
  const name = h("input", {
    id: "code-name",
    type: "text",
    required: true,
    autocomplete: "username",
    class: "field",
  });
  const code = h("input", {
    id: "code",
    type: "text",
    required: true,
    autocomplete: "one-time-code",
    class: "field mono",
  });
  const go = h("button", { type: "submit" }, "Sign in");
  return h(
    "form",
    {
      class: "line",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        act(go, () => calls.enterByCode(name.value, code.value).then(entered));
      },
    },
    h("label", { for: "code-name" }, "Your name"),
    name,
    h("label", { for: "code" }, "A code of yours that you have not used"),
    code,
    h("div", {}, go),
  );
}

/** @param {ClubInfo} club @param {string | undefined} word @param {() => void} entered */
function newName(club, word, entered) {
  if (club.registration === "off")
    return section(
      "new-name",
      "New here?",
      h("p", {}, "This server takes no new members. You can play as a guest."),
    );
  if (club.registration === "invitation" && !word)
    return section(
      "new-name",
      "New here?",
      h("p", {}, "New members come by invitation: ask one for a link. You can play as a guest meanwhile."),
    );
  const held = Object.keys(seats()).length;
  return section(
    "new-name",
    "New here?",
    line(
      {
        id: "new-name-field",
        label: "Take a name, as others read it",
        autocomplete: "nickname",
        submit: "Take this name",
        main: true,
        note: held
          ? `The ${held === 1 ? "game" : `${held} games`} you play in this browser ${held === 1 ? "comes" : "come"} along.`
          : "No password, and no mail address unless you want letters.",
      },
      (name) => calls.register(name, word).then(entered),
    ),
  );
}
