/** Choosing who plays: the seats of a new game as a form, read back, and those of an old one to be played again. */

import { memberName } from "../club/calls.js";
import { h } from "../dom.js";
import { BOTH, SIDES } from "../words.js";
import { ratingChoice } from "./rating.js";

/** @typedef {import("../types.js").Officer} Officer */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("./rating.js").Strengths} Strengths */
/** @typedef {{kind: string, officer?: string, seconds?: number, open?: boolean, member?: string}} NewSeat */
/** @typedef {Record<Side, NewSeat>} NewSeats */

/** How long a computer player may think about a decision, in seconds. */
const TIMES = [0.2, 0.5, 1, 2, 5, 10, 30];

/** Both seats. @param {Officer[]} officers @param {Strengths | undefined} strengths @param {Side} [mine] the seat that is mine at first */
export function seatChoices(officers, strengths, mine = "union") {
  return BOTH.map((side) => seat(side, side === mine ? "me" : "computer", officers, strengths));
}

/** @param {Side} side @param {string} usual @param {Officer[]} officers @param {Strengths | undefined} strengths */
function seat(side, usual, officers, strengths) {
  const officer = computer(side, officers, strengths);
  const friend = whichFriend(side);
  /** @param {string} value @param {string} label */
  const choice = (value, label) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name: side,
        value,
        checked: value === usual,
        onchange: () => {
          officer.hidden = value !== "computer";
          friend.hidden = value !== "friend";
        },
      }),
      h("span", {}, label),
    );
  officer.hidden = usual !== "computer";
  friend.hidden = usual !== "friend";
  return h(
    "div",
    { class: "seat-choice", role: "radiogroup", "aria-label": `${SIDES[side]} player` },
    h("div", { class: "seat-name" }, h("i", { class: ["dot", side] }), SIDES[side]),
    h(
      "div",
      { class: "choice-row" },
      choice("me", "Me"),
      choice("computer", "Computer"),
      choice("friend", "A friend"),
    ),
    officer,
    friend,
  );
}

/** Who may take the other seat. @param {Side} side */
function whichFriend(side) {
  const name = h("input", {
    type: "text",
    name: `${side}-member`,
    maxlength: 40,
    autocomplete: "off",
    placeholder: "His name",
    "aria-label": "The name of the member",
    hidden: true,
  });
  /** @param {string} value @param {string} label */
  const way = (value, label) =>
    h(
      "label",
      { class: "tick" },
      h("input", {
        type: "radio",
        name: `${side}-friend`,
        value,
        checked: value === "link",
        onchange: () => {
          name.hidden = value !== "member";
          name.required = value === "member";
          if (value === "member") name.focus();
        },
      }),
      h("span", {}, label),
    );
  return h(
    "div",
    { class: "which-friend", role: "radiogroup", "aria-label": `Who may take the ${SIDES[side]} seat` },
    way("link", "Whoever has the link"),
    way("open", "Anybody: it stands in the lobby"),
    memberName() && [way("member", "A member, asked by name"), name],
  );
}

/** Which computer player, and how long he may think. @param {Side} side @param {Officer[]} officers @param {Strengths | undefined} strengths */
function computer(side, officers, strengths) {
  const about = h("p", { class: "soft", id: `${side}-about` });
  const time = h(
    "label",
    { class: "time" },
    "Thinking time, each decision",
    h(
      "select",
      { name: `${side}-seconds` },
      TIMES.map((s) => h("option", { value: s, selected: s === 1 }, s === 1 ? "1 second" : `${s} seconds`)),
    ),
  );
  const level = h(
    "select",
    {
      name: `${side}-officer`,
      "aria-label": `Level of the ${SIDES[side]} computer player`,
      "aria-describedby": about.id,
      onchange: () => chosen(),
    },
    officers.filter((o) => strengths || !o.ratings).map((o) => h("option", { value: o.name }, o.title)),
  );
  const bounds = officers.find((o) => o.ratings)?.ratings;
  const rating = bounds && strengths && ratingChoice(side, bounds, strengths);
  const chosen = () => {
    const now = officers.find((o) => o.name === level.value);
    about.textContent = now?.about ?? "";
    if (rating) rating.hidden = !now?.ratings;
    time.hidden = now?.seconds === null || now?.seconds === undefined;
  };
  chosen();
  return h("div", { class: "officer" }, level, rating, time, about);
}

/** The seats as they were chosen. @param {HTMLFormElement} box @returns {NewSeats} */
export function chosenSeats(box) {
  const filled = new FormData(box);
  /** @param {Side} side */
  const of = (side) => {
    const kind = String(filled.get(side));
    if (kind === "friend")
      return friendOf(String(filled.get(`${side}-friend`)), filled.get(`${side}-member`));
    if (kind !== "computer") return { kind };
    const timed = !(/** @type {any} */ (box.querySelector(`[name=${side}-seconds]`)).closest(".time").hidden);
    const rating = box.querySelector(`[name=${side}-rating]`);
    const rated = rating && !(/** @type {any} */ (rating.closest(".rating")).hidden);
    return {
      kind,
      officer: `${filled.get(`${side}-officer`)}${rated ? filled.get(`${side}-rating`) : ""}`,
      ...(timed ? { seconds: Number(filled.get(`${side}-seconds`)) } : {}),
    };
  };
  return { union: of("union"), confederate: of("confederate") };
}

/** @param {string} way @param {FormDataEntryValue | null} name @returns {NewSeat} */
function friendOf(way, name) {
  if (way === "open") return { kind: "friend", open: true };
  return way === "member" ? { kind: "friend", member: String(name ?? "") } : { kind: "friend" };
}

/** The seats of a game, for another: mine are mine again, other people's are invited. @param {Pick<import("../types.js").Table, "seats" | "you">} table @returns {NewSeats} */
export function seatsOf({ seats, you }) {
  /** @param {Side} side */
  const of = (side) => {
    const { kind, officer } = seats[side];
    if (kind !== "computer" || !officer) return { kind: you.includes(side) ? "me" : "friend" };
    const [name, time] = officer.split(":");
    return { kind, officer: name, ...(time ? { seconds: Number(time.replace("ms", "")) / 1000 } : {}) };
  };
  return { union: of("union"), confederate: of("confederate") };
}
