/** "Your scenarios" in the lobby: what lies on the owner's shelves, and a place to drop more. */

import * as api from "../api.js";
import { beginLesson } from "../coach/begin.js";
import { alert, h, say, show } from "../dom.js";
import { ask } from "./ask.js";
import { card } from "./card.js";
import { dropped, freeName, gather, nameOf } from "./files.js";
import { counted, findingList } from "./findings.js";

/** @typedef {import("../types.js").ScenarioCard} ScenarioCard */
/** @typedef {import("../types.js").Finding} Finding */
/** @typedef {{scenarios: ScenarioCard[], systems: import("../types.js").SystemCard[], lessons: import("../types.js").LessonCard[], uploads: "anybody" | "token" | "nobody"}} Lists */

const ENDINGS = ".toml,.csv,.md,.jpg,.jpeg,.png,.webp";

export class OwnShelf {
  /** @param {Lists} lists */
  constructor(lists) {
    this.lists = lists;
    /** Files that were dropped and are not on the shelf yet. @type {Record<string, string>} */
    this.texts = {};
    /** @type {Map<string, File>} */
    this.pictures = new Map();
    this.element = h("section", { class: "own", "aria-labelledby": "own" });
    this.cards = h("ul", { class: "cards" });
    this.told = h("div", { class: "told", "aria-live": "polite" });
    this.draw();
  }

  get own() {
    return this.lists.scenarios.filter((scenario) => scenario.origin === "own");
  }

  draw() {
    const { uploads } = this.lists;
    const may = uploads === "anybody" || (uploads === "token" && api.uploadWord());
    if (uploads === "nobody" && !this.own.length) return show(this.element);
    show(
      this.element,
      h(
        "div",
        { class: "system-head" },
        h("h2", { id: "own" }, "Your scenarios"),
        h("p", {}, "Maps and scenarios from your own files, played like all others."),
      ),
      may && this.#zone(),
      uploads === "token" && this.#word(),
      this.told,
      this.cards,
    );
    this.#drawCards();
  }

