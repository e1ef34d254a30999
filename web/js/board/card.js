/** The card of what is pointed at: beside it, out of the way, never in the way of a click. */

import { h } from "../dom.js";

/** How long a mouse rests, or a finger presses, before it is shown, in milliseconds. */
export const REST = 350;
export const PRESS = 500;

export class Card {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.root = h("div", { class: "hover-card", "aria-hidden": "true", hidden: true });
    frame.append(this.root);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** What it is about. @type {string | null} */
    this.about = null;
  }

  /** Shows it after a while. @param {string | null} about @param {number} wait @param {() => void} show */
  later(about, wait, show) {
    if (about === this.about) return;
    this.hide();
    this.about = about;
    if (about !== null) this.timer = setTimeout(show, wait);
  }

  /** @param {Node[]} parts @param {{x: number, y: number, gap: number}} beside pixels of the frame, and how far from there */
  show(parts, { x, y, gap }) {
    if (!parts.length) return this.hide();
    this.root.replaceChildren(...parts);
    this.root.hidden = false;
    const { clientWidth: w, clientHeight: high } = this.frame;
    const { offsetWidth, offsetHeight } = this.root;
    const right = x + gap + offsetWidth < w;
    const left = right ? x + gap : Math.max(6, x - gap - offsetWidth);
    this.root.style.left = `${left}px`;
    this.root.style.top = `${Math.max(6, Math.min(y - offsetHeight / 3, high - offsetHeight - 6))}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.about = null;
    this.root.hidden = true;
  }
}
