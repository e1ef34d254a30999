/** A hex map that is drawn on. */

import { say, s } from "../dom.js";
import { leaderCounter, unitCounter } from "../board/counters.js";
import { Frame, strokes, takesPieces } from "./frame.js";
import { EDGE, Grid } from "./grid.js";
import * as make from "./ground.js";
import { HexPainter } from "./paint.js";
import { countersOf, heard } from "./pieces.js";
import { corners, roadAlong, waterAlong } from "./route.js";
import { LETTERS } from "./schema.js";

/** @typedef {import("./grid.js").Point} Point */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./changes.js").Change} Change */

/** What a stroke is in the middle of. @typedef {{line: Point[], hexes: Set<number>, counter?: import("./pieces.js").Counter}} Stroke */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

export class HexBoard {
  /** @param {Store} store @param {string} file the map @param {string | null} scenario @param {string} system @param {Hand} hand @param {(n: number | null) => void} chosen a hex was looked at */
  constructor(store, file, scenario, system, hand, chosen) {
    this.store = store;
    this.file = file;
    this.scenario = scenario;
    this.system = system;
    this.hand = hand;
    this.chosen = chosen;
    this.doc = store.doc(file);
    this.grid = new Grid(this.doc.grid);
    this.ground = make.groundOf(this.grid, this.doc);
    this.frame = new Frame(
      this.grid,
      EDGE * 6,
      "The map. Arrows move the cursor, letters choose terrain, Enter paints.",
    );
    this.element = this.frame.element;
    this.cursor = Math.floor(this.grid.rows / 2) * this.grid.columns + Math.floor(this.grid.columns / 2);
    this.side = 0;
    this.keyboard = false;
    /** Where a road or river that is clicked together goes on from. @type {Point | null} */
    this.anchor = null;
    /** @type {Stroke | null} */
    this.stroke = null;
    /** @type {number | null} */
    this.hover = null;
    /** The scenario and the piece that counters were drawn for. @type {{doc: any, held: string} | null} */
    this.known = null;
    /** @type {{n: number, dir: number, other: number} | null} */
    this.sideHover = null;
    /** The hex that was looked at. @type {number | null} */
    this.selected = null;
    this.net = corners(this.grid);
    this.listen();
  }

