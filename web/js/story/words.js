/** Orders of the story in words, places and arrows. Pure. */

import { capital } from "../dom.js";
import { orderWords } from "../panels/back.js";
import { isPhase } from "../panels/log.js";
import { hasFight, isFight, natural } from "./beats.js";

/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./story.js").Scene} Scene */

/** More sentences than these are not put into one. */
const MOST = 3;

/** What happened, the weightiest sentences only. @param {Line[]} lines */
export function sentence(lines) {
  const told = lines.filter((line) => natural(line) > 0);
  const of = told.length ? told : lines.slice(-1);
  const events = of.flatMap((line) => line.events).filter((event) => event.say && !isPhase(event));
  if (!events.length)
    return of
      .map((line) => `${capital(orderWords(line))}.`)
      .slice(-1)
      .join(" ");
  const steps = events.filter((event) => event.show?.kind === "move");
  // The steps of one march: where it led.
  const said = steps.length > 2 && steps.length === events.length ? steps.slice(-1) : events;
  const seen = said.filter((event) => event.show);
  const best = said.length > MOST && seen.length ? seen : said;
  const more = best.length - MOST;
  const words = best.slice(0, MOST).map((event) => event.say);
  return [...words, more > 0 && `And ${more} more.`].filter(Boolean).join(" ");
}

/** Where it happens, the most important place first. @param {Pick<Scene, "lines" | "before" | "after">} scene @returns {string[]} */
export function places({ lines, before, after }) {
  const events = lines.flatMap((line) => line.events);
  const fights = events
    .filter(isFight)
    .flatMap((event) => [...(event.show?.to ?? []), ...(event.show?.from ?? [])]);
  const at = (/** @type {Piece[]} */ pieces, /** @type {string} */ id) => {
    const piece = pieces.find((p) => p.id === id);
    return piece?.x !== undefined ? id : (piece?.at ?? null);
  };
  const others = events.flatMap(({ show }) =>
    show
      ? [
          ...(show.to ?? []),
          ...(show.from ?? []),
          ...(show.pieces ?? []).map((id) => at(after.pieces, id) ?? at(before.pieces, id)),
        ]
      : [],
  );
  return [...fights, ...others].filter((place) => place !== null);
}

/** Arrows from who attacks to whom, in the colour of who does; each once. @param {Pick<Scene, "lines" | "before">} scene */
export function arrowsOf({ lines, before }) {
  const sideOf = (/** @type {string} */ place) =>
    before.pieces.find((piece) => piece.id === place || piece.at === place)?.side ?? null;
  const all = lines.filter(hasFight).flatMap((line) =>
    line.events.filter(isFight).flatMap(({ show }) =>
      (show?.from ?? []).flatMap((from) =>
        (show?.to ?? []).map((to) => ({
          kind: show?.kind ?? "attack",
          side: sideOf(from) ?? line.seat ?? null,
          from,
          to,
        })),
      ),
    ),
  );
  const known = new Map(all.map((arrow) => [`${arrow.from}>${arrow.to}`, arrow]));
  return [...known.values()];
}

/** `26 orders, 2 fights`. @param {Line[]} lines */
export function summary(lines) {
  const fights = lines.filter(hasFight).length;
  const orders = `${lines.length} ${lines.length === 1 ? "order" : "orders"}`;
  return fights ? `${orders}, ${fights} ${fights === 1 ? "fight" : "fights"}` : orders;
}
