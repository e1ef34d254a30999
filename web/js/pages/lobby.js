/** The lobby: my games, and the scenarios to begin a new one with. */

import * as api from "../api.js";
import { beginLesson } from "../coach/begin.js";
import { done } from "../coach/done.js";
import { h, show } from "../dom.js";
import { Shelf } from "../library/shelf.js";
import { OwnShelf } from "../own/shelf.js";
import { bringSeats, me, memberName } from "../club/calls.js";
import { inWords, untilDay } from "../time/words.js";
import { OpenSeats } from "../club/open-seats.js";
import { ago, SIDES } from "../words.js";

/** @typedef {import("../types.js").ScenarioCard} ScenarioCard */
/** @typedef {import("../types.js").GameRow} GameRow */
/** @typedef {import("../types.js").LessonCard} LessonCard */

/** @param {import("../main.js").Ask} ask */
export async function page({ main, query }) {
  const [scenarios, systems, lessons, uploads] = await Promise.all([
    api.scenarios(),
    api.systems(),
    api.lessons(),
    api.uploads(),
  ]);
  const games = h("div", {});
  const seats = new OpenSeats(systems);
  const own = new OwnShelf({ scenarios, systems, lessons, uploads });
  const library = new Shelf(scenarios, systems, query);
  main.append(
    h(
      "div",
      { class: "sheet" },
      h(
        "div",
        { class: "hero" },
        h("h1", {}, "The campaign table"),
        h(
          "p",
          { class: "lead" },
          "Battles of the American Civil War, with every rule kept by the table itself. Choose a scenario, and march.",
        ),
      ),
      games,
      seats.element,
      school(
        lessons.filter((lesson) => !lesson.id.startsWith("own:")),
        systems,
      ),
      own.element,
      library.element,
    ),
  );
  // Seats taken as a guest before signing in elsewhere come along; a device that was shut out is told so.
  if (memberName() && (await me().catch(() => null))) await bringSeats().catch(() => 0);
  const refresh = async () => {
    show(games, ...myGames((await api.mine()).games, scenarios, lessons));
    await seats.refresh();
  };
  await refresh();
  const timer = setInterval(() => refresh().catch(() => {}), 5000);
  return () => clearInterval(timer);
}

/** @param {GameRow[]} games @param {ScenarioCard[]} scenarios @param {LessonCard[]} lessons */
function myGames(games, scenarios, lessons) {
  if (!games.length) return [];
  const title = (/** @type {GameRow} */ g) =>
    g.lesson
      ? `Lesson: ${lessons.find((l) => l.id === g.lesson)?.title ?? g.lesson}`
      : (scenarios.find((s) => s.id === g.scenario)?.title ?? g.scenario);
  return [
    h("h2", { id: "my-games" }, "My games"),
    h(
      "ul",
      { class: "game-list" },
      games.map((game) =>
        h(
          "li",
          {},
          h(
            "div",
            {},
            h("a", { class: "title", href: `/game/${game.id}`, "data-key": game.id }, title(game)),
            h(
              "div",
              { class: "facts" },
              h("span", {}, opponents(game)),
              h("span", {}, game.headline),
              h("span", {}, ago(game.touched)),
              timeWords(game).map((words) => h("span", { class: "time-left" }, words)),
              game.private && h("span", { class: "badge" }, "Private"),
            ),
          ),
          flag(game),
        ),
      ),
    ),
    h("hr", { class: "ornament" }),
  ];
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

/** The guided lessons, system by system. @param {LessonCard[]} lessons @param {import("../types.js").SystemCard[]} systems */
function school(lessons, systems) {
  if (!lessons.length) return null;
  const taken = done();
  return h(
    "section",
    { "aria-labelledby": "lessons" },
    h(
      "div",
      { class: "lessons-head" },
      h("h2", { id: "lessons" }, taken.length ? "Lessons" : "New here? Begin with a lesson"),
      h("p", {}, "A coach at the table, one thing at a time. You play; nothing has to be read before."),
    ),
    h(
      "div",
      { class: "courses" },
      [...new Set(lessons.map((lesson) => lesson.system))].map((system) =>
        h(
          "article",
          { class: "course" },
          h("h3", {}, api.titleOf(systems, system)),
          h(
            "ol",
            {},
            lessons
              .filter((lesson) => lesson.system === system)
              .map((lesson, n) => h("li", {}, lessonButton(lesson, n + 1, taken.includes(lesson.id)))),
          ),
        ),
      ),
    ),
  );
}

/** @param {LessonCard} lesson @param {number} number @param {boolean} taken */
function lessonButton(lesson, number, taken) {
  return h(
    "button",
    {
      type: "button",
      class: ["lesson", taken && "done"],
      "data-lesson": lesson.id,
      onclick: () => beginLesson(lesson.id),
    },
    h("span", { class: "number", "aria-hidden": "true" }, taken ? "✓" : number),
    h("b", {}, lesson.title, taken && h("span", { class: "visually-hidden" }, ", done")),
    h("span", { class: "minutes" }, `${lesson.minutes} minutes`),
    h("small", {}, lesson.about),
  );
}
