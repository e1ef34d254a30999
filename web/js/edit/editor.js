/** The whole editor: a board, panels beside it, and the files behind them. */

import * as api from "../api.js";
import { alert, h, say, show } from "../dom.js";
import { picture } from "../board/counters.js";
import { go } from "../main.js";
import { dropDraft, keepDraft } from "./draft.js";
import { findingsPane } from "./findingspane.js";
import { form } from "./forms.js";
import { Hand } from "./hand.js";
import { herePane } from "./herepane.js";
import { HexBoard } from "./hexboard.js";
import { pieceOf } from "./pieces.js";
import { Table } from "./rows.js";
import { ABOUT, FORCES, HEAD, LESSON_HEAD, RULES, STEPS_OF_LESSON, TOOLS } from "./schema.js";
import { TableBoard } from "./tableboard.js";
import { textPane } from "./textpane.js";
import { toolbox } from "./toolbox.js";
import { trialButton } from "./trial.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {{id: string, hash: string}} Shelved */

const TABS = /** @type {const} */ (["Map", "Forces", "Scenario", "Lesson", "Text"]);

export class Editor {
  /** @param {Store} store @param {Shelved | null} shelved where it stands on the shelf */
  constructor(store, shelved) {
    this.store = store;
    this.shelved = shelved;
    // A folder may hold several scenarios: the id says which.
    const stem = shelved?.id.split("/")[1];
    const named = stem ? `${stem}.scenario.toml` : "";
    this.scenario = named in store.files ? named : store.fileOf(".scenario.toml");
    const { map, table: laid, system: said } = store.doc(this.scenario);
    const here = [map, laid].find((file) => typeof file === "string" && file in store.files);
    this.board_file = here ?? store.fileOf(".table.toml") ?? store.fileOf(".map.toml") ?? "";
    const table = this.board_file.endsWith(".table.toml");
    this.system = TOOLS[said] ? said : table ? "vnb" : "gcacw";
    this.hand = new Hand(TOOLS[this.system]);
    this.tab = "Map";
    this.side = h("div", { class: "edit-panel", id: "edit-panel", role: "tabpanel", tabindex: "-1" });
    this.tabs = h("div", { class: "edit-tabs", role: "tablist", "aria-label": "Parts of the scenario" });
    this.bar = h("header", { class: "edit-bar" });
    this.holder = h("div", { class: "edit-map" });
    this.text = textPane(store);
    this.box = toolbox(this.hand, this.system, () => store.doc(this.scenario));
    this.findings = findingsPane(store, (finding) => this.#goto(finding));
    this.element = h(
      "div",
      { class: "editor", "data-tab": "Map" },
      this.bar,
      this.holder,
      h(
        "aside",
        { class: "edit-side", "aria-label": "Tools and forms" },
        this.tabs,
        this.side,
        this.findings.element,
      ),
    );
    // For whoever looks into the page: tests, and authors at the console.
    this.element.editor = this;
    /** Panels that follow the files. @type {{draw: () => void}[]} */
    this.panels = [];
    this.board = this.#board();
    store.onChange.add(() => this.#changed());
    store.onTexts.add(() => this.#texts());
    store.onRefused = (why) => alert(why);
    this.hand.watchers.add(() => this.board.refresh());
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    this.onLeave = (/** @type {BeforeUnloadEvent} */ event) => {
      if (!this.store.clean && this.store.past.length) event.preventDefault();
    };
  }

  get title() {
    return this.store.doc(this.scenario).name ?? this.store.doc(this.board_file).name ?? "Scenario";
  }

  /** @returns {HexBoard | TableBoard} */
  #board() {
    const chosen = () => this.here?.draw();
    const board =
      this.system === "vnb"
        ? new TableBoard(this.store, this.board_file, this.scenario, this.hand, chosen)
        : new HexBoard(this.store, this.board_file, this.scenario, this.system, this.hand, chosen);
    this.holder.replaceChildren(board.element);
    this.here = board instanceof HexBoard ? herePane(board) : board.shapePane();
    return board;
  }

  begin() {
    this.board.begin();
    this.#open("Map");
    this.#drawBar();
    document.addEventListener("keydown", this.onKey);
    window.addEventListener("beforeunload", this.onLeave);
  }

  close() {
    this.#keep();
    this.board.close();
    document.removeEventListener("keydown", this.onKey);
    window.removeEventListener("beforeunload", this.onLeave);
  }

  /** Whoever goes elsewhere without saving can come back. */
  #keep() {
    const { store, shelved } = this;
    if (store.clean || !store.past.length) return;
    keepDraft({ id: shelved?.id ?? null, files: store.files });
    const back = `/edit/${encodeURIComponent(shelved?.id ?? "new")}?from=draft`;
    alert(h("span", {}, "What you changed is not saved. ", h("a", { href: back }, "Back to the editor")));
  }

  #changed() {
    if (this.board.refresh() === "other grid") {
      this.board.close();
      this.board = this.#board();
      this.board.begin();
    }
    for (const panel of this.panels) panel.draw();
    this.here?.draw();
    this.#drawBar();
  }

