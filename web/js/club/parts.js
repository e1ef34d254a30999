/** Parts that the pages about people share. */

import { alert, h } from "../dom.js";

/** @typedef {import("../dom.js").Child} Child */

/** A section with its title. @param {string} id @param {string} title @param {...(Child | Child[])} parts */
export const section = (id, title, ...parts) =>
  h(
    "section",
    { id, class: "account-part", "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, title),
    ...parts,
  );

/** What went wrong, in words that a reader understands. @param {unknown} no */
export function why(no) {
  if (no instanceof DOMException && ["NotAllowedError", "AbortError"].includes(no.name))
    return "Nothing was done: the browser was told not to, or took too long.";
  if (no instanceof DOMException && no.name === "InvalidStateError")
    return "This device has a passkey of yours already.";
  return no instanceof Error ? no.message : String(no);
}

/** Does something once at a time, and tells what went wrong. @param {HTMLButtonElement} button @param {() => Promise<unknown>} work */
export async function act(button, work) {
  if (button.disabled) return;
  button.disabled = true;
  try {
    await work();
  } catch (no) {
    alert(why(no));
  } finally {
    button.disabled = false;
  }
}

/** @param {string} words @param {() => Promise<unknown>} work @param {Record<string, any>} [more] */
export function button(words, work, more = {}) {
  const made = h("button", { type: "button", ...more, onclick: () => act(made, work) }, words);
  return made;
}

/**
 * A line to fill in, with its button.
 * @param {{id: string, label: string, type?: string, value?: string, autocomplete?: string, submit: string, main?: boolean, note?: Child}} how
 * @param {(value: string) => Promise<unknown>} work
 */
export function line(
  { id, label, type = "text", value = "", autocomplete = "off", submit, main, note },
  work,
) {
  const input = h("input", { id, type, value, autocomplete, required: true, maxlength: 254, class: "field" });
  const go = h("button", { type: "submit", class: main ? "main" : null }, submit);
  return h(
    "form",
    {
      class: "line",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        act(go, () => work(input.value.trim()));
      },
    },
    h("label", { for: id }, label),
    h("div", { class: "line-row" }, input, go),
    note && h("small", { class: "soft" }, note),
  );
}

/** A text to copy. @param {string} text @param {string} label */
export function copyBox(text, label) {
  const box = h("input", { type: "text", readonly: true, value: text, "aria-label": label, class: "mono" });
  const done = h("button", { type: "button", onclick: copy }, "Copy");
  async function copy() {
    box.select();
    await navigator.clipboard?.writeText(text).catch(() => {});
    done.textContent = "Copied";
  }
  return h("div", { class: "link-box" }, box, done);
}
