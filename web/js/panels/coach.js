/** The coach's panel: one thing at a time, why, a word on what was done, and the way on. */

import { beginLesson } from "../coach/begin.js";
import { h } from "../dom.js";

/** @typedef {import("../wire").Coach} Coach */

/**
 * @typedef {object} Hooks
 * @property {(wish: "next" | "back" | "skip" | "again") => void} tell
 * @property {() => void} hint
 * @property {(() => void) | null} look brings what is pointed at into sight
 * @property {() => void} fold
 */

/** @param {Coach} coach @param {{folded: boolean, hinted: boolean, yours: boolean}} now @param {Hooks} hooks */
export function coachPanel(coach, now, hooks) {
  return [
    head(coach, now.folded, hooks),
    h(
      "div",
      { class: "coach-body", id: "coach-body", hidden: now.folded },
      word(coach, now.yours, hooks),
      coach.end ? end(coach) : step(coach, now),
      now.yours && acts(coach, now, hooks),
    ),
  ];
}

/** @param {Coach} coach @param {boolean} folded @param {Hooks} hooks */
function head(coach, folded, hooks) {
  const where = coach.end ? "Done" : `Step ${coach.step} of ${coach.of}`;
  return h(
    "div",
    { class: "coach-head" },
    h("h2", {}, coach.title),
    h("span", { class: "soft coach-step" }, where),
    h(
      "button",
      {
        type: "button",
        class: "plain",
        "data-key": "coach-fold",
        "aria-expanded": String(!folded),
        "aria-controls": "coach-body",
        onclick: hooks.fold,
      },
      folded ? "Unfold" : "Fold",
    ),
    h("progress", {
      class: "coach-progress",
      max: coach.of,
      value: coach.end ? coach.of : coach.step - 1,
      "aria-label": where,
    }),
  );
}

/** What is said of the last order. @param {Coach} coach @param {boolean} yours @param {Hooks} hooks */
function word({ word: said, can }, yours, hooks) {
  if (!said) return null;
  const offer = said.kind === "other" && yours;
  return h(
    "div",
    { class: ["coach-word", said.kind] },
    h("p", {}, said.text),
    offer &&
      h(
        "div",
        { class: "choice-row" },
        can.again > 0 && button("again", "Take it back and try again", () => hooks.tell("again")),
        can.skip && button("skip", "Go on anyway", () => hooks.tell("skip")),
      ),
  );
}

/** @param {Coach} coach @param {{hinted: boolean}} now */
function step(coach, { hinted }) {
  return h(
    "div",
    { class: "coach-text" },
    coach.say.split("\n").map((line) => h("p", { class: "coach-say" }, line)),
    coach.why && h("p", { class: "coach-why" }, coach.why),
    hinted && h("p", { class: "coach-hint" }, h("b", {}, "Hint: "), coach.hint),
  );
}

/** @param {string} key @param {string} words @param {() => void} act @param {boolean} [main] */
function button(key, words, act, main = false) {
  return h(
    "button",
    { type: "button", class: main ? "main" : "", "data-key": `coach-${key}`, onclick: act },
    words,
  );
}

/** @param {Coach} coach @param {{hinted: boolean}} now @param {Hooks} hooks */
function acts({ can, hint, end, word: said }, { hinted }, hooks) {
  const offered = said?.kind === "other";
  return h(
    "div",
    { class: "coach-act" },
    can.next && button("next", "Next", () => hooks.tell("next"), true),
    !end && hooks.look && button("look", "Show me", hooks.look),
    hint && !hinted && !end && button("hint", "Hint", hooks.hint),
    can.back && button("back", "Back", () => hooks.tell("back")),
    can.again > 0 && !offered && button("again", "This step again", () => hooks.tell("again")),
    can.skip && !offered && button("skip", "Skip", () => hooks.tell("skip")),
  );
}

/** @param {Coach} coach */
function end({ end: over, lesson }) {
  const next = over?.next;
  return h(
    "div",
    { class: "coach-text" },
    h("h3", {}, "What you have learnt"),
    h(
      "ul",
      { class: "coach-learnt" },
      (over?.learnt ?? []).map((line) => h("li", {}, line)),
    ),
    h(
      "div",
      { class: "coach-act" },
      next?.lesson && button("on", `Next lesson: ${next.title}`, () => beginLesson(next.id), true),
      next &&
        !next.lesson &&
        h(
          "a",
          { class: "button main", "data-key": "coach-on", href: `/new/${encodeURIComponent(next.id)}` },
          `Play the whole battle: ${next.title}`,
        ),
      button("anew", "This lesson again", () => beginLesson(lesson)),
      h("a", { class: "button", href: "/" }, "All lessons"),
    ),
    h("p", { class: "soft" }, "Or stay and play on: the game does not end with the lesson."),
  );
}
