/** Choosing the clock of a new game, folded away: usually there is none. */

import { h } from "../dom.js";

/** @typedef {import("../types.js").Officer} Officer */

const DAYS = [1, 2, 3, 5, 7, 14, 30];
const MINUTES = [15, 30, 60, 90, 120, 180, 240];
const SECONDS = [0, 10, 30, 60];

const plural = (/** @type {number} */ n, /** @type {string} */ what) => `${n} ${what}${n === 1 ? "" : "s"}`;

/** @param {string} name @param {string} label @param {number[]} all @param {number} usual @param {string} what */
const choice = (name, label, all, usual, what) =>
  h(
    "label",
    { class: "time" },
    label,
    h(
      "select",
      { name },
      all.map((n) => h("option", { value: n, selected: n === usual }, plural(n, what))),
    ),
  );

/** @param {Officer[]} officers */
export function clockChoices(officers) {
  const parts = {
    days: choice("clock-days", "Days a turn", DAYS, 3, "day"),
    minutes: choice("clock-minutes", "For the whole game, each side", MINUTES, 90, "minute"),
    seconds: choice("clock-seconds", "More for each decision handed over", SECONDS, 30, "second"),
    officer: h(
      "label",
      { class: "time" },
      "Computer player",
      h(
        "select",
        { name: "clock-officer" },
        officers.map((o) => h("option", { value: o.name }, o.title)),
      ),
    ),
  };
  const over = h(
    "label",
    { class: "time" },
    "When a side's time is over",
    h(
      "select",
      { name: "clock-over", onchange: () => chosen() },
      h("option", { value: "adjourn" }, "The game rests until both go on"),
      h("option", { value: "computer" }, "A computer player takes the seat"),
      h("option", { value: "resign" }, "The game is lost"),
    ),
  );
  const kind = h(
    "select",
    { name: "clock", "aria-label": "Clock", onchange: () => chosen() },
    h("option", { value: "" }, "No clock"),
    h("option", { value: "days" }, "Days a turn"),
    h("option", { value: "evening" }, "An evening's clock"),
  );
  const summary = h("summary", {}, "Clock: none");
  const chosen = () => {
    const value = kind.value;
    parts.days.hidden = value !== "days";
    parts.minutes.hidden = parts.seconds.hidden = value !== "evening";
    over.hidden = !value;
    parts.officer.hidden = !value || over.querySelector("select").value !== "computer";
    summary.textContent = `Clock: ${value === "days" ? "days a turn" : value ? "an evening's" : "none"}`;
  };
  chosen();
  return h(
    "details",
    { class: "clock-choice" },
    summary,
    h("p", { class: "soft" }, "Between two people, from the moment both seats are taken."),
    kind,
    parts.days,
    parts.minutes,
    parts.seconds,
    over,
    parts.officer,
  );
}

/** A clock is on offer where two people play each other. @param {HTMLFormElement} box */
export function clockFits(box) {
  const filled = new FormData(box);
  const seats = ["union", "confederate"].map((side) => String(filled.get(side)));
  const fold = /** @type {HTMLElement | null} */ (box.querySelector(".clock-choice"));
  if (fold) fold.hidden = seats.includes("computer") || seats.every((seat) => seat === "me");
}

/** The terms as they were chosen; nothing without a clock. @param {HTMLFormElement} box */
export function chosenTerms(box) {
  const filled = new FormData(box);
  const kind = String(filled.get("clock") ?? "");
  const fits = !(/** @type {HTMLElement | null} */ (box.querySelector(".clock-choice"))?.hidden);
  if (!kind || !fits) return undefined;
  const number = (/** @type {string} */ name) => Number(filled.get(name));
  const clock =
    kind === "days"
      ? { kind, days: number("clock-days") }
      : { kind, minutes: number("clock-minutes"), seconds: number("clock-seconds") };
  const then = String(filled.get("clock-over"));
  return {
    clock,
    over: then === "computer" ? { kind: then, officer: String(filled.get("clock-officer")) } : { kind: then },
  };
}
