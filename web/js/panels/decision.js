/** What is to be decided, by whom, under which rule; the legal orders as buttons; the order looked at. */

import { marked } from "../book/terms.js";
import { h } from "../dom.js";
import { whose } from "../game/whose.js";
import { backAsked, backLabel } from "./back.js";
import { ruleLink } from "./rulebook.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Card} Card */

/**
 * @typedef {object} Hooks
 * @property {(card: Card) => void} stage looks at an order before it is given
 * @property {(card: Card) => void} give
 * @property {() => void} unstage
 * @property {() => void} undo
 * @property {() => void} next the next piece that can act
 * @property {() => void} letGo no piece is chosen any more
 * @property {(on: boolean) => void} press farther than usual, at a price
 * @property {(agree: boolean) => void} answer
 */

/** More buttons than this are folded. */
const MANY = 8;
/** More than this are folded if they can be clicked on the map as well. */
const MANY_ON_MAP = 3;

/**
 * @param {Table} table
 * @param {{selected: string | null, staged: Card | null, preview: Node | null, busy: boolean, note: Node | null, thought: Node | null, hint: Node | null, lines: import("../types.js").Line[], going: import("../game/going.js").Going, ready: number}} now
 * @param {Hooks} hooks
 */
export function decisionPanel(table, now, hooks) {
  return [
    heading(table),
    backAsked(table, now.lines, hooks.answer),
    now.note,
    now.staged ? null : now.thought,
    now.staged ? null : onTheMap(table, now, hooks),
    now.staged ? staged(now, hooks) : orders(table, now, hooks),
    anyTime(table, now, hooks),
    now.staged ? null : now.hint,
    foot(table, now, hooks),
  ];
}

/** @param {Table} table */
function heading(table) {
  const { waiting, over } = table.standing;
  const mine = waiting?.seats.some((side) => table.you.includes(side));
  return h(
    "div",
    { class: ["decision-head", mine && "mine", ...(waiting?.seats ?? [])] },
    h("p", { class: "whose" }, whose(table)),
    waiting && h("h2", {}, marked(waiting.prompt)),
    waiting && ruleLink(waiting.rule, waiting.section),
    over &&
      h(
        "h2",
        {},
        `${over.degree ? over.degree[0].toUpperCase() + over.degree.slice(1) : "Over"}, ${over.points.join(" to ")}`,
      ),
    over && table.seed && h("p", { class: "soft mono" }, `Seed of the dice: ${table.seed}`),
  );
}

/**
 * What a click on the map would do now, and who can act.
 * @param {Table} table @param {{selected: string | null, going: import("../game/going.js").Going, ready: number}} now @param {Hooks} hooks
 */
function onTheMap(table, { selected, going, ready }, hooks) {
  if (!table.cards.length) return null;
  const hidden = selected && table.cards.some((card) => card.piece && card.piece !== selected);
  return h(
    "div",
    { class: "on-the-map" },
    table.view.board.kind === "hexes" && inReach(selected, going, hooks),
    h(
      "div",
      { class: "choice-row" },
      ready > 1 &&
        h(
          "button",
          { type: "button", "data-key": "next", title: "Key: n", onclick: hooks.next },
          `Next of ${ready} who can act`,
        ),
      hidden &&
        h(
          "button",
          { type: "button", "data-key": "let-go", title: "Key: Escape", onclick: hooks.letGo },
          `Let go of ${selected}`,
        ),
    ),
  );
}

/** Where the piece chosen can go. @param {string | null} selected @param {import("../game/going.js").Going} going @param {Hooks} hooks */
function inReach(selected, going, hooks) {
  const { reach } = going;
  const places = Object.keys(reach.hexes).length;
  const who = reach.who.length > 1 ? `${reach.who[0]} and ${reach.who.length - 1} more` : selected;
  const farthest = Math.max(...(reach.allowances ?? []).map(([mp]) => mp));
  const least = Math.min(...(reach.allowances ?? []).map(([mp]) => mp));
  const dice = reach.allowances?.length ? `, with ${least} to ${farthest} MP by the dice` : "";
  return [
    places > 0 && h("p", { class: "soft" }, `Click where ${who} shall go: ${places} places in reach${dice}.`),
    reach.harder !== undefined &&
      h(
        "label",
        {},
        h("input", {
          type: "checkbox",
          "data-key": "press",
          checked: going.press,
          onchange: (/** @type {any} */ e) => hooks.press(e.target.checked),
        }),
        ` ${reach.harder}`,
      ),
  ];
}

