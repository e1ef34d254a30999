/** The game page: the map or table, the decision, and everything around it. */

import * as api from "../api.js";
import { HexBoard } from "../board/hexboard.js";
import { TableBoard } from "../board/tableboard.js";
import { alert, h, say, show } from "../dom.js";
import { campaign } from "../panels/campaign.js";
import { decisionPanel, whose } from "../panels/decision.js";
import { fall } from "../panels/dice.js";
import { considered, diceOf, logLine } from "../panels/log.js";
import { LENSES, lay, nothingLaid } from "../panels/overlays.js";
import { answerView } from "../panels/preview.js";
import { ruleLink } from "../panels/rulebook.js";
import { pieceButton, roster, track, victory } from "../panels/side.js";
import { SIDES } from "../words.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").News} News */

/** How many orders of the log are fetched at once. */
const LOG = 60;
/** A table where others decide is fetched and drawn at most this often, in milliseconds. */
const PACE = 120;

/** @param {import("../main.js").Ask} ask */
export async function page({ main, params }) {
  const table = await api.table(params[0]);
  const game = new GamePage(main, table);
  await game.open();
  return () => game.close();
}

class GamePage {
  /** @param {HTMLElement} main @param {Table} table */
  constructor(main, table) {
    this.id = table.id;
    this.table = table;
    /** @type {string | null} */
    this.selected = null;
    /** @type {Card | null} */
    this.staged = null;
    /** @type {any} */
    this.answer = null;
    /** @type {Node | null} */
    this.note = null;
    /** @type {string | null} */
    this.opened = null;
    /** @type {Line[]} */
    this.lines = [];
    this.busy = false;
    this.stale = false;
    this.fetching = false;
    this.tab = "log";
    this.logWaits = false;
    this.logLength = LOG;
    /** @type {string | null} */
    this.lens = null;
    this.lensSaid = "";
    /** @type {string[]} */
    this.options = [];
    /** @type {HexBoard | TableBoard | undefined} */
    this.board = undefined;
    /** @type {import("../panels/overlays.js").Laid} */
    this.laid = nothingLaid();
    /** Where the chosen piece can be brought by several orders in turn. @type {Record<string, {orders: string[], path: string[], cost: number | null, sure: boolean}>} */
    this.ways = {};
    this.#frame(main);
  }

