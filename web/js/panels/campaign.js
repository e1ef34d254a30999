/** The campaign around the map: phases of the turn, the event of the day, weather, who is expected, supply, counties. */

import { capital, h } from "../dom.js";
import { percent, SIDES } from "../words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Side} Side */

/** @param {string} title @param {...any} parts */
const part = (title, ...parts) => h("section", { class: "campaign-part" }, h("h3", {}, title), ...parts);

/** @param {Side | null | undefined} side */
const dot = (side) =>
  side &&
  h("span", {}, h("i", { class: ["dot", side] }), h("span", { class: "visually-hidden" }, SIDES[side]));

/** @param {string[] | undefined} list */
const names = (list) => (list?.length ? list.join(", ") : "nobody");

/** Everything the view tells of a campaign; nothing where there is none. @param {View} view */
export function campaign(view) {
  const now = view.campaign;
  if (!now) return sequence(view);
  return [
    phases(now.phases),
    events(now),
    weather(now.weather),
    arrivals(now),
    supply(now.supply),
    counties(now.counties),
    boxes(now),
    points(now),
  ].filter(Boolean);
}

/** The phases of a turn without a campaign. @param {View} view */
function sequence(view) {
  const list = view.gcacw?.sequence;
  if (!list?.length) return [];
  return [phases(list.map((name) => ({ name, active: true, current: name === view.phase })))];
}

/** @param {{name: string, active: boolean, current: boolean, every?: number}[] | undefined} list */
function phases(list) {
  if (!list?.length) return null;
  const held = list.filter((p) => p.active);
  const at = held.findIndex((p) => p.current);
  return part(
    "Phases of this turn",
    h(
      "ol",
      { class: "phases" },
      held.map((p, n) =>
        h(
          "li",
          { class: p.current ? "now" : n < at ? "past" : "", "aria-current": p.current ? "step" : null },
          p.name,
        ),
      ),
    ),
  );
}

/** @param {any} now */
function events(now) {
  const lines = [...(now.effects ?? [])];
  if (!now.events?.length && !lines.length && !now.army_initiative) return null;
  return part(
    "Today",
    (now.events ?? []).map((/** @type {any} */ e) =>
      h("p", {}, h("b", {}, `${e.name}`), ` (dice ${e.dice}): ${e.text}`),
    ),
    lines.map((line) => h("p", {}, line)),
    now.army_initiative && h("p", {}, `Army initiative: ${now.army_initiative}`),
  );
}

/** @param {any} sky */
function weather(sky) {
  if (!sky) return null;
  const words = [
    sky.rain && "rain",
    sky.heat && "great heat",
    sky.winter?.now && "winter weather",
    sky.minor_unfordable && "minor rivers cannot be forded",
    sky.major_unfordable && "major rivers cannot be forded",
  ].filter(Boolean);
  return part(
    "Weather",
    h(
      "p",
      {},
      capital(words.join(", ") || "dry"),
      sky.winter && ` · winter weather on turns ${sky.winter.from} to ${sky.winter.until}`,
    ),
  );
}

/** @param {any} now */
function arrivals(now) {
  const tables = (now.arrivals ?? []).filter((/** @type {any} */ t) => t.sets.length);
  if (!tables.length && !now.scheduled?.length) return null;
  return part(
    "Reinforcements",
    tables.map((/** @type {any} */ t) =>
      h(
        "div",
        { class: "arrival-table" },
        h("h4", {}, dot(t.side), ` ${t.name}`, t.closed && h("span", { class: "soft" }, " · closed")),
        t.odds.length > 0 &&
          h(
            "p",
            { class: "soft" },
            `${t.phase}: ${t.odds.map((/** @type {any} */ o) => `${o.sets} ${o.sets === 1 ? "set" : "sets"} ${percent(o.p)}`).join(", ")}`,
          ),
        h(
          "ul",
          {},
          t.sets.map((/** @type {any} */ set) =>
            h(
              "li",
              { class: set.status },
              h("span", { class: "soft" }, `${set.number} `),
              names(set.units),
              h(
                "span",
                { class: "soft" },
                ` · ${set.status}${set.turn ? `, turn ${set.turn}` : ""}${set.hexes?.length ? ` at ${set.hexes.slice(0, 4).join(", ")}` : ""}`,
              ),
            ),
          ),
        ),
      ),
    ),
    now.scheduled?.length > 0 &&
      h(
        "ul",
        {},
        now.scheduled.map((/** @type {any} */ s) =>
          h(
            "li",
            {},
            `${s.unit}`,
            h("span", { class: "soft" }, ` · turn ${s.turn} at ${s.hexes.slice(0, 4).join(", ")}`),
          ),
        ),
      ),
  );
}

