/** The clocks of a table as they tick, and what players do about time: rest, go on, call the other one. */

import { act, button } from "../club/parts.js";
import { alert, h, say, show } from "../dom.js";
import { BOTH, SIDES } from "../words.js";
import { nudge, wantRest } from "./calls.js";
import { figures, inWords, leftNow, marks, termsWords, untilDay } from "./words.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Side} Side */

export class Clocks {
  /** @param {HTMLElement} part @param {(table: Table) => void} took a table that came as an answer */
  constructor(part, took) {
    this.part = part;
    this.took = took;
    /** @type {Table | null} */
    this.table = null;
    this.at = 0;
    /** What each side had left when it was last looked at. @type {Record<Side, number>} */
    this.last = { union: Infinity, confederate: Infinity };
    this.timer = setInterval(() => this.tick(), 500);
  }

  close() {
    clearInterval(this.timer);
  }

  /** @param {Table} table */
  arrived(table) {
    this.table = table;
    this.at = performance.now();
    this.draw();
  }

  draw() {
    const { table } = this;
    if (!table) return;
    const { clock, you, seats } = table;
    const two = BOTH.every((side) => seats[side].kind === "person") && you.length < 2;
    const parts =
      table.standing.over || !(clock || (two && you.length)) ? [] : this.#parts(table, two).filter(Boolean);
    this.part.hidden = parts.length === 0;
    show(this.part, ...parts);
    this.tick();
  }

  /** @param {Table} table @param {boolean} two */
  #parts(table, two) {
    const { clock, you } = table;
    const away = BOTH.filter((side) => clock?.away[side]);
    return [
      clock?.terms &&
        h(
          "div",
          { class: "clock-row" },
          BOTH.map((side) =>
            h(
              "div",
              {
                class: ["clock", side, clock.running.includes(side) && "runs"],
                "data-clock": side,
                role: "timer",
              },
              h("small", {}, h("i", { class: ["dot", side] }), SIDES[side]),
              // What it says is told at a few moments only: see `tick`.
              h("b", {}),
            ),
          ),
        ),
      clock?.terms && h("p", { class: "soft clock-terms" }, termsWords(clock.terms)),
      away.map((side) =>
        h(
          "p",
          { class: "note" },
          `${table.seats[side].name} is on holiday until ${untilDay(clock?.away[side] ?? 0)}.`,
        ),
      ),
      two && you.length === 1
        ? this.#deeds(table, you[0])
        : clock?.resting && h("p", { class: "note" }, "The game rests."),
    ].flat();
  }

  /** Resting, going on, calling. @param {Table} table @param {Side} own */
  #deeds(table, own) {
    const { clock } = table;
    const other = own === "union" ? "confederate" : "union";
    const name = table.seats[other].name;
    const [mine, his] = [clock?.says.includes(own), clock?.says.includes(other)];
    const want = (/** @type {boolean} */ rest) => async () => this.took(await wantRest(table.id, rest));
    const deed = (/** @type {string} */ words, /** @type {boolean} */ rest, /** @type {string} */ key) =>
      button(words, want(rest), { "data-key": key });
    if (clock?.resting)
      return h(
        "div",
        { class: "note rests" },
        h(
          "p",
          {},
          clock.resting === "time" ? "Time is over: the game rests" : "The game rests",
          mine
            ? `. It goes on when ${name} wants it too.`
            : his
              ? `. ${name} would like to go on.`
              : " until both of you go on.",
        ),
        mine ? deed("Not yet", true, "rest-take-back") : deed("Go on", false, "rest-go-on"),
      );
    const waits =
      table.standing.waiting?.seats.includes(other) && !table.standing.waiting?.seats.includes(own);
    return [
      his
        ? h(
            "div",
            { class: "note rests" },
            h("p", {}, `${name} asks to adjourn: the game would rest until both of you go on.`),
            deed("Adjourn", true, "rest-agree"),
            " ",
            deed("Play on", false, "rest-decline"),
          )
        : h(
            "p",
            { class: "clock-deeds" },
            mine
              ? [`You have asked ${name} to adjourn. `, deed("Take it back", false, "rest-take-back")]
              : deed("Adjourn…", true, "rest"),
            " ",
            waits && table.seats[other].member && !clock?.away[other] && this.#nudge(table, name),
          ),
    ];
  }

  /** @param {Table} table @param {string} name */
  #nudge(table, name) {
    const soon = (table.clock?.nudge_at ?? 0) - Date.now() / 1000;
    const made = h(
      "button",
      {
        type: "button",
        "data-key": "nudge",
        disabled: soon > 0,
        title: soon > 0 ? `${name} was called: again in ${inWords(soon * 1000)}` : "Sends a notice",
        onclick: () =>
          act(made, async () => {
            await nudge(table.id);
            alert(`${name} has been called.`, "yes");
          }),
      },
      soon > 0 ? `${name} was called` : `Call ${name}`,
    );
    return made;
  }

  /** Shows what is left now; a screen reader is told at a few moments. */
  tick() {
    const { clock, you } = this.table ?? {};
    if (!clock?.terms || this.part.hidden) return;
    for (const side of BOTH) {
      const left = leftNow(clock, side, performance.now() - this.at);
      const shown = this.part.querySelector(`[data-clock=${side}] b`);
      const box = shown?.parentElement;
      if (shown && shown.textContent !== figures(left)) shown.textContent = figures(left);
      box?.classList.toggle("little", left <= marks(clock)[0]);
      box?.setAttribute("aria-label", `${SIDES[side]}: ${inWords(left)} left`);
      const passed = marks(clock).some((mark) => this.last[side] > mark && left <= mark);
      if (passed && clock.running.includes(side) && this.last[side] !== Infinity)
        say(
          you?.includes(side) ? `You have ${inWords(left)} left.` : `${SIDES[side]}: ${inWords(left)} left.`,
        );
      this.last[side] = left;
    }
  }
}
