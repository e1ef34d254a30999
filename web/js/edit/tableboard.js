/** A table of inches that is drawn on: areas, lines and crossings by their points, stands by dragging. */

import { h, say, s, show } from "../dom.js";
import { unitCounter } from "../board/counters.js";
import { put } from "./changes.js";
import { Frame, strokes, takesPieces } from "./frame.js";
import { entries } from "./ground.js";
import { countersOf, heard } from "./pieces.js";
import { control } from "./rows.js";
import { block, featureAt, onWater, shapeOf, stretches, tidy, written } from "./shapes.js";
import { INCH, TablePainter } from "./tablepaint.js";

/** @typedef {import("./shapes.js").Spot} Spot */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./changes.js").Change} Change */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{what: "handle", nth: number, point: number} | {what: "shape", nth: number, from: Spot} | {what: "stand", nth: number, table: string, from: Spot} | {what: "click"}} Grip */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
});
const BLOCKS = new Set(["town", "village"]);

export class TableBoard {
  /** @param {Store} store @param {string} file @param {string | null} scenario @param {import("./hand.js").Hand} hand @param {(n: number | null) => void} chosen */
  constructor(store, file, scenario, hand, chosen) {
    this.store = store;
    this.file = file;
    this.scenario = scenario;
    this.hand = hand;
    this.chosen = chosen;
    this.doc = store.doc(file);
    this.size = this.#sizeOf();
    this.frame = new Frame(
      { width: this.size.width * INCH, height: this.size.height * INCH },
      INCH * 6,
      "The table. Arrows move the cursor by an inch, Enter puts a point.",
    );
    this.element = this.frame.element;
    /** The feature that was chosen. @type {number | null} */
    this.selected = null;
    /** Points of a shape that is not finished. @type {Spot[]} */
    this.points = [];
    /** @type {Spot} */
    this.cursor = [this.size.width / 2, this.size.height / 2];
    this.keyboard = false;
    /** @type {Grip | null} */
    this.grip = null;
    /** A feature as it is being dragged. @type {{nth: number, points: Spot[]} | null} */
    this.moving = null;
    this.listen();
  }

