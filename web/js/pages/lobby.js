/** The lobby: my games, and the scenarios to begin a new one with. */

import * as api from "../api.js";
import { beginLesson } from "../coach/begin.js";
import { done } from "../coach/done.js";
import { h, show } from "../dom.js";
import { Shelf } from "../library/shelf.js";
import { OwnShelf } from "../own/shelf.js";
import { bringSeats, me, memberName } from "../club/calls.js";
import { OpenSeats } from "../club/open-seats.js";
import { MyGames } from "../courtesies/list.js";

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
  const list = new MyGames(scenarios, lessons);
  const refresh = async () => {
    show(games, ...list.parts((await api.mine()).games));
    await seats.refresh();
  };
  list.changed = refresh;
  await refresh();
  const timer = setInterval(() => refresh().catch(() => {}), 5000);
  return () => clearInterval(timer);
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
