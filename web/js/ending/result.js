/** The result of a game at its table, once it is over: who won and why, and the way to the whole page. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { againButtons } from "./again.js";

/** @typedef {import("../types.js").Table} Table */

export class Result {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {import("../wire").Ending | null} */
    this.ending = null;
    /** The moment it is of. */
    this.seq = -1;
  }

  /** The game stands so: asks why, when it is over. @param {Table} table */
  async arrived({ id, seq, standing }) {
    if (!standing.over || seq === this.seq) return;
    this.seq = seq;
    const told = await api.ending(id).catch(() => null);
    this.ending = told?.ending ?? null;
    if (told) this.page.drawing.decision();
  }

  /** @param {Table} table */
  part(table) {
    const { over } = table.standing;
    if (!over) return null;
    return h(
      "section",
      { class: "over-words", "aria-label": "The result" },
      this.ending && h("p", {}, this.ending.why),
      h(
        "p",
        {},
        h(
          "a",
          { class: "button main", "data-key": "ending", href: `/ending/${table.id}` },
          "How it ended, and why",
        ),
      ),
      againButtons(table, false),
    );
  }
}
