/** The hex cursor: two buttons used in turn, so that the focus really moves and is read out on every step. */

import { h, s } from "../dom.js";

/** @typedef {import("./sheet.js").HexSheet} HexSheet */

export class Cursor {
  /** @param {HexSheet} sheet @param {(place: string) => string} describe */
  constructor(sheet, describe) {
    this.sheet = sheet;
    this.describe = describe;
    this.place = sheet.middle();
    this.base = 1;
    this.reach = { x: sheet.ux * (sheet.flat ? 2 : 1), y: sheet.uy * (sheet.flat ? 1 : 2) };
    const button = () =>
      h(
        "button",
        { type: "button", class: "hex-cursor", tabindex: "-1", hidden: true },
        s(
          "svg",
          {
            viewBox: `${-this.reach.x} ${-this.reach.y} ${this.reach.x * 2} ${this.reach.y * 2}`,
            "aria-hidden": "true",
            focusable: "false",
          },
          s("path", { d: sheet.outline({ x: 0, y: 0 }) }),
        ),
      );
    /** The one that shows the place, and the other. @type {[HTMLButtonElement, HTMLButtonElement]} */
    this.buttons = [button(), button()];
    this.root = h("div", { class: "cursor" }, ...this.buttons);
    this.#show(this.buttons[0]);
  }

  /** @param {HTMLButtonElement} button */
  #show(button) {
    button.dataset.hex = this.place;
    button.setAttribute("aria-label", this.describe(this.place));
    button.tabIndex = 0;
    button.hidden = false;
    this.#lay(button);
  }

  /** @param {HTMLButtonElement} button */
  #lay(button) {
    const at = this.sheet.where(this.place);
    if (!at) return;
    const { base, reach } = this;
    button.style.left = `${(at.x - reach.x) * base}px`;
    button.style.top = `${(at.y - reach.y) * base}px`;
    button.style.width = `${reach.x * 2 * base}px`;
    button.style.height = `${reach.y * 2 * base}px`;
  }

  /** @param {number} base */
  lay(base) {
    this.base = base;
    this.#lay(this.buttons[0]);
  }

  /** Whether the focus is on it. */
  get focused() {
    return this.buttons.includes(/** @type {any} */ (document.activeElement));
  }

  /** Puts it on a hex without taking the focus. @param {string} place */
  rove(place) {
    this.place = place;
    this.#show(this.buttons[0]);
  }

  /** Puts it on a hex, and the focus on it. @param {string} place */
  focus(place) {
    this.place = place;
    const [was, next] = this.focused ? this.buttons : [...this.buttons].reverse();
    this.#show(next);
    next.focus({ preventScroll: true });
    was.hidden = true;
    was.tabIndex = -1;
    this.buttons = [next, was];
  }

  /** Says anew what is there: orders and counters have changed. */
  refresh() {
    this.buttons[0].setAttribute("aria-label", this.describe(this.place));
  }
}
