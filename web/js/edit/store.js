/** The files that are edited: their texts, what they say, what is wrong with them, and every step back and forth. */

import * as api from "../api.js";
import { all } from "./changes.js";

/** @typedef {import("./changes.js").Change} Change */
/** @typedef {import("./changes.js").Doc} Doc */
/** @typedef {import("../wire").Finding} Finding */
/** @typedef {Change & {file: string}} FileChange */
/** @typedef {Record<string, string>} Files */
/** @typedef {Record<string, Doc | null>} Docs */
/** A step of the author's. Texts come a moment after what they say: the server writes them. @typedef {{label: string, docs: [Docs, Docs], broken: [Set<string>, Set<string>], files: [Files, Files] | null, changes: FileChange[]}} Step */

/** So many steps can be taken back. */
export const STEPS = 200;

export class Store {
  /** @param {Files} files @param {Docs} docs @param {Finding[]} findings */
  constructor(files, docs, findings) {
    this.files = files;
    this.docs = docs;
    this.findings = findings;
    /** Files whose text cannot be read: what they said before is shown until it is mended. @type {Set<string>} */
    this.broken = new Set(Object.keys(docs).filter((file) => !docs[file]));
    /** The texts as they were last written to the shelf. @type {Files | null} */
    this.saved = null;
    /** @type {Step[]} */
    this.past = [];
    /** @type {Step[]} */
    this.future = [];
    /** Steps whose texts are not there yet. @type {Step[]} */
    this.waiting = [];
    /** @type {Promise<void> | null} */
    this.writing = null;
    /** Called when what files say has changed. @type {Set<() => void>} */
    this.onChange = new Set();
    /** Called when texts, findings or what can be taken back have changed. @type {Set<() => void>} */
    this.onTexts = new Set();
    /** Called with what the server refused. @type {(why: string) => void} */
    this.onRefused = () => {};
  }

  /** Opens files. @param {Files} files */
  static async open(files) {
    const { docs, findings } = await api.editPatch({ files, docs: true, check: true });
    return new Store(files, docs ?? {}, findings ?? []);
  }

  /** The file that ends so. @param {string} ending */
  fileOf(ending) {
    return Object.keys(this.files).find((name) => name.endsWith(ending)) ?? null;
  }

  /** What a file says; nothing where its text cannot be read. @param {string | null} file @returns {Doc} */
  doc(file) {
    return (file && this.docs[file]) || {};
  }

  /** Whether everything is on the shelf. */
  get clean() {
    const saved = this.saved;
    if (!saved || this.waiting.length) return false;
    const names = new Set([...Object.keys(saved), ...Object.keys(this.files)]);
    return [...names].every((name) => saved[name] === this.files[name]);
  }

  /** Changes files: what they say at once, their texts as soon as the server has written them. @param {string} label @param {FileChange[]} changes */
  change(label, changes) {
    if (!changes.length) return;
    const broken = changes.find(({ file }) => !this.docs[file] || this.broken.has(file));
    if (broken) return this.onRefused(`${broken.file} cannot be read: mend its text first.`);
    const before = this.docs;
    const after = { ...before };
    for (const { file } of changes) {
      if (after[file] !== before[file]) continue;
      const own = changes.filter((change) => change.file === file);
      after[file] = all(/** @type {Doc} */ (before[file]), own);
    }
    this.#did({ label, docs: [before, after], broken: [this.broken, this.broken], files: null, changes });
    this.docs = after;
    this.#tell();
    this.#write();
  }

  /** @param {Step} step */
  #did(step) {
    this.past.push(step);
    if (this.past.length > STEPS) this.past.shift();
    this.future = [];
    this.waiting.push(step);
  }

  /** A text as its author typed it. @param {string} file @param {string} text */
  async type(file, text) {
    await this.idle();
    if (this.files[file] === text) return;
    const files = { ...this.files, [file]: text };
    await this.#replace(`Text of ${file}`, files);
  }

  /** All files, or other ones. @param {string} label @param {Files} files */
  async #replace(label, files) {
    const { docs, findings } = await api.editPatch({ files, docs: true, check: true });
    /** @type {Docs} */
    const now = {};
    for (const [file, doc] of Object.entries(docs ?? {})) now[file] = doc ?? this.docs[file] ?? null;
    const broken = new Set(Object.keys(docs ?? {}).filter((file) => !docs?.[file]));
    /** @type {Step} */
    const step = {
      label,
      docs: [this.docs, now],
      broken: [this.broken, broken],
      files: [this.files, files],
      changes: [],
    };
    this.past.push(step);
    if (this.past.length > STEPS) this.past.shift();
    this.future = [];
    this.files = files;
    this.docs = now;
    this.broken = broken;
    this.findings = findings ?? [];
    this.#tell();
    this.#texts();
  }

  /** Adds a file, or takes one away. @param {string} name @param {string | null} text */
  async setFile(name, text) {
    await this.idle();
    const files = { ...this.files };
    if (text === null) delete files[name];
    else files[name] = text;
    await this.#replace(text === null ? `Without ${name}` : `With ${name}`, files);
  }

  #write() {
    this.writing ??= this.#writeAll().finally(() => {
      this.writing = null;
    });
  }

  async #writeAll() {
    while (this.waiting.length) {
      const step = this.waiting[0];
      const before = this.files;
      try {
        const check = this.waiting.length === 1;
        const { files, findings } = await api.editPatch({ files: before, changes: step.changes, check });
        this.files = { ...before, ...files };
        step.files = [before, this.files];
        if (findings) this.findings = findings;
        this.waiting.shift();
      } catch (no) {
        // This step and those that came after it never were.
        const gone = new Set(this.waiting);
        this.waiting = [];
        this.past = this.past.filter((one) => !gone.has(one));
        this.docs = step.docs[0];
        this.#tell();
        this.onRefused(no instanceof Error ? no.message : String(no));
      }
    }
    this.#texts();
  }

  /** When all texts are written. */
  async idle() {
    while (this.writing) await this.writing;
  }

  async undo() {
    await this.idle();
    const step = this.past.pop();
    if (!step) return null;
    this.future.push(step);
    return this.#go(step, 0);
  }

  async redo() {
    await this.idle();
    const step = this.future.pop();
    if (!step) return null;
    this.past.push(step);
    return this.#go(step, 1);
  }

  /** @param {Step} step @param {0 | 1} which */
  #go(step, which) {
    this.docs = step.docs[which];
    this.broken = step.broken[which];
    if (step.files) this.files = step.files[which];
    this.#tell();
    this.#check();
    return step.label;
  }

  async #check() {
    const { files } = this;
    const { findings } = await api.editPatch({ files, check: true });
    if (files === this.files && findings) this.findings = findings;
    this.#texts();
  }

  #tell() {
    for (const told of this.onChange) told();
  }

  #texts() {
    for (const told of this.onTexts) told();
  }
}
