/** What helps to keep the whole in sight: the small map, flags from far away, the search, the ways to where it happens. */

import { alert, h, say } from "../dom.js";
import { showKeys } from "../panels/keys.js";
import { find } from "./finder.js";
import { Flags } from "./flags.js";
import { Minimap } from "./minimap.js";
import { happenings } from "./places.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("./places.js").Board} Board */

/**
 * @typedef {object} Hooks
 * @property {() => View} view
 * @property {() => import("../types.js").Line[]} lines
 * @property {(piece: import("../types.js").Piece) => void} find goes to a piece and chooses it
 */

export class Overview {
  /** @param {HTMLElement} frame @param {Board} board @param {Hooks} hooks */
  constructor(frame, board, hooks) {
    this.board = board;
    this.hooks = hooks;
    const { sheet, camera } = board;
    // A counter is a good deal smaller than its hex; a stand is more than an inch wide, and its facing counts.
    const counter = "size" in sheet ? sheet.size * 0.72 : sheet.inch * 1.8;
    this.flags = new Flags(board, () => counter * camera.base);
    this.minimap = new Minimap(frame, board, board.data);
    frame.append(this.#tools());
    /** Which of the fights was looked at last. @type {{place: string, n: number} | null} */
    this.fight = null;
  }

  #tools() {
    const tool = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", title: label, "aria-label": label, onclick: act }, sign);
    return h(
      "div",
      { class: "map-tools overview-tools" },
      tool("⌕", "Find a unit or a place, key /", () => this.search()),
      tool("⚔", "To the next fight, key f", () => this.nextFight()),
      tool("⟲", "To what happened last, key l", () => this.lastEvent()),
      tool("?", "Keys", () => showKeys()),
    );
  }

  /** Whether the key meant something here. @param {string} key */
  key(key) {
    if (key === "/") this.search();
    else if (key === "f") this.nextFight();
    else if (key === "l") this.lastEvent();
    else return false;
    return true;
  }

  /** @param {View} view */
  draw(view) {
    this.flags.draw(view);
    this.minimap.draw(view);
  }

  search() {
    if (document.querySelector("dialog[open]")) return;
    find(this.board, this.hooks.view(), (found) => {
      if (found.piece && (found.piece.at || found.piece.x !== undefined)) {
        this.board.look(found.piece.at ?? found.piece.id, true);
        this.hooks.find(found.piece);
      } else if (found.piece) alert(`${found.piece.label}: not on the map.`);
      else if (found.place) this.board.look(found.place, true);
      else if (found.at) this.board.camera.look(found.at);
      if (!found.piece) {
        say(`${found.name}, ${found.about}`);
        this.board.focusMap();
      }
    });
  }

  /** From one fight of the log to the one before it, and round again. */
  nextFight() {
    const fights = happenings(this.hooks.lines(), true);
    if (!fights.length) return alert("No fight so far.");
    const last = this.fight && fights[this.fight.n]?.place === this.fight.place ? this.fight.n : -1;
    const n = (last + 1) % fights.length;
    this.fight = { place: fights[n].place, n };
    return this.#look(fights[n]);
  }

  lastEvent() {
    const [last] = happenings(this.hooks.lines(), false);
    if (!last) return alert("Nothing has happened yet.");
    return this.#look(last);
  }

  /** @param {{place: string, say: string}} event */
  #look({ place, say: words }) {
    const piece = this.hooks.view().pieces.find((p) => p.id === place);
    this.board.look("where" in this.board.sheet ? (piece?.at ?? place) : place, true);
    say(words);
  }
}
