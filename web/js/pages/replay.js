/** The replay page: step and play through a game, in the viewer's own view. */

import * as api from "../api.js";
import { boardOf } from "../board/board.js";
import { h, say, show } from "../dom.js";
import { askPlayOn } from "../ending/again.js";
import { cardParts } from "../panels/card.js";
import { fall } from "../panels/dice.js";
import { diceOf, isTurn, logLine } from "../panels/log.js";
import { track, victory } from "../panels/side.js";
import { SIDES } from "../words.js";
import { download } from "../game/parts.js";

/** @typedef {import("../types.js").Line} Line */

const SPEEDS = [
  ["Slow", 1600],
  ["Walk", 700],
  ["Run", 250],
];

/** @param {import("../main.js").Ask} ask */
export async function page({ main, params, query }) {
  const id = params[0];
  const [table, log] = await Promise.all([api.table(id), wholeLog(id)]);
  const replay = new Replay(main, table, log);
  await replay.open(Number(query.get("n") ?? 0));
  return () => replay.close();
}

/** @param {string} id @returns {Promise<Line[]>} */
async function wholeLog(id) {
  const lines = [];
  for (;;) {
    const got = await api.log(id, Math.max(0, lines.length - 1));
    lines.push(...got.lines);
    if (lines.length > got.orders || !got.lines.length) return lines;
  }
}

/** What an event moved on a map of hexes, from where to where. @param {import("../types.js").GameEvent} event */
function movement({ piece, from, to }) {
  if (typeof piece !== "string" || typeof from !== "string" || typeof to !== "string") return null;
  return { piece, from, to };
}

