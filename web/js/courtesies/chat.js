/** Words between players, beside the log: read, unread, written. */

import * as api from "../api.js";
import { alert, h, say } from "../dom.js";
import { memberName, reportLine } from "../club/calls.js";
import { SIDES } from "../words.js";
import { askWords } from "./ask.js";

/** @typedef {import("../wire").ChatLine} ChatLine */

/** The longest line. */
const LONGEST = 500;
/** From so many signs on it is told how many are left. */
const NEAR = 400;

export class Chat {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** By number, in turn. @type {ChatLine[]} */
    this.lines = [];
    this.list = h("ol", { class: "chat-lines", "aria-label": "Chat", role: "log", "aria-live": "off" });
    this.words = h("textarea", {
      rows: 2,
      "aria-label": "What you want to say",
      "data-key": "chat-words",
      placeholder: "Write to the table…",
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        this.send();
      },
      oninput: () => this.#measure(),
    });
    this.left = h("span", { class: "soft left", role: "status" });
    this.root = h(
      "div",
      { class: "chat" },
      this.list,
      h("p", { class: "soft empty" }, "Nobody has said anything yet."),
    );
    this.form = h(
      "form",
      {
        class: "chat-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.send();
        },
      },
      this.words,
      h(
        "div",
        { class: "choice-row" },
        h("button", { type: "submit", class: "main", "data-key": "chat-send" }, "Say it"),
        this.left,
      ),
    );
    this.root.append(this.form);
  }

  /** Fetches what is not known yet. */
  async fetch() {
    const told = await api.chat(this.page.id, this.lines.at(-1)?.n ?? 0).catch(() => null);
    if (told) this.#take(told.lines, false);
  }

  /** A line came, or lost its words. @param {ChatLine} line */
  async heard(line) {
    // A line is missing: what came between is fetched.
    if (line.n > (this.lines.at(-1)?.n ?? 0) + 1) await this.fetch();
    this.#take([line], true);
  }

  /** @param {ChatLine[]} lines @param {boolean} fresh */
  #take(lines, fresh) {
    const known = this.lines.at(-1)?.n ?? 0;
    const all = new Map(this.lines.map((line) => [line.n, line]));
    for (const line of lines) all.set(line.n, line);
    this.lines = [...all.values()].sort((a, b) => a.n - b.n);
    for (const line of lines)
      if (fresh && line.n > known && !this.#mine(line))
        say(line.kind === "table" ? line.words : `${line.name}: ${line.words}`);
    this.page.drawing.more();
  }

  /** Whether it is mine, or tells what I did. @param {ChatLine} line */
  #mine({ side }) {
    return side !== null && this.page.table.you.includes(side);
  }

  get #key() {
    return `hardtack.chat.${this.page.id}`;
  }

  /** How many lines of others were not looked at. */
  get unread() {
    const seen = Number(localStorage.getItem(this.#key) ?? 0);
    return this.lines.filter((line) => line.n > seen && !this.#mine(line) && !line.removed).length;
  }

  /** The panel; whoever opens it has read it. */
  panel() {
    const last = this.lines.at(-1)?.n ?? 0;
    if (last && !document.hidden) localStorage.setItem(this.#key, String(last));
    const below = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    this.list.replaceChildren(...this.lines.map((line) => this.#line(line)));
    this.root.querySelector(".empty").hidden = this.lines.length > 0;
    this.form.hidden = this.page.table.you.length === 0;
    // The newest is at the foot, as people know it; who reads on above is left there.
    if (below) queueMicrotask(() => (this.list.scrollTop = this.list.scrollHeight));
    return [this.root];
  }

  /** @param {ChatLine} line */
  #line(line) {
    const when = new Date(line.at * 1000);
    const time = h("time", { datetime: when.toISOString(), title: when.toLocaleString() }, clock(when));
    if (line.kind === "table") return h("li", { class: "chat-line table" }, h("p", {}, line.words), time);
    return h(
      "li",
      { class: ["chat-line", line.side, this.#mine(line) && "mine"] },
      h("b", {}, line.name, line.side && h("span", { class: "visually-hidden" }, `, ${SIDES[line.side]}`)),
      time,
      !line.removed && !this.#mine(line) && memberName() && this.#report(line),
      h("p", { class: line.removed && "soft" }, line.removed ? "Taken away by a moderator." : line.words),
    );
  }

  /** For members: tells whoever looks after the club. @param {ChatLine} line */
  #report(line) {
    return h(
      "button",
      {
        type: "button",
        class: "link report",
        "data-key": `report-${line.n}`,
        "aria-label": `Report what ${line.name} said`,
        onclick: async () => {
          const why = await askWords("Report this line", `“${line.words}”`, {
            value: "",
            label: "What is wrong with it",
            done: "Report",
            most: LONGEST,
          });
          if (!why?.trim()) return;
          try {
            await reportLine(this.page.id, line.n, why.trim());
            alert("Whoever looks after the club will read it.", "yes");
          } catch (no) {
            alert(no instanceof Error ? no.message : String(no));
          }
        },
      },
      "Report",
    );
  }

  #measure() {
    const count = [...this.words.value].length;
    this.left.textContent = count > NEAR ? `${LONGEST - count} signs left` : "";
  }

  async send() {
    const words = this.words.value.trim();
    if (!words) return;
    try {
      const line = await api.say(this.page.id, words);
      this.words.value = "";
      this.#measure();
      this.#take([line], false);
      this.list.scrollTop = this.list.scrollHeight;
    } catch (no) {
      alert(no instanceof Error ? no.message : String(no));
    }
    this.words.focus();
  }

  /** Opens the tab and puts the cursor there. */
  open() {
    this.page.showTab("chat");
    this.words.focus();
  }
}

/** @param {Date} when */
const clock = (when) => when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
