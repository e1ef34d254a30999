/** Time that is left, in figures and in words. */

/** @typedef {import("../wire").GameClock} GameClock */
/** @typedef {import("../types.js").Side} Side */

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

const plural = (/** @type {number} */ n, /** @type {string} */ what) => `${n} ${what}${n === 1 ? "" : "s"}`;

/** As a clock shows it: `1:04:09`, `4:09`; from two days on `2 d 5 h`. @param {number} left milliseconds */
export function figures(left) {
  const all = Math.max(0, Math.ceil(left / SECOND));
  if (left >= 2 * DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** As people say it. @param {number} left milliseconds */
export function inWords(left) {
  if (left >= 2 * DAY) return plural(Math.floor(left / DAY), "day");
  if (left >= 2 * HOUR) return plural(Math.floor(left / HOUR), "hour");
  if (left >= MINUTE) return plural(Math.floor(left / MINUTE), "minute");
  return plural(Math.max(0, Math.ceil(left / SECOND)), "second");
}

/** At these a screen reader tells what is left. @param {GameClock} clock */
export const marks = (clock) => (clock.terms?.clock?.kind === "days" ? [DAY, HOUR] : [5 * MINUTE, MINUTE]);

/** What a side has left now. @param {GameClock} clock @param {Side} side @param {number} since milliseconds since it was told */
export function leftNow(clock, side, since) {
  const left = clock.left?.[side] ?? 0;
  const days = clock.terms?.clock?.kind === "days";
  const runs = clock.running.includes(side) && !(days && clock.away[side]);
  return Math.max(0, left - (runs ? since : 0));
}

/** The terms of a game in a sentence. @param {import("../wire").Terms} terms */
export function termsWords(terms) {
  const { clock, over } = terms;
  if (!clock) return "";
  const more =
    clock.kind === "evening" && clock.seconds
      ? ` and ${plural(clock.seconds, "second")} for each decision handed over`
      : "";
  const much =
    clock.kind === "days"
      ? `${plural(clock.days, "day")} a turn`
      : `${plural(clock.minutes, "minute")} a side${more}`;
  const then = {
    computer: "then a computer player takes the seat",
    resign: "then the game is lost",
    adjourn: "then the game rests",
  };
  return `${much}, ${then[over?.kind ?? "adjourn"]}`;
}

/** A day, for somebody who is away until its end. @param {number} seconds */
export const untilDay = (seconds) =>
  new Date((seconds - 1) * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long" });

/** Whether something other than the time left has changed. @param {GameClock | undefined} a @param {GameClock | undefined} b */
export function sameClock(a, b) {
  const still = (/** @type {GameClock | undefined} */ clock) =>
    JSON.stringify(clock && { ...clock, left: null });
  return still(a) === still(b);
}
