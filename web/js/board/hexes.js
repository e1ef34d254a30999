/** The board of a hex map: counters in stacks, targets, ways and overlays on hexes, a cursor for the keys. */

import { s } from "../dom.js";
import { REST } from "./card.js";
import { Cursor } from "./cursor.js";
import { Drag } from "./drag.js";
import { Fan } from "./fan.js";
import { Field } from "./field.js";
import { blocks } from "./marks.js";
import { HexSheet } from "./sheet.js";
import { Stacks } from "./stacks.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Marker} Marker */
/** @typedef {import("./field.js").Marks} Marks */
/** @typedef {import("./sheet.js").Point} Point */

/** Pixels a hex at which counters can be read: a game opens no farther away, and what is looked for is shown so. */
const READABLE = 62;

const LABEL =
  "Map. Arrow keys move over the hexes, t goes to the next place for an order, Enter or Space chooses, plus and minus zoom.";

export class HexBoard extends Field {
  /** @param {HTMLElement} frame @param {import("../wire").Board} data @param {import("../wire").HexPlan} plan @param {import("./field.js").Hooks} hooks */
  constructor(frame, data, plan, hooks) {
    const sheet = new HexSheet(plan);
    super(
      frame,
      data,
      sheet,
      {
        least: sheet.size * 3,
        label: LABEL,
        whole: "Whole map",
        under: ["overlay", "targets", "hover", "path", "markers"],
        over: ["names", "sides", "costs", "notes", "pointed"],
      },
      hooks,
    );
    this.sheet = sheet;
    this.stacks = new Stacks(this.counters, sheet);
    this.cursor = new Cursor(sheet, (place) => this.hooks.describe(place));
    this.fan = new Fan(sheet);
    this.world.append(this.cursor.root, this.fan.root);
    this.drag = new Drag(this);
    /** The pieces that are shown. @type {import("../types.js").Piece[]} */
    this.pieces = [];
    this.begin();
  }

  /** The position has changed: nothing is kept here that it could make untrue. */
  changed() {}

  /** The hex pointed at. */
  get pointed() {
    return this.cursor.place;
  }

  /** What lies on the ground of a place, in words. @param {string} place */
  groundAt(place) {
    return this.sheet.ground(place);
  }

  /** Nothing is dragged or spread out any more. */
  letGo() {
    this.drag.cancel();
    this.fan.close();
  }

  /** How many hexes two pieces are apart. @param {import("../types.js").Piece} a @param {import("../types.js").Piece} b */
  apart(a, b) {
    return this.sheet.steps(a.at ?? "", b.at ?? "");
  }

  // Looking ------------------------------------------------------------------------------------------

  /** @param {string} place @param {boolean} [near] so that its counters can be read */
  look(place, near = false) {
    const at = this.sheet.where(place);
    if (!at) return;
    if (this.sheet.has(place) && !this.root.contains(document.activeElement)) this.cursor.rove(place);
    if (near) this.camera.look(at, Math.max(this.camera.k, READABLE / this.sheet.size));
    else this.camera.reveal(at);
  }

  /** The first look: all these places if they can be read from so far, else what is around one of them. @param {string[]} places @param {string} centre */
  open(places, centre) {
    const points = places.map((place) => this.sheet.where(place)).filter((p) => p !== null);
    this.show(points, this.sheet.size * 1.6);
    const at = this.sheet.where(centre);
    if (this.sheet.size * this.camera.k < READABLE && at) this.camera.look(at, READABLE / this.sheet.size);
  }

  /** @param {number} base @override */
  lay(base) {
    this.stacks?.lay(base);
    this.cursor?.lay(base);
    this.fan?.lay(base);
  }

  // Pointing -----------------------------------------------------------------------------------------

