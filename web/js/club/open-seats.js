/** Seats that are offered, in the lobby: those one is asked to take, those anybody may take, and one's own offers. */

import * as api from "../api.js";
import { h, say, show } from "../dom.js";
import { go } from "../main.js";
import { termsWords } from "../time/words.js";
import { ago, SIDES } from "../words.js";
import * as calls from "./calls.js";
import { button } from "./parts.js";

/** @typedef {import("../wire").OpenSeat} OpenSeat */

export class OpenSeats {
  /** @param {import("../types.js").SystemCard[]} systems */
  constructor(systems) {
    this.systems = systems;
    this.element = h("div", {});
    /** Pages of the list that are shown. */
    this.pages = 1;
    /** What was drawn last: the same is not drawn again under somebody's hand. */
    this.drawn = "";
    /** How many seats one is asked to take. */
    this.asked = 0;
  }

  async refresh() {
    const mine = await calls.myOpenSeats();
    const own = new Set(mine.by_me.map((seat) => seat.game));
    /** @type {OpenSeat[]} */
    let open = [];
    /** @type {string | null} */
    let next = null;
    for (let page = 0; page < this.pages; page++) {
      const listed = await calls.openSeats(next);
      open = [...open, ...listed.seats];
      next = listed.next;
      if (!next) break;
    }
    open = open.filter((seat) => !own.has(seat.game));
    const drawn = JSON.stringify([mine, open, next, Math.floor(Date.now() / 60000)]);
    if (drawn === this.drawn) return;
    if (this.drawn && mine.to_me.length > this.asked) say("You are asked to play.");
    this.asked = mine.to_me.length;
    this.drawn = drawn;
    show(
      this.element,
      mine.to_me.length > 0 && [
        h("h2", { id: "invitations" }, "You are asked to play"),
        list(mine.to_me.map((seat) => this.#asked(seat))),
      ],
      (open.length > 0 || mine.by_me.length > 0) && [
        h("h2", { id: "open-seats" }, "Open seats"),
        list([...mine.by_me.map((seat) => this.#own(seat)), ...open.map((seat) => this.#open(seat))]),
        next &&
          button(
            "More open seats",
            async () => {
              this.pages += 1;
              this.drawn = "";
              await this.refresh();
            },
            { "data-key": "more-seats" },
          ),
      ],
      (mine.to_me.length > 0 || open.length > 0 || mine.by_me.length > 0) && h("hr", { class: "ornament" }),
    );
  }

  /** @param {OpenSeat} seat @param {...any} tools */
  #row(seat, ...tools) {
    return h(
      "li",
      { "data-open-seat": seat.game },
      h(
        "div",
        {},
        h(
          "span",
          { class: "title" },
          h("i", { class: ["dot", seat.side] }),
          ` ${seat.title || seat.scenario}: the ${SIDES[seat.side]}`,
        ),
        h(
          "div",
          { class: "facts" },
          h("span", {}, api.titleOf(this.systems, seat.system)),
          seat.length && h("span", {}, seat.length),
          seat.terms?.clock && h("span", {}, termsWords(seat.terms)),
          seat.options.length > 0 && h("span", {}, `with ${seat.options.join(", ")}`),
          h(
            "span",
            {},
            "offered by ",
            seat.member ? h("a", { href: `/person/${encodeURIComponent(seat.by)}` }, seat.by) : seat.by,
          ),
          h("span", {}, ago(seat.since)),
          seat.private && h("span", { class: "badge" }, "Private"),
        ),
      ),
      h("div", { class: "seat-tools" }, ...tools),
    );
  }

  /** @param {OpenSeat} seat */
  #sit(seat, words = "Sit down") {
    return button(
      words,
      async () => {
        const sat = await calls.sit(seat.game, seat.side, api.myName());
        go(`/game/${sat.id}`);
      },
      {
        class: "main",
        "data-key": `sit-${seat.game}`,
        "aria-label": `${words}: the ${SIDES[seat.side]} side of ${seat.title || seat.scenario}, against ${seat.by}`,
      },
    );
  }

  /** @param {OpenSeat} seat */
  #asked(seat) {
    return this.#row(
      seat,
      this.#sit(seat, "Accept"),
      button(
        "Decline",
        async () => {
          await calls.decline(seat.game, seat.side);
          await this.refresh();
        },
        { "data-key": `decline-${seat.game}` },
      ),
    );
  }

  /** @param {OpenSeat} seat */
  #open(seat) {
    return this.#row(seat, this.#sit(seat));
  }

  /** @param {OpenSeat} seat */
  #own(seat) {
    const to = seat.to ? `Yours: ${seat.to} is asked` : "Yours: anybody may take it";
    return this.#row(
      seat,
      h("span", { class: "soft" }, to),
      button(
        "Take back",
        async () => {
          await calls.closeSeat(seat.game, seat.side);
          say("The offer is taken back: the link still works.");
          await this.refresh();
        },
        { "data-key": `close-${seat.game}` },
      ),
    );
  }
}

/** @param {any[]} rows */
const list = (rows) => h("ul", { class: "game-list open-seats" }, rows);