  #texts() {
    this.findings.draw();
    if (this.tab === "Text") this.text.draw();
    this.#drawBar();
  }

  #drawBar() {
    const { store } = this;
    const shelf = this.shelved ? (store.clean ? "Saved" : "Not saved") : "Not saved yet";
    const button = (
      /** @type {string} */ label,
      /** @type {() => void} */ act,
      /** @type {Record<string, any>} */ more = {},
    ) => h("button", { type: "button", onclick: act, "data-key": label, ...more }, label);
    show(
      this.bar,
      h(
        "div",
        { class: "edit-title" },
        h("h1", {}, this.title),
        h("p", { class: "soft", "data-saved": String(store.clean) }, shelf),
      ),
      h(
        "div",
        { class: "edit-acts" },
        button("Undo", () => this.undo(), {
          disabled: !store.past.length,
          title: store.past.length ? `Undo: ${store.past.at(-1)?.label} (Ctrl+Z)` : "Nothing to undo",
        }),
        button("Redo", () => this.redo(), {
          disabled: !store.future.length,
          title: store.future.length ? `Redo: ${store.future.at(-1)?.label} (Ctrl+Y)` : "Nothing to redo",
        }),
        button("Save", () => this.save(), { title: "Save (Ctrl+S)" }),
        trialButton(this),
        button("Play this", () => this.play(), { class: "main" }),
      ),
    );
  }

  /** @param {string} tab */
  #open(tab) {
    this.tab = tab;
    this.element.dataset.tab = tab;
    show(
      this.tabs,
      TABS.map((one) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            "data-key": one,
            "aria-selected": String(one === tab),
            "aria-controls": "edit-panel",
            onclick: () => this.#open(one),
          },
          one,
        ),
      ),
    );
    this.panels = [];
    const { store, scenario } = this;
    /** @type {Node[]} */
    const parts = [];
    const add = (/** @type {{element: HTMLElement, draw: () => void}} */ part) => {
      this.panels.push(part);
      parts.push(part.element);
    };
    const where = () => this.board.here;
    if (tab === "Map") {
      this.box.draw();
      add(this.box);
      if (this.here) parts.push(this.here.element);
      parts.push(this.#sheet());
    } else if (tab === "Forces" && scenario) {
      for (const rows of FORCES[this.system])
        add(
          new Table(store, scenario, rows, {
            where,
            choose: (nth) => this.#choose(rows.at, nth),
            picture:
              rows.at === "unit" || rows.at === "stand" || rows.at === "commander"
                ? (entry) => picture(pieceOf(this.system, rows.at, entry), 30)
                : undefined,
          }),
        );
    } else if (tab === "Scenario" && scenario) {
      add(
        form(store, scenario, "The scenario", [
          { key: "name", label: "Name", wide: true },
          { key: "description", label: "Description", type: "long", wide: true },
          ...HEAD[this.system],
          ...ABOUT,
        ]),
      );
      for (const rows of RULES[this.system]) add(new Table(store, scenario, rows, { where }));
    } else if (tab === "Lesson") parts.push(...this.#lesson(add));
    else {
      parts.push(this.text.element);
      this.text.draw();
    }
    this.side.replaceChildren(...parts);
    this.side.scrollTop = 0;
  }

  /** How large the map is, and what it is called. */
  #sheet() {
    const hexes = this.system !== "vnb";
    const fields = /** @type {import("./schema.js").Field[]} */ (
      hexes
        ? [
            { key: "name", label: "Name of the map", wide: true },
            { key: "grid.rows", label: "Rows", type: "int" },
            { key: "grid.columns", label: "Columns", type: "int" },
            { key: "yards_per_hex", label: "Yards a hex", type: "int" },
          ]
        : [
            { key: "name", label: "Name of the table", wide: true },
            { key: "width", label: "Width", type: "number" },
            { key: "height", label: "Height", type: "number" },
          ]
    );
    const part = form(this.store, this.board_file, hexes ? "The map" : "The table", fields);
    this.panels.push(part);
    return h(
      "details",
      { class: "sheet-form" },
      h("summary", {}, hexes ? "Name and size of the map" : "Name and size of the table"),
      part.element,
    );
  }

  /** @param {(part: {element: HTMLElement, draw: () => void}) => void} add @returns {Node[]} */
  #lesson(add) {
    const file = this.store.fileOf(".lesson.toml");
    if (file) {
      add(form(this.store, file, "The lesson", LESSON_HEAD));
      add(new Table(this.store, file, STEPS_OF_LESSON, { where: () => this.board.here }));
      return [];
    }
    const stem = (this.scenario ?? "").replace(/\.scenario\.toml$/, "");
    const text = `format = "hardtack-lesson/1"\ntitle = ${JSON.stringify(this.title)}\nscenario = ${JSON.stringify(stem)}\nminutes = 5\nyou = "union"\nabout = "What it teaches."\nlearnt = ["What was learnt."]\n\n[[step]]\nsay = "Look at the map."\npoint = { part = "map" }\nuntil = { read = true }\n`;
    return [
      h(
        "section",
        { class: "form" },
        h("h2", {}, "A guided lesson"),
        h(
          "p",
          {},
          "A lesson is a coach's words beside the scenario: one thing at a time, and what has to happen before the next.",
        ),
        h(
          "button",
          {
            type: "button",
            onclick: async () => {
              await this.store.setFile(`${stem}.lesson.toml`, text);
              this.#open("Lesson");
            },
          },
          "Write a lesson",
        ),
      ),
    ];
  }

  /** @param {string} table @param {number} nth */
  #choose(table, nth) {
    this.hand.take({ tool: "pieces", piece: { table, nth } });
    const entry = this.store.doc(this.scenario)[table]?.[nth];
    if (entry) this.board.point(entry.hex ?? `${entry.x},${entry.y}`);
  }

  /** @param {import("../wire").Finding} finding */
  #goto(finding) {
    const words = `${finding.key} ${finding.message}`.match(/[A-Za-z]?\d{4,8}(?![\d-])/g) ?? [];
    const line = finding.line ? (this.store.files[finding.file] ?? "").split("\n")[finding.line - 1] : "";
    const inLine = line?.match(/"[A-Za-z]?\d{4,8}/g)?.map((word) => word.slice(1)) ?? [];
    const shown = [...words, ...inLine].some((word) => this.board.point(word));
    if (!finding.line || (shown && this.tab === "Map")) return;
    if (this.tab !== "Text") this.#open("Text");
    this.text.goto(finding.file, finding.line);
  }

  async undo() {
    const label = await this.store.undo();
    if (label) say(`Undone: ${label}`);
  }

  async redo() {
    const label = await this.store.redo();
    if (label) say(`Done again: ${label}`);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const typing = event.target instanceof Element && event.target.matches("input, textarea, select");
    const key = event.key.toLowerCase();
    if (key === "s") {
      event.preventDefault();
      this.save();
    } else if (!typing && (key === "z" || key === "y")) {
      event.preventDefault();
      if (key === "y" || event.shiftKey) this.redo();
      else this.undo();
    }
  }

  /** Writes everything to the shelf, whatever is found in it. @returns {Promise<string | null>} its id */
  async save() {
    await this.text.give();
    await this.store.idle();
    const files = this.store.files;
    try {
      if (this.shelved) {
        if (!this.store.clean) {
          const { hash } = await api.writeScenario(this.shelved.id, files, this.shelved.hash, true);
          this.shelved.hash = hash;
        }
      } else {
        const stem = (this.scenario ?? this.board_file).replace(/\.(scenario|map|table)\.toml$/, "");
        const { id, hash } = await this.#add(stem, files);
        this.shelved = { id, hash };
        history.replaceState(null, "", `/edit/${encodeURIComponent(id)}`);
      }
      this.store.saved = files;
      dropDraft();
      this.#drawBar();
      say("Saved");
      return this.shelved.id;
    } catch (no) {
      alert(no instanceof Error ? no.message : String(no));
      return null;
    }
  }

  /** Under its name, or the next that is free. @param {string} stem @param {Record<string, string>} files */
  async #add(stem, files) {
    for (let n = 1; ; n++)
      try {
        return await api.addScenario(n === 1 ? stem : `${stem}-${n}`, files, true);
      } catch (no) {
        if (!(no instanceof api.Refused) || no.status !== 409 || n > 20) throw no;
      }
  }

  async play() {
    const id = await this.save();
    if (!id) return;
    const faults = this.store.findings.filter((one) => one.severity === "fault");
    if (faults.length) return alert(`It cannot be played yet: ${faults[0].message}`);
    go(`/new/${encodeURIComponent(id)}`);
  }
}
