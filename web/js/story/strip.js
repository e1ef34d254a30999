/** The strip over the map: what the other side does, or weighs, and the buttons to hold it, to step and to skip. */

import { h } from "../dom.js";
import { faces } from "../panels/dice.js";
import { diceOf } from "../panels/log.js";
import { SIDES } from "../words.js";
import { wishes } from "./memory.js";
import { sentence } from "./words.js";

/** @typedef {import("../pages/game.js").GamePage} GamePage */

const SPEEDS = [1, 2, 4];
/** More dice than these are not drawn. */
const MOST_DICE = 6;

/** Made once and changed in place: a button must not vanish under the finger. */
export class Strip {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    const { story, thinking } = page;
    const button = (
      /** @type {string} */ label,
      /** @type {string} */ sign,
      /** @type {string} */ title,
      /** @type {() => void} */ act,
    ) => h("button", { type: "button", "aria-label": label, title, "data-key": label, onclick: act }, sign);
    this.who = h("span", { class: "who" });
    this.words = h("p", {});
    this.back = button("Step back", "‹", "Step back, key ,", () => story.step(-1));
    this.play = button("play", "", "Key: space", () => story.toggle());
    this.on = button("Step on", "›", "Step on, key .", () => story.step(1));
    this.paces = SPEEDS.map((speed) =>
      h("button", { type: "button", onclick: () => story.pace(speed) }, `${speed}×`),
    );
    this.bar = h("i");
    this.said = "";
    this.count = h("span", { class: "story-count" });
    const skip = h(
      "button",
      {
        type: "button",
        class: "main",
        "aria-label": "To the present",
        "data-key": "skip",
        onclick: () => story.skip(),
      },
      h("span", { class: "long" }, "To the present"),
      h("span", { class: "short", "aria-hidden": "true" }, "⇥"),
    );
    this.tools = h(
      "div",
      { class: "story-tools" },
      this.back,
      this.play,
      this.on,
      h("span", { class: "story-pace", role: "group", "aria-label": "Speed" }, this.paces),
      h("span", { class: "story-bar", "aria-hidden": "true" }, this.bar),
      this.count,
      skip,
    );
    this.thinks = h("p", {});
    this.hurry = h(
      "button",
      { type: "button", "data-key": "hurry", title: "Key: h", onclick: () => thinking.hurry() },
      "Hurry",
    );
    this.thinking = h(
      "div",
      { class: "story-tools thinking" },
      h("span", { class: "pendulum", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
      this.thinks,
      this.hurry,
    );
    this.root = h(
      "section",
      { class: "playback", "aria-label": "What the other side does", hidden: true },
      h("div", { class: "story-words" }, this.who, this.words),
      this.tools,
      this.thinking,
    );
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => this.#key(e));
    page.drawing.map.append(this.root);
  }

  /** Arrows step while the focus is in the strip. @param {KeyboardEvent} event */
  #key(event) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way || !this.page.story.active) return;
    event.preventDefault();
    event.stopPropagation();
    this.page.story.step(way > 0 ? 1 : -1);
  }

  draw() {
    const { story, thinking } = this.page;
    const words = story.active ? "" : thinking.words();
    this.root.hidden = !story.active && !words;
    this.page.drawing.map.classList.toggle("told", !this.root.hidden);
    if (this.root.hidden) return;
    this.#told();
    this.tools.hidden = !story.active;
    this.thinking.hidden = story.active;
    if (story.active) this.#progress();
    else this.#thought(words);
  }

  /** What happens now, or happened last. */
  #told() {
    const { story } = this.page;
    const { scene } = story;
    const seat = scene?.lines.findLast((line) => line.seat)?.seat;
    this.root.classList.toggle("mine", Boolean(story.active && scene?.mine));
    this.root.classList.toggle("past", !story.active);
    this.who.hidden = !seat;
    if (seat) {
      this.who.className = `who ${seat}`;
      this.who.textContent = SIDES[seat][0];
    }
    const words = scene ? sentence(scene.lines) : "";
    if (words === this.said) return;
    this.said = words;
    const dice = scene?.lines.flatMap(diceOf).slice(-MOST_DICE) ?? [];
    this.words.replaceChildren(words, ...(dice.length ? [faces(dice)] : []));
  }

  #progress() {
    const { paused, scenes, at, scene, waiting } = this.page.story;
    const first = scenes[0]?.lines[0]?.n ?? waiting[0]?.n ?? 1;
    const now = scene?.lines.at(-1)?.n ?? first;
    const last = waiting.at(-1)?.n ?? scenes.at(-1)?.lines.at(-1)?.n ?? now;
    const [done, all] = [now - first + 1, last - first + 1];
    this.back.disabled = at <= 1;
    this.play.textContent = paused ? "▶" : "❚❚";
    this.play.setAttribute("aria-label", paused ? "Play" : "Pause");
    this.bar.style.width = `${Math.round((100 * done) / Math.max(1, all))}%`;
    this.count.textContent = `${done} of ${all}`;
    const { speed } = wishes();
    this.paces.forEach((pace, n) => pace.setAttribute("aria-pressed", String(SPEEDS[n] === speed)));
  }

  /** @param {string} words */
  #thought(words) {
    const { thinking } = this.page;
    this.thinks.textContent = words;
    this.hurry.hidden = !thinking.canHurry;
    this.hurry.disabled = thinking.hurried;
    this.hurry.textContent = thinking.hurried ? "Told to hurry" : "Hurry";
  }
}
