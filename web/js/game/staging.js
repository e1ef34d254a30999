/** The order that is looked at before it is given: what it may bring, and other ways to do the same beside it. */

import * as api from "../api.js";
import { turning } from "../board/wish.js";
import { say } from "../dom.js";
import { waysLike } from "../panels/forecast.js";
import { NOWHERE } from "./goal.js";

/** @typedef {import("../types.js").Card} Card */

export class Staging {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Card | null} */
    this.card = null;
    /** What the referee says of it. @type {any} */
    this.answer = null;
    /** Other ways to do the same, with what each may bring. @type {import("../panels/forecast.js").Way[]} */
    this.ways = [];
    /** The order leaves its piece no movement. */
    this.nothingLeft = false;
  }

  /** Nothing is looked at any more. */
  drop() {
    this.card = null;
    this.answer = null;
  }

  /** Looks at an order before it is given. @param {Card} card */
  async stage(card) {
    const { page } = this;
    this.card = card;
    this.answer = null;
    page.draw();
    say(`${card.label}. Choose again to give this order.`);
    if (!card.preview) return;
    try {
      const answer = await api.ask(page.id, card.preview);
      if (this.card === card) this.answer = answer;
      if (answer?.words) say(answer.words.say);
      await this.compare(card);
    } catch (no) {
      if (this.card === card) this.answer = { why: no instanceof Error ? no.message : String(no) };
    }
    page.draw();
  }

  /** The ways to do the same, side by side. @param {Card} card */
  async compare(card) {
    const like = waysLike(this.page.table.cards, card);
    const known = this.ways.map((way) => way.card.order).join();
    if (like.map((c) => c.order).join() === known) return;
    const asked = like.map(async (other) => {
      const answer = await api.ask(this.page.id, other.preview).catch(() => null);
      return { card: other, words: answer?.words };
    });
    const ways = (await Promise.all(asked)).filter((way) => way.words);
    if (this.card && like.includes(this.card)) this.ways = ways;
  }

  /** A pose that the referee found legal; a stand that has not begun its move begins it first. @param {string} id @param {any} answer */
  async stageMove(id, answer) {
    const { page } = this;
    if (!answer.legal || !answer.order) {
      // What is shown is what would be given: nothing, while the pose is none that can be had.
      this.card = null;
      return page.refused(new api.Refused(422, { message: answer.error, clause: answer.rule }));
    }
    if (this.card?.order === answer.order) return void page.give(/** @type {Card} */ (this.card));
    // Before it moves it is taken in hand, and another that still is, let go.
    const { first = [] } = await api.reach(page.id, { piece: id }).catch(() => NOWHERE);
    const [cost, left] = [answer.cost, answer.left].map((n) => Number(n).toFixed(1));
    page.selected = id;
    this.card = {
      order: answer.order,
      orders: [...first, answer.order],
      label: `Move ${id} to here`,
      piece: id,
      seat: page.table.cards[0]?.seat,
    };
    this.nothingLeft = answer.left < 0.1;
    this.answer = {
      note: answer.note,
      cost: `${cost} in${turning(answer)}`,
      left: `${left} in`,
      disordered: answer.disordered,
      effects: (answer.effects ?? []).map((/** @type {any} */ e) => e.what),
    };
    say(`${this.card.label}: costs ${cost}, ${left} inches left. Enter gives this order.`);
    return page.draw();
  }
}
