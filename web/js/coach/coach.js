/** The coach of a lesson at the game page: what he says, what he points at, what he is told. */

import * as api from "../api.js";
import { say, show } from "../dom.js";
import { coachPanel } from "../panels/coach.js";
import { keepDone } from "./done.js";

/** @typedef {import("../pages/game.js").GamePage} GamePage */
/** @typedef {import("../wire").Coach} CoachTold */

/** Who has not found it by now is told how, in milliseconds. */
const HINT = 20000;

/** Which moment of a lesson is shown. @param {CoachTold | undefined} told */
const moment = (told) => (told ? `${told.step} ${told.end ? "end" : ""} ${told.word?.text ?? ""}` : "");

export class Coach {
  /** @param {GamePage} page @param {HTMLElement} part where he stands */
  constructor(page, part) {
    this.page = page;
    this.part = part;
    this.folded = false;
    this.hinted = false;
    this.busy = false;
    this.shown = "";
    /** What was drawn last. */
    this.sign = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** What he says now. @returns {CoachTold | undefined} */
  get told() {
    return this.page.table.coach;
  }

  /** A table arrived. */
  arrived() {
    const { told } = this;
    if (!told || moment(told) === this.shown) return;
    this.shown = moment(told);
    this.hinted = false;
    this.folded = this.folded && !told.word && !told.end;
    clearTimeout(this.timer);
    if (told.hint) this.timer = setTimeout(() => this.hint(), HINT);
    if (told.end) keepDone(told.lesson);
    say(
      [told.word?.text, told.end ? "The lesson is over." : `Step ${told.step} of ${told.of}. ${told.say}`]
        .filter(Boolean)
        .join(" "),
    );
    if (told.point.part) this.page.showTab(told.point.part);
    this.draw();
    this.#inSight();
    this.look();
  }

  /** On a phone the page may have been scrolled past him. */
  #inSight() {
    const narrow = matchMedia("(max-width: 860px)").matches;
    const { top } = this.part.getBoundingClientRect();
    if (narrow && (top < innerHeight * 0.42 - 1 || top > innerHeight * 0.7)) this.part.scrollIntoView();
  }

  close() {
    clearTimeout(this.timer);
  }

  hint() {
    const hint = this.told?.hint;
    if (!hint || this.hinted) return;
    this.hinted = true;
    say(`Hint: ${hint}`);
    this.draw();
  }

  /** Brings what is pointed at into sight, near enough to be read. */
  look() {
    const { board, overview } = this.page;
    for (const place of this.places().reverse()) board?.look(place, overview?.flags.far);
  }

  /** The places, or stands, that are pointed at. @returns {string[]} */
  places() {
    const { table } = this.page;
    const { piece, hex } = this.told?.point ?? {};
    const at = table.view.pieces.find((p) => p.id === piece);
    const inches = table.view.board.kind === "inches";
    return [inches ? at?.id : at?.at, hex].filter((place) => place !== undefined && place !== null);
  }

  /** @param {"next" | "back" | "skip" | "again"} wish */
  async tell(wish) {
    if (this.busy) return;
    this.busy = true;
    const meant = this.told?.step;
    try {
      await this.#tellOnce(wish).catch(async (no) => {
        if (!(no instanceof api.Refused && no.kind === "stale")) throw no;
        // The other side moved meanwhile: it is said again, unless the coach is elsewhere by now.
        this.page.wire.took(await api.table(this.page.id));
        if (this.told?.step === meant) await this.#tellOnce(wish);
      });
    } catch (no) {
      this.page.refused(no);
    } finally {
      this.busy = false;
    }
    this.draw();
  }

  /** @param {string} wish */
  async #tellOnce(wish) {
    this.page.wire.took(await api.coach(this.page.id, { seq: this.page.table.seq, do: wish }));
  }

  focus() {
    this.folded = false;
    this.draw();
    this.part.querySelector(/** @type {"button"} */ (".coach-act button, .coach-act a"))?.focus();
  }

  draw() {
    const { told } = this;
    this.part.hidden = !told;
    if (!told) return;
    const now = { folded: this.folded, hinted: this.hinted, yours: this.page.table.you.length > 0 };
    // Drawn anew only when it says something else: a button must not vanish under the finger that presses it.
    const sign = JSON.stringify([told, now, this.places().length > 0]);
    if (sign === this.sign) return;
    this.sign = sign;
    show(
      this.part,
      ...coachPanel(told, now, {
        tell: (wish) => this.tell(wish),
        hint: () => this.hint(),
        look: this.places().length ? () => this.look() : null,
        fold: () => {
          this.folded = !this.folded;
          this.draw();
        },
      }),
    );
  }

  /** Marks the buttons and the part of the page that are pointed at. @param {HTMLElement} root */
  mark(root) {
    for (const old of root.querySelectorAll(".pointed")) old.classList.remove("pointed");
    const { orders = [], part, hex } = this.told?.point ?? {};
    const { staged } = this.page;
    const looked = staged ? [staged.order, ...(staged.orders ?? [])] : [];
    const given = looked.some((order) => orders.includes(order)) || (staged && staged.goal === hex);
    if (given) root.querySelector('[data-key="give"]')?.classList.add("pointed");
    for (const button of root.querySelectorAll(".decision [data-order]")) {
      if (!orders.includes(button.getAttribute("data-order") ?? "")) continue;
      button.classList.add("pointed");
      button.closest("details")?.setAttribute("open", "");
    }
    if (part) root.querySelector(`[data-part="${part}"]`)?.classList.add("pointed");
  }
}
