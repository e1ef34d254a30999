/** The game page: the map or table, the decision, and everything around it. */

import * as api from "../api.js";
import { boardOf } from "../board/board.js";
import { speak } from "../book/terms.js";
import { alert, h, say } from "../dom.js";
import { Coach } from "../coach/coach.js";
import { seen } from "../club/calls.js";
import { Result } from "../ending/result.js";
import {
  aimed,
  cardsAt,
  pieceWords,
  placeWords,
  readyPieces,
  stillSelected,
  wayCard,
} from "../game/choice.js";
import { lettingGo, onlySteps, wayWords } from "../game/goal.js";
import { Going } from "../game/going.js";
import { Hints } from "../game/hint.js";
import { Drawing } from "../game/drawing.js";
import { Lenses } from "../game/lenses.js";
import { Printing } from "../game/print.js";
import { Staging } from "../game/staging.js";
import { Standing } from "../game/standing.js";
import { whose } from "../game/whose.js";
import { Chat } from "../courtesies/chat.js";
import { Notes } from "../courtesies/notes.js";
import { GameWire, LOG, PACE } from "../game/wire.js";
import { cardParts } from "../panels/card.js";
import { Overview } from "../overview/overview.js";
import { backTold } from "../panels/back.js";
import { fall } from "../panels/dice.js";
import { diceOf } from "../panels/log.js";
import { showKeys } from "../panels/keys.js";
import { ruleLink } from "../panels/rulebook.js";
import { unmoved } from "../panels/unmoved.js";
import { Absence } from "../story/absence.js";
import { Calls } from "../story/calls.js";
import { wishes } from "../story/memory.js";
import { Story } from "../story/story.js";
import { Strip } from "../story/strip.js";
import { Clocks } from "../time/clocks.js";
import { Thinking } from "../story/thinking.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Lens} Lens */

/** After how many milliseconds a decision before somebody's eyes is taken for seen. */
const SEEN = 1500;

/** @param {import("../main.js").Ask} ask */
export async function page({ main, params }) {
  const table = await api.table(params[0]);
  speak(table.system);
  const game = new GamePage(main, table, await api.lensesOf(table.system));
  await game.open();
  return () => game.close();
}

export class GamePage {
  /** @param {HTMLElement} main @param {Table} table @param {readonly Lens[]} lenses what can be laid over this map */
  constructor(main, table, lenses) {
    this.id = table.id;
    this.table = table;
    this.lenses = new Lenses(this, lenses);
    this.wire = new GameWire(table, {
      arrived: (now) => this.arrived(now),
      told: (lines, fresh) => this.told(lines, fresh),
      takenBack: (back) => this.takenBack(back),
      thinking: (told) => this.thinking.heard(told),
      chat: (line) => this.chat.heard(line),
      refused: (why) => this.refused(why),
      working: () => this.working(),
      connected: (on) => this.connected(on),
      watched: (spectators) => this.watched(spectators),
    });
    /** The piece chosen. @type {string | null} */
    this.selected = null;
    /** The order looked at. */
    this.staging = new Staging(this);
    /** @type {Node | null} */
    this.note = null;
    /** The place whose pieces are shown. @type {string | null} */
    this.opened = null;
    /** The way to the hex under the pointer. @type {import("../types.js").Way | undefined} */
    this.hovered = undefined;
    /** Where the chosen pieces can go, and the goal they are on their way to. */
    this.going = new Going(this);
    /** What is answered without being asked. */
    this.standing = new Standing(this);
    /** The place that was only looked at. @type {string | null} */
    this.looked = null;
    this.tab = "log";
    this.logWaits = false;
    this.logLength = LOG;
    /** The titles of the optional rules. @type {string[]} */
    this.options = [];
    /** @type {Awaited<ReturnType<typeof boardOf>> | undefined} */
    this.board = undefined;
    this.drawing = new Drawing(main, this);
    /** Of a lesson. */
    this.coach = new Coach(this, this.drawing.coachPart);
    /** What others did, played on the map; the strip that tells it; what a computer player weighs. */
    this.story = new Story(this);
    this.thinking = new Thinking(this);
    this.hints = new Hints(this);
    this.strip = new Strip(this);
    this.absence = new Absence(this);
    this.calls = new Calls();
    this.clocks = new Clocks(this.drawing.clockPart, (now) => this.wire.took(now));
    this.result = new Result(this);
    /** Words between players, and one's own notes. */
    this.chat = new Chat(this);
    this.notes = new Notes(this);
  }

