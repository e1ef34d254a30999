/** The files as text, for everything the forms do not know; what is wrong is marked at its line. */

import { h, show } from "../dom.js";

/** @typedef {import("./store.js").Store} Store */

/** So long after the last key a text is read, in milliseconds. */
const REST = 450;

/** @param {Store} store */
export function textPane(store) {
  let file = store.fileOf(".scenario.toml") ?? Object.keys(store.files)[0] ?? "";
  const tabs = h("div", { class: "file-tabs", role: "tablist", "aria-label": "Files" });
  const gutter = h("div", { class: "gutter", "aria-hidden": "true" });
  const area = h("textarea", {
    class: "mono",
    spellcheck: "false",
    wrap: "off",
    "aria-label": "Text of the file",
    "data-key": "text",
  });
  const told = h("p", { class: "soft line-told", role: "status" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  const element = h(
    "section",
    { class: "text-pane" },
    tabs,
    h("div", { class: "text-box" }, gutter, area),
    told,
  );

  const lineOf = (/** @type {number} */ at) => area.value.slice(0, at).split("\n").length;
  const marks = () => {
    const lines = area.value.split("\n").length;
    const found = new Map();
    for (const one of store.findings)
      if (one.file === file && one.line && found.get(one.line) !== "fault") found.set(one.line, one.severity);
    const here = lineOf(area.selectionStart);
    gutter.replaceChildren(
      ...Array.from({ length: lines }, (_, k) =>
        h("span", { class: [found.get(k + 1), k + 1 === here && "now"] }, k + 1),
      ),
    );
    gutter.scrollTop = area.scrollTop;
    tell();
  };
  const tell = () => {
    const here = lineOf(area.selectionStart);
    const one = store.findings.find((f) => f.file === file && f.line === here);
    told.textContent = one ? `Line ${here}: ${one.key ? `${one.key}: ` : ""}${one.message}` : `Line ${here}`;
  };
  const draw = () => {
    if (!(file in store.files)) file = Object.keys(store.files)[0] ?? "";
    show(
      tabs,
      Object.keys(store.files)
        .filter((name) => !/\.(png|jpe?g|webp)$/.test(name))
        .map((name) =>
          h(
            "button",
            {
              type: "button",
              role: "tab",
              "data-key": name,
              "aria-selected": String(name === file),
              onclick: () => open(name),
            },
            name,
          ),
        ),
    );
    const text = store.files[file] ?? "";
    if (resting === undefined && area.value !== text) {
      const { selectionStart, selectionEnd, scrollTop } = area;
      area.value = text;
      if (document.activeElement === area) area.setSelectionRange(selectionStart, selectionEnd);
      area.scrollTop = scrollTop;
    }
    marks();
  };
  const give = async () => {
    clearTimeout(resting);
    if (resting === undefined) return;
    resting = undefined;
    await store.type(file, area.value);
  };
  /** @param {string} name */
  async function open(name) {
    await give();
    file = name;
    area.value = store.files[file] ?? "";
    area.scrollTop = 0;
    draw();
  }
  area.addEventListener("input", () => {
    clearTimeout(resting);
    resting = setTimeout(give, REST);
    marks();
  });
  area.addEventListener("scroll", () => (gutter.scrollTop = area.scrollTop));
  for (const event of ["keyup", "click"]) area.addEventListener(event, tell);
  area.addEventListener("blur", give);
  return {
    element,
    draw,
    give,
    /** Goes to a line. @param {string} name @param {number} line */
    async goto(name, line) {
      if (name !== file) await open(name);
      const lines = area.value.split("\n");
      const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      area.focus();
      area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
      const high = area.scrollHeight / Math.max(lines.length, 1);
      area.scrollTop = Math.max(0, high * (line - 1) - area.clientHeight / 3);
      marks();
    },
  };
}
