/** Asking the server about people: who is signed in, and how he comes in. */

import { call, deviceToken, dropSeats, keepDevice, keepName, keepSeat, Refused, seats } from "../api.js";

/** @typedef {import("../wire").Me} Me */
/** @typedef {import("../wire").Entered} Entered */
/** @typedef {import("../wire").Wishes} Wishes */

const NAME = "hardtack.member";

/** The name of whoever is signed in, as far as this browser knows. */
export const memberName = () => (deviceToken() ? (localStorage.getItem(NAME) ?? "") : "");

/** @param {string} name */
export function keepMember(name) {
  if (name) {
    localStorage.setItem(NAME, name);
    keepName(name);
  } else localStorage.removeItem(NAME);
  dispatchEvent(new Event("hardtack-member"));
}

/** What this device is called in the list of devices. */
export function deviceName() {
  const agent = navigator.userAgent;
  const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((name) => agent.includes(name));
  const names = /** @type {Record<string, string>} */ ({ Edg: "Edge", OPR: "Opera" });
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find((name) =>
    agent.includes(name),
  );
  return [names[browser ?? ""] ?? browser ?? "A browser", system && `on ${system}`].filter(Boolean).join(" ");
}

/** Minutes of this clock east of Greenwich. */
export const zone = () => -new Date().getTimezoneOffset();

/** Somebody has come in: his guest seats on this device become his. @param {Entered} entered */
async function welcome(entered) {
  keepDevice(entered.token);
  keepMember(entered.name);
  await bringSeats();
  return entered;
}

/** Seats held as a guest belong to the person from now on. */
export async function bringSeats() {
  const tokens = Object.values(seats());
  if (!tokens.length) return 0;
  const { seats: brought } = await call("/me/seats", { body: { tokens } });
  dropSeats();
  return brought;
}

/** @returns {Promise<import("../wire").ClubInfo>} */
export const club = () => call("/club");

/** Everything about whoever is signed in; null if nobody is. @returns {Promise<Me | null>} */
export async function me() {
  if (!deviceToken()) return null;
  try {
    const me = await call("/me");
    keepMember(me.name);
    return me;
  } catch (no) {
    if (!(no instanceof Refused && no.status === 401)) throw no;
    // Shut out on another device: a guest from now on.
    forgetMe();
    return null;
  }
}

export function forgetMe() {
  keepDevice("");
  keepMember("");
}

/** @param {string} name @param {string} [invitation] */
export const register = async (name, invitation) =>
  welcome(await call("/me", { body: { name, invitation, device: deviceName(), zone: zone() } }));
/** @param {string} word */
export const enterByWord = async (word) =>
  welcome(await call("/in/word", { body: { word, device: deviceName() } }));
/** @param {string} name @param {string} code */
export const enterByCode = async (name, code) =>
  welcome(await call("/in/code", { body: { name, code, device: deviceName() } }));
/** @param {string} address */
export const sendWayIn = (address) => call("/in/mail", { body: { address } });

/** Whether this browser knows passkeys as we use them. */
export const knowsPasskeys = () =>
  typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** Comes in with a passkey. */
export async function enterByKey() {
  const { ceremony, asked } = await call("/in/passkey/begin", { body: {} });
  const { publicKey } = asked;
  const answer = /** @type {any} */ (
    await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey),
    })
  );
  return welcome(
    await call("/in/passkey/finish", { body: { ceremony, answer: answer.toJSON(), device: deviceName() } }),
  );
}

/** Makes a passkey for whoever is signed in. */
export async function addKey() {
  const { ceremony, asked } = await call("/me/passkeys/begin", { body: {} });
  const made = /** @type {any} */ (
    await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked.publicKey),
    })
  );
  await call("/me/passkeys/finish", { body: { ceremony, answer: made.toJSON(), name: deviceName() } });
}

