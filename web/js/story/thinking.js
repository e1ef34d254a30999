/** While a computer player thinks: that he does, for how long, what he weighs, and a way to make him choose. */

import * as api from "../api.js";
import { say } from "../dom.js";
import { SIDES } from "../words.js";

/** Who answers at once is not said to think. */
const SOON = 500;

export class Thinking {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** What the server last told of it. @type {import("../wire").Thinking | null} */
    this.told = null;
    /** Since when he thinks about this decision, and since when it is he who decides, on the clock of the page. */
    this.since = 0;
    this.run = 0;
    this.hurried = false;
    this.timer = setInterval(() => this.#tick(), 250);
  }

  close() {
    clearInterval(this.timer);
  }

  /** The computer player who decides now. */
  get who() {
    const { standing, seats, you } = this.page.table;
    const asked = standing.waiting?.seats ?? [];
    const side = asked.find((seat) => seats[seat].kind === "computer");
    return side && !asked.some((seat) => you.includes(seat)) && !seats[side].stuck
      ? { side, seat: seats[side] }
      : null;
  }

  /** Whether he can be told to choose. */
  get canHurry() {
    return this.who !== null && this.page.table.you.length > 0;
  }

  /** @param {import("../wire").Thinking} told */
  heard(told) {
    this.told = told;
    this.#tick();
  }

  /** The game has moved on. @param {import("../types.js").Table} table */
  arrived(table) {
    if (!this.who) {
      this.run = 0;
      this.hurried = false;
    } else {
      if (!this.run || table.seq !== this.seq) this.since = performance.now();
      this.run ||= this.since;
    }
    this.seq = table.seq;
    if (this.told && this.told.seq !== table.seq) this.told = null;
  }

  #tick() {
    if (this.run && !this.page.story.active) this.page.strip?.draw();
  }

  async hurry() {
    if (!this.canHurry || this.hurried) return;
    this.hurried = true;
    this.page.strip?.draw();
    say("He is told to hurry.");
    await api.hurry(this.page.id).catch(this.page.wire.hooks.refused);
  }

  /** That he thinks, in words; nothing where he does not, or has only begun. @returns {string} */
  words() {
    const { who, told } = this;
    const now = performance.now();
    if (!who || !this.run || now - this.run < SOON) return "";
    const seconds = Math.floor(Math.max(now - this.since, told?.ms ?? 0) / 1000);
    const weighs = told?.weighs && told.weighs > 1 && told.trials;
    const does = weighs ? `weighs ${told.weighs} orders, ${told.trials} trials` : "is thinking";
    return `${who.seat.name} (${SIDES[who.side]}) ${does} · ${seconds} s`;
  }
}