  /** Once it is in the page. */
  begin() {
    this.painter = new HexPainter(this.frame.canvas, this.grid, this.doc, this.ground);
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

  get here() {
    return this.grid.labels[this.cursor] ?? "";
  }

  // ---- What the files say ----

  refresh() {
    const doc = this.store.doc(this.file);
    if (doc !== this.doc) {
      if (JSON.stringify(doc.grid) !== JSON.stringify(this.doc.grid)) return "other grid";
      const before = this.ground;
      const after = make.groundOf(this.grid, doc);
      /** @type {number[] | null} */
      const dirty = make.touched(this.grid, this.doc, doc);
      for (let n = 0; n < this.grid.count; n++)
        if (before.terrain[n] !== after.terrain[n] || before.level[n] !== after.level[n]) dirty?.push(n);
      this.doc = doc;
      this.ground = after;
      this.painter?.show(doc, after);
      if (dirty === null || dirty.length) this.painter?.paint(dirty);
    }
    this.#counters();
    this.#marks();
    return "";
  }

  #counters() {
    const doc = this.store.doc(this.scenario);
    const known = this.known;
    const held = JSON.stringify(this.hand.piece);
    if (known && known.doc === doc && known.held === held) return;
    this.known = { doc, held };
    this.pieces = countersOf(this.system, doc);
    /** @type {Map<number, import("./pieces.js").Counter[]>} */
    const stacks = new Map();
    for (const one of this.pieces) {
      const n = one.entry.hex === undefined ? -1 : this.grid.number(String(one.entry.hex));
      if (n < 0) continue;
      const list = stacks.get(n);
      if (list) list.push(one);
      else stacks.set(n, [one]);
    }
    this.stacks = stacks;
    this.frame.counters.replaceChildren(...[...stacks].map(([n, list]) => this.#stack(n, list)));
  }

  /** @param {number} n @param {import("./pieces.js").Counter[]} list */
  #stack(n, list) {
    const scale = (this.grid.size * 0.62) / 100;
    const units = list.filter((one) => !one.leader);
    const leaders = list.filter((one) => one.leader);
    const held = (/** @type {import("./pieces.js").Counter} */ one) =>
      this.hand.piece?.table === one.table && this.hand.piece?.nth === one.nth;
    const draw = (/** @type {import("./pieces.js").Counter} */ one, /** @type {number} */ k) => {
      const picture = one.leader ? leaderCounter(one.piece, "mid") : unitCounter(one.piece, "mid");
      if (held(one)) picture.classList.add("chosen");
      const shift = one.leader ? -30 - 22 * k : -9 * (units.length - 1 - k);
      return s(
        "g",
        { transform: `translate(${one.leader ? 0 : shift} ${shift})`, "data-piece": one.piece.name },
        picture,
      );
    };
    // The one that was chosen lies on top.
    units.sort((a, b) => Number(held(a)) - Number(held(b)));
    return s(
      "g",
      {
        transform: `translate(${this.grid.x[n] - 50 * scale} ${this.grid.y[n] - 46 * scale}) scale(${scale})`,
      },
      units.slice(-4).map((one, k) => draw(one, k)),
      leaders.map((one, k) => draw(one, k)),
      units.length > 1 && s("text", { x: 96, y: 112, class: "edit-many" }, `${units.length}`),
    );
  }

  // ---- Marks over the ground ----

  /** @param {import("../dom.js").Child[]} [preview] */
  #marks(preview = []) {
    const { grid } = this;
    const hex = (/** @type {number} */ n, /** @type {string} */ cls) =>
      s("path", { d: grid.outline({ x: grid.x[n], y: grid.y[n] }), class: cls });
    const out = [];
    const tool = this.hand.tool;
    if (this.hover !== null && !this.stroke && (tool === "terrain" || tool === "level") && !this.hand.fill)
      out.push(...grid.within(this.hover, this.hand.brush).map((n) => hex(n, "edit-hover")));
    else if (this.hover !== null && !SIDE_TOOLS.has(tool)) out.push(hex(this.hover, "edit-hover light"));
    if (this.sideHover && SIDE_TOOLS.has(tool))
      out.push(this.#sideMark(this.sideHover.n, this.sideHover.dir, "edit-edge"));
    if (this.keyboard) {
      out.push(hex(this.cursor, "edit-cursor"));
      if (SIDE_TOOLS.has(tool) || tool === "water")
        out.push(this.#sideMark(this.cursor, this.side, "edit-edge"));
    }
    if (this.selected !== null && tool === "look") out.push(hex(this.selected, "edit-selected"));
    if (this.anchor)
      out.push(s("circle", { cx: this.anchor.x, cy: this.anchor.y, r: 7, class: "edit-anchor" }));
    this.frame.marks.replaceChildren(...out, .../** @type {Node[]} */ (preview));
  }

  /** @param {number} n @param {number} dir @param {string} cls */
  #sideMark(n, dir, cls) {
    const [a, b] = this.grid.ends(n, dir);
    return s("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}`, class: cls });
  }

  /** Shows a hex that something was found in. @param {string} label */
  point(label) {
    const n = this.grid.number(label);
    if (n < 0) return false;
    this.cursor = n;
    this.selected = n;
    this.keyboard = true;
    this.frame.camera?.reveal({ x: this.grid.x[n], y: this.grid.y[n] });
    this.chosen(n);
    this.#marks();
    return true;
  }

  // ---- Hands ----

  listen() {
    strokes(this.frame, {
      begins: (at, event) => this.#begins(at, event),
      goes: (at) => this.#goes(at),
      ends: (at, _, moved) => this.#ends(at, moved),
      breaks: () => this.#breaks(),
      hovers: (at) => this.#hovers(at),
    });
    takesPieces(this.frame, (table, nth, at) => {
      const n = this.grid.near(at);
      if (n >= 0) this.place(table, nth, n);
    });
    this.frame.board.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    this.frame.board.addEventListener("keyup", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === " ") this.frame.space = false;
    });
    this.frame.board.addEventListener("blur", () => {
      this.frame.space = false;
    });
  }