const at = (/** @type {string} */ id) => encodeURIComponent(id);
/** @param {string} id */
export const removeKey = (id) => call(`/me/passkeys/${at(id)}`, { method: "DELETE" });
/** @param {string} id */
export const revoke = (id) => call(`/me/devices/${at(id)}`, { method: "DELETE" });
export const revokeOthers = () => call("/me/devices", { method: "DELETE" });
/** @returns {Promise<import("../wire").DeviceLink>} */
export const deviceLink = () => call("/me/device-link", { body: {} });
/** @returns {Promise<{link: string}>} */
export const invite = () => call("/me/invitations", { body: {} });
/** @returns {Promise<{codes: string[]}>} */
export const newCodes = () => call("/me/recovery", { body: {} });
/** @param {string} name */
export const rename = async (name) => {
  const done = await call("/me/name", { method: "PUT", body: { name } });
  keepMember(done.name);
};
/** @param {string} address */
export const offerMail = (address) => call("/me/mail", { body: { address } });
export const forgetMail = () => call("/me/mail", { method: "DELETE" });
/** @param {string} word @returns {Promise<{address: string}>} */
export const proveMail = (word) => call("/me/mail/verify", { body: { word } });
/** @param {Wishes} wishes */
export const wish = (wishes) => call("/me/wishes", { method: "PUT", body: { wishes, zone: zone() } });
/** @param {{kind: string, address: string, secret: string}} hook */
export const addHook = (hook) => call("/me/hooks", { body: hook });
/** @param {string} id */
export const removeHook = (id) => call(`/me/hooks/${at(id)}`, { method: "DELETE" });
/** @param {PushSubscriptionJSON} told */
export const keepPush = (told) =>
  call("/me/push", { method: "PUT", body: { endpoint: told.endpoint, keys: told.keys } });
/** @param {string} endpoint */
export const dropPush = (endpoint) => call("/me/push", { method: "DELETE", body: { endpoint } });
/** @param {"push" | "mail" | "hook"} channel */
export const tryChannel = (channel) => call("/me/try", { body: { channel } });

export async function leave() {
  await call("/me/leave", { body: {} }).catch(() => {});
  forgetMe();
}

/** Seats that anybody may take. @param {string | null} before @returns {Promise<import("../wire").OpenSeats>} */
export const openSeats = (before) => call(`/open-seats${before ? `?before=${at(before)}` : ""}`);
/** What one is asked to play, and what one offers. @returns {Promise<import("../wire").MyOpenSeats>} */
export const myOpenSeats = () =>
  call("/open-seats/mine", { body: { tokens: Object.values(seats()).slice(-200) } });
/** Takes an offered seat. @param {string} game @param {import("../types.js").Side} side @param {string} name */
export async function sit(game, side, name) {
  const sat = await call(`/games/${game}/sit`, { body: { side, name } });
  if (sat.token) keepSeat(game, sat.token);
  return sat;
}
/** @param {string} game @param {string} side */
export const decline = (game, side) => call(`/games/${game}/decline`, { body: { side } });
/** @param {string} game @param {string} side */
export const closeSeat = (game, side) => call(`/games/${game}/open-seat/${side}`, { game, method: "DELETE" });

/** @returns {Promise<import("../wire").ClubTable>} */
export const ratings = () => call("/club/ratings");
/** @param {string | null} after @returns {Promise<import("../wire").Members>} */
export const members = (after) => call(`/club/members${after ? `?after=${at(after)}` : ""}`);
/** @param {string} name @returns {Promise<import("../wire").PersonCard>} */
export const person = (name) => call(`/persons/${at(name)}`);
/** @param {string} name @returns {Promise<import("../wire").PersonRecord>} */
export const recordOf = (name) => call(`/persons/${at(name)}/record`);
/** @param {string} name @param {string | null} before @returns {Promise<import("../wire").PersonGames>} */
export const gamesOf = (name, before) =>
  call(`/persons/${at(name)}/games${before ? `?before=${at(before)}` : ""}`);

/** @param {string} name @param {string} words */
export const report = (name, words) => call("/reports", { body: { person: name, words } });
/** What moderators and owners see. @param {string | null} before @returns {Promise<import("../wire").CareBook>} */
export const care = (before) => call(`/care${before ? `?before=${at(before)}` : ""}`);
/** @param {string} id @param {string} why */
export const settle = (id, why) => call(`/care/reports/${at(id)}/settle`, { body: { why } });
/** @param {string} id @param {string} why */
export const freeAddress = (id, why) => call(`/care/addresses/${at(id)}/free`, { body: { why } });
/** @param {string} game @param {number} n @param {string} words */
export const reportLine = (game, n, words) => call(`/games/${game}/chat/${n}/report`, { body: { words } });
/** @param {string} game @param {number} n @param {string} why */
export const removeLine = (game, n, why) => call(`/games/${game}/chat/${n}/remove`, { body: { why } });
/** Something done to a person. @param {string} name @param {"mute" | "unmute" | "block" | "unblock" | "bar-address" | "rename"} what @param {Record<string, any>} body @returns {Promise<any>} */
export const carefully = (name, what, body) => call(`/persons/${at(name)}/${what}`, { body });
/** @param {string} name @param {string} role */
export const setRole = (name, role) => call(`/persons/${at(name)}/role`, { method: "PUT", body: { role } });

/** The game is before his eyes: he need not be called to it. @param {string} game */
export async function seen(game) {
  if (deviceToken() && !document.hidden) await call(`/games/${game}/seen`, { body: {} }).catch(() => {});
}
