/** Asking the server about time: games that rest, calls to who is waited for, days off, a guest's seat elsewhere. */

import { call, keepSeat } from "../api.js";

/** @typedef {import("../wire").MyHoliday} Holiday */

/** @param {string} game @param {boolean} rest @returns {Promise<import("../types.js").Table>} */
export const wantRest = (game, rest) => call(`/games/${game}/rest`, { game, body: { rest } });

/** @param {string} game */
export const nudge = (game) => call(`/games/${game}/nudge`, { game, body: {} });

/** A link that opens a guest's seat in another browser. @param {string} game @returns {Promise<import("../wire").DeviceLink>} */
export const seatLink = (game) => call(`/games/${game}/seat-link`, { game, body: {} });

/** Opens such a link; the game. @param {string} word @returns {Promise<string>} */
export async function openSeat(word) {
  const { id, token } = await call("/seat", { body: { word } });
  keepSeat(id, token);
  return id;
}

/** @returns {Promise<Holiday[]>} */
export const holidays = () => call("/me/holidays");

/** @param {number} starts @param {number} ends @returns {Promise<Holiday[]>} */
export const takeHoliday = (starts, ends) => call("/me/holidays", { body: { starts, ends } });

/** @param {string} id @returns {Promise<Holiday[]>} */
export const endHoliday = (id) => call(`/me/holidays/${id}`, { method: "DELETE" });
