/** One game on the wire: its table and log, kept up to date; orders given, refused and taken back. */

import * as api from "../api.js";
import { sameClock } from "../time/words.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").News} News */

/** How many orders of the log are fetched at once. */
export const LOG = 60;
/** A table where others decide is fetched and drawn at most this often, in milliseconds. */
export const PACE = 120;

/**
 * @typedef {object} Hooks
 * @property {(table: Table) => void} arrived a table, at least as new as the last
 * @property {(lines: Line[], fresh: boolean) => void} told lines that were not in the log yet
 * @property {(back: import("../types.js").TakingBack) => void} takenBack orders were taken back
 * @property {(why: unknown) => void} refused
 * @property {() => void} working an order is on its way, or no longer
 * @property {(on: boolean) => void} connected
 * @property {(line: import("../wire").ChatLine) => void} chat somebody said something
 * @property {(told: import("../wire").Thinking) => void} thinking what a computer player has weighed so far
 * @property {(spectators: number) => void} watched others watch than before
 */

/** Whether news say something that a table does not show yet. @param {News} news @param {Table} table */
export function isNew(news, table) {
  const same = (/** @type {unknown} */ a, /** @type {unknown} */ b) =>
    JSON.stringify(a) === JSON.stringify(b);
  const known = news.seq === table.seq && !news.taken_back && sameClock(news.clock, table.clock);
  const about = (/** @type {News | Table} */ { asked, seats, proposed, name, next }) => [
    asked,
    seats,
    proposed,
    name,
    next,
  ];
  return !(known && same(about(news), about(table)));
}

/** Lines in the order of the game, each once. @param {Line[]} lines @param {Line[]} more */
export function merged(lines, more) {
  const known = new Set(lines.map((line) => line.n));
  const added = more.filter((line) => !known.has(line.n));
  return { added, lines: [...lines, ...added].sort((a, b) => a.n - b.n) };
}

export class GameWire {
  /** @param {Table} table @param {Hooks} hooks */
  constructor(table, hooks) {
    this.id = table.id;
    this.table = table;
    this.hooks = hooks;
    /** @type {Line[]} */
    this.lines = [];
    /** Whenever orders were taken back, in turn. @type {import("../types.js").TakingBack[]} */
    this.takenBack = [];
    this.busy = false;
    this.stale = false;
    this.fetching = false;
    this.stop = () => {};
  }

  listen() {
    const heard = {
      news: (/** @type {News} */ news) => this.#heard(news),
      thinking: this.hooks.thinking,
      chat: this.hooks.chat,
      watching: (/** @type {import("../wire").Watching} */ told) => this.hooks.watched(told.spectators),
    };
    this.stop = api.listen(this.id, heard, this.hooks.connected);
  }

  /** @param {News} news */
  #heard(news) {
    // The table may have come before them, with the answer to an order.
    this.#tell(news.lines, true);
    if (!isNew(news, this.table)) return;
    const back = news.taken_back;
    if (back) {
      this.lines = this.lines.filter((line) => line.n <= back.kept);
      this.takenBack = [...this.takenBack, back];
      this.hooks.takenBack(back);
    }
    if (news.seq >= this.table.seq) this.refresh();
  }

  /** Lines that were missed. @param {Line[]} lines */
  add(lines) {
    this.#tell(lines, true);
  }

  /** @param {Line[]} lines @param {boolean} fresh */
  #tell(lines, fresh) {
    const all = merged(this.lines, lines);
    this.lines = all.lines;
    if (all.added.length) this.hooks.told(all.added, fresh);
  }

  /** @param {Table} table */
  #arrived(table) {
    this.table = table;
    this.hooks.arrived(table);
  }

  /** A table that came as the answer to something else. @param {Table} table */
  took(table) {
    this.lines = this.lines.filter((line) => line.n <= table.orders);
    if (table.seq >= this.table.seq) this.#arrived(table);
  }

  /** Fetches the table once, however many news come meanwhile. */
  async refresh() {
    this.stale = true;
    if (this.fetching || this.busy) return;
    this.fetching = true;
    try {
      while (this.stale) {
        this.stale = false;
        const table = await api.table(this.id);
        if (table.seq >= this.table.seq) this.#arrived(table);
        // A computer player may give hundreds of orders a second: nobody can see them one by one.
        if (!table.cards.length) await new Promise((go) => setTimeout(go, PACE));
      }
    } catch {
      this.stale = true;
      setTimeout(() => this.refresh(), 1000);
    } finally {
      this.fetching = false;
    }
  }

  /** Several orders in turn, as one request. @param {string[]} orders @param {string} [seat] */
  async give(orders, seat) {
    if (this.busy) return;
    this.busy = true;
    this.hooks.working();
    try {
      const done = await api.order(this.id, { seq: this.table.seq, seat, orders });
      this.#tell(done.lines, true);
      this.busy = false;
      if (done.table) this.#arrived(done.table);
    } catch (no) {
      this.busy = false;
      if (no instanceof api.Refused && ["stale", "resting", "out-of-time"].includes(no.kind))
        await this.refresh();
      this.hooks.refused(no);
    }
    if (this.stale) this.refresh();
  }

  /** Takes the last own order back; whether it was done, or only asked for. @returns {Promise<boolean | null>} */
  async undo() {
    try {
      const { done } = await api.undo(this.id, this.table.seq);
      await this.refresh();
      return done;
    } catch (no) {
      this.hooks.refused(no);
      return null;
    }
  }

  /** @param {boolean} agree */
  async answerUndo(agree) {
    await api.answerUndo(this.id, this.table.seq, agree).catch(this.hooks.refused);
    await this.refresh();
  }

  /** Fetches the lines before those that are known. */
  async earlier() {
    const first = this.lines.length ? this.lines[0].n - 1 : this.table.orders;
    const got = await api.log(this.id, Math.max(0, first - LOG), first || undefined);
    this.takenBack = got.taken_back;
    this.#tell(got.lines, false);
  }
}