/** @param {any} now */
function supply(now) {
  if (!now) return null;
  return part(
    "Supply",
    h("p", {}, `Out of supply: ${names(now.out_of_supply)}`),
    now.depots.length > 0 &&
      h(
        "ul",
        {},
        now.depots.map((/** @type {any} */ d) =>
          h(
            "li",
            {},
            dot(d.side),
            ` Depot ${d.at}`,
            h(
              "span",
              { class: "soft" },
              ` · ${d.serves ? `serves within ${now.range} hexes` : d.stands ? "cut off" : `not before turn ${d.turn}`}${d.points ? `, ${d.points} points a turn` : ""}`,
            ),
          ),
        ),
      ),
    now.wagons.length > 0 &&
      h(
        "ul",
        {},
        now.wagons.map((/** @type {any} */ w) =>
          h(
            "li",
            {},
            dot(w.side),
            ` ${w.id}`,
            h("span", { class: "soft" }, ` · ${w.points} of ${now.capacity} points`),
          ),
        ),
      ),
  );
}

/** @param {any[] | undefined} list */
function counties(list) {
  if (!list?.length) return null;
  return part(
    "Counties",
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, "Counties, who holds them and what they are worth"),
      h(
        "thead",
        {},
        h("tr", {}, h("th", {}, "County"), h("th", {}, "Held by"), h("th", { class: "num" }, "Worth")),
      ),
      h(
        "tbody",
        {},
        list.map((c) =>
          h(
            "tr",
            {},
            h("td", {}, c.name),
            h("td", {}, c.side ? SIDES[/** @type {Side} */ (c.side)] : "nobody"),
            h(
              "td",
              { class: "num" },
              c.points.union === c.points.confederate
                ? c.points.union
                : `${c.points.union} / ${c.points.confederate}`,
            ),
          ),
        ),
      ),
    ),
  );
}

/** What is beyond the map: boxes, troops sent away, forts and worn horses. @param {any} now */
function boxes(now) {
  const lists = [
    ...(now.boxes ?? []).map((/** @type {any} */ b) => [b.name, names(b.units)]),
    now.off_map?.length && ["Off the map", names(now.off_map)],
    now.sent_away?.length && ["Sent away", names(now.sent_away)],
    now.mounts?.length && [
      "Worn horses",
      names(now.mounts.map((/** @type {any} */ m) => `${m.unit} (${m.state.replaceAll("-", " ")})`)),
    ],
    now.forts?.length && [
      "Forts",
      names(now.forts.map((/** @type {any} */ f) => `${f.hex}${f.stands ? "" : " (fallen)"}`)),
    ],
  ].filter(Boolean);
  return lists.length
    ? part(
        "Beyond the map",
        h(
          "dl",
          { class: "plain-list" },
          lists.flatMap(([name, words]) => [h("dt", {}, name), h("dd", {}, words)]),
        ),
      )
    : null;
}

/** @param {any} now */
function points(now) {
  const v = now.victory;
  if (!v) return null;
  return part(
    "Victory points",
    h(
      "p",
      {},
      `Union ${v.union}, Confederate ${v.confederate}`,
      v.scored &&
        h(
          "span",
          { class: "soft" },
          ` · scored for good: Union ${v.scored.union}, Confederate ${v.scored.confederate}`,
        ),
    ),
  );
}
