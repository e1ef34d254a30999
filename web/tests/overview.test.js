import assert from "node:assert/strict";
import { test } from "node:test";
import { gathered } from "../js/overview/flags.js";
import { happenings, search } from "../js/overview/places.js";
import { backTold, orderWords } from "../js/panels/back.js";
import { placedBacks } from "../js/panels/log.js";

test("names that begin so come first, whatever the accents", () => {
  const all = ["Old Springs", "Spring Hill", "Hospring", "Bélair"].map((name) => ({ name, about: "" }));
  assert.deepEqual(
    search("spring", all).map((f) => f.name),
    ["Spring Hill", "Old Springs", "Hospring"],
  );
  assert.deepEqual(
    search("bel", all).map((f) => f.name),
    ["Bélair"],
  );
  assert.deepEqual(search("  ", all), []);
});

test("who is near each other is under one flag, friend and foe apart", () => {
  const at = (/** @type {"union" | "confederate"} */ side, /** @type {number} */ x, strength = 2) => ({
    side,
    x,
    y: 0,
    strength,
  });
  const flags = gathered([at("union", 0), at("union", 10, 5), at("union", 90), at("confederate", 5)], 50);
  assert.deepEqual(
    flags.map((f) => [f.side, f.x, f.units, f.strength]),
    [
      ["union", 10, 2, 7],
      ["union", 90, 1, 2],
      ["confederate", 5, 1, 2],
    ],
  );
});

test("fights are found in the log, the newest first", () => {
  const event = (/** @type {string} */ type, /** @type {string} */ to) => ({
    type,
    to,
    say: `${type} ${to}`,
  });
  const lines = /** @type {any} */ ([
    { n: 1, events: [event("attack", "0101")] },
    { n: 2, events: [event("move", "0202")] },
    { n: 3, events: [event("fired", "0303"), event("phase", "0404")] },
  ]);
  assert.deepEqual(
    happenings(lines, true).map((e) => e.place),
    ["0303", "0101"],
  );
  assert.equal(happenings(lines, false)[0].place, "0404");
});

test("an order is told as its card said it, else by what came of it", () => {
  assert.equal(orderWords({ n: 1, words: "March Brown", events: [] }), "March Brown");
  assert.equal(orderWords({ n: 1, events: [{ type: "pass", say: "Passes." }] }), "Passes");
  assert.equal(orderWords({ n: 1, events: [] }), "an order that is kept secret");
});

test("taking back is told with what of the other player went", () => {
  const back = { by: /** @type {const} */ ("union"), kept: 2, own: 1, others: 2, consent: false };
  assert.equal(backTold(back), "The Union player took back 1 order, and 2 of the other player with it.");
  assert.equal(backTold({ ...back, own: 3, others: 0 }), "The Union player took back 3 orders.");
});

test("who went back farther later moves what was told before", () => {
  const back = (/** @type {number} */ kept) => ({
    by: /** @type {const} */ ("union"),
    kept,
    own: 1,
    others: 0,
    consent: false,
  });
  assert.deepEqual(
    placedBacks([back(7), back(3), back(5)]).map((b) => b.after),
    [3, 3, 5],
  );
});