  /** The hexside with an order, or the hex, at a point. @param {Point} at @returns {string | null} */
  #placeAt(at) {
    const sides = [...(this.marks?.targets ?? [])].filter((place) => place.includes("/"));
    const near = sides.find((side) => {
      const middle = this.sheet.where(side);
      return middle && Math.hypot(middle.x - at.x, middle.y - at.y) < this.sheet.size * 0.22;
    });
    return near ?? this.sheet.at(at);
  }

  /** @param {Point} at @override */
  free(at) {
    const place = this.#placeAt(at);
    return !place || !(this.marks?.targets.has(place) || this.stacks.has(place));
  }

  /** @param {Point} at @param {MouseEvent} [event] @override */
  clicked(at, event) {
    const piece = this.fan.piece(event?.target ?? null);
    if (piece) return this.hooks.choosePiece?.(piece);
    this.fan.close();
    const place = this.#placeAt(at);
    if (place) this.choose(place, event?.shiftKey);
  }

  /** @param {Element} target @override */
  pressed(target) {
    const piece = this.fan.piece(target);
    if (piece) return this.hooks.choosePiece?.(piece);
    const place = target.closest("[data-place]")?.getAttribute("data-place") ?? this.cursor.place;
    this.choose(place);
  }

  /** @param {string} place @param {boolean} [stay] a move there is not over on arrival */
  choose(place, stay = false) {
    if (this.sheet.has(place)) this.cursor.rove(place);
    this.hooks.place(place, stay);
  }

  /** @param {Point} at @override */
  thing(at) {
    return this.#placeAt(at);
  }

  /** Over the fan it is still the stack that is pointed at. @param {PointerEvent} event @override */
  pointedAt(event) {
    return this.fan.has(event.target) ? this.fan.place : super.pointedAt(event);
  }

  /** A finger that has rested on a counter may drag it. @param {PointerEvent} event @override */
  rested(event) {
    this.drag.take(event);
  }

  /** The card of a place, and its stack spread out. @param {string} place @override */
  inspect(place) {
    this.spread(place);
    super.inspect(place);
  }

  /** Spreads the stack of a place, if there is one that can be read. @param {string} place */
  spread(place) {
    const far = this.root.classList.contains("whole");
    const here = this.pieces.filter((p) => p.at === place);
    this.fan.open(place, far ? [] : here, this.marks);
  }

  /** @override */
  focusedThing() {
    return this.cursor.place;
  }

  /** @param {string} place @override */
  anchor(place) {
    return this.sheet.where(place);
  }

  /** @override */
  get gap() {
    return Math.max(this.sheet.size / 2, this.fan.half / this.camera.k);
  }

  /** @param {string | null} place @override */
  hover(place) {
    if (place !== this.fan.place) this.fan.close();
    this.hooks.point?.(place);
    this.root.classList.toggle("on-target", Boolean(place && this.marks?.targets.has(place)));
    const at = place && this.sheet.has(place) ? this.sheet.where(place) : null;
    this.under.redraw("hover", place ?? "", () =>
      at ? [s("path", { class: "hovered", d: this.sheet.outline(at) })] : [],
    );
  }

  // Keys ---------------------------------------------------------------------------------------------

  /** @param {string} place */
  focus(place) {
    const at = this.sheet.where(place);
    if (!at) return;
    this.camera.reveal(at);
    this.cursor.focus(place);
    this.fan.close();
    clearTimeout(this.spreading);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.spreading = setTimeout(() => this.cursor.focused && this.spread(this.cursor.place), REST);
  }

  /** Chooses the next counter of the stack that the cursor is on. */
  #nextOfStack() {
    const here = this.pieces.filter((p) => p.at === this.cursor.place);
    if (!here.length) return;
    const now = here.findIndex((p) => p.id === this.marks?.selected);
    this.spread(this.cursor.place);
    this.hooks.choosePiece?.(here[(now + 1) % here.length].id);
  }

  focusMap() {
    this.focus(this.cursor.place);
  }

  /** Puts the focus on the next hex where an order can be given. */
  focusNext() {
    const places = [...(this.marks?.targets ?? [])].filter((place) => this.sheet.has(place)).sort();
    if (places.length) this.focus(places[(places.indexOf(this.cursor.place) + 1) % places.length]);
  }

  /** @param {KeyboardEvent} event @override */
  key(event) {
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (way && event.shiftKey) this.camera.push(way[0] * -80, way[1] * -80);
    else if (way) {
      const next = this.sheet.beyond(this.cursor.place, way);
      if (next) this.focus(next);
    } else if (event.key === "Enter" || event.key === " ")
      this.hooks.place(this.cursor.place, event.shiftKey);
    else if (event.key === "s" && !event.ctrlKey && !event.metaKey) this.#nextOfStack();
    else return false;
    return true;
  }

  // Under way ----------------------------------------------------------------------------------------

  /** Who is under way is not in his stack meanwhile. */
  get lifts() {
    return true;
  }

  /** Counters go along their ways: those who go together as one. @param {import("../story/position.js").Travel[]} travels @param {number} ms */
  async travel(travels, ms) {
    /** @type {Map<string, {pieces: import("../types.js").Piece[], path: Point[]}>} */
    const groups = new Map();
    for (const { piece, path } of travels) {
      const key = JSON.stringify(path);
      const points = path.map((place) => this.sheet.where(String(place))).filter((p) => p !== null);
      const group = groups.get(key) ?? { pieces: [], path: points };
      group.pieces.push(piece);
      groups.set(key, group);
    }
    const way = [...groups.values()].filter((group) => group.path.length > 1);
    await Promise.all(
      way.map(({ pieces, path }) =>
        this.acting.travel(this.stacks.picture(pieces), this.stacks.side, path, ms),
      ),
    );
  }

  // Drawing ------------------------------------------------------------------------------------------

  /** @param {View} view @param {Marks} marks */
  draw(view, marks) {
    this.marks = marks;
    this.pieces = view.pieces;
    this.stacks.draw(view.pieces, marks);
    if (this.fan.place) this.spread(this.fan.place);
    this.under.paths("overlay", this.#overlays(marks));
    this.under.paths("targets", this.#targets(marks));
    this.under.redraw("path", marks.path.join(), () => this.#path(marks.path));
    this.under.redraw("markers", JSON.stringify(view.markers), () => this.#markers(view.markers));
    this.over.redraw(
      "sides",
      JSON.stringify([[...marks.targets].filter((p) => p.includes("/")), marks.staged]),
      () => this.#sides(marks),
    );
    const notes = [...(marks.notes ?? [])];
    this.over.redraw("notes", notes.join(), () => notes.map((place) => this.#noted(place)).filter(Boolean));
    this.over.redraw("costs", JSON.stringify([...marks.costs]), () => this.#costs(marks.costs));
    const covered = this.sheet.plan.places.filter(([place]) => this.stacks.has(place));
    this.over.redraw("names", JSON.stringify([covered, [...this.stacks.places]]), () => this.#names(covered));
    const pointed = (marks.pointed ?? []).filter((place) => this.sheet.has(place));
    this.over.redraw("pointed", pointed.join(), () => pointed.map((place) => this.#pointedAt(place)));
    this.cursor.refresh();
  }

  /** @param {string} place */
  #pointedAt(place) {
    return s("path", {
      class: "coach-ring",
      d: this.sheet.outline(this.sheet.where(place) ?? { x: 0, y: 0 }),
    });
  }

  /** Places whose names lie under counters, named below them, or above where others stand below. @param {[string, string][]} covered */
  #names(covered) {
    const { size } = this.sheet;
    return covered.map(([place, name]) => {
      const at = this.sheet.where(place) ?? { x: 0, y: 0 };
      const below = [-0.4, 0.4].map((aside) =>
        this.sheet.at({ x: at.x + aside * size, y: at.y + size * 0.9 }),
      );
      const taken = below.some((hex) => hex && this.stacks.has(hex));
      const y = at.y + size * (taken ? -0.5 : 0.76);
      return s("text", { x: at.x, y, class: "covered-name", "font-size": size * 0.19 }, name);
    });
  }

  /** @param {Iterable<string>} places @param {string} kind */
  *#outlines(places, kind) {
    for (const place of places) {
      const at = this.sheet.has(place) ? this.sheet.where(place) : null;
      if (at) yield { kind, at, d: this.sheet.outline(at) };
    }
  }

  /** @param {Marks} marks */
  #overlays(marks) {
    return blocks(marks.overlays.flatMap(({ name, hexes }) => [...this.#outlines(hexes, `overlay ${name}`)]));
  }

  /** @param {Marks} marks */
  #targets({ targets, staged, active }) {
    const plain = [...targets].filter((place) => place !== staged);
    return blocks([
      ...this.#outlines(plain, "target"),
      ...this.#outlines(staged && targets.has(staged) ? [staged] : [], "target staged"),
      ...this.#outlines(active ? [active] : [], "active-hex"),
    ]);
  }

  /** Orders across a hexside. @param {Marks} marks */
  #sides({ targets, staged }) {
    return [...targets]
      .filter((place) => place.includes("/"))
      .map((place) => {
        const at = this.sheet.where(place);
        const kind = place === staged ? "target side staged" : "target side";
        return at && s("circle", { cx: at.x, cy: at.y, r: this.sheet.size * 0.2, class: kind });
      })
      .filter(Boolean);
  }

  /** @param {string[]} path */
  #path(path) {
    const points = path.map((place) => this.sheet.where(place)).filter((p) => p !== null);
    if (points.length < 2) return [];
    const last = points[points.length - 1];
    const { size } = this.sheet;
    return [
      s("polyline", {
        points: points.map((p) => `${p.x},${p.y}`).join(" "),
        class: "march",
        "stroke-width": size * 0.09,
      }),
      s("circle", { cx: last.x, cy: last.y, r: size * 0.12, class: "march-end" }),
    ];
  }

  /** The mark of a private note, in the upper corner. @param {string} place */
  #noted(place) {
    const centre = this.sheet.has(place) ? this.sheet.where(place) : null;
    if (!centre) return null;
    const [r, away] = [this.sheet.size * 0.13, this.sheet.size * 0.3];
    const at = { x: centre.x + away, y: centre.y - away };
    return s(
      "g",
      { "data-note": place },
      s("circle", { class: "note-mark", cx: at.x, cy: at.y, r }),
      s("text", { class: "note-mark-sign", x: at.x, y: at.y, "font-size": r * 1.5 }, "✎"),
    );
  }

  /** Words at the foot of hexes. @param {Map<string, string>} costs */
  #costs(costs) {
    const { size } = this.sheet;
    return [...costs]
      .map(([place, words]) => {
        const at = this.sheet.where(place);
        const long = words.length > 5;
        return (
          at &&
          s(
            "text",
            {
              x: at.x,
              y: at.y + size * 0.47,
              class: long ? "cost long" : "cost",
              "font-size": size * (long ? 0.15 : 0.22),
            },
            words,
          )
        );
      })
      .filter(Boolean);
  }

  /** @param {Marker[]} markers */
  #markers(markers) {
    const r = this.sheet.size * 0.13;
    return (markers ?? [])
      .map((marker) => {
        const at = marker.at ? this.sheet.where(marker.at) : null;
        if (!at || !marker.at) return null;
        const down = marker.at.includes("/") ? 0 : this.sheet.size * 0.36;
        return s(
          "g",
          {
            class: `marker ${marker.kind} ${marker.side ?? ""}`,
            transform: `translate(${at.x} ${at.y + down})`,
          },
          s("rect", { x: -r, y: -r * 0.7, width: r * 2, height: r * 1.4, rx: r * 0.3 }),
          s("text", { "font-size": r * 1.05, y: r * 0.36 }, marker.kind.slice(0, 2).toUpperCase()),
        );
      })
      .filter((g) => g !== null);
  }
}
