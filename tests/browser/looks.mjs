// What holds of every page, whatever it shows.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const AXE = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Everything axe finds, of any weight, the good practices among it. */
export async function findings(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() =>
    /** @type {any} */ (window).axe.run(document, {
      resultTypes: ["violations"],
    }),
  );
  return found.violations.map(
    (v) =>
      `${v.id} (${v.impact}): ${v.nodes
        .slice(0, 3)
        .map((n) => n.html.slice(0, 140))
        .join(" | ")}`,
  );
}

/** Nothing sticks out of the window sideways. */
export async function fits(page) {
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
}
