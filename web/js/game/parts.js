/** The parts of the game page around the map, drawn from what is known: bar, tray, tabs, log, table. */

import * as api from "../api.js";
import { alert, h } from "../dom.js";
import { considered, logLine } from "../panels/log.js";
import { pieceButton } from "../panels/side.js";
import { SIDES } from "../words.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Lens} Lens */

const KEYS =
  "Keys: m goes to the map, arrows move over the hexes, t goes to the next place for an order, i tells what is there, Enter chooses, Escape lets go, d goes to the decision, u takes back, + and − zoom, 1 to 5 lay zones, sight or command over the map. At a table of inches m goes to the next stand that can act, arrows push it, q and e turn it, Enter looks at the move.";

/** Turn, phase, weather, who is under way. @param {View} view */
export function barTitle(view) {
  const { active } = view;
  return [
    h(
      "div",
      { class: "bar-title" },
      h("h1", {}, view.title),
      h(
        "p",
        { title: [view.turn_label, view.phase, view.weather].filter(Boolean).join(" · ") },
        h("b", {}, view.turn_label),
        ` · turn ${view.turn} of ${view.turns}`,
        view.phase && ` · ${view.phase}`,
        view.weather && h("span", { class: "weather" }, ` · ${view.weather}`),
        view.initiative && ` · initiative ${SIDES[view.initiative]}`,
      ),
    ),
    active?.label &&
      h("p", { class: "active" }, [active.piece, active.leader, active.label].filter(Boolean).join(" · ")),
  ];
}

/** @param {readonly Lens[]} lenses @param {string | null} chosen @param {(id: string) => void} toggle */
export function lensButtons(lenses, chosen, toggle) {
  return h(
    "div",
    { class: "lenses" },
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
  const did = line.events.map((e) => e.say).join(" ") || line.order || "";
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

/** @param {[string, string][]} tabs @param {string} chosen @param {(id: string) => void} choose */
export function tabButtons(tabs, chosen, choose) {
  return tabs.map(([id, title]) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        "data-key": `tab-${id}`,
        "aria-selected": String(chosen === id),
        onclick: () => choose(id),
      },
      title,
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

/** The newest lines of the log first. @param {string} id @param {Line[]} lines @param {number} length @param {(place: string) => void} look @param {() => void} earlier */
export function logPanel(id, lines, length, look, earlier) {
  const shown = lines.slice(-length);
  const first = shown[0]?.n ?? 0;
  return [
    h(
      "ol",
      { class: "log", reversed: true },
      shown.reverse().map((line) => lineOf(line, look, `/replay/${id}`)),
    ),
    first > 1 && h("button", { type: "button", "data-key": "earlier", onclick: earlier }, "Earlier"),
  ];
}

/** Who plays, the seal of the dice, the record, the keys. @param {Table} table @param {string[]} options */
export function tablePanel(table, options) {
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
      row("Seal of the dice", seed_hash, true),
      seed && row("Seed", seed, true),
    ),
    h(
      "p",
      {},
      h("a", { href: `/replay/${id}` }, "Replay"),
      " · ",
      h("button", { type: "button", class: "plain", onclick: () => download(id) }, "Download the record"),
    ),
    h("p", { class: "soft" }, KEYS),
  ];
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
