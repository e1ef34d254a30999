/** My games as a list: whose turn it is, and what can be done with each; finished ones can be hidden. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { inWords, untilDay } from "../time/words.js";
import { ago, SIDES } from "../words.js";
import { across, hide, isAlone, remove, rename, resign } from "./deeds.js";

/** @typedef {import("../types.js").GameRow} GameRow */
/** @typedef {import("../types.js").ScenarioCard} ScenarioCard */
/** @typedef {import("../types.js").LessonCard} LessonCard */

/** Games that are listed, and those that are hidden: by the server for members, by this browser. @param {GameRow[]} games @param {string[]} here */
export function parted(games, here) {
  const isHidden = (/** @type {GameRow} */ game) => game.over && (game.hidden || here.includes(game.id));
  return { listed: games.filter((game) => !isHidden(game)), hidden: games.filter(isHidden) };
}

export class MyGames {
  /** @param {ScenarioCard[]} scenarios @param {LessonCard[]} lessons */
  constructor(scenarios, lessons) {
    this.scenarios = scenarios;
    this.lessons = lessons;
    /** Draws the list anew. @type {() => Promise<void>} */
    this.changed = async () => {};
    this.showsHidden = false;
  }

  /** @param {GameRow} game */
  usual({ lesson, scenario }) {
    if (lesson) return `Lesson: ${this.lessons.find((l) => l.id === lesson)?.title ?? lesson}`;
    return this.scenarios.find((s) => s.id === scenario)?.title ?? scenario;
  }

  /** @param {GameRow[]} games */
  parts(games) {
    if (!games.length) return [];
    const { listed, hidden } = parted(games, api.hiddenHere());
    const hiddenWords = hidden.length === 1 ? "1 hidden game" : `${hidden.length} hidden games`;
    return [
      h("h2", { id: "my-games" }, "My games"),
      h(
        "ul",
        { class: "game-list" },
        listed.map((game) => this.#row(game, false)),
        this.showsHidden && hidden.map((game) => this.#row(game, true)),
      ),
      hidden.length > 0 &&
        h(
          "button",
          {
            type: "button",
            class: "plain",
            "data-key": "show-hidden",
            "aria-expanded": String(this.showsHidden),
            onclick: () => {
              this.showsHidden = !this.showsHidden;
              this.changed();
            },
          },
          this.showsHidden ? "Hide them again" : `Show ${hiddenWords}`,
        ),
      h("hr", { class: "ornament" }),
    ];
  }

  /** @param {GameRow} game @param {boolean} hidden */
  #row(game, hidden) {
    return h(
      "li",
      { class: hidden && "hidden-game" },
      h(
        "div",
        {},
        h(
          "a",
          { class: "title", href: `/game/${game.id}`, "data-key": game.id },
          game.name ?? this.usual(game),
        ),
        h(
          "div",
          { class: "facts" },
          game.name && h("span", { class: "scenario-words" }, this.usual(game)),
          h("span", {}, opponents(game)),
          h("span", {}, game.headline),
          h("span", {}, ago(game.touched)),
          timeWords(game).map((words) => h("span", { class: "time-left" }, words)),
          game.private && h("span", { class: "badge" }, "Private"),
        ),
      ),
      flag(game),
      this.#deeds(game, hidden),
    );
  }

  /** @param {GameRow} game @param {boolean} hidden */
  #deeds(game, hidden) {
    const done = async (/** @type {Promise<boolean>} */ work) => {
      if (await work) await this.changed();
    };
    const button = (
      /** @type {string} */ word,
      /** @type {string} */ label,
      /** @type {() => Promise<boolean>} */ act,
    ) => h("button", { type: "button", "data-key": `${word}-${game.id}`, onclick: () => done(act()) }, label);
    const other = across(game);
    const member = game.you.some((side) => game.seats[side].member);
    return h(
      "details",
      { class: "deeds", "data-keep": `deeds-${game.id}` },
      h(
        "summary",
        { "data-key": `deeds-${game.id}` },
        "More",
        h("span", { class: "visually-hidden" }, ` about ${game.name ?? this.usual(game)}`),
      ),
      h(
        "div",
        { class: "menu-buttons" },
        button("rename", "Rename", () => rename(game, this.usual(game))),
        !game.over &&
          !game.lesson &&
          other &&
          other.kind !== "open" &&
          button("resign", "Resign", () => resign(game)),
        game.over &&
          button("hide", hidden ? "Show in my list" : "Hide", () => hide(game.id, !hidden, member)),
        isAlone(game) && button("delete", "Delete", () => remove(game)),
      ),
      !game.over &&
        other?.kind === "person" &&
        h(
          "p",
          { class: "soft" },
          "A draw is offered at the table. A game against a person can be hidden once it is over.",
        ),
    );
  }
}

/** @param {GameRow} game */
function opponents(game) {
  if (game.you.length === 2) return "You play both sides";
  const other = game.you[0] === "union" ? "confederate" : "union";
  const seat = game.seats[other];
  const name = seat.kind === "open" ? "a friend who has not come yet" : seat.name;
  return `You are the ${SIDES[game.you[0]]} player, against ${name}`;
}

/** What is left of whose time, who is away. @param {GameRow} game */
function timeWords({ clock, you, seats, over }) {
  if (!clock || over) return [];
  const away = /** @type {const} */ (["union", "confederate"]).filter(
    (s) => !you.includes(s) && clock.away[s],
  );
  return [
    ...clock.running.map(
      (side) =>
        `${you.includes(side) ? "You have" : `${SIDES[side]} has`} ${inWords(clock.left?.[side] ?? 0)} left`,
    ),
    ...away.map((side) => `${seats[side].name} is on holiday until ${untilDay(clock.away[side] ?? 0)}`),
  ];
}

/** @param {GameRow} game */
function flag(game) {
  if (game.over) return h("a", { class: "turn-flag", href: `/ending/${game.id}` }, "Over · see why");
  if (game.clock?.resting) return h("span", { class: "turn-flag" }, "Rests");
  return h(
    "span",
    { class: ["turn-flag", game.your_turn && "yours"] },
    game.your_turn ? "Your turn" : `${game.waiting.map((s) => SIDES[s]).join(" and ")} to decide`,
  );
}