  /** The order looked at. @returns {Card | null} */
  get staged() {
    return this.staging.card;
  }

  async open() {
    const { view } = this.table;
    this.board = await boardOf(this.drawing.map, this.id, {
      point: (place) => this.point(place),
      place: (place, stay) => this.place(place, stay),
      pointAt: (id) => this.pointAt(id),
      describe: (place) => this.describe(place),
      ask: (question) => api.ask(this.id, question),
      movable: (id) => this.movable(id),
      stageMove: (id, answer) => this.staging.stageMove(id, answer),
      heard: (id) => this.lenses.laid.heard.get(id) ?? [],
      card: (about) => this.card(about),
      canTake: (place, piece) => this.canTake(place, piece),
      take: (place, piece) => this.take(place, piece),
      wayWords: (place) => this.wayWords(place),
      drop: (place, stay) => this.drop(place, stay),
      choosePiece: (id) => this.pick(id),
    });
    this.printing = new Printing(this.board);
    this.overview = new Overview(this.drawing.map, this.board, {
      view: () => this.table.view,
      lines: () => this.wire.lines,
      find: (piece) => this.find(piece),
    });
    if (this.table.options.length) this.nameOptions();
    // Keys work from the moment the board is seen.
    this.onkey = (/** @type {KeyboardEvent} */ e) => this.key(e);
    document.addEventListener("keydown", this.onkey);
    // Who looks at the table need not be called to it.
    this.onlook = () => seen(this.id);
    document.addEventListener("visibilitychange", this.onlook);
    this.onlook();
    this.arrived(this.table);
    await this.wire.earlier();
    this.drawing.more();
    this.wire.listen();
    this.chat.fetch();
    this.notes.fetch();
    this.board.open(view.pieces.map((p) => p.at ?? "").filter(Boolean), this.#centre());
    this.lookAtAction();
    this.coach.look();
    this.standing.act();
    await this.absence.open();
  }

  /** The place to look at first. */
  #centre() {
    const { view, cards } = this.table;
    const order = cards.find((c) => c.at && !c.at.includes("/"));
    return view.active?.at ?? order?.at ?? view.pieces.find((p) => p.at)?.at ?? "";
  }

  /** The optional rules of this game by their titles. */
  async nameOptions() {
    const scenario = await api.scenario(this.table.scenario).catch(() => null);
    this.options = this.table.options.map((id) => scenario?.options.find((o) => o.id === id)?.title ?? id);
    this.drawing.more();
  }

