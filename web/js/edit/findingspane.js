/** What is wrong with the files, and what is probably a slip: a click goes there. */

import { h, say, show } from "../dom.js";
import { counted } from "../own/findings.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("../wire").Finding} Finding */

/** @param {Store} store @param {(finding: Finding) => void} go */
export function findingsPane(store, go) {
  const element = h("section", { class: "edit-findings", "aria-label": "What was found" });
  let told = "";
  const draw = () => {
    const { findings } = store;
    const now = counted(findings) || "Everything fits";
    if (told && told !== now) say(now);
    told = now;
    const faults = findings.filter((one) => one.severity === "fault").length;
    const warnings = findings.length - faults;
    show(
      element,
      h(
        "h2",
        {
          "data-faults": faults,
          "data-warnings": warnings,
          class: faults ? "bad" : warnings ? "warn" : "good",
        },
        now,
      ),
      h(
        "ul",
        {},
        findings
          .slice(0, 100)
          .map((one, k) =>
            h(
              "li",
              { class: one.severity },
              h(
                "button",
                { type: "button", class: "plain", "data-key": `finding ${k}`, onclick: () => go(one) },
                h("span", { class: "where" }, `${one.code} ${one.file}${one.line ? `:${one.line}` : ""}`),
                h("span", {}, one.key ? h("b", {}, `${one.key}: `) : null, one.message),
                one.did_you_mean ? h("em", {}, ` Did you mean ${one.did_you_mean}?`) : null,
              ),
            ),
          ),
      ),
    );
  };
  draw();
  return { element, draw };
}