/** @param {{staged: Card | null, preview: Node | null, busy: boolean}} now @param {Hooks} hooks */
function staged(now, hooks) {
  const card = /** @type {Card} */ (now.staged);
  return h(
    "div",
    { class: "staged" },
    h("h3", {}, marked(card.label)),
    h(
      "div",
      { class: "choice-row" },
      h(
        "button",
        {
          type: "button",
          class: "main",
          "data-key": "give",
          disabled: now.busy,
          onclick: () => hooks.give(card),
        },
        "Give this order",
      ),
      h("button", { type: "button", "data-key": "unstage", onclick: hooks.unstage }, "Not this"),
    ),
    now.preview,
  );
}

/** @param {Table} table @param {{selected: string | null, busy: boolean}} now @param {Hooks} hooks */
function orders(table, now, hooks) {
  if (!table.cards.length) return null;
  const shown = table.cards.filter((c) => !now.selected || !c.piece || c.piece === now.selected);
  /** @type {Map<string, Card[]>} */
  const groups = new Map();
  for (const card of shown) groups.set(card.group ?? "", [...(groups.get(card.group ?? "") ?? []), card]);
  return h(
    "div",
    { class: "orders" },
    [...groups].map(([name, cards]) => group(name, cards, now, hooks)),
  );
}

/** Orders that may be given whoever is asked, folded away. @param {Table} table @param {{busy: boolean, staged: Card | null}} now @param {Hooks} hooks */
function anyTime(table, now, hooks) {
  const cards = table.at_any_time ?? [];
  if (!cards.length || now.staged || table.standing.over) return null;
  return h(
    "details",
    { class: "many-orders any-time", "data-keep": "any-time" },
    h("summary", { "data-key": "any-time" }, `At any time: ${cards.length}`),
    h(
      "div",
      { class: "order-buttons" },
      cards.map((card) =>
        h(
          "button",
          {
            type: "button",
            "data-key": `a-${card.seat}-${card.order}`,
            "data-order": card.order,
            disabled: now.busy,
            onclick: () => hooks.give(card),
          },
          card.label,
        ),
      ),
    ),
  );
}

/** @param {string} name @param {Card[]} cards @param {{busy: boolean}} now @param {Hooks} hooks */
function group(name, cards, now, hooks) {
  const buttons = h(
    "div",
    { class: "order-buttons" },
    cards.map((card) =>
      h(
        "button",
        {
          type: "button",
          "data-key": `o-${card.seat}-${card.order}`,
          "data-order": card.order,
          disabled: now.busy,
          onclick: () => (card.preview ? hooks.stage(card) : hooks.give(card)),
        },
        marked(card.label, { inside: true }),
      ),
    ),
  );
  const onMap = cards.every((card) => card.at) && new Set(cards.map((card) => card.at)).size > 1;
  if (cards.length <= (onMap ? MANY_ON_MAP : MANY))
    return h("section", {}, name && h("h3", {}, name), buttons);
  return h(
    "details",
    { class: "many-orders", "data-keep": `orders-${name}` },
    h("summary", { "data-key": `g-${name}` }, `${name || "Orders"}: ${cards.length}, on the map or here`),
    buttons,
  );
}

/** @param {Table} table @param {{busy: boolean, lines: import("../types.js").Line[]}} now @param {Hooks} hooks */
function foot(table, now, hooks) {
  const back = Object.values(table.undo ?? {})
    .filter((u) => u !== null)
    .sort((a, b) => b.kept - a.kept)[0];
  if (!back || table.standing.over) return null;
  return h(
    "div",
    { class: "decision-foot" },
    h(
      "button",
      { type: "button", "data-key": "undo", disabled: now.busy || Boolean(table.asked), onclick: hooks.undo },
      "↶ ",
      backLabel(table, back, now.lines),
    ),
  );
}
