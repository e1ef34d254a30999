/** Draws the game page from what is known and chosen; decides nothing. */

import { h, show } from "../dom.js";
import { firstAims, firstTurn } from "../library/first.js";
import { campaign } from "../panels/campaign.js";
import { decisionPanel } from "../panels/decision.js";
import { waysTable } from "../panels/forecast.js";
import { answerView } from "../panels/preview.js";
import { roster, track, victory } from "../panels/side.js";
import { standingPanel } from "../panels/standing.js";
import { unmoved, unmovedPanel } from "../panels/unmoved.js";
import { aimed, cardsFor, pathOf } from "./choice.js";
import { wayMark } from "./goal.js";
import { tableMenu } from "../courtesies/menu.js";
import { proposalPart } from "../courtesies/proposal.js";
import { invitationPanel } from "../panels/invitation.js";
import { carryPanel } from "../time/carry.js";
import { spectators } from "./spectators.js";
import { wishesPanel } from "../story/settings.js";
import { legend } from "../panels/legend.js";
import {
  barTitle,
  lastThought,
  lensButtons,
  logPanel,
  openSeats,
  tabButtons,
  tablePanel,
  trayParts,
  watching,
} from "./parts.js";

/** @type {[string, string][]} */
const TABS = [
  ["log", "Log"],
  ["chat", "Chat"],
  ["unmoved", "Can act"],
  ["roster", "Roster"],
  ["turns", "Turns"],
  ["victory", "Victory"],
  ["table", "Table"],
];

