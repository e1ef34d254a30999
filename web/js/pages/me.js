/** My name: coming in, or everything about whoever is signed in. */

import { account } from "../club/account.js";
import * as calls from "../club/calls.js";
import { entrance } from "../club/entrance.js";
import { h, show } from "../dom.js";

/** @param {import("../main.js").Ask} ask */
export async function page({ main }) {
  const sheet = h("div", { class: "sheet people" });
  main.append(sheet);
  const draw = async () => {
    const [club, me] = await Promise.all([calls.club(), calls.me()]);
    document.title = `${me ? me.name : "Sign in"} · Hardtack`;
    show(sheet, ...(me ? account(me, club, draw) : entrance(club, entered)));
  };
  const entered = async () => {
    if (location.hash) history.replaceState(null, "", "/me");
    await draw();
    window.scrollTo(0, 0);
  };
  await draw();
  if (location.hash && !location.hash.includes("=")) document.querySelector(location.hash)?.scrollIntoView();
}