  /** @param {Point | null} at */
  #hovers(at) {
    const n = at ? this.grid.near(at) : -1;
    const side = at && SIDE_TOOLS.has(this.hand.tool) ? this.grid.nearestSide(at) : null;
    const same =
      (n < 0 ? null : n) === this.hover && side?.n === this.sideHover?.n && side?.dir === this.sideHover?.dir;
    if (same) return;
    this.hover = n < 0 ? null : n;
    this.sideHover = side;
    this.#marks();
  }

  /** @param {Point} at @param {PointerEvent} event */
  #begins(at, event) {
    const n = this.grid.near(at);
    const { tool } = this.hand;
    if (n < 0) return false;
    this.keyboard = false;
    this.cursor = n;
    if (tool === "look") {
      this.frame.board.addEventListener("pointerup", () => !this.frame.gestures?.dragged && this.#look(n), {
        once: true,
      });
      return false;
    }
    this.stroke = { line: [at], hexes: new Set() };
    if (tool === "pieces") {
      const counter = this.#top(n);
      // Nothing there to take up and nothing in the hand: the map is meant.
      if (!counter && !this.hand.piece) {
        this.stroke = null;
        return false;
      }
      this.stroke.counter = counter ?? undefined;
    }
    if (tool === "terrain" || tool === "level") this.#brush(at);
    return true;
  }

  /** The piece that a hand would take up: the chosen one, or the next in the stack. @param {number} n */
  #top(n) {
    const list = this.stacks?.get(n) ?? [];
    const held = this.hand.piece;
    return (
      list.find((one) => held && one.table === held.table && one.nth === held.nth) ??
      list.filter((one) => !one.leader).at(-1) ??
      list.at(-1) ??
      null
    );
  }

  /** @param {Point} at */
  #goes(at) {
    const { stroke } = this;
    if (!stroke) return;
    const { tool } = this.hand;
    const last = stroke.line[stroke.line.length - 1];
    if (tool === "terrain" || tool === "level") {
      // A quick hand skips hexes: they are painted all the same.
      const steps = Math.max(1, Math.ceil(Math.hypot(at.x - last.x, at.y - last.y) / (EDGE * 0.8)));
      for (let k = 1; k <= steps; k++)
        this.#brush({ x: last.x + ((at.x - last.x) * k) / steps, y: last.y + ((at.y - last.y) * k) / steps });
      stroke.line = [at];
      return;
    }
    if (Math.hypot(at.x - last.x, at.y - last.y) > EDGE * 0.25) stroke.line.push(at);
    if (tool === "road" || tool === "water") this.#preview(stroke.line);
    if (tool === "pieces") this.#carry(at);
  }

  /** @param {Point} at */
  #brush(at) {
    const n = this.grid.near(at);
    if (n < 0 || !this.stroke || this.hand.fill) return;
    performance.mark("edit-brush");
    const { kind } = this.hand;
    const level = this.hand.tool === "level";
    const now = this.grid
      .within(n, this.hand.brush)
      .filter((m) => (level ? this.ground.level[m] !== Number(kind) : this.ground.terrain[m] !== kind));
    for (const m of now) {
      if (level) this.ground.level[m] = Number(kind);
      else this.ground.terrain[m] = kind;
      this.stroke.hexes.add(m);
    }
    if (now.length) {
      if (level && this.painter && !this.painter.runs.levels) this.painter.show(this.doc, this.ground);
      this.painter?.paint(now);
      performance.measure("edit-brush", "edit-brush");
    }
  }

  /** The way that a line by hand comes to. @param {Point[]} line */
  #way(line) {
    if (this.hand.tool === "road")
      return roadAlong(this.grid, line, (a, b) => {
        const side = this.grid.sideLabel(a, b);
        const water = this.ground.water.get(side);
        if (this.ground.terrain[b] === "water") return 8;
        if (!water) return 0;
        return this.ground.crossings.has(side) ? 0 : water === "creek" ? 0.5 : 2.5;
      });
    return null;
  }

  /** @param {Point[]} line */
  #preview(line) {
    const { grid } = this;
    if (this.hand.erase) {
      const d = line.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L");
      return this.#marks([s("path", { d: `M${d}`, class: "edit-rub" })]);
    }
    if (this.hand.tool === "road") {
      const way = this.#way(line);
      if (way)
        this.#marks([
          s("path", { d: `M${way.map((n) => `${grid.x[n]} ${grid.y[n]}`).join("L")}`, class: "edit-way" }),
        ]);
      return;
    }
    const sides = waterAlong(grid, this.net, line, this.ground.wet);
    if (!sides) return;
    const d = sides.map(([a, b]) => {
      const [p, q] = grid.ends(a, grid.direction(a, b));
      return `M${p.x} ${p.y}L${q.x} ${q.y}`;
    });
    this.#marks([s("path", { d: d.join(""), class: "edit-way wet" })]);
  }

  /** @param {Point} at */
  #carry(at) {
    const counter = this.stroke?.counter;
    if (!counter) return;
    const scale = (this.grid.size * 0.62) / 100;
    const n = this.grid.near(at);
    const picture = counter.leader ? leaderCounter(counter.piece, "mid") : unitCounter(counter.piece, "mid");
    this.#marks(
      [
        n >= 0 &&
          s("path", { d: this.grid.outline({ x: this.grid.x[n], y: this.grid.y[n] }), class: "edit-drop" }),
        s(
          "g",
          {
            transform: `translate(${at.x - 50 * scale} ${at.y - 50 * scale}) scale(${scale})`,
            class: "edit-carried",
          },
          picture,
        ),
      ].filter(Boolean),
    );
  }

  #breaks() {
    if (this.stroke && (this.hand.tool === "terrain" || this.hand.tool === "level")) {
      const gone = this.stroke.hexes;
      this.ground = make.groundOf(this.grid, this.doc);
      this.painter?.show(this.doc, this.ground);
      this.painter?.paint(gone);
    }
    this.stroke = null;
    this.#marks();
  }

  /** @param {Point} at @param {boolean} moved */
  #ends(at, moved) {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke) return;
    const n = this.grid.near(at);
    const { tool } = this.hand;
    if (tool === "terrain" || tool === "level") this.#painted(stroke.hexes, n);
    else if (tool === "pieces") this.#dropped(stroke, n, moved);
    else if (tool === "road" || tool === "water") this.#drawn(stroke.line, at, moved);
    else if (SIDE_TOOLS.has(tool)) {
      const side = this.grid.nearestSide(at);
      if (side) this.onSide(side.n, side.other);
    } else if (n >= 0) this.onHex(n);
    this.#marks();
  }

  /** @param {string} label @param {Change[]} changes */
  change(label, changes) {
    this.store.change(
      label,
      changes.map((change) => ({ ...change, file: this.file })),
    );
    if (changes.length) say(label);
  }

  /** @param {Set<number>} hexes @param {number} n */
  #painted(hexes, n) {
    performance.mark("edit-stroke");
    const { kind, fill } = this.hand;
    const table = this.hand.tool === "level" ? "elevation" : "terrain";
    let painted = [...hexes];
    if (fill && n >= 0) {
      const of = (/** @type {number} */ m) =>
        table === "terrain" ? this.ground.terrain[m] : this.ground.level[m];
      const was = of(n);
      painted = this.grid.flood(n, (m) => of(m) === was);
    }
    if (painted.length)
      this.change(
        `${painted.length} ${painted.length === 1 ? "hex" : "hexes"} of ${table === "terrain" ? kind : `level ${kind}`}`,
        make.paint(this.grid, this.doc, table, kind, painted),
      );
    performance.measure("edit-stroke", "edit-stroke");
  }

  /** A line by hand, or a click: the next point of a line that is clicked together. @param {Point[]} line @param {Point} at @param {boolean} moved */
  #drawn(line, at, moved) {
    const inOne = this.grid.near(line[0]) === this.grid.near(at);
    if (this.hand.erase) return this.#rub(moved ? [...line, at] : [at]);
    if (moved && !(inOne && this.hand.tool === "road")) {
      this.anchor = null;
      return this.#lay([...line, at]);
    }
    if (this.anchor) {
      const from = this.anchor;
      if (this.#lay([from, at])) this.anchor = at;
      return;
    }
    this.anchor =
      this.hand.tool === "road"
        ? { x: this.grid.x[this.grid.near(at)], y: this.grid.y[this.grid.near(at)] }
        : at;
    say("Begun. Choose where it goes on; Escape ends it.");
  }

  /** @param {Point[]} line */
  #lay(line) {
    const { kind, name, tool } = this.hand;
    const called = name.trim();
    if (tool === "road") {
      const way = this.#way(line);
      if (!way || way.length < 2) return false;
      this.change(
        `${called || kind} laid over ${way.length} hexes`,
        make.addRoad(this.grid, this.doc, kind, called, way),
      );
      return true;
    }
    const sides = waterAlong(this.grid, this.net, line, this.ground.wet);
    if (!sides?.length) return false;
    this.change(
      `${called || kind} along ${sides.length} hexsides`,
      make.addWater(this.grid, this.doc, kind, called, sides),
    );
    return true;
  }

  /** @param {Point[]} line */
  #rub(line) {
    const { grid } = this;
    const hexes = new Set();
    /** @type {Set<string>} */
    const sides = new Set();
    for (let k = 0; k < line.length; k++) {
      const [a, b] = [line[Math.max(k - 1, 0)], line[k]];
      for (let t = 0; t <= 1; t += 0.1) {
        const p = { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
        const n = grid.near(p);
        if (n >= 0) hexes.add(n);
        const side = grid.nearestSide(p);
        if (side) sides.add(grid.sideLabel(side.n, side.other));
      }
    }
    if (this.hand.tool === "road") this.change("Roads rubbed out", make.cutRoads(grid, this.doc, hexes));
    else this.change("Water rubbed out", make.dryUp(grid, this.doc, [...sides]));
  }

  /** @param {Stroke} stroke @param {number} n @param {boolean} moved */
  #dropped(stroke, n, moved) {
    const { counter } = stroke;
    const from = this.grid.near(stroke.line[0]);
    if (moved && counter && n >= 0) return this.place(counter.table, counter.nth, n);
    if (moved) return;
    const held = this.hand.piece;
    if (counter) {
      // Click by click through the stack.
      const list = this.stacks?.get(from) ?? [];
      const k = list.findIndex((one) => held && one.table === held.table && one.nth === held.nth);
      const next = k < 0 ? counter : list[(k + 1) % list.length];
      this.hand.take({ piece: { table: next.table, nth: next.nth } });
      say(heard(next));
    } else if (held && n >= 0) this.place(held.table, held.nth, n);
  }

  /** Puts a piece into a hex. @param {string} table @param {number} nth @param {number} n */
  place(table, nth, n) {
    const file = this.scenario;
    if (!file) return;
    const hex = this.grid.labels[n];
    const entry = this.store.doc(file)[table]?.[nth];
    if (!entry || entry.hex === hex) return;
    this.hand.take({ piece: { table, nth } });
    /** @type {import("./store.js").FileChange[]} */
    const changes = [{ file, do: "set", at: [table, nth, "hex"], value: hex }];
    if (entry.arrives !== undefined) changes.push({ file, do: "remove", at: [table, nth, "arrives"] });
    this.store.change(`${entry.name} to ${hex}`, changes);
    say(`${entry.name} to ${hex}`);
  }

  /** @param {number} n @param {number} other */
  onSide(n, other) {
    const { tool, kind } = this.hand;
    const side = this.grid.sideLabel(n, other);
    if (tool === "border")
      return this.change(`Border at ${side}`, make.toggleBorder(this.grid, this.doc, n, other));
    const there = make
      .entries(this.doc, "crossing")
      .some(
        (entry) =>
          this.grid.side(entry.side) &&
          this.grid.sideLabel(.../** @type {[number, number]} */ (this.grid.side(entry.side))) === side,
      );
    if (tool === "crossing" && !this.ground.water.has(side) && !there)
      return say(`${side} has no water to cross.`);
    const key = /** @type {"crossing" | "wall" | "ridge"} */ (tool);
    this.change(`${kind || tool} at ${side}`, make.toggleSide(this.grid, this.doc, key, kind, n, other));
  }

  /** @param {number} n */
  onHex(n) {
    const { tool, kind, name } = this.hand;
    const hex = this.grid.labels[n];
    if (tool === "feature")
      return this.change(`${kind} in ${hex}`, make.toggleFeature(this.grid, this.doc, kind, n));
    if (tool !== "place") return;
    if (!name.trim()) {
      this.#look(n);
      return say("Type a name for the place first.");
    }
    this.change(`${name.trim()} in ${hex}`, [
      { do: "insert", at: ["place"], value: { hex, name: name.trim(), kind } },
    ]);
    this.hand.take({ name: "" });
  }

  /** @param {number} n */
  #look(n) {
    this.selected = n;
    this.cursor = n;
    this.chosen(n);
    this.#marks();
  }

  // ---- Keys ----

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const done = this.#keyed(event.key, event.shiftKey);
    if (done) event.preventDefault();
  }

  /** @param {string} key @param {boolean} far @returns {boolean} */
  #keyed(key, far) {
    const { hand, grid } = this;
    if (ARROWS[key]) {
      for (let k = 0; k < (far ? 5 : 1); k++) {
        const next = grid.beyond(this.here, ARROWS[key]);
        if (next) this.cursor = grid.number(next);
      }
      this.keyboard = true;
      this.frame.camera?.reveal({ x: grid.x[this.cursor], y: grid.y[this.cursor] });
      say(this.describe(this.cursor));
      this.#marks();
      return true;
    }
    const tool = hand.tools.find((one) => one.key === key);
    if (tool) {
      hand.take({ tool: tool.id });
      say(tool.label);
      return true;
    }
    switch (key) {
      case "[":
      case "]":
        hand.take({ brush: Math.max(0, Math.min(2, hand.brush + (key === "]" ? 1 : -1))) });
        say(`Brush of ${[1, 7, 19][hand.brush]} hexes`);
        return true;
      case ",":
      case ".":
        this.keyboard = true;
        this.side = (this.side + (key === "." ? 1 : 5)) % 6;
        say(`Side to ${grid.labels[grid.neighbour(this.cursor, this.side)] ?? "the edge"}`);
        this.#marks();
        return true;
      case "Enter":
        this.keyboard = true;
        this.#enter();
        return true;
      case "Escape":
        this.anchor = null;
        hand.take({ piece: null });
        this.#breaks();
        return true;
      case " ":
        this.frame.space = true;
        return true;
      case "x":
        hand.take({ erase: !hand.erase });
        say(hand.erase ? "Erase" : "Draw");
        return true;
      case "f":
        hand.take({ fill: !hand.fill });
        say(hand.fill ? "Fill" : "Brush");
        return true;
      case "+":
      case "-":
        this.frame.camera?.zoom(key === "+" ? 1.4 : 1 / 1.4);
        return true;
    }
    return this.#letter(key);
  }

  /** Letters choose terrain, digits a level. @param {string} key */
  #letter(key) {
    const { hand } = this;
    const terrain = hand.tools.find((one) => one.id === "terrain");
    const kind = terrain?.kinds.find((one) => LETTERS[one] === key);
    if (!kind) return false;
    if (hand.tool !== "terrain") hand.take({ tool: "terrain" });
    hand.take({ kind });
    say(kind);
    return true;
  }

  #enter() {
    const { hand, grid, cursor: n } = this;
    const at = { x: grid.x[n], y: grid.y[n] };
    const other = grid.neighbour(n, this.side);
    switch (hand.tool) {
      case "look":
        return this.#look(n);
      case "terrain":
      case "level": {
        this.stroke = { line: [at], hexes: new Set() };
        this.#brush(at);
        const { hexes } = this.stroke;
        this.stroke = null;
        return this.#painted(hexes, n);
      }
      case "road":
        if (hand.erase) this.#rub([at]);
        else this.#drawn([at], at, false);
        return this.#marks();
      case "water":
        if (other < 0) return;
        if (this.ground.water.get(grid.sideLabel(n, other)) === hand.kind || hand.erase)
          this.change(
            `${grid.sideLabel(n, other)} dry`,
            make.dryUp(grid, this.doc, [grid.sideLabel(n, other)]),
          );
        else
          this.change(
            `${hand.kind} at ${grid.sideLabel(n, other)}`,
            make.addWater(grid, this.doc, hand.kind, hand.name.trim(), [[n, other]]),
          );
        return;
      case "pieces": {
        const held = hand.piece;
        const top = this.#top(n);
        if (held && (!top || top.table !== held.table || top.nth !== held.nth))
          return this.place(held.table, held.nth, n);
        if (top) {
          hand.take({ piece: { table: top.table, nth: top.nth } });
          say(heard(top));
        }
        return;
      }
      default:
        if (SIDE_TOOLS.has(hand.tool)) {
          if (other >= 0) this.onSide(n, other);
        } else this.onHex(n);
    }
  }

  /** A hex in words. @param {number} n */
  describe(n) {
    const { grid, ground, doc } = this;
    const label = grid.labels[n];
    const place = make.entries(doc, "place").find((one) => one.hex === label);
    const level = this.painter?.runs.levels ? `, level ${ground.level[n]}` : "";
    const stack = (this.stacks?.get(n) ?? []).map((one) => one.piece.name).join(", ");
    return `${label}, ${ground.terrain[n]}${level}${place ? `, ${place.name}` : ""}${stack ? `: ${stack}` : ""}`;
  }
}

const SIDE_TOOLS = new Set(["crossing", "wall", "ridge", "border"]);