export class Drawing {
  /** @param {HTMLElement} main @param {import("../pages/game.js").GamePage} page */
  constructor(main, page) {
    this.page = page;
    const part = (/** @type {string} */ name, /** @type {Record<string, any>} */ more = {}) =>
      h("section", { class: name, ...more });
    this.barPart = part("game-bar", { "aria-label": "Turn" });
    this.map = part("map-frame", { "aria-label": "Map", "data-part": "map" });
    this.legendPart = h("div", { class: "legend", hidden: true });
    this.map.append(this.legendPart);
    this.clockPart = part("clocks", { "aria-label": "Clocks", hidden: true });
    this.coachPart = part("coach", { "aria-label": "Coach", hidden: true });
    this.decisionPart = part("decision", { "aria-label": "Decision", "data-part": "decision" });
    this.standingPart = part("standing", { "aria-label": "Standing answers" });
    this.trayPart = part("tray", { "aria-label": "Here", hidden: true });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "More" });
    this.morePart = part("more", { role: "tabpanel", tabindex: "0", "aria-label": "More" });
    const side = h(
      "div",
      { class: "side" },
      this.coachPart,
      this.clockPart,
      this.decisionPart,
      this.standingPart,
      this.trayPart,
      this.tabs,
      this.morePart,
    );
    this.root = h("div", { class: "game" }, this.barPart, this.map, side);
    // For whoever drives the page from outside.
    this.root.game = page;
    main.append(this.root);
  }

  all() {
    this.bar();
    this.page.coach.draw();
    this.decision();
    this.standing();
    this.tray();
    this.board();
    this.more();
  }

  bar() {
    const { page } = this;
    const open = this.barPart.querySelector(".connection")?.textContent ?? "";
    show(
      this.barPart,
      barTitle(page.table),
      lensButtons(page.lenses.all, page.lenses.chosen, (id) => page.lenses.toggle(id)),
      spectators(page.table),
      h("span", { class: "connection", role: "status" }, open),
    );
  }

  /** What is laid over the map, or what has to be chosen first. */
  legend() {
    const { all, chosen, laid, needs } = this.page.lenses;
    const parts = legend(
      all.find((one) => one.id === chosen),
      laid,
      needs,
    );
    this.legendPart.hidden = parts.length === 0;
    show(this.legendPart, ...parts);
  }

  /** @param {boolean} on */
  connected(on) {
    this.barPart.classList.toggle("lost", !on);
    const light = this.barPart.querySelector(".connection");
    if (light) light.textContent = on ? "" : "Connection lost, trying again…";
  }

  /** An order is on its way: no other can be given. What is on offer is drawn anew when the answer is there. */
  working() {
    const part = this.decisionPart;
    part.querySelector(".note")?.remove();
    for (const button of part.querySelectorAll("[data-order], [data-key=give], [data-key=undo]"))
      button.setAttribute("disabled", "");
  }

  decision() {
    const { page } = this;
    const { table, selected, staged, note, wire } = page;
    const asking = staged?.preview ? h("p", { class: "soft" }, "Asking the referee…") : null;
    const { answer, ways: like } = page.staging;
    const preview = answer ? answerView(answer) : asking;
    const ways = staged && answer ? waysTable(like, staged, (card) => page.stage(card)) : null;
    const thought = lastThought(table, wire.lines);
    const [lines, going, ready] = [wire.lines, page.going, page.ready().size];
    const now = {
      selected,
      staged,
      preview: ways ? h("div", {}, preview, ways) : preview,
      busy: wire.busy,
      note,
      thought,
      hint: page.hints.part(),
      lines,
      going,
      ready,
    };
    show(
      this.decisionPart,
      watching(table),
      proposalPart(table),
      ...decisionPanel(table, now, {
        stage: (card) => page.stage(card),
        give: (card) => page.give(card),
        unstage: () => page.unstage(),
        undo: () => page.undo(),
        next: () => page.next(),
        letGo: () => page.letGo(),
        press: (on) => {
          page.going.press = on;
          page.going.find();
        },
        answer: (agree) => wire.answerUndo(agree),
      }),
      page.result.part(table),
      invitationPanel(page.id, openSeats(table)),
      firstTurn(table),
    );
    page.coach.mark(this.root);
  }

  /** What is answered without being asked. */
  standing() {
    const parts = standingPanel(this.page.standing);
    this.standingPart.hidden = parts.length === 0;
    show(this.standingPart, ...parts);
  }

  /** Unfolds the card of standing answers and puts the focus there. */
  openStanding() {
    const fold = this.standingPart.querySelector("details");
    fold?.setAttribute("open", "");
    fold?.querySelector("summary")?.focus();
  }

  tray() {
    const { page } = this;
    const choose = (/** @type {string} */ id) => page.select(id);
    const now = { selected: page.selected, ready: page.ready(), choose };
    const { empty, parts } = trayParts(page.table.view, page.opened, now);
    const notes = page.notes.parts();
    this.trayPart.hidden = empty && notes.length === 0;
    show(this.trayPart, ...(empty ? [] : parts), ...notes);
  }

  board() {
    this.legend();
    const { table, staged, selected } = this.page;
    const [{ laid }, { answer }] = [this.page.lenses, this.page.staging];
    const ways = this.page.going.reach.hexes;
    const view = this.page.story.seen(table.view);
    // What others did is being shown: there is nothing to click.
    if (this.page.story.quiet) return this.#past(view);
    const from = view.pieces.find((p) => p.id === (staged?.piece ?? selected))?.at;
    const cards = cardsFor(table.cards, selected);
    const reached = selected ? Object.entries(ways) : [];
    const costs = new Map(laid.costs);
    for (const card of cards) if (card.mark && card.at) costs.set(card.at, card.mark);
    for (const [place, way] of reached) costs.set(place, wayMark(way));
    const places =
      view.board.kind === "inches"
        ? aimed(table.cards, selected).map((c) => c.target)
        : [...cards.map((c) => c.at), ...reached.map(([place]) => place)];
    this.page.overview?.draw(view);
    this.page.board?.draw(view, {
      targets: new Set(places.filter((place) => place !== undefined)),
      ready: this.page.ready(),
      selected,
      staged: staged?.at ?? null,
      path: staged ? pathOf(staged, answer, from) : (this.page.hovered?.path ?? []),
      costs,
      overlays: laid.overlays,
      sights: laid.sights,
      rings: laid.rings,
      flagged: laid.flagged,
      active: view.active?.at ?? null,
      pointed: this.page.coach.places(),
      notes: this.page.notes.marks(view),
    });
  }

  /** @param {string} id */
  hasTab(id) {
    return TABS.some(([tab]) => tab === id);
  }

  /** A position of the past, without anything to choose. @param {import("../types.js").View} view */
  #past(view) {
    this.page.overview?.draw(view);
    this.page.board?.draw(view, {
      targets: new Set(),
      ready: new Set(),
      selected: null,
      staged: null,
      path: [],
      costs: new Map(),
      overlays: [],
      active: null,
    });
  }

  more() {
    const { page } = this;
    const { view } = page.table;
    const look = (/** @type {string} */ place) => page.board?.look(place, true);
    const acting = unmoved(page.table);
    /** @type {Record<string, () => any[]>} */
    const panels = {
      log: () => logPanel(page.wire, page.logLength, look, page),
      chat: () => page.chat.panel(),
      unmoved: () => unmovedPanel(acting, view, (piece) => page.find(piece)),
      roster: () => roster(view, (piece) => page.find(piece)),
      turns: () => [...campaign(view), track(view)],
      victory: () => [victory(view), firstAims(page.table)],
      table: () => [
        tableMenu(page.table),
        ...tablePanel(page.table, page.options, () => page.printing?.print()),
        carryPanel(page.table),
        wishesPanel(),
      ],
    };
    const choose = (/** @type {string} */ id) => {
      page.tab = id;
      this.more();
    };
    const tabs = TABS.map(
      ([id, title]) => /** @type {[string, string]} */ ([id, titleOf(id, title, acting)]),
    );
    show(this.morePart, ...panels[page.tab]());
    show(this.tabs, tabButtons(tabs, page.tab, choose, { chat: page.chat.unread }));
    page.coach.mark(this.root);
  }
}

/** The name of a tab; how many can act is told on theirs. @param {string} id @param {string} title @param {import("../panels/unmoved.js").Unmoved} acting */
function titleOf(id, title, { now }) {
  return id === "unmoved" && now.length ? `${title} ${now.length}` : title;
}
