/** The standing answers of a game: kept in this browser, given when they are meant, and told. */

import { say } from "../dom.js";
import { answerWords, meant, offered, same, usualPace } from "./answers.js";

/** @typedef {import("./answers.js").Answer} Answer */

const STORE = "hardtack.standing";
/** How many orders are remembered as given by a standing answer. */
const REMEMBERED = 200;

/** @typedef {{answers: Answer[], given: [number, string][], paced: boolean}} Kept */

/** @returns {Record<string, Kept>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

export class Standing {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Kept} */
    this.kept = all()[page.id] ?? { answers: [], given: [], paced: false };
    /** Nothing is answered until the next order by hand: the last was taken back. */
    this.held = false;
    this.acting = false;
    /** Why an answer that stands is not given now. */
    this.why = "";
  }

  #keep() {
    const { answers, given, paced } = this.kept;
    const { [this.page.id]: _old, ...others } = all();
    const kept = { answers, given: given.slice(-REMEMBERED), paced };
    const any = answers.length || given.length || paced;
    localStorage.setItem(STORE, JSON.stringify(any ? { ...others, [this.page.id]: kept } : others));
  }

  /** The side that they are of: whoever decides, else the first of mine. */
  get seat() {
    const { table } = this.page;
    return table.cards[0]?.seat ?? table.you[0];
  }

  /** Those of one side. @returns {Answer[]} */
  get mine() {
    return this.kept.answers.filter((a) => a.seat === this.seat);
  }

  /** Whether the table is measured in inches. */
  get inches() {
    return this.page.table.view.board.kind === "inches";
  }

  /** @param {Answer} answer */
  words(answer) {
    return answerWords(answer, this.inches);
  }

  /** The answer that could be made to stand now, unless it does. */
  get offered() {
    const offer = this.seat ? offered(this.page.table, this.seat) : null;
    return offer && !this.kept.answers.some((a) => same(a, offer)) ? offer : null;
  }

  /** Whether anybody was ever asked for a pace in this game. */
  get paced() {
    return this.kept.paced;
  }

  /** @param {Answer} answer */
  set(answer) {
    this.kept.answers = [...this.kept.answers.filter((a) => !same(a, answer)), answer];
    this.held = false;
    this.#keep();
    say(`Standing answer: ${this.words(answer)}.`);
    this.page.draw();
    this.act();
  }

  /** @param {Answer} answer */
  drop(answer) {
    this.kept.answers = this.kept.answers.filter((a) => !same(a, answer));
    this.why = "";
    this.#keep();
    say(`No longer: ${this.words(answer)}.`);
    this.page.draw();
  }

  /** An order was given by hand. */
  byHand() {
    this.held = false;
  }

  /** Something is to be taken back: it is not to be given again at once. */
  hold() {
    this.held = true;
  }

  /** Orders were taken back: what stands waits for an order by hand. @param {number} kept how many orders are left */
  takenBack(kept) {
    this.held = true;
    this.kept.given = this.kept.given.filter(([n]) => n <= kept);
    this.#keep();
  }

  /** By which standing answer an order was given. @param {number} n */
  giver(n) {
    return this.kept.given.find(([given]) => given === n)?.[1];
  }

  /** What has run out with its turn goes. */
  #tidy() {
    const { turn } = this.page.table.view;
    const over = this.kept.answers.filter((a) => a.turn !== null && a.turn !== turn);
    if (!over.length) return;
    this.kept.answers = this.kept.answers.filter((a) => !over.includes(a));
    this.#keep();
    for (const answer of over) say(`The turn is over, and with it: ${this.words(answer)}.`);
  }

  /** Gives the order that a standing answer means now, if one does. @returns {Promise<void>} */
  async act() {
    const { page } = this;
    const { table, wire, board } = page;
    if (!this.kept.paced && (usualPace(table.cards) || page.going.reach.harder !== undefined)) {
      this.kept.paced = true;
      this.#keep();
      page.drawing.standing();
    }
    if (!this.kept.answers.length) return;
    this.#tidy();
    this.why = "";
    // What the enemy did is known first, then it is judged whether it matters.
    const known = (wire.lines.at(-1)?.n ?? 0) >= table.orders;
    const busy = wire.busy || page.going.goal || this.acting || page.staged;
    if (!board || !known || busy || table.standing.over) return;
    for (const answer of this.kept.answers) {
      const apart = (/** @type {any} */ a, /** @type {any} */ b) => board.apart(a, b);
      const { card, why } = meant(answer, table, { lines: wire.lines, apart, inches: this.inches });
      if (why) this.#because(why);
      if (!card) continue;
      if (this.held) return this.#because("An order was taken back: you decide.");
      return this.#give(answer, card);
    }
  }

  /** @param {string} why */
  #because(why) {
    this.why = why;
    this.page.drawing.standing();
  }

  /** @param {Answer} answer @param {import("../types.js").Card} card @returns {Promise<void>} */
  async #give(answer, card) {
    const { page } = this;
    const before = page.table;
    this.acting = true;
    const words = this.words(answer);
    say(`${card.label}, by your standing answer: ${words}.`);
    try {
      await page.wire.give([card.order], card.seat);
    } finally {
      this.acting = false;
    }
    if (page.table.seq === before.seq) return this.drop(answer);
    const n = before.orders + 1;
    // Somebody else may have been quicker.
    if (page.wire.lines.some((line) => line.n === n && line.seat === answer.seat)) {
      this.kept.given.push([n, words]);
      this.#keep();
      page.drawing.more();
    }
    return this.act();
  }
}