class Replay {
  /** @param {HTMLElement} main @param {import("../types.js").Table} table @param {Line[]} log */
  constructor(main, table, log) {
    this.table = table;
    this.log = log;
    this.n = 0;
    /** The position shown. @type {import("../types.js").View | undefined} */
    this.view = undefined;
    this.speed = 700;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Map<number, Promise<any>>} */
    this.cache = new Map();
    this.bar = h("section", { class: "game-bar", "aria-label": "Replay" });
    this.map = h("section", { class: "map-frame", "aria-label": "Map" });
    this.now = h("section", { class: "decision", "aria-live": "polite", "aria-label": "What happened" });
    this.more = h("section", { class: "more", tabindex: "0", "aria-label": "Log" });
    main.append(
      h(
        "div",
        { class: "game replay" },
        this.bar,
        this.map,
        h("div", { class: "side" }, this.now, this.more),
      ),
    );
  }

  /** @param {number} n */
  async open(n) {
    const hooks = {
      place: () => {},
      pointAt: () => {},
      describe: (/** @type {string} */ p) => this.board?.groundAt(p) ?? p,
      ask: async () => ({}),
      movable: () => false,
      stageMove: () => {},
      card: (/** @type {string} */ about) => {
        const ground = this.board?.groundAt(about) ?? about;
        return this.view ? cardParts(this.view, [], about, { ground, heard: [] }) : [];
      },
    };
    /** @type {Awaited<ReturnType<typeof boardOf>> | undefined} */
    this.board = await boardOf(this.map, this.table.id, hooks);
    document.title = `Replay: ${this.table.view.title} · Hardtack`;
    this.controls();
    await this.go(n);
    const { view } = await this.fetch(this.n);
    const places = view.pieces.map((/** @type {any} */ p) => p.at ?? "").filter(Boolean);
    this.board.open(places, places[0] ?? "");
  }

  get last() {
    return this.log[this.log.length - 1]?.n ?? 0;
  }

  controls() {
    const button = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      h(
        "button",
        { type: "button", "aria-label": label, title: label, "data-key": label, onclick: act },
        sign,
      );
    const turns = this.log.flatMap((line) =>
      line.events.filter(isTurn).map((e) => ({ n: line.n, say: e.say })),
    );
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: this.last,
      value: this.n,
      "aria-label": "Moment of the game",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.play = button("Play", "▶", () => this.toggle());
    show(
      this.bar,
      h(
        "div",
        { class: "bar-title" },
        h("h1", {}, `Replay: ${this.table.view.title}`),
        h("p", { class: "moment-words" }),
      ),
      h(
        "div",
        { class: "replay-controls" },
        button("To the beginning", "|‹", () => this.go(0)),
        button("Fight before", "⚂‹", () => this.combat(-1)),
        button("Step back", "‹", () => this.go(this.n - 1)),
        this.play,
        button("Step on", "›", () => this.go(this.n + 1)),
        button("Next fight", "›⚂", () => this.combat(1)),
        button("To the end", "›|", () => this.go(this.last)),
        this.slider,
        h(
          "select",
          { "aria-label": "Turn", onchange: (/** @type {any} */ e) => this.go(Number(e.target.value)) },
          h("option", { value: 0 }, "Turn…"),
          turns.map((t) => h("option", { value: t.n }, t.say)),
        ),
        h(
          "select",
          {
            "aria-label": "Speed",
            onchange: (/** @type {any} */ e) => {
              this.speed = Number(e.target.value);
            },
          },
          SPEEDS.map(([name, ms]) => h("option", { value: ms, selected: ms === this.speed }, name)),
        ),
        this.table.standing.over &&
          h(
            "button",
            { type: "button", "data-key": "play-on", onclick: () => this.playOn() },
            "Play on from here",
          ),
        this.table.standing.over &&
          h("a", { class: "button", href: `/ending/${this.table.id}` }, "How it ended"),
        h(
          "button",
          { type: "button", onclick: () => download(this.table.id, this.table.scenario) },
          "Record",
        ),
        h("a", { class: "button", href: `/game/${this.table.id}` }, "Table"),
      ),
    );
  }

  /** Begins a game of its own from the moment that is shown. */
  playOn() {
    this.stop();
    if (this.n >= this.last) return say("The game is over here: go back to an earlier moment.");
    return askPlayOn(this.table, this.n);
  }

  /** To the next moment at which dice fell. @param {1 | -1} way */
  combat(way) {
    const fought = this.log.filter((line) => diceOf(line).length > 0).map((line) => line.n);
    const next = way > 0 ? fought.find((n) => n > this.n) : fought.filter((n) => n < this.n).pop();
    if (next !== undefined) this.go(next);
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.n >= this.last) this.n = 0;
    this.play.textContent = "❚❚";
    const step = async () => {
      if (this.n >= this.last) return this.stop();
      await this.go(this.n + 1, true);
      this.timer = setTimeout(step, this.speed);
    };
    this.timer = setTimeout(step, 10);
  }

  close() {
    this.stop();
    this.board?.close();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.play) this.play.textContent = "▶";
  }

  /** @param {number} n */
  fetch(n) {
    if (!this.cache.has(n)) this.cache.set(n, api.at(this.table.id, n));
    return /** @type {Promise<any>} */ (this.cache.get(n));
  }

  /** @param {number} n @param {boolean} [playing] */
  async go(n, playing = false) {
    if (!playing) this.stop();
    this.n = Math.max(0, Math.min(n, this.last));
    const wanted = this.n;
    const then = await this.fetch(wanted);
    if (wanted !== this.n) return;
    if (wanted < this.last) this.fetch(wanted + 1);
    const line = this.log.find((l) => l.n === wanted);
    const events = line?.events ?? [];
    this.slider.value = wanted;
    // There is nothing to play on from once all is over.
    this.bar.querySelector("[data-key=play-on]")?.toggleAttribute("disabled", wanted >= this.last);
    const words = this.bar.querySelector(".moment-words");
    if (words)
      words.textContent = `${then.view.turn_label} · ${then.view.phase} · order ${wanted} of ${this.last}`;
    const moved = events.map(movement).findLast((m) => m !== null);
    const acting = events.map((e) => (e.to ? e.piece : null)).findLast((p) => typeof p === "string");
    this.view = then.view;
    this.board?.draw(then.view, {
      targets: new Set(),
      ready: new Set(),
      selected: acting ?? null,
      staged: null,
      path: moved ? [moved.from, moved.to] : [],
      costs: new Map(),
      overlays: [],
      active: then.view.active?.at ?? null,
    });
    const place = events.map((e) => e.to ?? e.at ?? e.from).findLast((p) => typeof p === "string");
    if (place) this.board?.look(place);
    fall(this.map, line ? diceOf(line) : []);
    show(
      this.now,
      line?.seat && h("p", { class: "whose" }, SIDES[line.seat]),
      events.length
        ? events.map((e) => h("p", {}, e.say))
        : h("p", { class: "soft" }, line?.order ?? "The game begins."),
    );
    show(
      this.more,
      track(then.view),
      victory(then.view),
      h("h2", { class: "visually-hidden" }, "What happened"),
      h(
        "ol",
        { class: "log", reversed: true },
        this.log
          .filter((l) => l.n <= wanted && l.n > wanted - 40)
          .reverse()
          .map((l) => logLine(l, (p) => this.board?.look(p, true), `/replay/${this.table.id}`)),
      ),
    );
    history.replaceState(null, "", `/replay/${this.table.id}?n=${wanted}`);
    if (!playing) say(events.map((e) => e.say).join(" "));
  }
}
