/** "What would you do?": the best computer player’s order for the decision at hand, with his reason. */

import * as api from "../api.js";
import { h, say } from "../dom.js";
import { considered } from "../panels/log.js";

/** @typedef {import("../types.js").Card} Card */

export class Hints {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {import("../wire").Hint | null} */
    this.told = null;
    this.asking = false;
    this.no = "";
  }

  /** Whether anybody may be asked: not against another person. */
  get may() {
    const { standing, seats, you } = this.page.table;
    const mine = standing.waiting?.seats.filter((seat) => you.includes(seat)) ?? [];
    return (
      mine.length > 0 &&
      Object.entries(seats).every(
        ([side, seat]) => seat.kind === "computer" || you.some((own) => own === side),
      )
    );
  }

  /** Another moment: what was told is of yesterday. */
  arrived() {
    if (this.told?.seq !== this.page.table.seq) this.told = null;
    this.no = "";
  }

  async ask() {
    if (!this.may || this.asking || this.told) return;
    const { seq, standing, you } = this.page.table;
    this.asking = true;
    this.page.drawing.decision();
    say("The computer player thinks about it.");
    try {
      const seat = standing.waiting?.seats.find((side) => you.includes(side));
      this.told = await api.hint(this.page.id, seq, seat);
    } catch (no) {
      this.no = no instanceof Error ? no.message : String(no);
    }
    this.asking = false;
    // The game may have moved on while he thought.
    if (this.page.table.seq !== seq) this.told = null;
    if (this.told) say(`${this.told.by}: ${this.label}. ${this.told.why}`);
    this.page.drawing.decision();
  }

  /** The card of the order he would give. @returns {Card | null} */
  get card() {
    return this.page.table.cards.find((card) => card.order === this.told?.order) ?? null;
  }

  get label() {
    return this.card?.label ?? this.told?.order ?? "";
  }

  part() {
    if (!this.may) return null;
    if (!this.told)
      return h(
        "div",
        { class: "hint-row" },
        h(
          "button",
          {
            type: "button",
            class: "plain",
            "data-key": "hint",
            title: "Key: w",
            disabled: this.asking,
            onclick: () => this.ask(),
          },
          this.asking ? "He thinks…" : "What would you do?",
        ),
        this.no && h("p", { class: "soft", role: "status" }, this.no),
      );
    const { card, told } = this;
    return h(
      "div",
      { class: "last-thought hint" },
      h("p", {}, h("b", {}, `${told.by} would: `), this.label, "."),
      told.why && h("p", {}, told.why),
      card &&
        h(
          "button",
          { type: "button", "data-key": "hint-look", onclick: () => this.page.stage(card) },
          "Look at it",
        ),
      told.weighed.length > 0 &&
        considered({ by: "What he weighed", why: "", weighed: told.weighed }, "hint"),
    );
  }
}
