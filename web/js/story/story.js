/** The other side's turn, played on the map: every order that others gave, one after the other, until the present is reached. */

import * as api from "../api.js";
import { still } from "../board/acting.js";
import { nextBeat } from "./beats.js";
import { Ledger } from "./ledger.js";
import { wish, wishes } from "./memory.js";
import { after, without } from "./position.js";
import { sound } from "./sound.js";
import { Teller } from "./teller.js";

/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("./beats.js").Beat} Beat */
/** @typedef {Beat & {before: View, after: View, own: boolean}} Scene orders with the position before and after them */

/** An own order slides for so long, in milliseconds, and no longer for a long way than that. */
const OWN = 200;
const OWN_MOST = 420;
/** Who comes back to the page and finds more orders than these is asked whether he wants to see them. */
const MANY = 60;
/** News that do not come are asked for after this time. */
const LATE = 1500;

export class Story {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** How many orders the map shows. */
    this.n = page.table.orders;
    /** The last order that came. */
    this.queued = this.n;
    /** How much longer the journal is than the game. */
    this.back = page.table.seq - page.table.orders;
    /** The position shown, while it is not the present. @type {View | null} */
    this.view = null;
    /** The last position of the present. */
    this.known = page.table.view;
    /** Orders to be shown. @type {Line[]} */
    this.waiting = [];
    /** What has been shown since my last order. @type {Scene[]} */
    this.scenes = [];
    /** How many of these the map shows. */
    this.at = 0;
    this.paused = false;
    /** Whether the reader asked to see something again. */
    this.again = false;
    this.running = false;
    /** Raised whenever what is under way is broken off. */
    this.turn = 0;
    /** What the map shows is being told, not played by me. */
    this.telling = false;
    /** How long this turn has been shown, at the usual speed. */
    this.spent = 0;
    this.ledger = new Ledger(page);
    this.teller = new Teller(page);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.asking = undefined;
    /** @type {() => void} */
    this.wake = () => {};
    this.onhidden = () => this.#visible();
    document.addEventListener("visibilitychange", this.onhidden);
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey, true);
  }

  close() {
    this.#stop();
    document.removeEventListener("visibilitychange", this.onhidden);
    document.removeEventListener("keydown", this.onkey, true);
  }

  /** The view to draw. @param {View} now */
  seen(now) {
    return this.view ?? now;
  }

  /** Whether the map shows the past: nothing on it can be clicked. */
  get quiet() {
    return this.view !== null && this.telling;
  }

  /** Whether there is something to play, to step through or to skip. */
  get active() {
    return this.telling || this.again;
  }

  /** Every order that others gave, whether it was shown or passed over, in turn. For whoever drives the page from outside. */
  get shown() {
    return this.ledger.entries;
  }

  /** The orders being looked at. @returns {Scene | undefined} */
  get scene() {
    return this.scenes[this.at - 1];
  }

  // What comes ---------------------------------------------------------------------------------------

  /** Orders were given. @param {Line[]} lines that were not known before */
  heard(lines) {
    const next = lines.filter((line) => line.n > this.queued).sort((a, b) => a.n - b.n);
    if (!next.length) return;
    this.waiting.push(...next);
    this.queued = next[next.length - 1].n;
    if (!wishes().show) return void this.#pass();
    // The position that was there before the first of them.
    this.view ??= this.known;
    this.#run();
  }

  /** A table came: the present. @param {Table} table */
  arrived(table) {
    if (table.orders > this.queued) {
      // The table came before its news: the map waits for them.
      if (wishes().show) this.view ??= this.known;
      this.#missing(this.queued);
    }
    this.known = table.view;
    // The journal keeps what was taken back: then it is longer than the orders that stand.
    const back = table.seq - table.orders;
    if (back !== this.back && table.orders < this.queued) this.takenBack(table.orders);
    this.back = back;
    if (!this.running) this.#settle();
  }

  /** Asks for orders of which no news came. @param {number} n the last that did */
  #missing(n) {
    clearTimeout(this.asking);
    this.asking = setTimeout(async () => {
      if (this.queued > n || this.page.table.orders <= n) return;
      const { lines } = await api.log(this.page.id, n).catch(() => ({ lines: [] }));
      this.page.wire.add(lines.filter((line) => line.n > n));
      if (this.queued <= n) this.#pass();
    }, LATE);
  }

  /** Orders were taken back: what was shown of them is no longer so. @param {number} kept */
  takenBack(kept) {
    this.#stop();
    this.waiting = [];
    this.scenes = [];
    this.at = 0;
    this.queued = kept;
    this.ledger.takenBack(kept);
    this.#leave();
    this.n = kept;
  }

  #visible() {
    if (document.hidden) return;
    if (this.waiting.length > MANY && !this.again) {
      const from = this.n;
      this.skip();
      this.page.absence?.offer(from);
    } else this.#run();
  }

  // Playing ------------------------------------------------------------------------------------------

  async #run() {
    if (this.running) return;
    this.running = true;
    const { turn } = this;
    while (!this.paused && !document.hidden) {
      const scene = this.scenes[this.at] ?? this.#next();
      if (!scene) break;
      if (!(await this.#play(scene))) break;
    }
    // Whoever broke it off has gone on himself.
    if (turn !== this.turn) return;
    this.running = false;
    this.#settle();
  }

  /** Whatever is being shown ends here. */
  #stop() {
    this.turn++;
    this.running = false;
    this.wake();
    this.page.board?.acting.halt();
  }

  /** Takes the orders to be seen next. @returns {Scene | null} */
  #next() {
    const view = this.view ?? this.known;
    const { you } = this.page.table;
    const own = this.waiting.length > 0 && !this.again && !this.ledger.foreign(this.waiting[0]);
    const until = own ? this.waiting.findIndex((line) => this.ledger.foreign(line)) : this.waiting.length;
    const some = this.waiting.slice(0, until < 0 ? undefined : until);
    const others = you.length === 2 ? [] : you;
    const beat = own
      ? { lines: some, ms: OWN, mine: false }
      : nextBeat(some, others, view.pieces, this.spent);
    if (!beat) return null;
    this.spent = own ? 0 : this.spent + beat.ms;
    this.waiting.splice(0, beat.lines.length);
    const { pieces } = after(view.pieces, beat.lines, this.page.table.view.pieces);
    const scene = { ...beat, own, before: view, after: { ...view, pieces } };
    if (own) {
      this.scenes = [];
      this.at = 0;
    } else this.scenes.push(scene);
    return scene;
  }

  /** Shows orders; whether it was not broken off. @param {Scene} scene */
  async #play(scene) {
    const { turn, page } = this;
    const { board } = page;
    if (!board) return false;
    if (!scene.own) this.at = this.scenes.findIndex((one) => one.lines[0] === scene.lines[0]) + 1;
    // Nothing of it can be seen.
    if (!scene.own && scene.ms === 0 && !this.paused) return this.#unseen(scene);
    this.telling = !scene.own;
    if (scene.own) sound(scene.lines);
    const { travels } = after(scene.before.pieces, scene.lines, page.table.view.pieces);
    const ms = scene.own ? Math.min(OWN_MOST, OWN + 40 * longest(travels)) : scene.ms / wishes().speed;
    let aim = 0;
    if (!scene.own) {
      this.#show(scene.before);
      if (this.teller.tell(scene)) aim = ms * 0.45;
      if (aim && !(await this.#wait(aim, turn))) return false;
    }
    const slide = scene.own ? ms : Math.min(ms * 0.55, 420 + 170 * longest(travels));
    if (travels.length && !still() && ms > 0) {
      const under = board.lifts ? without(scene.after.pieces, travels) : scene.after.pieces;
      this.#show({ ...scene.after, pieces: under });
      await board.travel(travels, slide);
      if (turn !== this.turn) return false;
    }
    this.#shown(scene);
    if (scene.own) return true;
    return this.#wait(Math.max(0, ms - aim - (travels.length ? slide : 0)), turn);
  }

  /** @param {Scene} scene */
  #unseen(scene) {
    this.view = scene.after;
    this.#counted(scene);
    return true;
  }

  /** @param {Scene} scene */
  #shown(scene) {
    this.#show(scene.after);
    this.#counted(scene);
  }

  /** @param {Scene} scene */
  #counted(scene) {
    this.ledger.note(scene.lines, "shown");
    const last = scene.lines.at(-1)?.n ?? this.n;
    this.n = this.again ? last : Math.max(this.n, last);
    if (!this.again) this.ledger.upTo(this.n);
  }

  /** @param {View} view */
  #show(view) {
    this.view = view;
    this.page.drawing.board();
  }

  /** Waits, longer while it is paused; whether it was not broken off. @param {number} ms @param {number} turn */
  async #wait(ms, turn) {
    await new Promise((go) => {
      const timer = setTimeout(go, ms);
      this.wake = () => {
        clearTimeout(timer);
        go(undefined);
      };
    });
    return turn === this.turn;
  }

  // The end ------------------------------------------------------------------------------------------

  /** Nothing more waits: the present is shown, once it is known. */
  #settle() {
    const { table, strip } = this.page;
    if (this.paused || this.waiting.length || this.at < this.scenes.length) return strip?.draw();
    // The table or the news are still on their way.
    if (this.view && table.orders !== this.n && !(this.again && table.orders > this.n)) return strip?.draw();
    return this.#leave();
  }

  /** The map shows the present again. */
  #leave() {
    const told = this.telling || this.again;
    const past = this.view !== null;
    const { page } = this;
    this.view = null;
    this.telling = false;
    this.again = false;
    this.paused = false;
    this.n = page.table.orders;
    if (!this.again) this.ledger.upTo(this.n);
    page.strip?.draw();
    if (!past) return;
    page.board?.point([]);
    page.board?.acting.halt();
    page.drawing.board();
    if (told) page.present();
  }

  /** What waits is passed over. */
  #pass() {
    this.#stop();
    this.ledger.note([...this.scenes.flatMap((scene) => scene.lines), ...this.waiting], "skipped");
    this.waiting = [];
    this.at = this.scenes.length;
    this.#leave();
  }

  // The reader ---------------------------------------------------------------------------------------

  /** A key that may be meant for the playback, before the map hears it. @param {KeyboardEvent} event */
  key(event) {
    const { key, target } = event;
    if (!this.active || event.ctrlKey || event.metaKey || event.altKey) return;
    const on = target instanceof Element ? target : document.body;
    if (on.closest("input, select, textarea, dialog")) return;
    // A button that has the focus is pressed by the space bar as ever; on the map there is nothing to choose now.
    if (key === " " && on.closest("button, summary, a") && !on.closest(".board")) return;
    if (key === " ") this.toggle();
    else if (key === ",") this.step(-1);
    else if (key === ".") this.step(1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the present. */
  skip() {
    if (this.view || this.waiting.length) this.#pass();
  }

  toggle() {
    if (!this.active) return;
    this.paused = !this.paused;
    if (this.paused) {
      this.#stop();
      if (this.scene) this.#shown(this.scene);
    }
    this.page.strip?.draw();
    if (!this.paused) this.#run();
  }

  /** @param {number} speed */
  pace(speed) {
    wish({ speed });
    this.page.strip?.draw();
  }

  /** One scene on or back; the playback pauses. @param {1 | -1} way */
  async step(way) {
    if (!this.active) return;
    if (!this.paused) this.toggle();
    if (way > 0) {
      const scene = this.scenes[this.at] ?? this.#next();
      if (scene) await this.#still(scene);
      else this.skip();
    } else if (this.at > 1) await this.#still(this.scenes[this.at - 2]);
  }

  /** One scene, seen to its end and held. @param {Scene} scene */
  async #still(scene) {
    this.#stop();
    const { turn } = this;
    if (!(await this.#play({ ...scene, ms: Math.min(scene.ms, 500) }))) return;
    this.page.strip?.draw();
    // Works and bridges are in no event: who looks closely sees them as they were.
    const then = await api.at(this.page.id, scene.lines.at(-1)?.n ?? this.n).catch(() => null);
    if (then && turn === this.turn) this.#show({ ...then.view, pieces: scene.after.pieces });
  }

  /** Plays what happened after an order once more. @param {number} from @param {{step?: boolean}} [how] */
  async replay(from, { step = false } = {}) {
    this.skip();
    this.#stop();
    const { turn } = this;
    const { id } = this.page;
    const [then, log] = await Promise.all([api.at(id, from), api.log(id, from)]);
    if (turn !== this.turn) return;
    this.again = true;
    this.telling = true;
    this.scenes = [];
    this.at = 0;
    this.n = from;
    this.view = then.view;
    this.spent = 0;
    this.waiting = log.lines.filter((line) => line.n > from);
    this.paused = step;
    this.page.drawing.board();
    if (step) await this.step(1);
    else this.#run();
  }
}

/** @param {import("./position.js").Travel[]} travels */
function longest(travels) {
  return Math.max(0, ...travels.map((travel) => travel.path.length - 1));
}
