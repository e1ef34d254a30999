/** A rating over time, as a small line. */

import { s } from "../dom.js";

const WIDTH = 340;
const HEIGHT = 110;
const LEFT = 38;
const BOTTOM = 18;
const TOP = 8;
const RIGHT = 8;

/** @param {number} seconds */
const month = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString("en-GB", { month: "short", year: "numeric" });
/** @param {number} seconds */
const day = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });

/**
 * The lowest and the highest line of the scale.
 * @param {number[]} values
 */
export function bounds(values) {
  const low = Math.floor((Math.min(...values) - 5) / 50) * 50;
  const high = Math.ceil((Math.max(...values) + 5) / 50) * 50;
  return high - low < 100 ? { low: low - 50, high: low + 100 } : { low, high };
}

/** @param {import("../wire").RatingLine} line */
export function ratingChart(line) {
  const values = [1500, ...line.points.map(([, elo]) => elo)];
  const { low, high } = bounds(values);
  const first = line.points[0]?.[0] ?? 0;
  const last = line.points.at(-1)?.[0] ?? 0;
  // Everybody begins at 1500, a moment before his first game; games of one day stand side by side.
  const spread = last - first > 86400;
  const x = (/** @type {number} */ n, /** @type {number} */ at) => {
    const share = spread ? (at - first) / (last - first) : n / line.points.length;
    return LEFT + 14 + (WIDTH - LEFT - RIGHT - 14) * (n ? share : spread ? -0.03 : 0);
  };
  const y = (/** @type {number} */ elo) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - elo)) / (high - low);
  const places = values.map((elo, n) => [x(n, n ? line.points[n - 1][0] : first), y(elo)]);
  const scale = [low, (low + high) / 2, high];
  const end = places[places.length - 1];
  return s(
    "svg",
    {
      class: "rating-chart",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `Rating in ${line.title}: from 1500 to ${line.elo} in ${line.games} ${line.games === 1 ? "game" : "games"}, between ${Math.min(...values)} and ${Math.max(...values)}`,
    },
    scale
      .map((elo) => [
        s("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(elo), y2: y(elo) }),
        s("text", { class: "tick", x: LEFT - 5, y: y(elo) + 3.5, "text-anchor": "end" }, Math.round(elo)),
      ])
      .flat(),
    s("polyline", {
      class: "line",
      points: places.map((place) => place.map(Math.round).join(",")).join(" "),
    }),
    line.points.length <= 60 &&
      line.points.map(([at, elo], n) =>
        s(
          "circle",
          { cx: places[n + 1][0], cy: places[n + 1][1], r: 2.2 },
          s("title", {}, `${day(at)}: ${elo}`),
        ),
      ),
    s("circle", { class: "now", cx: end[0], cy: end[1], r: 3.6 }),
    s("text", { class: "tick", x: LEFT, y: HEIGHT - 3 }, first ? month(first) : ""),
    spread &&
      s("text", { class: "tick", x: WIDTH - RIGHT, y: HEIGHT - 3, "text-anchor": "end" }, month(last)),
  );
}
