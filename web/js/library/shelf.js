/** The scenarios in the lobby: all of them, or those that are looked for. What is looked for stands in the address. */

import * as api from "../api.js";
import { h, show } from "../dom.js";
import { card } from "../own/card.js";
import { found, isNarrow, LENGTHS, NOTHING, read, SIZES, SORTS, write, years } from "./find.js";

/** @typedef {import("../types.js").ScenarioCard} ScenarioCard */
/** @typedef {import("../types.js").SystemCard} SystemCard */

export class Shelf {
  /** @param {ScenarioCard[]} scenarios @param {SystemCard[]} systems @param {URLSearchParams} query */
  constructor(scenarios, systems, query) {
    this.scenarios = scenarios;
    this.systems = systems;
    this.wish = read(query);
    this.list = h("div", { class: "shelves" });
    this.told = h("p", { class: "told", role: "status" });
    this.form = this.#form();
    this.element = h(
      "section",
      { class: "library", "aria-labelledby": "library" },
      h("h2", { id: "library" }, "The library"),
      this.form,
      this.told,
      this.list,
    );
    this.#draw();
  }

  /** Takes what is on the form. */
  #take() {
    const filled = new FormData(this.form);
    const query = new URLSearchParams();
    for (const [key, value] of filled) query.set(key, String(value));
    this.wish = read(query);
    // The list is another one, the page is not: nobody wants to go back through every letter of a word.
    history.replaceState(null, "", write(this.wish));
    this.#draw();
  }

  #all() {
    this.wish = { ...NOTHING, sort: this.wish.sort };
    history.replaceState(null, "", write(this.wish));
    const form = this.#form();
    this.form.replaceWith(form);
    this.form = form;
    this.#draw();
    form.querySelector("input").focus();
  }

  #form() {
    const { wish } = this;
    const choice = (
      /** @type {string} */ key,
      /** @type {string} */ label,
      /** @type {string} */ all,
      /** @type {{id: string, label: string}[]} */ options,
    ) =>
      h(
        "label",
        {},
        h("span", {}, label),
        h(
          "select",
          { name: key },
          all && h("option", { value: "" }, all),
          options.map((one) =>
            h("option", { value: one.id, selected: one.id === /** @type {any} */ (wish)[key] }, one.label),
          ),
        ),
      );
    const tick = (/** @type {"lesson" | "campaign" | "own"} */ key, /** @type {string} */ label) =>
      h(
        "label",
        { class: "tick" },
        h("input", { type: "checkbox", name: key, value: "1", checked: wish[key] }),
        h("span", {}, label),
      );
    const here = new Set(this.scenarios.map((card) => card.system));
    const systems = this.systems
      .filter((one) => here.has(one.id))
      .map((one) => ({ id: one.id, label: one.title }));
    const named = years(this.scenarios).map((year) => ({ id: year, label: year }));
    const own = this.scenarios.some((card) => card.origin === "own" && card.playable);
    return h(
      "form",
      {
        class: "library-search",
        role: "search",
        "aria-label": "Scenarios",
        onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
        oninput: () => this.#take(),
      },
      h(
        "label",
        { class: "words" },
        h("span", {}, "Search"),
        h("input", {
          type: "search",
          name: "q",
          value: wish.q,
          placeholder: "a battle, a general, a place",
          autocomplete: "off",
        }),
      ),
      choice("system", "System", "All", systems),
      choice("length", "Length", "Any", LENGTHS),
      choice("year", "Year", "All", named),
      choice("size", "Size", "Any", SIZES),
      choice("sort", "Order", "", SORTS),
      h(
        "div",
        { class: "ticks" },
        tick("lesson", "With a lesson, or a first game"),
        tick("campaign", "Campaigns"),
        (own || wish.own) && tick("own", "My own"),
      ),
    );
  }

  #draw() {
    const cards = found(this.scenarios, this.wish);
    const many = cards.length === 1 ? "1 scenario" : `${cards.length} scenarios`;
    show(
      this.told,
      cards.length ? many : "No scenario is like that.",
      isNarrow(this.wish) &&
        h("button", { type: "button", class: "plain", onclick: () => this.#all() }, "Show all"),
    );
    const list = (/** @type {ScenarioCard[]} */ some, /** @type {3 | 4} */ level) =>
      h(
        "ul",
        { class: "cards" },
        some.map((one) => h("li", {}, card(one, level))),
      );
    if (this.wish.sort) return show(this.list, cards.length > 0 && list(cards, 3));
    const systems = [...new Set(cards.map((one) => one.system))];
    show(
      this.list,
      systems.map((system) =>
        h(
          "section",
          { "aria-labelledby": `system-${system}` },
          h(
            "div",
            { class: "system-head" },
            h("h3", { id: `system-${system}` }, api.titleOf(this.systems, system)),
            h("p", {}, this.systems.find((one) => one.id === system)?.scale ?? ""),
          ),
          list(
            cards.filter((one) => one.system === system),
            4,
          ),
        ),
      ),
    );
  }
}