  #sizeOf() {
    const number = (/** @type {any} */ v, /** @type {number} */ usual) =>
      typeof v === "number" && v > 0 ? v : usual;
    return { width: number(this.doc.width, 96), height: number(this.doc.height, 72) };
  }

  get features() {
    return entries(this.doc, "feature");
  }

  get here() {
    return this.cursor.join(",");
  }

  begin() {
    this.painter = new TablePainter(this.frame.canvas, () => ({
      features: this.features.map((one, nth) =>
        this.moving?.nth === nth
          ? { ...one, shape: written({ kind: shapeOf(one)?.kind ?? "line", points: this.moving.points }) }
          : one,
      ),
      ...this.size,
    }));
    this.frame.onView = () => {
      const { camera } = this.frame;
      if (camera) this.painter?.look(camera.offset, camera.k);
    };
    this.frame.begin();
    this.refresh();
  }

  close() {
    this.frame.close();
  }

  refresh() {
    const doc = this.store.doc(this.file);
    if (doc !== this.doc) {
      const other = doc.width !== this.doc.width || doc.height !== this.doc.height;
      this.doc = doc;
      if (other) return "other grid";
      if (this.selected !== null && this.selected >= this.features.length) this.selected = null;
      this.painter?.paint();
    }
    this.#stands();
    this.#marks();
    return "";
  }

  /** @param {Spot} at @returns {Point} */
  #point([x, y]) {
    return { x: x * INCH, y: (this.size.height - y) * INCH };
  }

  /** @param {Point} p @returns {Spot} */
  #spot(p) {
    return tidy(p.x / INCH, this.size.height - p.y / INCH, this.size);
  }

  // ---- Stands ----

  #stands() {
    this.pieces = countersOf("vnb", this.store.doc(this.scenario)).filter(
      ({ entry }) => typeof entry.x === "number" && typeof entry.y === "number",
    );
    this.frame.counters.replaceChildren(
      ...this.pieces.map((one) => this.#stand(one, [one.entry.x, one.entry.y])),
    );
  }

  /** @param {import("./pieces.js").Counter} one @param {Spot} at */
  #stand(one, at) {
    const { x, y } = this.#point(at);
    const { entry, piece } = one;
    const held = this.hand.piece?.table === one.table && this.hand.piece?.nth === one.nth;
    const turn = `translate(${x} ${y}) rotate(${entry.facing ?? 0})`;
    if (one.leader)
      return s(
        "g",
        {
          transform: turn,
          class: ["counter", "leader", piece.side, held && "chosen"],
          "data-piece": piece.name,
        },
        s("circle", { r: INCH / 2, class: "face" }),
        s("text", { y: 7, "text-anchor": "middle", class: "star" }, "★"),
      );
    const deep = /brigade|mounted-infantry/.test(String(entry.type));
    const scale = (INCH * 3) / 100;
    if (deep) {
      const counter = unitCounter(piece, "mid");
      if (held) counter.classList.add("chosen");
      return s(
        "g",
        { transform: `${turn} scale(${scale}) translate(-50 -50)`, "data-piece": piece.name },
        counter,
      );
    }
    return s(
      "g",
      {
        transform: `${turn} scale(${scale})`,
        class: ["counter", "mid", piece.side, held && "chosen"],
        "data-piece": piece.name,
      },
      s("rect", { x: -48, y: -23, width: 96, height: 46, class: "face" }),
      s("rect", { x: -48, y: -23, width: 96, height: 16, class: "band" }),
      s("text", { y: -11, class: "name", style: "font-size:13px" }, piece.name),
      s("text", { y: 18, class: "strength", style: "font-size:26px" }, piece.strength),
    );
  }

  // ---- Marks ----

  /** @param {Node[]} [more] */
  #marks(more = []) {
    const out = [];
    const dot = (/** @type {Spot} */ at, /** @type {string} */ cls, /** @type {number} */ r) => {
      const { x, y } = this.#point(at);
      return s("circle", { cx: x, cy: y, r, class: cls });
    };
    const shape = this.selected === null ? null : shapeOf(this.features[this.selected] ?? {});
    if (shape && this.hand.tool === "look") {
      const points = this.moving?.nth === this.selected ? this.moving.points : shape.points;
      const d = points.map((p) => `${this.#point(p).x} ${this.#point(p).y}`).join("L");
      out.push(s("path", { d: `M${d}${shape.kind === "polygon" ? "Z" : ""}`, class: "edit-outline" }));
      if (shape.kind !== "point")
        out.push(
          ...stretches({ kind: shape.kind, points }).map(([a, b]) =>
            dot([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], "edit-half", 4),
          ),
        );
      out.push(...points.map((p) => dot(p, "edit-handle", 6)));
    }
    if (this.points.length) {
      const d = this.points.map((p) => `${this.#point(p).x} ${this.#point(p).y}`).join("L");
      out.push(
        s("path", { d: `M${d}`, class: "edit-way" }),
        ...this.points.map((p, k) => dot(p, k ? "edit-handle" : "edit-anchor", 6)),
      );
    }
    if (this.keyboard) {
      const { x, y } = this.#point(this.cursor);
      out.push(s("path", { d: `M${x - 12} ${y}H${x + 12}M${x} ${y - 12}V${y + 12}`, class: "edit-cross" }));
    }
    this.frame.marks.replaceChildren(...out, ...more);
  }

  /** Shows a spot, or the feature of a name. @param {string} word */
  point(word) {
    const at = word.split(",").map(Number);
    if (at.length !== 2 || at.some((v) => !Number.isFinite(v))) return false;
    this.cursor = tidy(at[0], at[1], this.size);
    this.frame.camera?.reveal(this.#point(this.cursor));
    this.#marks();
    return true;
  }

  // ---- Hands ----

  listen() {
    strokes(this.frame, {
      begins: (at) => this.#begins(this.#spot(at)),
      goes: (at) => this.#goes(this.#spot(at)),
      ends: (at, _, moved) => this.#ends(this.#spot(at), moved),
      breaks: () => this.#breaks(),
      hovers: (at) => at && this.points.length && this.#rubber(this.#spot(at)),
    });
    takesPieces(this.frame, (table, nth, at) => this.place(table, nth, this.#spot(at)));
    this.frame.board.addEventListener("dblclick", () => this.finish());
    this.frame.board.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.#key(event.key, event.shiftKey))
        event.preventDefault();
    });
    this.frame.board.addEventListener("keyup", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === " ") this.frame.space = false;
    });
  }

  /** The line that the next click would draw. @param {Spot} at */
  #rubber(at) {
    const [a, b] = [this.#point(this.points[this.points.length - 1]), this.#point(at)];
    this.#marks([s("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}`, class: "edit-way thin" })]);
  }

  /** How near is near, in inches. */
  get reach() {
    return Math.min(1.2, 10 / ((this.frame.camera?.k ?? 1) * INCH) + 0.15);
  }

  /** @param {Spot} at */
  #begins(at) {
    this.keyboard = false;
    this.cursor = at;
    const { tool } = this.hand;
    this.grip = null;
    if (tool === "pieces") {
      const one = this.#standAt(at);
      if (one) this.grip = { what: "stand", table: one.table, nth: one.nth, from: at };
      else if (this.hand.piece) this.grip = { what: "click" };
    } else if (tool === "look") {
      this.grip = this.#handleAt(at);
      if (!this.grip) {
        const nth = featureAt(this.features, at, this.reach);
        if (nth >= 0 && nth === this.selected) this.grip = { what: "shape", nth, from: at };
        else {
          this.frame.board.addEventListener(
            "pointerup",
            () => !this.frame.gestures?.dragged && this.select(nth < 0 ? null : nth),
            { once: true },
          );
          return false;
        }
      }
    } else this.grip = { what: "click" };
    return this.grip !== null;
  }

  /** @param {Spot} at @returns {Grip | null} */
  #handleAt(at) {
    const nth = this.selected;
    const shape = nth === null ? null : shapeOf(this.features[nth] ?? {});
    if (nth === null || !shape) return null;
    const near = (/** @type {Spot} */ p) => Math.hypot(p[0] - at[0], p[1] - at[1]) < this.reach;
    const point = shape.points.findIndex(near);
    if (point >= 0) return { what: "handle", nth, point };
    if (shape.kind === "point") return null;
    const half = stretches(shape).findIndex(([a, b]) => near([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]));
    if (half < 0) return null;
    // A point in the middle of a stretch becomes one of the shape's.
    const points = [...shape.points];
    points.splice(half + 1, 0, at);
    this.moving = { nth, points };
    return { what: "handle", nth, point: half + 1 };
  }

  /** @param {Spot} at */
  #standAt(at) {
    const covers = (/** @type {import("./pieces.js").Counter} */ one) =>
      Math.hypot(one.entry.x - at[0], one.entry.y - at[1]) < (one.leader ? 0.7 : 1.5);
    return (
      (this.pieces ?? []).filter((one) => one.leader).find(covers) ??
      (this.pieces ?? []).findLast(covers) ??
      null
    );
  }

  /** @param {Spot} at */
  #goes(at) {
    const { grip } = this;
    if (grip?.what === "handle" || grip?.what === "shape") {
      const shape = shapeOf(this.features[grip.nth]);
      if (!shape) return;
      const points =
        this.moving?.nth === grip.nth && grip.what === "handle" ? [...this.moving.points] : [...shape.points];
      if (grip.what === "handle") points[grip.point] = at;
      else
        points.forEach(
          (p, k) => (points[k] = tidy(p[0] + at[0] - grip.from[0], p[1] + at[1] - grip.from[1], this.size)),
        );
      this.moving = { nth: grip.nth, points };
      this.painter?.paint();
      this.#marks();
    } else if (grip?.what === "stand") {
      const one = this.pieces?.find((p) => p.nth === grip.nth && p.table === grip.table);
      if (one) this.#marks([s("g", { class: "edit-carried" }, this.#stand(one, at))]);
    }
  }

  #breaks() {
    this.moving = null;
    this.grip = null;
    this.painter?.paint();
    this.#marks();
  }

  /** @param {Spot} at @param {boolean} moved */
  #ends(at, moved) {
    const { grip, moving } = this;
    this.grip = null;
    this.moving = null;
    if ((grip?.what === "handle" || grip?.what === "shape") && moving && moved) {
      const shape = shapeOf(this.features[moving.nth]);
      if (shape)
        this.change("Shape moved", [
          {
            do: "set",
            at: ["feature", moving.nth, "shape"],
            value: written({ kind: shape.kind, points: moving.points }),
          },
        ]);
    } else if (grip?.what === "stand") {
      if (moved) this.place(grip.table, grip.nth, at);
      else {
        this.hand.take({ piece: { table: grip.table, nth: grip.nth } });
        const one = this.pieces?.find((p) => p.nth === grip.nth);
        if (one) say(heard(one));
      }
    } else if (grip?.what === "click") this.click(at);
    this.painter?.paint();
    this.#marks();
  }

  /** @param {string} label @param {Change[]} changes */
  change(label, changes) {
    this.store.change(
      label,
      changes.map((change) => ({ ...change, file: this.file })),
    );
    say(label);
  }

  /** A click, or Enter at the cursor. @param {Spot} at */
  click(at) {
    const { tool, kind, piece } = this.hand;
    if (tool === "pieces" && piece) return this.place(piece.table, piece.nth, at);
    if (tool === "spot") {
      const on = onWater(this.features, at, 1.5);
      if (!on) return say("There is no water near.");
      return this.#add({ point: tidy(on[0], on[1], this.size) });
    }
    if (tool === "area" && BLOCKS.has(kind))
      return this.#add({ polygon: block(/** @type {any} */ (kind), at, this.size) });
    if (tool !== "area" && tool !== "line") return;
    const first = this.points[0];
    const last = this.points.at(-1);
    if (last && last[0] === at[0] && last[1] === at[1]) return;
    if (
      tool === "area" &&
      first &&
      this.points.length > 2 &&
      Math.hypot(first[0] - at[0], first[1] - at[1]) < this.reach
    )
      return this.finish();
    this.points.push(at);
    say(`Point ${this.points.length} at ${at[0]}, ${at[1]}`);
    this.#marks();
  }

  /** Ends the shape that is being drawn. */
  finish() {
    const { tool } = this.hand;
    const { points } = this;
    const least = tool === "area" ? 3 : 2;
    this.points = [];
    if (points.length < least) return this.#marks();
    if (tool === "area") this.#add({ polygon: points });
    else if (tool === "line") this.#add({ line: points });
  }

  /** @param {Record<string, any>} shape */
  #add(shape) {
    const { kind, name } = this.hand;
    const called = name.trim();
    this.change(`${called || kind} drawn`, [
      { do: "insert", at: ["feature"], value: { kind, ...(called ? { name: called } : {}), shape } },
    ]);
    this.hand.take({ name: "" });
  }

  /** @param {string} table @param {number} nth @param {Spot} at @param {number} [facing] */
  place(table, nth, at, facing) {
    const file = this.scenario;
    const entry = file ? this.store.doc(file)[table]?.[nth] : null;
    if (!file || !entry) return;
    this.hand.take({ piece: { table, nth } });
    /** @type {import("./store.js").FileChange[]} */
    const changes = [
      { file, do: "set", at: [table, nth, "x"], value: at[0] },
      { file, do: "set", at: [table, nth, "y"], value: at[1] },
    ];
    if (facing !== undefined) changes.push({ file, do: "set", at: [table, nth, "facing"], value: facing });
    this.store.change(`${entry.name} to ${at[0]}, ${at[1]}`, changes);
    say(`${entry.name} to ${at[0]}, ${at[1]}`);
  }

  /** @param {number | null} nth */
  select(nth) {
    this.selected = nth;
    const feature = nth === null ? null : this.features[nth];
    if (feature) say(`${feature.kind} ${feature.name ?? ""}`);
    this.chosen(nth);
    this.#marks();
  }

  // ---- Keys ----

  /** @param {string} key @param {boolean} far */
  #key(key, far) {
    const { hand } = this;
    if (ARROWS[key]) {
      const [dx, dy] = ARROWS[key].map((v) => v * (far ? 5 : 1));
      this.cursor = tidy(this.cursor[0] + dx, this.cursor[1] + dy, this.size);
      this.keyboard = true;
      this.frame.camera?.reveal(this.#point(this.cursor));
      const nth = featureAt(this.features, this.cursor, 0.5);
      say(`${this.here}${nth < 0 ? "" : `, ${this.features[nth].kind} ${this.features[nth].name ?? ""}`}`);
      this.#marks();
      return true;
    }
    const tool = hand.tools.find((one) => one.key === key);
    if (tool) {
      this.points = [];
      hand.take({ tool: tool.id });
      say(tool.label);
      return true;
    }
    switch (key) {
      case "Enter":
        this.keyboard = true;
        this.#enter();
        return true;
      case "Escape":
        this.points = [];
        this.hand.take({ piece: null });
        this.select(null);
        return true;
      case "Delete":
      case "Backspace":
        if (this.points.length) this.points.pop();
        else this.remove();
        this.#marks();
        return true;
      case "q":
      case "e":
        return this.#turn(key === "q" ? -15 : 15);
      case " ":
        this.frame.space = true;
        return true;
      case "+":
      case "-":
        this.frame.camera?.zoom(key === "+" ? 1.4 : 1 / 1.4);
        return true;
    }
    return false;
  }

  #enter() {
    const last = this.points.at(-1);
    if (last && last[0] === this.cursor[0] && last[1] === this.cursor[1]) return this.finish();
    if (this.hand.tool === "look") {
      const nth = featureAt(this.features, this.cursor, 0.5);
      return this.select(nth < 0 ? null : nth);
    }
    if (this.hand.tool === "pieces" && !this.hand.piece) {
      const one = this.#standAt(this.cursor);
      if (one) this.hand.take({ piece: { table: one.table, nth: one.nth } });
      return;
    }
    this.click(this.cursor);
  }

  /** @param {number} by degrees */
  #turn(by) {
    const one = this.pieces?.find(
      (p) => p.table === this.hand.piece?.table && p.nth === this.hand.piece?.nth,
    );
    if (!one) return false;
    this.place(
      one.table,
      one.nth,
      [one.entry.x, one.entry.y],
      ((((one.entry.facing ?? 0) + by) % 360) + 360) % 360,
    );
    return true;
  }

  remove() {
    if (this.selected === null) return;
    const nth = this.selected;
    const feature = this.features[nth];
    this.selected = null;
    if (feature)
      this.change(`Without ${feature.name ?? feature.kind}`, [{ do: "remove", at: ["feature", nth] }]);
    this.chosen(null);
  }

  /** The form of the chosen feature. */
  shapePane() {
    const element = h("section", { class: "here", id: "edit-here", "aria-live": "polite" });
    const draw = () => {
      const nth = this.selected;
      const feature = nth === null ? null : this.features[nth];
      if (nth === null || !feature) return show(element);
      const shape = shapeOf(feature);
      const like = this.hand.tools.find((tool) => tool.kinds.includes(feature.kind));
      /** @type {import("./schema.js").Field[]} */
      const fields = [
        { key: "kind", label: "Kind", type: "choice", options: like?.kinds ?? [] },
        { key: "name", label: "Name" },
      ];
      if (feature.kind === "hill") fields.push({ key: "contours", label: "Level", type: "int" });
      if (BLOCKS.has(feature.kind))
        fields.push({ key: "construction", label: "Built of", type: "choice", options: ["stone", "wooden"] });
      if (/broken|swamp/.test(feature.kind))
        fields.push({ key: "blocks_los", label: "Hides what is behind", type: "bool" });
      if (feature.kind === "crops") fields.push({ key: "flattened", label: "Trampled", type: "bool" });
      if (/^fort/.test(feature.kind))
        fields.push(
          { key: "entrances", label: "Entrances", type: "data", hint: "[[12, 30]]" },
          { key: "breaches", label: "Breaches", type: "data", hint: "[[12, 30]]" },
        );
      const name = feature.name ?? feature.kind;
      show(
        element,
        h("h2", {}, name),
        h(
          "p",
          { class: "soft" },
          shape
            ? `${shape.points.length} points. Drag a round handle to move a point, a small one to add one.`
            : "Its shape cannot be read: mend it in the text.",
        ),
        h(
          "div",
          { class: "thing" },
          fields.map((field) =>
            h(
              "label",
              {},
              h("span", {}, field.label),
              control(
                field,
                feature[field.key],
                `${field.label} of ${name}`,
                `feature ${nth} ${field.key}`,
                (value) =>
                  this.change(`${field.label} of ${name}`, [put(["feature", nth, field.key], value)]),
              ),
            ),
          ),
          h("button", { type: "button", class: "plain", onclick: () => this.remove() }, "Take it away"),
        ),
      );
    };
    return { element, draw };
  }
}