  /** @param {HTMLElement} main */
  #frame(main) {
    const part = (/** @type {string} */ name, /** @type {Record<string, any>} */ more = {}) => h("section", { class: name, ...more });
    this.bar = part("game-bar", { "aria-label": "Turn" });
    this.map = part("map-frame", { "aria-label": "Map" });
    this.decision = part("decision", { "aria-label": "Decision" });
    this.tray = part("tray", { "aria-label": "Here", hidden: true });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "More" });
    this.more = part("more", { role: "tabpanel", tabindex: "0", "aria-label": "More" });
    this.root = h("div", { class: "game" }, this.bar, this.map, h("div", { class: "side" }, this.decision, this.tray, this.tabs, this.more));
    main.append(this.root);
  }

  async open() {
    const hooks = {
      place: (/** @type {string} */ place) => this.place(place),
      describe: (/** @type {string} */ place) => this.describe(place),
      ask: (/** @type {any} */ question) => api.ask(this.id, question),
      movable: (/** @type {string} */ id) => this.ready().has(id),
      stageMove: (/** @type {string} */ id, /** @type {any} */ answer) => this.stageMove(id, answer),
      heard: (/** @type {string} */ id) => this.laid.heard.get(id) ?? [],
    };
    const map = await api.mapText(this.table.scenario).catch(() => EMPTY);
    this.board = this.table.system === "vnb"
      ? new TableBoard(this.map, map, { ...hooks, place: (id) => this.pointAt(id) }, this.table.view.vnb?.table ?? { width: 72, height: 48 }) : new HexBoard(this.map, map, hooks);
    document.title = `${this.table.view.title} · Hardtack`;
    if (this.table.options.length) this.nameOptions();
    this.arrived(this.table);
    await this.fetchLog();
    this.stopListening = api.listen(this.id, (news) => this.heard(news), (on) => this.connected(on));
    this.onkey = (/** @type {KeyboardEvent} */ e) => this.key(e);
    document.addEventListener("keydown", this.onkey);
    this.board.frame(this.table.view.pieces.map((p) => p.at ?? "").filter(Boolean));
    if (this.board instanceof HexBoard) this.board.readable(this.table.view.active?.at ?? this.table.cards.find((c) => c.at && !c.at.includes("/"))?.at ?? this.table.view.pieces.find((p) => p.at)?.at ?? "");
    this.lookAtAction();
  }

  /** The optional rules of this game by their titles. */
  async nameOptions() {
    const scenario = await api.scenario(this.table.scenario).catch(() => null);
    const title = (/** @type {string} */ id) => scenario?.options.find((/** @type {any} */ o) => o.id === id)?.title ?? id;
    this.options = this.table.options.map(title);
    this.drawMore();
  }

  close() {
    this.stopListening?.();
    if (this.onkey) document.removeEventListener("keydown", this.onkey);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target instanceof HTMLInputElement || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") this.clear();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "m") this.board instanceof HexBoard ? this.board.focus(this.board.focused) : this.board?.focusNext("ready");
    else if (event.key === "t") this.board?.focusNext("targets");
    else if (event.key === "u") this.undo();
    else if (/^[1-9]$/.test(event.key) && LENSES[this.table.system]?.[Number(event.key) - 1]) this.toggleLens(LENSES[this.table.system][Number(event.key) - 1].id);
    else if (event.key === "d") /** @type {HTMLElement | null} */ (this.decision.querySelector("button, summary, a"))?.focus();
    else return;
    event.preventDefault();
  }

  // News and the table ------------------------------------------------------------------------------

  /** @param {News} news */
  heard(news) {
    if (news.seq <= this.table.seq && !news.taken_back && news.seq === this.table.seq && JSON.stringify(news.asked) === JSON.stringify(this.table.asked)
      && JSON.stringify(news.seats) === JSON.stringify(this.table.seats)) return;
    this.tell(news.lines, news.seq > this.table.seq);
    if (news.taken_back) {
      say(`The ${SIDES[news.taken_back.by]} player took an order back.`);
      this.lines = this.lines.filter((line) => line.n <= (news.taken_back?.kept ?? 0));
    }
    if (news.seq < this.table.seq) return;
    this.refresh();
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
        if (table.seq >= this.table.seq) this.arrived(table);
        // A computer player may give hundreds of orders a second: nobody can see them one by one.
        if (!table.cards.length) await new Promise((go) => setTimeout(go, PACE));
      }
    } catch (problem) {
      this.stale = true;
      setTimeout(() => this.refresh(), 1000);
    } finally {
      this.fetching = false;
    }
  }

  /** What came of orders: in the log, heard, and the dice seen. @param {Line[]} lines @param {boolean} fresh */
  tell(lines, fresh) {
    const known = new Set(this.lines.map((line) => line.n));
    const added = lines.filter((line) => !known.has(line.n));
    if (!added.length) return;
    this.lines.push(...added);
    this.lines.sort((a, b) => a.n - b.n);
    if (fresh) {
      for (const line of added.slice(-3)) for (const event of line.events) say(event.say);
      fall(this.map, added.flatMap(diceOf));
    }
    if (this.tab !== "log" || this.logWaits) return;
    this.logWaits = true;
    setTimeout(() => { this.logWaits = false; this.drawMore(); }, fresh ? PACE / 4 : 0);
  }

  /** @param {Table} table */
  arrived(table) {
    const before = this.table;
    const was = before.standing.waiting;
    this.table = table;
    this.staged = null;
    this.answer = null;
    const pieces = new Set(table.cards.map((c) => c.piece).filter(Boolean));
    if (pieces.size === 1 && table.cards.some((c) => c.piece)) this.selected = [...pieces][0] ?? null;
    else if (this.selected && !pieces.has(this.selected)) this.selected = null;
    if (this.opened && !table.view.pieces.some((p) => p.at === this.opened)) this.opened = null;
    this.laid = nothingLaid();
    this.findWays();
    if (this.lens) this.see(this.lens);
    const now = table.standing.waiting;
    if (before === table || now?.prompt !== was?.prompt || before.seq !== table.seq) say(`${whose(table)}. ${now?.prompt ?? ""}`);
    this.draw();
    // The moment the page shows, for whoever drives it from outside.
    this.root.dataset.seq = String(table.seq);
    if (before !== table) this.lookAtAction();
  }

  lookAtAction() {
    const at = this.table.view.active?.at;
    if (at) this.board?.look(at);
  }

  /** @param {boolean} on */
  connected(on) {
    this.bar.classList.toggle("lost", !on);
    const light = this.bar.querySelector(".connection");
    if (light) light.textContent = on ? "" : "Connection lost, trying again…";
    if (!on) say("Connection lost, trying again.");
  }

  async fetchLog() {
    const first = this.lines.length ? this.lines[0].n - 1 : this.table.orders;
    const from = Math.max(0, first - LOG);
    const got = await api.log(this.id, from, first || undefined);
    this.tell(got.lines, false);
    this.drawMore();
  }

  // Orders ------------------------------------------------------------------------------------------

  /** @param {Card} card */
  async give(card) {
    await this.giveAll(card.orders ?? [card.order], card.seat);
  }

  /** Several orders in turn, as one request. @param {string[]} orders @param {string} [seat] */
  async giveAll(orders, seat) {
    if (this.busy) return;
    this.busy = true;
    this.note = null;
    this.drawDecision();
    try {
      const done = await api.order(this.id, { seq: this.table.seq, seat, orders });
      this.tell(done.lines, true);
      this.busy = false;
      this.arrived(done.table);
    } catch (no) {
      this.busy = false;
      if (no instanceof api.Refused && no.kind === "stale") await this.refresh();
      this.refused(no);
    }
    if (this.stale) this.refresh();
  }

  /** @param {string} order @param {string} [seat] */
  async giveWords(order, seat) {
    await this.giveAll([order], seat);
  }

  /** Where the chosen piece can go, asked of the server. */
  async findWays() {
    this.ways = {};
    const piece = this.table.view.pieces.find((p) => p.id === this.selected);
    const moves = this.table.cards.some((c) => c.piece === this.selected && c.at && c.at !== piece?.at && !c.at.includes("/"));
    if (!piece || !moves) return;
    const { seq } = this.table;
    const found = await api.reach(this.id, piece.id).catch(() => null);
    if (!found || found.seq !== this.table.seq || seq !== this.table.seq || this.selected !== piece.id) return;
    this.ways = found.hexes;
    this.drawBoard();
  }

  /** @param {unknown} no */
  refused(no) {
    if (no instanceof api.Refused) {
      alert(h("span", {}, `${no.message} `, ruleLink(no.clause, no.rule)));
      say(no.message);
    } else alert("The server cannot be reached. The order was not given, as far as is known.");
    this.draw();
  }

  /** Looks at an order before it is given. @param {Card} card */
  async stage(card) {
    this.staged = card;
    this.answer = null;
    this.draw();
    say(`${card.label}. Choose again to give this order.`);
    if (!card.preview) return;
    try {
      const answer = await api.ask(this.id, card.preview);
      if (this.staged === card) this.answer = answer;
    } catch (no) {
      if (this.staged === card) this.answer = { why: no instanceof Error ? no.message : String(no) };
    }
    this.draw();
  }

  async undo() {
    try {
      const done = await api.undo(this.id, this.table.seq);
      say(done.done ? "Taken back." : "The other player is asked to agree.");
      await this.refresh();
    } catch (no) {
      this.refused(no);
    }
  }

  /** @param {boolean} agree */
  async answerUndo(agree) {
    await api.answerUndo(this.id, this.table.seq, agree).catch((no) => this.refused(no));
    await this.refresh();
  }

  // Pointing at the map -----------------------------------------------------------------------------

  /** The orders that a click on a place may mean. @param {string} place */
  cardsAt(place) {
    return this.table.cards.filter((c) => c.at === place && (!c.piece || c.piece === this.selected || !this.selected));
  }

  /** @param {string} place */
  place(place) {
    this.note = null;
    const cards = this.cardsAt(place);
    const here = this.table.view.pieces.filter((p) => p.at === place);
    const own = here.filter((p) => this.ready().has(p.id));
    const way = this.ways[place];
    if (this.lens === "sight" && !this.selected) this.see(this.lens);
    if (cards.length && (this.selected || !cards.some((c) => c.piece))) this.choose(place, cards);
    else if (way) this.choose(place, [this.wayCard(place, way)]);
    else if (own.length === 1 && here.length === 1) this.select(own[0].id);
    else if (here.length) this.openStack(place);
    else if (this.table.cards.length) this.whyNot(place);
    else this.lookAt(place);
  }

  /** A stand on the table was chosen: mine, or the target of the one chosen before. @param {string} id */
  pointAt(id) {
    const aimed = this.table.cards.filter((c) => (c.piece === this.selected && c.preview?.at === id) || (c.at === id && c.group === "Combat"));
    if (aimed.length && id !== this.selected) this.choose(id, aimed);
    else this.select(id);
  }

  /** A pose that the referee found legal; a stand that has not begun its move begins it first. @param {string} id @param {any} answer */
  stageMove(id, answer) {
    if (!answer.legal || !answer.order) return this.refused(new api.Refused(422, { message: answer.error, clause: answer.rule }));
    const pick = this.table.cards.find((c) => c.piece === id && /^pick /.test(c.order));
    const seat = this.table.cards[0]?.seat;
    const again = this.staged;
    if (again && again.order === answer.order) return void this.give(again);
    this.selected = id;
    this.staged = { order: answer.order, orders: [...(pick ? [pick.order] : []), answer.order], label: `Move ${id} to here`, piece: id, seat };
    this.answer = { note: answer.note, cost: `${Number(answer.cost).toFixed(1)} in`, left: `${Number(answer.left).toFixed(1)} in`, turns: answer.turns, disordered: answer.disordered,
      effects: (answer.effects ?? []).map((/** @type {any} */ e) => e.what) };
    say(`${this.staged.label}: costs ${Number(answer.cost).toFixed(1)}, ${Number(answer.left).toFixed(1)} inches left. Enter gives this order.`);
    this.draw();
    return undefined;
  }

  /** @param {string} place @param {{orders: string[], path: string[], cost: number | null, sure: boolean}} way @returns {Card} */
  wayCard(place, way) {
    const cost = way.cost === null ? "" : ` for ${way.cost} MP`;
    const end = way.sure ? "" : ", where dice or the enemy may decide";
    return { order: way.orders.join("; "), orders: way.orders, path: way.path, label: `${this.selected} goes to ${place}${cost}, by ${way.path.slice(1, -1).join(", ") || "the next hex"}${end}`,
      at: place, piece: this.selected ?? undefined, seat: this.table.cards[0].seat };
  }

  /** @param {string} place @param {Card[]} cards */
  choose(place, cards) {
    if (cards.length === 1) {
      if (this.staged?.order === cards[0].order) this.give(cards[0]);
      else this.stage(cards[0]);
      return;
    }
    this.note = h("div", { class: "note" }, h("h3", {}, `At ${place}`), h("div", { class: "order-buttons" }, cards.map((card) =>
      h("button", { type: "button", "data-order": card.order, onclick: () => { this.note = null; this.stage(card); } }, card.label))));
    say(`${cards.length} orders at ${place}.`);
    this.draw();
    /** @type {HTMLElement | null} */ (this.decision.querySelector(".note button"))?.focus();
  }

  /** @param {string} place */
  openStack(place) {
    this.opened = place;
    const here = this.table.view.pieces.filter((p) => p.at === place);
    const ready = here.find((p) => this.ready().has(p.id));
    if (ready && !here.some((p) => p.id === this.selected)) this.selected = ready.id;
    say(`${place}: ${here.map((p) => p.label).join("; ")}`);
    this.draw();
  }

  /** @param {string | null} id */
  select(id) {
    this.selected = id;
    this.staged = null;
    this.note = null;
    const piece = this.table.view.pieces.find((p) => p.id === id);
    this.opened = piece?.at ?? null;
    this.findWays();
    const orders = this.table.cards.filter((c) => c.piece === id);
    if (piece) say(`${piece.label}, chosen.${orders.length ? ` ${orders.length} orders: ${orders.slice(0, 3).map((c) => c.label).join("; ")}${orders.length > 3 ? "; and more" : ""}.` : ""}`);
    if (this.lens) this.see(this.lens);
    this.draw();
  }

  /** @param {string} place */
  async whyNot(place) {
    this.lookAt(place);
    const piece = this.selected ?? undefined;
    try {
      const { refusals } = await api.why(this.id, { piece, at: place });
      if (!refusals.length) return;
      const first = refusals.slice(0, 3);
      this.note = h("div", { class: "note no" }, h("h3", {}, `Not ${this.describeShort(place)}`),
        first.map((/** @type {any} */ r) => h("p", {}, `${r.message} `, ruleLink(r.clause, r.rule))));
      say(`Not legal: ${first.map((/** @type {any} */ r) => r.message).join("; ")}`);
      this.drawDecision();
    } catch (no) {
      if (!(no instanceof api.Refused)) throw no;
    }
  }

  /** @param {string} place */
  describeShort(place) {
    return this.selected ? `${this.selected} to ${place}` : place;
  }

  /** @param {string} place */
  lookAt(place) {
    this.opened = null;
    this.note = h("p", { class: "note quiet" }, this.describe(place));
    this.draw();
  }

  clear() {
    if (this.staged) this.staged = null;
    else {
      this.selected = null;
      this.opened = null;
    }
    this.note = null;
    this.draw();
  }

  /** The pieces that have an order. */
  ready() {
    return new Set(this.table.cards.map((c) => c.piece).filter((p) => p !== undefined));
  }

  /** What a screen reader says of a place. @param {string} place @returns {string} */
  describe(place) {
    const ground = this.board instanceof HexBoard ? this.board.ground(place) : place;
    const here = this.table.view.pieces.filter((p) => p.at === place).map((p) => p.label);
    const marks = (this.table.view.markers ?? []).filter((m) => m.at.split("/").includes(place)).map((m) => m.label);
    const cards = this.cardsAt(place).slice(0, 3).map((c) => c.label);
    return [ground, ...here, ...marks, ...(this.laid.heard.get(place) ?? []), cards.length ? `Orders: ${cards.join("; ")}` : ""].filter(Boolean).join(". ");
  }

  /** @param {string} id */
  toggleLens(id) {
    this.lensSaid = "";
    if (this.lens !== id) return this.see(id);
    this.lens = null;
    this.laid = nothingLaid();
    say("Nothing laid over the map.");
    return this.draw();
  }

  /** @param {string} id */
  async see(id) {
    const lens = (LENSES[this.table.system] ?? []).find((l) => l.id === id);
    const piece = this.table.view.pieces.find((p) => p.id === this.selected) ?? null;
    const place = this.board instanceof HexBoard ? this.board.focused : "";
    const questions = lens?.questions(piece, place) ?? null;
    this.lens = id;
    try {
      this.laid = questions ? await lay(this.id, questions) : nothingLaid();
      const words = questions ? this.laid.summary : lens?.needs ?? "";
      if (words && words !== this.lensSaid) say(words);
      this.lensSaid = words;
    } catch (no) {
      this.laid = nothingLaid();
      if (no instanceof api.Refused) this.note = h("div", { class: "note no" }, h("p", {}, `${no.message} `, ruleLink(no.clause, no.rule)));
    }
    this.draw();
  }

  // Drawing -----------------------------------------------------------------------------------------

  draw() {
    this.drawBar();
    this.drawDecision();
    this.drawTray();
    this.drawBoard();
    this.drawMore();
  }

  drawBoard() {
    const { table, staged } = this;
    const from = table.view.pieces.find((p) => p.id === (staged?.piece ?? this.selected))?.at;
    const cards = this.selected ? table.cards.filter((c) => !c.piece || c.piece === this.selected) : table.cards.filter((c) => !c.piece);
    const ways = this.selected ? Object.entries(this.ways) : [];
    const path = staged?.path ?? (Array.isArray(this.answer?.path) ? this.answer.path : staged?.at && from ? [from, staged.at] : []);
    const costs = new Map(this.laid.costs);
    for (const card of cards) if (card.mark && card.at) costs.set(card.at, card.mark);
    for (const [place, way] of ways) if (way.cost !== null) costs.set(place, String(way.cost));
    const aimed = table.system === "vnb" ? cards.map((c) => c.preview?.at ?? (c.group === "Combat" ? c.at : undefined)).filter((id) => typeof id === "string" && id !== this.selected) : null;
    this.board?.draw(table.view, {
      targets: new Set(aimed ?? [...cards.map((c) => c.at).filter((at) => at !== undefined), ...ways.map(([place]) => place)]),
      ready: this.ready(), selected: this.selected, staged: staged?.at ?? null, path, costs,
      overlays: this.laid.overlays, sights: this.laid.sights, rings: this.laid.rings, flagged: this.laid.flagged, active: table.view.active?.at ?? null,
    });
  }

  drawBar() {
    const { view } = this.table;
    const lenses = LENSES[this.table.system] ?? [];
    const open = this.bar.querySelector(".connection")?.textContent ?? "";
    show(this.bar,
      h("div", { class: "bar-title" }, h("h1", {}, view.title),
        h("p", {}, h("b", {}, view.turn_label), ` · turn ${view.turn} of ${view.turns}`, view.phase && ` · ${view.phase}`,
          view.weather && h("span", { class: "weather" }, ` · ${view.weather}`),
          view.initiative && ` · initiative ${SIDES[view.initiative]}`)),
      view.active?.label && h("p", { class: "active" }, [view.active.piece, view.active.leader, view.active.label].filter(Boolean).join(" · ")),
      h("div", { class: "lenses" }, lenses.map((lens, n) => h("button", { type: "button", "data-key": `lens-${lens.id}`, "aria-pressed": String(this.lens === lens.id),
        title: `${lens.title}, key ${n + 1}`, onclick: () => this.toggleLens(lens.id) }, lens.title))),
      h("span", { class: "connection", role: "status" }, open));
  }

  drawDecision() {
    const preview = this.answer ? answerView(this.answer) : this.staged?.preview ? h("p", { class: "soft" }, "Asking the referee…") : null;
    show(this.decision, ...decisionPanel(this.table, { selected: this.selected, staged: this.staged, preview, busy: this.busy, note: this.note, thought: this.thought() }, {
      stage: (card) => this.stage(card), give: (card) => this.give(card), unstage: () => { this.staged = null; this.draw(); },
      undo: () => this.undo(), answer: (agree) => this.answerUndo(agree),
    }));
  }

  /** What the computer player considered before his last order, if he told. */
  thought() {
    const line = this.lines.findLast((l) => l.note);
    if (!line?.note || this.table.standing.over) return null;
    const did = line.events.map((e) => e.say).join(" ") || line.order || "";
    return h("div", { class: "last-thought" }, h("p", {}, h("b", {}, `${line.note.by}’s last order: `), did), considered({ ...line.note, by: "Why" }, "last"));
  }

  drawTray() {
    const here = this.opened ? this.table.view.pieces.filter((p) => p.at === this.opened) : [];
    this.tray.hidden = here.length === 0;
    const ready = this.ready();
    show(this.tray, h("h3", {}, this.opened ?? ""), h("div", { class: "piece-list" }, here.map((piece) => {
      const button = pieceButton(piece, (p) => this.select(p.id), ready.has(piece.id));
      if (piece.id === this.selected) button.setAttribute("aria-pressed", "true");
      return button;
    })));
  }

  drawMore() {
    /** @type {[string, string][]} */
    const tabs = [["log", "Log"], ["roster", "Roster"], ["turns", "Turns"], ["victory", "Victory"], ["table", "Table"]];
    show(this.tabs, tabs.map(([id, title]) => h("button", { type: "button", role: "tab", "data-key": `tab-${id}`, "aria-selected": String(this.tab === id),
      onclick: () => { this.tab = id; this.drawMore(); } }, title)));
    const panels = { log: () => this.logPanel(), roster: () => roster(this.table.view, (p) => this.find(p)), turns: () => [...campaign(this.table.view), track(this.table.view)], victory: () => [victory(this.table.view)], table: () => this.tablePanel() };
    show(this.more, .../** @type {Record<string, () => any[]>} */ (panels)[this.tab]());
  }

  logPanel() {
    const look = (/** @type {string} */ place) => this.board?.look(place, true);
    const lines = this.lines.slice(-this.logLength).reverse().map((line) => logLine(line, look, `/replay/${this.id}`));
    const first = this.lines[Math.max(0, this.lines.length - this.logLength)]?.n ?? 0;
    const earlier = () => {
      this.logLength += LOG;
      if (this.lines.length < this.logLength && this.lines[0]?.n > 1) this.fetchLog();
      else this.drawMore();
    };
    return [h("ol", { class: "log", reversed: true }, lines), first > 1 && h("button", { type: "button", "data-key": "earlier", onclick: earlier }, "Earlier")];
  }

  tablePanel() {
    const { seats, id, seed_hash, seed, you } = this.table;
    return [
      h("dl", { class: "plain-list" }, h("dt", {}, "Union"), h("dd", {}, seatWords(seats.union, you.includes("union"))), h("dt", {}, "Confederate"), h("dd", {}, seatWords(seats.confederate, you.includes("confederate"))),
        this.options.length > 0 && h("dt", {}, "Optional rules"), this.options.length > 0 && h("dd", {}, this.options.join(", ")),
        h("dt", {}, "Orders so far"), h("dd", {}, String(this.table.orders)),
        h("dt", {}, "Seal of the dice"), h("dd", { class: "mono" }, seed_hash), seed && h("dt", {}, "Seed"), seed && h("dd", { class: "mono" }, seed)),
      h("p", {}, h("a", { href: `/replay/${id}` }, "Replay"), " · ", h("button", { type: "button", class: "plain", onclick: () => download(id) }, "Download the record")),
      h("p", { class: "soft" }, "Keys: m goes to the map, arrows move over the hexes, t goes to the next place for an order, Enter chooses, Escape lets go, d goes to the decision, u takes back, + and − zoom, 1 to 5 lay zones, sight or command over the map. At a table of inches m goes to the next stand that can act, arrows push it, q and e turn it, Enter looks at the move."),
    ];
  }

  /** @param {Piece} piece */
  find(piece) {
    if (piece.at) this.board?.look(piece.at, true);
    this.select(piece.id);
  }
}

/** @param {import("../types.js").SeatInfo} seat @param {boolean} mine */
function seatWords(seat, mine) {
  if (seat.kind === "open") return "nobody yet";
  return `${seat.name}${mine ? " (you)" : ""}`;
}

/** @param {string} id */
export async function download(id) {
  try {
    const address = URL.createObjectURL(await api.record(id));
    const link = h("a", { href: address, download: `${id}.jsonl` });
    document.body.append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(address);
  } catch (no) {
    alert(no instanceof Error ? no.message : String(no));
  }
}

const EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"></svg>';
