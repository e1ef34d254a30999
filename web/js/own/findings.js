/** What was found in files, with file and line. */

import { h } from "../dom.js";

/** @typedef {import("../types.js").Finding} Finding */

/** `2 faults, 1 warning`. @param {Finding[]} findings */
export function counted(findings) {
  const faults = findings.filter((f) => f.severity === "fault").length;
  const many = (/** @type {number} */ n, /** @type {string} */ word) =>
    n ? `${n} ${n === 1 ? word : `${word}s`}` : "";
  return [many(faults, "fault"), many(findings.length - faults, "warning")].filter(Boolean).join(", ");
}

/** @param {Finding[]} findings */
export function findingList(findings) {
  return h(
    "ul",
    { class: "findings" },
    findings.map((f) =>
      h(
        "li",
        { class: f.severity },
        h("b", {}, f.line ? `${f.file}, line ${f.line}` : f.file || "these files"),
        f.key && h("span", { class: "mono" }, f.key),
        h("span", {}, f.message),
        f.did_you_mean && h("span", {}, `Did you mean “${f.did_you_mean}”?`),
      ),
    ),
  );
}
