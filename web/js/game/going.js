/** A piece on its way to the goal that was named for it. */

import * as api from "../api.js";
import { NOWHERE, lettingGo, nextStep } from "./goal.js";

/** @typedef {import("../pages/game.js").GamePage} GamePage */
/** @typedef {import("./goal.js").Goal} Goal */

/** Orders, dice, orders, the end of the move: more rounds than these a goal does not take. */
const MOST_ROUNDS = 5;

export class Going {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    /** Where the chosen pieces can go. @type {import("../types.js").Reach} */
    this.reach = NOWHERE;
    /** Who goes along with the piece chosen. @type {string[]} */
    this.with = [];
    /** Farther than usual, at a price. */
    this.press = false;
    /** What is under way. @type {Goal | null} */
    this.goal = null;
    /** The question where the chosen pieces can go, while it is asked. @type {Promise<void>} */
    this.finding = Promise.resolve();
  }

  /** The way to a place. @param {string} place */
  way(place) {
    return this.reach.hexes[place];
  }

  forget() {
    this.reach = NOWHERE;
    this.page.hovered = undefined;
  }

  /** Asks where the chosen piece can go. */
  find() {
    this.finding = this.#find();
    return this.finding;
  }

  async #find() {
    const { page } = this;
    const { selected, table } = page;
    this.forget();
    if (!selected || !table.cards.length || table.view.board.kind !== "hexes") return;
    const found = await this.#ask(selected, this.with, this.press);
    if (!found || page.selected !== selected || page.table.seq !== found.seq) return;
    this.reach = found;
    // The pointer may be over a goal already.
    page.point(page.board?.hovered ?? null);
    page.drawing.board();
    page.drawing.decision();
  }

  /** @param {string} piece @param {string[]} along @param {boolean} press */
  async #ask(piece, along, press) {
    const found = await api.reach(this.page.id, { piece, with: along, press }).catch(() => null);
    return found && found.seq === this.page.table.seq ? found : null;
  }

  /** Sends the chosen pieces to a place. @param {string} place @param {boolean} [stay] the move is not over there */
  async go(place, stay = false) {
    const piece = this.page.selected;
    if (!piece || this.goal) return;
    this.goal = { piece, with: this.with, press: this.press, place, stay };
    try {
      await this.#follow(this.goal);
    } finally {
      this.goal = null;
      this.press = false;
    }
  }

  /** @param {Goal} goal */
  async #follow(goal) {
    const { page } = this;
    /** @type {import("../types.js").Reach | null} */
    let reach = this.reach;
    for (let round = 0; round < MOST_ROUNDS && reach; round++) {
      const next = nextStep(goal, reach);
      if (next === "there") return this.#letGo(goal);
      if (next === "out of reach") return page.tooFar(goal);
      const seq = page.table.seq;
      await page.wire.give("orders" in next ? next.orders : next.dice, page.table.cards[0]?.seat);
      if (page.table.seq === seq || !page.table.cards.length) return undefined;
      if ("orders" in next) return this.#letGo(goal);
      reach = await this.#ask(goal.piece, goal.with, goal.press);
    }
    return undefined;
  }

  /** On arrival the move is over, unless there is something to think about. @param {Goal} goal */
  #letGo(goal) {
    const { table, wire } = this.page;
    const { active } = table.view;
    const here = table.view.pieces.find((p) => p.id === goal.piece)?.at === goal.place;
    const inHand = active && [active.piece, ...(active.with ?? [])].includes(goal.piece);
    const end = lettingGo(table.cards);
    if (goal.stay || !here || !inHand || !end) return undefined;
    return wire.give([end.order], end.seat);
  }
}
