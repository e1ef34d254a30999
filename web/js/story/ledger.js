/** Which orders of others somebody has been shown, or has passed over; remembered by the browser. */

import { remember } from "./memory.js";

/** @typedef {import("../types.js").Line} Line */
/** @typedef {"shown" | "skipped"} How */

export class Ledger {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** In turn, each once. @type {{n: number, how: How}[]} */
    this.entries = [];
  }

  /** Whether others gave it. @param {Line} line */
  foreign({ seat }) {
    return seat !== undefined && !this.page.table.you.includes(seat);
  }

  /** @param {Line[]} lines @param {How} how */
  note(lines, how) {
    for (const line of lines)
      if (this.foreign(line) && !this.entries.some((one) => one.n === line.n))
        this.entries.push({ n: line.n, how });
  }

  /** Orders were taken back. @param {number} kept */
  takenBack(kept) {
    this.entries = this.entries.filter((one) => one.n <= kept);
  }

  /** Everything up to this order is known. @param {number} n */
  upTo(n) {
    const { id, table } = this.page;
    remember(id, n, table.seq - (table.orders - n));
  }
}
