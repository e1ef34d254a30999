/** The parts of the game page around the map, drawn from what is known: bar, tray, tabs, log, table. */

import * as api from "../api.js";
import { phaseButton } from "../book/sequence.js";
import { alert, h } from "../dom.js";
import { orderWords } from "../panels/back.js";
import { invitationPanel } from "../panels/invitation.js";
import { showKeys } from "../panels/keys.js";
import { backLine, considered, isPhase, isTurn, logLine, placedBacks } from "../panels/log.js";
import { pieceButton } from "../panels/side.js";
import { BOTH, SIDES } from "../words.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Lens} Lens */

/** Turn, phase, weather, who is under way. @param {{view: View, name?: string}} game */
export function barTitle({ view, name }) {
  const { active } = view;
  // A leader on the march is the piece himself.
  const under = active?.label && [...new Set([active.piece, active.leader, active.label])].filter(Boolean);
  return h(
    "div",
    { class: "bar-title" },
    h(
      "div",
      { class: "bar-first" },
      h("h1", { title: view.title }, name ?? view.title),
      under && h("p", { class: "active" }, under.join(" · ")),
    ),
    h(
      "p",
      { title: [view.turn_label, view.phase, view.weather].filter(Boolean).join(" · ") },
      h("b", {}, view.turn_label),
      view.phase && " · ",
      view.phase && phaseButton(view.system, view.phase),
      ` · ${turnWords(view)}`,
      view.weather && h("span", { class: "weather" }, ` · ${view.weather}`),
      view.initiative && ` · initiative ${SIDES[view.initiative]}`,
    ),
  );
}

/** The turn by the number on its track, and which of how many it is where a game begins later. @param {View} view */
export function turnWords({ turn, turns, track }) {
  const first = track?.[0]?.turn ?? 1;
  if (first <= 1) return `turn ${turn} of ${turns}`;
  return `turn ${turn}, number ${turn - first + 1} of ${turns - first + 1}`;
}

/** The seats nobody has taken yet. @param {Table} table @returns {import("../types.js").Side[]} */
export const openSeats = ({ seats }) => BOTH.filter((side) => seats[side].kind === "open");

/** That somebody only watches, and why that may be. @param {Table} table */
export function watching({ you, standing }) {
  if (you.length || standing.over) return null;
  return h(
    "p",
    { class: "note watching" },
    h("b", {}, "You are watching this game. "),
    "Orders are given in the browser in which a seat was taken: if it is yours, open the game there.",
  );
}

/** @param {readonly Lens[]} lenses @param {string | null} chosen @param {(id: string) => void} toggle */
export function lensButtons(lenses, chosen, toggle) {
  return h(
    "div",
    { class: "lenses", "data-part": "lenses" },
    lenses.map((lens, n) =>
      h(
        "button",
        {
          type: "button",
          "data-key": `lens-${lens.id}`,
          "aria-pressed": String(chosen === lens.id),
          title: `${lens.title}, key ${n + 1}`,
          onclick: () => toggle(lens.id),
        },
        lens.title,
      ),
    ),
  );
}

/** What the computer player considered before his last order, if he told. @param {Table} table @param {Line[]} lines */
export function lastThought(table, lines) {
  const line = lines.findLast((l) => l.note);
  if (!line?.note || table.standing.over) return null;
  const told = line.events.filter((event) => !isTurn(event) && !isPhase(event));
  const did = told.map((event) => event.say).join(" ") || `${orderWords(line)}.`;
  return h(
    "div",
    { class: "last-thought" },
    h("p", {}, h("b", {}, `${line.note.by}’s last order: `), did),
    considered({ ...line.note, by: "Why" }, "last"),
  );
}

/** The pieces of one place. @param {View} view @param {string | null} place @param {{selected: string | null, ready: Set<string>, choose: (id: string) => void}} now */
export function trayParts(view, place, { selected, ready, choose }) {
  const here = place ? view.pieces.filter((p) => p.at === place) : [];
  const buttons = here.map((piece) => {
    const button = pieceButton(piece, (p) => choose(p.id), ready.has(piece.id));
    if (piece.id === selected) button.setAttribute("aria-pressed", "true");
    return button;
  });
  return {
    empty: here.length === 0,
    parts: [h("h3", {}, place ?? ""), h("div", { class: "piece-list" }, buttons)],
  };
}

