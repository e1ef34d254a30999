/** The invitations to the open seats of a game, for as long as nobody has taken them. */

import * as api from "../api.js";
import { h, say } from "../dom.js";
import { BOTH, SIDES } from "../words.js";

/** @typedef {import("../types.js").Side} Side */

/** Whether only this computer can open an address. @param {string} host */
export const isLoopback = (host) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

/** The address that is sent to a friend. @param {string} game @param {Side} side @param {string} invitation */
export const invitationLink = (game, side, invitation) =>
  // The invitation itself stands after the hash, so that no proxy and no log ever sees it.
  `${location.origin}/join/${encodeURIComponent(game)}/${side}#${invitation}`;

/** @param {string} link @param {Side} side */
function linkBox(link, side) {
  const field = h("input", {
    type: "text",
    readonly: true,
    value: link,
    "aria-label": `Invitation to the ${SIDES[side]} seat`,
    "data-invitation": side,
    "data-key": `invitation-${side}`,
  });
  const copied = h("button", { type: "button", "data-key": `copy-${side}`, onclick: () => copy() }, "Copy");
  const copy = async () => {
    field.select();
    // Without a secure connection there is no clipboard but the old one.
    const done = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    if (!done) document.execCommand("copy");
    copied.textContent = "Copied";
    say("Copied.");
  };
  return h("div", { class: "link-box" }, field, copied);
}

/**
 * The invitations that this browser can still hand out; null where there is none.
 * @param {string} game @param {Side[]} open the seats nobody has taken yet
 */
export function invitationPanel(game, open) {
  const known = api.invitations(game);
  const here = BOTH.filter((side) => open.includes(side) && known[side]);
  if (!here.length) return null;
  return h(
    "section",
    { class: "invitations" },
    h("h3", {}, "Send the invitation"),
    here
      .map((side) => [
        h("p", {}, `To the ${SIDES[side]} seat. Whoever opens it first takes the seat; it works once.`),
        linkBox(invitationLink(game, side, known[side] ?? ""), side),
      ])
      .flat(),
    isLoopback(location.hostname) &&
      h(
        "p",
        { class: "note no" },
        `This address begins with ${location.hostname}, which only this computer can open. For a friend on another one, start the server with --bind 0.0.0.0 and open this page by the name or address of this computer: the invitation follows.`,
      ),
  );
}