  close() {
    this.printing?.close();
    this.board?.close();
    this.coach.close();
    this.wire.stop();
    this.story.close();
    this.thinking.close();
    this.calls.close();
    this.clocks.close();
    if (this.onkey) document.removeEventListener("keydown", this.onkey);
    if (this.onlook) document.removeEventListener("visibilitychange", this.onlook);
    this.onlook = undefined;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const filling = event.target instanceof Element && event.target.matches("input, select, textarea");
    // A letter on a list chooses from it; only Escape lets go everywhere.
    if ((filling && event.key !== "Escape") || document.querySelector("dialog[open]")) return;
    const lens = /^[1-9]$/.test(event.key) ? this.lenses.all[Number(event.key) - 1] : undefined;
    if (event.key === "Escape") this.clear();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "?") showKeys();
    else if (event.key === "h" && this.thinking.canHurry) this.thinking.hurry();
    else if (this.overview?.key(event.key)) event.stopPropagation();
    else if (event.key === "m") this.board?.focusMap();
    else if (event.key === "t") this.board?.focusNext("targets");
    else if (event.key === "c") this.coach.focus();
    else if (event.key === "u") this.undo();
    else if (event.key === "w") this.hints.ask();
    else if (event.key === "n") this.next();
    else if (event.key === "N") this.next(-1);
    else if (lens) this.lenses.toggle(lens.id);
    else if (event.key === "d") this.drawing.decisionPart.querySelector("button, summary, a")?.focus();
    else if (event.key === "a") this.drawing.openStanding();
    else if (event.key === "x") this.chat.open();
    else if (event.key === "o") this.notes.begin();
    else return;
    event.preventDefault();
  }

  // What comes from the server ----------------------------------------------------------------------

  /** What came of orders: heard, seen as dice, and in the log. @param {Line[]} added @param {boolean} fresh */
  told(added, fresh) {
    if (fresh) {
      // What others do is told while it is played on the map.
      const told = wishes().show
        ? added.filter((line) => this.table.you.some((s) => s === line.seat))
        : added;
      for (const line of told.slice(-3)) for (const event of line.events) say(event.say);
      fall(this.drawing.map, told.flatMap(diceOf));
      this.story.heard(added);
    }
    this.standing.act();
    if (this.tab !== "log" || this.logWaits) return;
    this.logWaits = true;
    setTimeout(
      () => {
        this.logWaits = false;
        this.drawing.more();
      },
      fresh ? PACE / 4 : 0,
    );
  }

  /** Others watch than before. @param {number} spectators */
  watched(spectators) {
    this.table = { ...this.table, spectators };
    this.wire.table = { ...this.wire.table, spectators };
    this.drawing.bar();
  }

  /** @param {Table} table */
  arrived(table) {
    const before = this.table;
    const was = before.standing.waiting;
    this.table = table;
    this.staging.drop();
    if (before.seq !== table.seq) {
      this.staging.ways = [];
      this.board?.changed();
    }
    this.selected = stillSelected(table.cards, this.selected);
    if (this.opened && !table.view.pieces.some((p) => p.at === this.opened)) this.opened = null;
    if (!this.going.goal) this.going.find();
    this.lenses.refresh();
    this.story.arrived(table);
    this.thinking.arrived(table);
    this.hints.arrived();
    const called = this.calls.mine;
    this.calls.arrived(table, this.story.quiet);
    // A moment later, so that it comes after the call that it answers.
    if (this.calls.mine && !called) setTimeout(() => this.onlook?.(), SEEN);
    this.result.arrived(table);
    this.clocks.arrived(table);
    const now = table.standing.waiting;
    const changed = before === table || now?.prompt !== was?.prompt || before.seq !== table.seq;
    if (changed && !this.story.quiet) this.sayDecision();
    this.draw();
    this.strip.draw();
    // The moment the page shows, for whoever drives it from outside.
    this.drawing.root.dataset.seq = String(table.seq);
    if (before !== table && !this.story.quiet) this.lookAtAction();
    if (!this.story.quiet) this.coach.arrived();
    this.standing.act();
  }

  sayDecision() {
    say(`${whose(this.table)}. ${this.table.standing.waiting?.prompt ?? ""}`);
  }

  /** What others did has been shown: the map is the present again. */
  present() {
    this.draw();
    this.lookAtAction();
    if (this.table.cards.length) this.sayDecision();
    this.coach.arrived();
    this.calls.ring();
  }

  /** @param {import("../types.js").TakingBack} back */
  takenBack(back) {
    this.story.takenBack(back.kept);
    this.standing.takenBack(back.kept);
    say(backTold(back));
  }

  /** Whether the log has orders of others. */
  get othersActed() {
    return this.wire.lines.some((line) => !this.#mine(line));
  }

  /** @param {Line} line */
  #mine({ seat }) {
    return !seat || this.table.you.includes(seat);
  }

  /** Shows once more what the other side did last, and what followed. */
  showAgain() {
    const { lines } = this.wire;
    const last = lines.findLastIndex((line) => !this.#mine(line));
    const before = lines.slice(0, Math.max(0, last)).findLastIndex((line) => this.#mine(line));
    this.absence.close();
    this.story.replay(lines[Math.max(0, before)]?.n ?? 0);
  }

  lookAtAction() {
    const at = this.table.view.active?.at;
    if (at) this.board?.look(at);
  }

  /** @param {boolean} on */
  connected(on) {
    this.drawing.connected(on);
    // What was said meanwhile.
    if (on) this.chat.fetch();
    if (!on) say("Connection lost, trying again.");
  }

  /** @param {unknown} no */
  refused(no) {
    if (no instanceof api.Refused) {
      alert(h("span", {}, `${no.message} `, ruleLink(no.clause, no.rule)));
      say(no.message);
    } else alert("The server cannot be reached. The order was not given, as far as is known.");
    this.draw();
  }

  // Orders ------------------------------------------------------------------------------------------

  working() {
    this.note = null;
    this.drawing.working();
  }

  /** @param {Card} card */
  async give(card) {
    this.standing.byHand();
    this.acts();
    // A way may begin with dice: it is followed to its goal.
    if (card.goal !== undefined) return this.going.go(card.goal);
    const spent = this.staging.nothingLeft && card === this.staged;
    this.staging.nothingLeft = false;
    await this.wire.give(card.orders ?? [card.order], card.seat);
    // Nobody has to say that a move is over when nothing is left of it.
    const end =
      spent && this.table.view.active?.piece === card.piece ? lettingGo(this.table.cards) : undefined;
    if (end) await this.wire.give([end.order], end.seat);
  }

  /** Who acts has seen enough of the past. */
  acts() {
    this.story.skip();
    this.absence.close();
  }

  async undo() {
    this.standing.hold();
    this.acts();
    const done = await this.wire.undo();
    if (done !== null) say(done ? "Taken back." : "The other player is asked to agree.");
  }

  /** Looks at an order before it is given. @param {Card} card */
  stage(card) {
    return this.staging.stage(card);
  }

  /** Looks at the order no longer. */
  unstage() {
    this.staging.drop();
    this.draw();
  }

  // Pointing at the map -----------------------------------------------------------------------------

  /** The pieces that have an order. */
  ready() {
    return readyPieces(this.table.cards);
  }

  /** The piece chosen. @returns {Piece | null} */
  piece() {
    return this.table.view.pieces.find((p) => p.id === this.selected) ?? null;
  }

  /** The pointer is over a hex: the way there is shown. @param {string | null} place */
  point(place) {
    const way = place && this.selected ? this.going.way(place) : undefined;
    if (way === this.hovered) return;
    this.hovered = way;
    this.drawing.board();
  }

  /** A hex was chosen. @param {string} place @param {boolean} [stay] a move there is not over on arrival */
  place(place, stay = false) {
    if (this.table.cards.length) this.story.skip();
    this.note = null;
    const cards = cardsAt(this.table.cards, place, this.selected);
    const here = this.table.view.pieces.filter((p) => p.at === place);
    const own = here.filter((p) => this.ready().has(p.id));
    const way = this.selected ? this.going.way(place) : undefined;
    // Without a piece chosen a place is clear where all its orders are of one piece that comes from elsewhere.
    const pieces = readyPieces(cards);
    const clear = pieces.size < 2 && !here.some((p) => pieces.has(p.id));
    if (!this.selected) this.lenses.pointed();
    if (way && !here.length && onlySteps(cards)) {
      this.standing.byHand();
      this.going.go(place, stay);
    } else if (cards.length && (this.selected || clear)) this.choose(place, cards);
    else if (way && this.selected)
      this.choose(place, [wayCard(this.selected, place, way, this.table.cards[0].seat)]);
    else if (own.length === 1 && here.length === 1) this.select(own[0].id);
    else if (here.length) this.openStack(place);
    else if (this.table.cards.length) this.whyNot(place);
    else this.lookAt(place);
  }

  /** Whether a counter of a place can be dragged, or this one. @param {string} place @param {string | null} id */
  canTake(place, id) {
    const here = this.table.view.pieces.filter((p) => p.at === place && (!id || p.id === id));
    return here.some((p) => this.ready().has(p.id) || (this.decides(p) && !p.spent));
  }

  /** A counter is dragged: who goes is who a click would choose. @param {string} place @param {string | null} id */
  take(place, id) {
    this.story.skip();
    this.note = null;
    this.staging.drop();
    const here = this.table.view.pieces.filter((p) => p.at === place);
    if (id && id !== this.selected) this.select(id);
    else if (here.length === 1) this.select(here[0].id);
    else if (!here.some((p) => p.id === this.selected)) this.openStack(place);
    return this.piece();
  }

  /** It was let go: the goal is chosen as by a click, once it is known where it can go. @param {string} place @param {boolean} [stay] */
  async drop(place, stay) {
    await this.going.finding;
    this.place(place, stay);
  }

  /** What it costs to come to a place. @param {string} place */
  wayWords(place) {
    const way = this.going.way(place);
    if (way) return wayWords(way);
    return cardsAt(this.table.cards, place, this.selected)[0]?.label ?? "";
  }

  /** A stand on the table was chosen: mine, or the target of the one chosen before. @param {string} id */
  pointAt(id) {
    if (this.table.cards.length) this.story.skip();
    const cards = aimed(this.table.cards, this.selected).filter((card) => card.target === id);
    if (cards.length && id !== this.selected) this.choose(id, cards);
    else this.select(id);
  }

  /** One counter of a stack was chosen: mine, the target of the one chosen before, or somebody to look at. @param {string} id */
  pick(id) {
    const piece = this.table.view.pieces.find((p) => p.id === id);
    const cards = aimed(this.table.cards, this.selected).filter((card) => card.target === id);
    if (cards.length && id !== this.selected) return this.choose(piece?.at ?? id, cards);
    if (!piece || !this.selected || this.decides(piece)) return this.select(id);
    this.opened = piece.at;
    say(piece.label);
    return this.draw();
  }

  /** @param {string} place @param {Card[]} cards */
  choose(place, cards) {
    if (cards.length === 1) {
      if (this.staged?.order === cards[0].order) this.give(cards[0]);
      else this.stage(cards[0]);
      return;
    }
    const look = (/** @type {Card} */ card) => {
      this.note = null;
      this.stage(card);
    };
    this.note = h(
      "div",
      { class: "note" },
      h("h3", {}, `At ${place}`),
      h(
        "div",
        { class: "order-buttons" },
        cards.map((card) =>
          h("button", { type: "button", "data-order": card.order, onclick: () => look(card) }, card.label),
        ),
      ),
    );
    say(`${cards.length} orders at ${place}.`);
    this.draw();
    this.drawing.decisionPart.querySelector(".note button")?.focus();
  }

  /** @param {string} place */
  openStack(place) {
    this.opened = place;
    this.looked = null;
    const here = this.table.view.pieces.filter((p) => p.at === place);
    // The whole stack is taken in hand; who cannot go along is left by the rules.
    const mine = here.filter((p) => this.decides(p));
    const first = mine.find((p) => this.ready().has(p.id)) ?? mine[0];
    if (first && !here.some((p) => p.id === this.selected)) {
      this.selected = first.id;
      this.going.with = mine.filter((p) => p !== first).map((p) => p.id);
      this.going.find();
    }
    say(`${place}: ${here.map((p) => p.label).join("; ")}`);
    this.draw();
  }

  /** Whether a stand can be moved: it has an order, or will have once the one in hand is let go. @param {string} id */
  movable(id) {
    const piece = this.table.view.pieces.find((p) => p.id === id);
    const free = this.table.cards.some((card) => card.ends);
    return this.ready().has(id) || Boolean(piece && free && !piece.spent && this.decides(piece));
  }

  /** Whether the piece is of a side that I decide for now. @param {Piece} piece */
  decides(piece) {
    return this.table.cards.some((card) => card.seat === piece.side);
  }

  /** The goal turned out to be too far. @param {import("../game/goal.js").Goal} goal */
  tooFar(goal) {
    this.selected = goal.piece;
    this.note = h(
      "div",
      { class: "note no" },
      h(
        "p",
        {},
        `${goal.piece} does not come as far as ${goal.place}. Choose another place, or end the march.`,
      ),
    );
    say(`${goal.piece} does not come as far as ${goal.place}.`);
    this.going.find();
    this.draw();
  }

  /** The next piece that can act. @param {number} [step] */
  next(step = 1) {
    const { now, later } = unmoved(this.table);
    // Where nobody has an order yet, a goal may be named all the same: what comes before it is given with it.
    const ready = now.length ? now : later.filter((p) => this.decides(p));
    if (!ready.length) return say("Nobody can act now.");
    const at = ready.findIndex((p) => p.id === this.selected);
    return this.find(ready[(at + step + ready.length) % ready.length]);
  }

  /** @param {string | null} id */
  select(id) {
    this.going.with = [];
    this.selected = id;
    this.staging.drop();
    this.note = null;
    const piece = this.piece();
    this.opened = piece?.at ?? null;
    this.looked = null;
    this.going.find();
    if (piece) say(pieceWords(piece, this.table.cards));
    this.lenses.again();
    this.draw();
  }

  /** @param {string} place */
  async whyNot(place) {
    this.lookAt(place);
    try {
      const { refusals } = await api.why(this.id, { piece: this.selected ?? undefined, at: place });
      if (!refusals.length) return;
      const first = refusals.slice(0, 3);
      const title = `Not ${this.selected ? `${this.selected} to ${place}` : place}`;
      this.note = h(
        "div",
        { class: "note no" },
        h("h3", {}, title),
        first.map((r) => h("p", {}, `${r.message} `, ruleLink(r.clause, r.rule))),
      );
      say(`Not legal: ${first.map((r) => r.message).join("; ")}`);
      this.drawing.decision();
    } catch (no) {
      if (!(no instanceof api.Refused)) throw no;
    }
  }

  /** @param {string} place */
  lookAt(place) {
    this.opened = null;
    this.looked = place;
    this.note = h("p", { class: "note quiet" }, this.describe(place));
    this.draw();
  }

  clear() {
    this.absence.close();
    if (!this.staged) return this.letGo();
    this.staging.drop();
    this.note = null;
    return this.draw();
  }

  /** Nobody is chosen any more. */
  letGo() {
    this.staging.drop();
    this.selected = null;
    this.opened = null;
    this.looked = null;
    this.note = null;
    this.board?.letGo();
    this.going.forget();
    this.draw();
  }

  /** What a screen reader says of a place. @param {string} place @returns {string} */
  describe(place) {
    const ground = this.board?.groundAt(place) ?? place;
    return placeWords(this.table, place, {
      ground,
      heard: [...(this.lenses.laid.heard.get(place) ?? []), ...this.notes.words(place)],
      selected: this.selected,
    });
  }

  /** What the card of a place or a stand says. @param {string} about */
  card(about) {
    const { view, cards } = this.table;
    const ground = this.board?.groundAt(about) ?? about;
    const heard = [...(this.lenses.laid.heard.get(about) ?? []), ...this.notes.words(about)];
    return cardParts(view, cards, about, { ground, heard });
  }

  /** @param {Piece} piece */
  find(piece) {
    if (piece.at) this.board?.look(piece.at, true);
    this.select(piece.id);
  }

  /** Opens a tab, if it is one. @param {string} id */
  showTab(id) {
    if (!this.drawing.hasTab(id) || this.tab === id) return;
    this.tab = id;
    this.drawing.more();
  }

  draw() {
    this.drawing.all();
  }

  /** More of the log. */
  async earlier() {
    this.logLength += LOG;
    const { lines } = this.wire;
    if (lines.length < this.logLength && lines[0]?.n > 1) await this.wire.earlier();
    this.drawing.more();
  }
}