/** @param {[string, string][]} tabs @param {string} chosen @param {(id: string) => void} choose @param {Record<string, number>} [unread] what waits there */
export function tabButtons(tabs, chosen, choose, unread = {}) {
  return tabs.map(([id, title]) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        "data-key": `tab-${id}`,
        "data-part": id,
        "aria-selected": String(chosen === id),
        onclick: () => choose(id),
      },
      title,
      unread[id] > 0 &&
        h("span", { class: "unread" }, unread[id], h("span", { class: "visually-hidden" }, " unread")),
    ),
  );
}

/** Lines never change: each is drawn once and shown again. @type {WeakMap<Line, Element>} */
const drawn = new WeakMap();

/** @param {Line} line @param {(place: string) => void} look @param {string} replay */
function lineOf(line, look, replay) {
  const known = drawn.get(line) ?? logLine(line, look, replay);
  drawn.set(line, known);
  return known;
}

/**
 * The newest lines of the log first.
 * @param {{id: string, lines: Line[], takenBack: import("../types.js").TakingBack[]}} game @param {number} length
 * @param {(place: string) => void} look
 * @param {{earlier: () => void, showAgain: () => void, othersActed: boolean, standing: import("./standing.js").Standing}} more
 */
export function logPanel({ id, lines, takenBack }, length, look, more) {
  const { standing } = more;
  const backs = placedBacks(takenBack);
  const shown = lines.slice(-length);
  const first = shown[0]?.n ?? 0;
  return [
    more.othersActed &&
      h(
        "button",
        { type: "button", class: "plain again", "data-key": "again", onclick: () => more.showAgain() },
        "⟲ Show the last orders on the map again",
      ),
    h(
      "ol",
      { class: "log", reversed: true },
      shown
        .reverse()
        .map((line) => [
          ...backs
            .filter((b) => b.after === line.n)
            .map((b) => backLine(b.back))
            .reverse(),
          standingLine(standing.giver(line.n)),
          lineOf(line, look, `/replay/${id}`),
        ])
        .flat(),
    ),
    first > 1 &&
      h("button", { type: "button", "data-key": "earlier", onclick: () => more.earlier() }, "Earlier"),
  ];
}

/** That the order below was given by a standing answer. @param {string | undefined} words */
function standingLine(words) {
  return words
    ? h("li", { class: "log-line table taken-back" }, h("p", {}, `By your standing answer: ${words}.`))
    : null;
}

/** Who plays, the seal of the dice, the record, the keys. @param {Table} table @param {string[]} options @param {() => void} print */
export function tablePanel(table, options, print) {
  const { seats, id, seed_hash, seed, you } = table;
  const row = (/** @type {string} */ name, /** @type {any} */ words, mono = false) => [
    h("dt", {}, name),
    h("dd", { class: mono ? "mono" : "" }, words),
  ];
  return [
    h(
      "dl",
      { class: "plain-list" },
      row("Union", seatWords(seats.union, you.includes("union"))),
      row("Confederate", seatWords(seats.confederate, you.includes("confederate"))),
      options.length > 0 && row("Optional rules", options.join(", ")),
      row("Orders so far", String(table.orders)),
      table.from &&
        row(
          "Played on from",
          h(
            "a",
            { href: `/replay/${table.from.game}?n=${table.from.orders}` },
            `another game, after ${table.from.orders === 1 ? "1 order" : `${table.from.orders} orders`}`,
          ),
        ),
      seed_hash ? row("Seal of the dice", seed_hash, true) : row("Dice", "as the lesson writes them"),
      seed && row("Seed", seed, true),
    ),
    h(
      "p",
      {},
      h("a", { href: `/replay/${id}` }, "Replay"),
      " · ",
      h(
        "button",
        { type: "button", class: "plain", onclick: () => download(id, table.scenario) },
        "Download the record",
      ),
    ),
    invitationPanel(id, openSeats(table)),
    h("button", { type: "button", "data-key": "keys", onclick: () => showKeys() }, "Keys"),
    " ",
    h("button", { type: "button", "data-key": "print", onclick: print }, "Print"),
  ];
}

/** @param {import("../types.js").SeatInfo} seat @param {boolean} mine */
function seatWords(seat, mine) {
  if (seat.kind === "open") return "nobody yet";
  return `${seat.name}${mine ? " (you)" : ""}`;
}

/** The record of a game; of an own scenario with its texts, so that it can be played again elsewhere. @param {string} id @param {string} scenario */
export async function download(id, scenario) {
  try {
    const address = URL.createObjectURL(await api.record(id, scenario.startsWith("own:")));
    const link = h("a", { href: address, download: `${id}.jsonl` });
    document.body.append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(address);
  } catch (no) {
    alert(no instanceof Error ? no.message : String(no));
  }
}
