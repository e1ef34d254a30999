/** Making elements: the whole of our "framework". */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class")
      element.setAttribute("class", Array.isArray(value) ? value.filter(Boolean).join(" ") : value);
    else if (name === "value" || name === "checked" || name === "selected")
      /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element | DocumentFragment} parent
 * @param {(Child | Child[])[]} children
 */
function fill(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(typeof child === "number" ? String(child) : child);
  }
}

/**
 * An HTML element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  fill(element, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  fill(element, children);
  return element;
}

/**
 * Replaces what is in an element, puts the focus back on the part that had it, and leaves open what was unfolded.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function show(parent, ...children) {
  const active = document.activeElement;
  const key = active && parent.contains(active) ? active.getAttribute("data-key") : null;
  const scroll = parent.scrollTop;
  const open = [...parent.querySelectorAll("details[open][data-keep]")].map(
    (d) => d.getAttribute("data-keep") ?? "",
  );
  parent.replaceChildren();
  fill(parent, children);
  for (const id of open)
    parent.querySelector(`details[data-keep="${CSS.escape(id)}"]`)?.setAttribute("open", "");
  parent.scrollTop = scroll;
  if (key)
    /** @type {HTMLElement | null} */ (parent.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
}

/**
 * Says something to people who hear the page instead of seeing it.
 * @param {string} text
 */
export function say(text) {
  const live = document.getElementById("live");
  if (!live) return;
  // A node of its own for each sentence, so that one does not swallow the next.
  live.append(h("p", {}, text));
  while (live.childElementCount > 12) live.firstElementChild?.remove();
}

/**
 * A message that everybody sees, for a while.
 * @param {string | Node} text
 * @param {string} [kind]
 */
export function alert(text, kind = "no") {
  const box = document.getElementById("alerts");
  if (!box) return;
  const note = h(
    "div",
    { class: ["alert", kind] },
    text,
    h("button", { type: "button", class: "plain", "aria-label": "Close", onclick: () => note.remove() }, "×"),
  );
  box.replaceChildren(note);
  setTimeout(() => note.remove(), 9000);
}

/** @param {string} text */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}
