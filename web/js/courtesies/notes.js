/** Private notes on hexes and pieces: a mark on the map, words on the card, a field to write in. */

import * as api from "../api.js";
import { alert, h, say } from "../dom.js";

const LONGEST = 500;

export class Notes {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** By what they are about: `hex 4611`, `piece Brown`. @type {Record<string, string>} */
    this.all = {};
    /** What is being written, and about what. @type {{about: string, words: string} | null} */
    this.draft = null;
  }

  /** Only who holds a seat has notes. */
  async fetch() {
    if (!this.page.table.you.length) return;
    this.all = (await api.notes(this.page.id).catch(() => null)) ?? this.all;
    if (Object.keys(this.all).length) this.page.draw();
  }

  /** The places and stands with a mark. @param {import("../types.js").View} view @returns {Set<string>} */
  marks(view) {
    const stands = view.board.kind === "inches";
    const of = (/** @type {string} */ about) => {
      const [kind, name] = split(about);
      if (kind === "hex") return name;
      const piece = view.pieces.find((p) => p.id === name);
      return stands ? piece?.id : piece?.at;
    };
    return new Set(
      Object.keys(this.all)
        .map(of)
        .filter((place) => place !== undefined && place !== null),
    );
  }

  /** The notes on a place and on who is there, in words. @param {string} place @returns {string[]} */
  words(place) {
    const { pieces } = this.page.table.view;
    const here = pieces.filter((p) => p.at === place || p.id === place);
    return [
      this.all[`hex ${place}`] && `Your note: ${this.all[`hex ${place}`]}`,
      ...here.map((p) => this.all[`piece ${p.id}`] && `Your note on ${p.name}: ${this.all[`piece ${p.id}`]}`),
    ].filter((words) => typeof words === "string");
  }

  /** What can be written about now: the piece chosen, the place looked at. @returns {string[]} */
  #about() {
    const { page } = this;
    const place = page.opened ?? page.looked;
    return [page.selected && `piece ${page.selected}`, place && `hex ${place}`].filter(
      (about) => typeof about === "string",
    );
  }

  /** @returns {Node[]} */
  parts() {
    if (!this.page.table.you.length) return [];
    return this.#about().map((about) => this.#part(about));
  }

  /** @param {string} about */
  #part(about) {
    const [kind, name] = split(about);
    const title =
      kind === "hex" ? name : (this.page.table.view.pieces.find((p) => p.id === name)?.name ?? name);
    const known = this.all[about] ?? "";
    if (this.draft?.about !== about)
      return h(
        "div",
        { class: "own-note" },
        known && h("p", {}, h("span", { "aria-hidden": "true" }, "✎ "), known),
        h(
          "button",
          { type: "button", class: "plain", "data-key": `note-${about}`, onclick: () => this.write(about) },
          known ? `Change your note on ${title}` : `✎ Note on ${title}`,
        ),
      );
    const field = h(
      "textarea",
      {
        rows: 3,
        maxlength: LONGEST,
        "data-key": "note-words",
        "aria-label": `Your note on ${title}; nobody else sees it`,
        placeholder: "Only you see it. Emptied it is deleted.",
        oninput: () => this.draft && (this.draft.words = field.value),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          this.leave();
        },
      },
      this.draft.words,
    );
    return h(
      "form",
      {
        class: "own-note writing",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.keep();
        },
      },
      field,
      h(
        "div",
        { class: "choice-row" },
        h("button", { type: "submit", class: "main", "data-key": "note-keep" }, "Keep the note"),
        h("button", { type: "button", "data-key": "note-leave", onclick: () => this.leave() }, "Cancel"),
      ),
    );
  }

  /** @param {string} about */
  write(about) {
    this.draft = { about, words: this.all[about] ?? "" };
    this.page.drawing.tray();
    this.page.drawing.trayPart.querySelector("textarea")?.focus();
  }

  /** Begins to write about what is chosen, if anything is. */
  begin() {
    const [about] = this.#about();
    if (about) this.write(about);
    else say("Choose a piece or a hex first.");
  }

  leave() {
    this.draft = null;
    this.page.drawing.tray();
  }

  async keep() {
    const { draft } = this;
    if (!draft) return;
    try {
      this.all = await api.writeNote(this.page.id, draft.about, draft.words);
      this.draft = null;
      say(draft.words.trim() ? "Your note is kept." : "Your note is deleted.");
      this.page.draw();
    } catch (no) {
      alert(no instanceof Error ? no.message : String(no));
    }
  }
}

/** @param {string} about @returns {[string, string]} */
function split(about) {
  const space = about.indexOf(" ");
  return [about.slice(0, space), about.slice(space + 1)];
}
