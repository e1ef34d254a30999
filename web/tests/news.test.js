/** What news change at a table that is shown. */

import assert from "node:assert/strict";
import test from "node:test";
import { isNew, merged } from "../js/game/wire.js";

const seats = { union: { kind: "person", name: "Ann" }, confederate: { kind: "open", name: "" } };
/** @param {object} more @returns {any} */
const news = (more = {}) => ({ seq: 4, asked: null, taken_back: null, seats, lines: [], ...more });
/** @type {any} */
const table = { seq: 4, asked: null, seats };

test("news of the moment that is shown are not new, unless somebody came or asks", () => {
  assert.equal(isNew(news(), table), false);
  assert.equal(isNew(news({ seq: 5 }), table), true);
  assert.equal(isNew(news({ taken_back: { by: "union", kept: 3, consent: false } }), table), true);
  assert.equal(isNew(news({ asked: { by: "union", kept: 3, consent: true } }), table), true);
  assert.equal(
    isNew(news({ seats: { ...seats, confederate: { kind: "person", name: "Bob" } } }), table),
    true,
  );
});

test("lines are kept once, in the order of the game", () => {
  /** @param {number} n @returns {any} */
  const line = (n) => ({ n, events: [] });
  const { added, lines } = merged([line(2), line(4)], [line(3), line(4), line(1)]);
  assert.deepEqual(
    added.map((l) => l.n),
    [3, 1],
  );
  assert.deepEqual(
    lines.map((l) => l.n),
    [1, 2, 3, 4],
  );
});