  #drawCards() {
    const may = this.lists.uploads !== "nobody";
    show(this.cards, ...this.own.map((scenario) => h("li", {}, this.#card(scenario, may))));
  }

  async #refresh() {
    [this.lists.scenarios, this.lists.lessons] = await Promise.all([api.scenarios(), api.lessons()]);
    this.#drawCards();
  }

  /** Where files are dropped; a button does the same for keyboards and telephones. */
  #zone() {
    const input = h("input", {
      type: "file",
      multiple: true,
      accept: ENDINGS,
      id: "own-files",
      class: "visually-hidden",
      onchange: () => {
        this.take([...input.files]);
        input.value = "";
      },
    });
    const zone = h(
      "div",
      { class: "drop" },
      h("p", {}, h("b", {}, "Drop a scenario and its map here"), " with every file that they name, or"),
      input,
      h("label", { class: "button", for: "own-files" }, "Choose files…"),
      h("a", { class: "button", href: "/edit/new" }, "Draw a new one"),
    );
    const over = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      zone.classList.add("over");
    };
    zone.addEventListener("dragenter", over);
    zone.addEventListener("dragover", over);
    zone.addEventListener("dragleave", () => zone.classList.remove("over"));
    zone.addEventListener("drop", async (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      zone.classList.remove("over");
      if (event.dataTransfer) this.take(await dropped(event.dataTransfer));
    });
    return zone;
  }

  /** The word for those who may write. */
  #word() {
    const input = h("input", {
      type: "password",
      id: "own-word",
      autocomplete: "off",
      value: api.uploadWord(),
    });
    const keep = (/** @type {Event} */ event) => {
      event.preventDefault();
      api.keepUploadWord(input.value.trim());
      this.draw();
    };
    return h(
      "details",
      { class: "word", open: !api.uploadWord() },
      h("summary", {}, "The word for those who may put scenarios here"),
      h(
        "form",
        { class: "link-box", onsubmit: keep },
        h("label", { for: "own-word", class: "visually-hidden" }, "The word"),
        input,
        h("button", {}, "Keep it"),
      ),
    );
  }

  /** Takes files that were dropped or chosen; with those that came before them, if these were not enough. @param {File[]} files */
  async take(files) {
    if (!files.length) return;
    const { texts, pictures, others } = await gather(files);
    Object.assign(this.texts, texts);
    for (const [name, file] of pictures) this.pictures.set(name, file);
    if (others.length)
      alert(`${others.join(", ")}: a scenario is made of .toml, .csv and .md files, and pictures.`);
    if (!Object.keys(this.texts).length) return;
    await this.#put(nameOf(Object.keys(this.texts)));
  }

  /** Puts what was gathered onto the shelf. @param {string} name @param {boolean} [draft] */
  async #put(name, draft = false) {
    try {
      const written = await api.addScenario(name, this.texts, draft);
      await this.#done(written);
    } catch (no) {
      if (!(no instanceof api.Refused)) throw no;
      if (no.kind === "faults") this.#faults(name, no.findings);
      else if (no.kind === "conflict") await this.#instead(name, draft);
      else this.#refused(no.message);
    }
  }

  /** @param {import("../wire").OwnWritten} written */
  async #done(written) {
    for (const [name, file] of this.pictures) await api.addPicture(written.id, name, file);
    this.#forget();
    await this.#refresh();
    const scenario = this.own.find((one) => one.id === written.id);
    const title = scenario?.title ?? written.id;
    show(
      this.told,
      h(
        "div",
        { class: "note yes" },
        h("p", {}, h("b", {}, title), " is on the shelf."),
        scenario?.playable &&
          h(
            "a",
            { class: "button main", href: `/new/${encodeURIComponent(written.id)}` },
            "Begin a game with it",
          ),
      ),
    );
  }

  /** @param {string} name @param {Finding[]} findings */
  #faults(name, findings) {
    show(
      this.told,
      h(
        "div",
        { class: "note no", role: "alert" },
        h("p", {}, h("b", {}, `${name} cannot be played yet: ${counted(findings)}.`)),
        findingList(findings),
        h("p", {}, "Drop what is missing or has been mended, or keep it as it is and mend it later."),
        h(
          "div",
          { class: "choice-row" },
          h("button", { type: "button", onclick: () => this.#put(name, true) }, "Keep it with its faults"),
          h("button", { type: "button", onclick: () => this.#forget() }, "Never mind"),
        ),
      ),
    );
  }

  /** @param {string} message */
  #refused(message) {
    this.#forget();
    show(this.told, h("div", { class: "note no", role: "alert" }, h("p", {}, message)));
  }

  #forget() {
    this.texts = {};
    this.pictures = new Map();
    show(this.told);
  }

  /** One of this name is there: in its place, or beside it. @param {string} name @param {boolean} draft */
  async #instead(name, draft) {
    const taken = new Set(this.own.map((scenario) => scenario.id.replace(/^own:/, "")));
    const other = freeName(name, taken);
    const answer = await ask(
      `“${name}” is on the shelf already`,
      "Games that were begun with it go on as they are, whatever you choose.",
      [
        { word: "instead", label: "Put these files in its place", main: true },
        { word: "beside", label: `Keep both: “${other}”` },
      ],
    );
    if (answer === "beside") return this.#put(other, draft);
    if (answer !== "instead") return this.#forget();
    const id = this.own.find((one) => one.id === `own:${name}` || one.id.startsWith(`own:${name}/`))?.id;
    try {
      const there = await api.scenarioFiles(id ?? `own:${name}`);
      const files = { ...there.files, ...this.texts };
      await this.#done(await api.writeScenario(there.id, files, there.hash, draft));
    } catch (no) {
      if (!(no instanceof api.Refused)) throw no;
      if (no.kind === "faults") this.#faults(name, no.findings);
      else this.#refused(no.message);
    }
  }

  /** @param {ScenarioCard} scenario @param {boolean} may */
  #card(scenario, may) {
    const lessons = this.lists.lessons.filter((lesson) => scenario.lessons.includes(lesson.id));
    const label = `${scenario.title}: `;
    const hidden = h("span", { class: "visually-hidden" }, label);
    const tools = h(
      "div",
      { class: "tools" },
      lessons.map((lesson) =>
        h("button", { type: "button", onclick: () => beginLesson(lesson.id) }, `Lesson: ${lesson.title}`),
      ),
      may &&
        scenario.playable &&
        h(
          "a",
          { class: "button", href: `/picture/${encodeURIComponent(scenario.id)}` },
          "Lay a picture under it",
        ),
      may &&
        h(
          "a",
          { class: "button", href: `/edit/${encodeURIComponent(scenario.id)}` },
          hidden.cloneNode(true),
          "Edit",
        ),
      may &&
        h(
          "button",
          {
            type: "button",
            class: "plain",
            "data-remove": scenario.id,
            onclick: () => this.#remove(scenario),
          },
          hidden,
          "Take away…",
        ),
    );
    const found =
      scenario.findings.length > 0 &&
      h(
        "details",
        { "data-keep": scenario.id, open: !scenario.playable },
        h("summary", {}, counted(scenario.findings)),
        findingList(scenario.findings),
      );
    if (scenario.playable) {
      const article = card(scenario);
      article.querySelector(".text").append(...[found, tools].filter((part) => part));
      return article;
    }
    return h(
      "article",
      { class: "scenario broken" },
      h(
        "div",
        { class: "text" },
        h("span", { class: "badge no" }, "Cannot be played yet"),
        h("h3", {}, scenario.title),
        found,
        tools,
      ),
    );
  }

  /** @param {ScenarioCard} scenario */
  async #remove(scenario) {
    const answer = await ask(
      `Take “${scenario.title}” away?`,
      "Its files are deleted. Games that were begun with it go on.",
      [{ word: "remove", label: "Delete its files", main: true }],
    );
    if (answer !== "remove") return;
    try {
      await api.removeScenario(scenario.id);
      say(`${scenario.title} was taken away.`);
      show(this.told);
    } catch (no) {
      alert(no instanceof Error ? no.message : String(no));
    }
    await this.#refresh();
  }
}
