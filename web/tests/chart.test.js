import assert from "node:assert/strict";
import { test } from "node:test";
import { bounds } from "../js/club/chart.js";

test("the scale of a rating holds all of it, in steps of fifty, and is never too fine", () => {
  assert.deepEqual(bounds([1500]), { low: 1450, high: 1550 });
  assert.deepEqual(bounds([1500, 1516, 1484]), { low: 1450, high: 1550 });
  const { low, high } = bounds([1500, 1711, 1320]);
  assert.ok(low <= 1320 && high >= 1711 && low % 50 === 0 && high % 50 === 0);
});
