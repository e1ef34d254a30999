/** The lens that is laid over the map: which one, what it shows now, and what it still needs. */

import * as api from "../api.js";
import { h, say } from "../dom.js";
import { asksOfPlace, lay, nothingLaid, questions } from "../panels/overlays.js";
import { ruleLink } from "../panels/rulebook.js";

/** @typedef {import("../types.js").Lens} Lens */

export class Lenses {
  /** @param {import("../pages/game.js").GamePage} page @param {readonly Lens[]} all what can be laid over this map */
  constructor(page, all) {
    this.page = page;
    this.all = all;
    /** @type {string | null} */
    this.chosen = null;
    /** What a screen reader was told last. */
    this.said = "";
    /** What must be chosen before the lens shows anything. */
    this.needs = "";
    this.laid = nothingLaid();
  }

  /** @param {string} id */
  toggle(id) {
    this.said = "";
    if (this.chosen !== id) return this.see(id);
    this.chosen = null;
    this.laid = nothingLaid();
    say("Nothing laid over the map.");
    return this.page.draw();
  }

  /** What is shown is of yesterday: nothing is, until the referee has answered anew. */
  refresh() {
    this.laid = nothingLaid();
    this.again();
  }

  /** Asks again, if a lens is laid over the map. */
  again() {
    if (this.chosen) this.see(this.chosen);
  }

  /** Another place is pointed at: some lenses are about that. */
  pointed() {
    if (this.chosen && asksOfPlace(this.all, this.chosen)) this.see(this.chosen);
  }

  /** @param {string} id */
  async see(id) {
    const { page } = this;
    const lens = this.all.find((l) => l.id === id);
    if (!lens) return;
    const asked = questions(lens, page.piece(), page.board?.pointed ?? "");
    this.chosen = id;
    try {
      this.needs = asked ? "" : lens.needs;
      this.laid = asked ? await lay(page.id, lens, asked) : nothingLaid();
      const words = asked ? this.laid.summary : lens.needs;
      if (words && words !== this.said) say(words);
      this.said = words;
    } catch (no) {
      this.laid = nothingLaid();
      if (no instanceof api.Refused)
        page.note = h(
          "div",
          { class: "note no" },
          h("p", {}, `${no.message} `, ruleLink(no.clause, no.rule)),
        );
    }
    page.draw();
  }
}
