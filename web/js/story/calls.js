/** That it is my turn, for somebody who looks at another tab: its title, its sign, a sound. */

import { chime } from "./sound.js";

/** The favicon with a mark. */
const MARK =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="2" width="28" height="28" rx="4" fill="#efe2c4" stroke="#6b4a1e" stroke-width="2"/><circle cx="22" cy="10" r="9" fill="#b3400f"/></svg>',
  );

export class Calls {
  constructor() {
    this.link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    this.usual = this.link?.href ?? "";
    this.mine = false;
    this.due = false;
  }

  /** @param {import("../types.js").Table} table @param {boolean} later what led to it is still being shown */
  arrived(table, later) {
    const { waiting } = table.standing;
    const asked = Boolean(waiting?.seats.some((seat) => table.you.includes(seat)));
    // While the game rests nobody is called.
    const mine = asked && !table.clock?.resting;
    const title = `${table.name ?? table.view.title} · Hardtack`;
    document.title = mine ? `● Your decision · ${title}` : title;
    if (this.link && mine !== this.mine) this.link.href = mine ? MARK : this.usual;
    // Who holds both seats needs no call.
    this.due = mine && table.you.length === 1 && (this.due || !this.mine);
    this.mine = mine;
    if (!later || document.hidden) this.ring();
  }

  /** Rings, if it is due. */
  ring() {
    if (this.due) chime();
    this.due = false;
  }

  close() {
    if (this.link) this.link.href = this.usual;
  }
}
