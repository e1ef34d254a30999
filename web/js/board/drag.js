/** A counter dragged to where it shall go: with the mouse at once, with a finger after it has rested. */

import { h } from "../dom.js";
import { picture } from "./counters.js";

/** A drag shorter than this is a click, in pixels. */
const CLICK = 6;

/** @typedef {{place: string, piece: string | null, from: {x: number, y: number}, pointer: number, moved: boolean}} Grip */

export class Drag {
  /** @param {import("./hexes.js").HexBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Grip | null} */
    this.grip = null;
    this.words = h("span", {});
    this.ghost = h("div", { class: "drag-ghost", "aria-hidden": "true", hidden: true });
    const { root } = board;
    root.append(this.ghost);
    root.addEventListener("pointerdown", (e) => this.#down(e));
    root.addEventListener("pointermove", (e) => this.#move(e));
    root.addEventListener("pointerup", (e) => this.#up(e));
    root.addEventListener("pointercancel", () => this.cancel());
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.pointerType === "mouse" && event.button === 0) this.take(event);
    else this.cancel();
  }

  /** Takes hold of the counter under the pointer, if there is one that can go. @param {PointerEvent} event */
  take(event) {
    const { board } = this;
    const piece = board.fan.piece(event.target);
    const place = piece ? board.fan.place : board.thing(board.camera.point(event.clientX, event.clientY));
    if (!place || board.gestures.fingers.size > 1 || !board.hooks.canTake?.(place, piece)) return false;
    const from = { x: event.clientX, y: event.clientY };
    this.grip = { place, piece, from, pointer: event.pointerId, moved: false };
    board.gestures.held = true;
    return true;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { grip, board } = this;
    if (!grip || grip.pointer !== event.pointerId) return;
    if (!grip.moved) {
      if (Math.hypot(event.clientX - grip.from.x, event.clientY - grip.from.y) < CLICK) return;
      const who = board.hooks.take?.(grip.place, grip.piece);
      if (!who) return this.cancel();
      grip.moved = true;
      board.fan.close();
      board.card.hide();
      board.root.setPointerCapture(event.pointerId);
      board.root.classList.add("dragging");
      this.ghost.replaceChildren(picture(who, 52), this.words);
      this.ghost.hidden = false;
    }
    this.#over(event);
  }

  /** @param {PointerEvent} event */
  #over(event) {
    const { board } = this;
    const place = board.thing(board.camera.point(event.clientX, event.clientY));
    if (place !== board.hovered) {
      board.hovered = place;
      board.hover(place);
    }
    this.told(place);
    const frame = board.root.getBoundingClientRect();
    this.ghost.style.transform = `translate(${event.clientX - frame.left}px, ${event.clientY - frame.top}px)`;
  }

  /** What it costs to come there. @param {string | null} place */
  told(place) {
    const words = place && place !== this.grip?.place ? (this.board.hooks.wayWords?.(place) ?? "") : "";
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { grip, board } = this;
    if (!grip || grip.pointer !== event.pointerId) return;
    const place = board.thing(board.camera.point(event.clientX, event.clientY));
    this.cancel();
    if (!grip.moved) return;
    // What follows is no click.
    board.gestures.moved = Infinity;
    if (place && place !== grip.place) board.hooks.drop?.(place, event.shiftKey);
  }

  cancel() {
    if (!this.grip) return;
    this.grip = null;
    this.board.gestures.held = false;
    this.board.root.classList.remove("dragging");
    this.ghost.hidden = true;
  }
}
