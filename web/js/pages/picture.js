/** A picture under the map of an own scenario: choose it, click a few hexes, type their numbers. */

import * as api from "../api.js";
import { alert, h, show } from "../dom.js";
import { go } from "../main.js";
import { MOST_PICTURE } from "../own/files.js";

/** @typedef {{hex: string, at: [number, number]}} Point */

const LEAST = 3;
const SCENARIO = /\.scenario\.toml$/;
const MAP = /\.map\.toml$/;

/** @param {import("../main.js").Ask} ask */
export async function page({ main, params }) {
  const [scenario, files] = await Promise.all([api.scenario(params[0]), api.scenarioFiles(params[0])]);
  document.title = `A picture under ${scenario.title} · Hardtack`;
  const map = mapOf(files.files);
  if (!map) throw new Error(`${scenario.title} has no map of hexes: a picture lies under one.`);
  const fitting = new Fitting(scenario.id, scenario.title, map);
  main.append(fitting.element);
  if (files.pictures.length) await fitting.open(files.pictures[0]);
}

/** The text of the map that the scenario names, or of the only one. @param {Record<string, string>} files */
function mapOf(files) {
  const main = Object.keys(files).find((name) => SCENARIO.test(name));
  const named = main && files[main].match(/^map\s*=\s*"([^"]+)"/m)?.[1];
  const name = named && files[named] ? named : Object.keys(files).find((one) => MAP.test(one));
  return name ? files[name] : "";
}

class Fitting {
  /** @param {string} id @param {string} title @param {string} map */
  constructor(id, title, map) {
    this.id = id;
    this.map = map;
    this.file = "";
    /** @type {ImageBitmap | null} */
    this.picture = null;
    this.zoom = 1;
    /** @type {Point[]} */
    this.points = [];
    /** @type {import("../wire").Calibrated | null} */
    this.fit = null;
    this.canvas = h("canvas", {
      class: "scan",
      tabindex: 0,
      "aria-label": "The picture: click the middle of a hex",
      onclick: (/** @type {MouseEvent} */ event) => this.#click(event),
    });
    this.list = h("ol", { class: "points" });
    this.word = h("p", { role: "status" });
    this.save = h(
      "button",
      { type: "button", class: "main", disabled: true, onclick: () => this.#save() },
      "Lay it under the map",
    );
    this.draw = h(
      "select",
      { id: "picture-draw" },
      h("option", { value: "grid" }, "the grid and its numbers"),
      h("option", { value: "all" }, "the whole map, under the picture"),
      h("option", { value: "none" }, "nothing"),
    );
    this.opacity = h("input", {
      type: "range",
      id: "picture-opacity",
      min: 0.1,
      max: 1,
      step: 0.05,
      value: 1,
    });
    this.element = this.#page(title);
  }

  /** @param {string} title */
  #page(title) {
    const input = h("input", {
      type: "file",
      id: "picture-file",
      accept: ".jpg,.jpeg,.png,.webp",
      class: "visually-hidden",
      onchange: () => input.files[0] && this.#choose(input.files[0]),
    });
    const zoom = (/** @type {number} */ by) => () => {
      this.zoom = Math.min(4, Math.max(0.05, this.zoom * by));
      this.#paint();
    };
    return h(
      "div",
      { class: "sheet fitting" },
      h("p", { class: "small-caps soft" }, title),
      h("h1", {}, "A picture under the map"),
      h(
        "p",
        { class: "lead" },
        "Choose a scan of your map, click the middle of three or more hexes far from each other, and type their numbers.",
      ),
      h(
        "div",
        { class: "drop" },
        input,
        h("label", { class: "button", for: "picture-file" }, "Choose a picture…"),
        h("button", { type: "button", "aria-label": "Smaller", onclick: zoom(1 / 1.5) }, "−"),
        h("button", { type: "button", "aria-label": "Larger", onclick: zoom(1.5) }, "+"),
      ),
      h(
        "div",
        { class: "split" },
        h("div", { class: "scan-frame" }, this.canvas),
        h(
          "div",
          {},
          this.list,
          this.word,
          h("label", { for: "picture-draw" }, "Draw besides it"),
          this.draw,
          h("label", { for: "picture-opacity" }, "How much of it is seen"),
          this.opacity,
          h("p", {}, this.save),
        ),
      ),
    );
  }

