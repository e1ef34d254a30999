/** Who comes back to a game is offered what happened meanwhile. */

import * as api from "../api.js";
import { h, say } from "../dom.js";
import { seen, since } from "./memory.js";
import { summary } from "./words.js";

/** How many orders back my last one is looked for. */
const FAR = 2000;

export class Absence {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.root = h("section", { class: "absence", "aria-label": "Since your last order", hidden: true });
    page.drawing.map.append(this.root);
    this.before = seen(page.id);
  }

  /** At the opening of the page. */
  async open() {
    const { table, wire, id } = this.page;
    // Who begins a lesson has not been away, and the coach has the word.
    if (table.coach && !this.before) return undefined;
    const known = wire.lines[0]?.n <= 1 || wire.lines.some(({ seat }) => seat && table.you.includes(seat));
    // My last order may lie farther back than the log is read at first.
    const lines =
      known || !table.you.length ? wire.lines : (await api.log(id, Math.max(0, table.orders - FAR))).lines;
    return this.offer(since(table, lines, this.before));
  }

  /** Offers what others did after an order. @param {number} from */
  async offer(from) {
    const { table, wire, id } = this.page;
    if (from >= table.orders) return;
    const all = wire.lines[0]?.n <= from + 1 ? wire.lines : (await api.log(id, from)).lines;
    const lines = all.filter((line) => line.n > from);
    const others = lines.filter((line) => line.seat && !table.you.includes(line.seat));
    if (!others.length || table.you.length === 2) return;
    const when = from > 0 ? "Since your last order" : "Since the beginning";
    this.#show(`${table.you.length ? when : "Since you last looked"}: ${summary(others)}.`, from);
  }

  /** @param {string} words @param {number} from */
  #show(words, from) {
    const act = (/** @type {() => void} */ then) => () => {
      this.close();
      then();
    };
    const { story } = this.page;
    const button = (/** @type {string} */ label, /** @type {() => void} */ then, kind = "") =>
      h("button", { type: "button", class: kind, onclick: act(then) }, label);
    this.root.replaceChildren(
      h("p", {}, h("b", {}, words)),
      h(
        "div",
        { class: "choice-row" },
        button("Show me", () => story.replay(from), "main"),
        button("Step through", () => story.replay(from, { step: true })),
        button("Not now", () => {}),
      ),
    );
    this.root.hidden = false;
    say(words);
  }

  close() {
    this.root.hidden = true;
  }
}