  /** @param {File} file */
  async #choose(file) {
    if (file.size > MOST_PICTURE) return alert("A picture has at most 40 MB.");
    try {
      await api.addPicture(this.id, file.name, file);
      await this.open(file.name);
    } catch (no) {
      alert(no instanceof Error ? no.message : String(no));
    }
  }

  /** Shows a picture that lies beside the map. @param {string} name */
  async open(name) {
    this.picture = await createImageBitmap(await api.picture(this.id, name));
    this.file = name;
    this.points = [];
    this.fit = null;
    const room = /** @type {HTMLElement} */ (this.canvas.parentElement).clientWidth;
    this.zoom = Math.min(1, room / this.picture.width);
    this.#paint();
    this.#list();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (!this.picture) return;
    const box = this.canvas.getBoundingClientRect();
    const at = /** @type {[number, number]} */ ([
      (event.clientX - box.left) / this.zoom,
      (event.clientY - box.top) / this.zoom,
    ]);
    this.points.push({ hex: "", at });
    this.#list();
    this.#paint();
    this.list.querySelector("li:last-child input")?.focus();
  }

  #list() {
    show(
      this.list,
      ...this.points.map((point, n) =>
        h(
          "li",
          {},
          h("label", { class: "visually-hidden", for: `point-${n}` }, `Number of hex ${n + 1}`),
          h("input", {
            type: "text",
            id: `point-${n}`,
            placeholder: "its number",
            value: point.hex,
            onchange: (/** @type {any} */ event) => {
              point.hex = event.target.value.trim();
              this.#calibrate();
            },
          }),
          h(
            "button",
            {
              type: "button",
              class: "plain",
              "aria-label": `Forget hex ${n + 1}`,
              onclick: () => {
                this.points.splice(n, 1);
                this.#list();
                this.#calibrate();
              },
            },
            "×",
          ),
        ),
      ),
    );
    const left = LEAST - this.points.filter((point) => point.hex).length;
    if (left > 0) this.word.textContent = this.picture ? `${left} more ${left === 1 ? "hex" : "hexes"}.` : "";
  }

  async #calibrate() {
    const points = this.points.filter((point) => point.hex);
    this.fit = null;
    if (points.length < LEAST) {
      this.#list();
    } else {
      try {
        this.fit = await api.calibrate(this.map, points);
        this.word.textContent = `The hexes lie within ${this.fit.off.toFixed(1)} pixels of where you clicked.`;
      } catch (no) {
        this.word.textContent = no instanceof Error ? no.message : String(no);
      }
    }
    this.save.disabled = !this.fit;
    this.#paint();
  }

  #paint() {
    const { picture, canvas, zoom } = this;
    if (!picture) return;
    canvas.width = Math.round(picture.width * zoom);
    canvas.height = Math.round(picture.height * zoom);
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    pen.fillStyle = "#0b6e6e";
    for (const [x, y] of this.fit?.centres ?? []) pen.fillRect(x * zoom - 1.5, y * zoom - 1.5, 3, 3);
    pen.strokeStyle = "#b3400f";
    pen.lineWidth = 2;
    for (const { at } of this.points) {
      pen.beginPath();
      pen.arc(at[0] * zoom, at[1] * zoom, 7, 0, 7);
      pen.stroke();
    }
  }

  async #save() {
    if (!this.fit) return;
    const { origin, hex, turn } = this.fit;
    try {
      await api.layUnder(this.id, {
        file: this.file,
        origin,
        hex,
        turn,
        opacity: Number(this.opacity.value),
        draw: this.draw.value,
      });
      go("/");
    } catch (no) {
      alert(no instanceof Error ? no.message : String(no));
    }
  }
}
