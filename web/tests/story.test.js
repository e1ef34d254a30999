/** The other side's turn: positions followed by events, how orders are gathered, what somebody has missed. */

import assert from "node:assert/strict";
import test from "node:test";
import { CAP, concerns, natural, nextBeat } from "../js/story/beats.js";
import { since } from "../js/story/memory.js";
import { after, without } from "../js/story/position.js";
import { arrowsOf, sentence, summary } from "../js/story/words.js";

/** @param {string} id @param {string | null} at @param {object} [more] @returns {any} */
const piece = (id, at, more = {}) => ({
  id,
  at,
  where: null,
  side: "union",
  strength: "5",
  state: [],
  ...more,
});
/** @param {string} id @param {string | null} at @param {object} [more] */
const now = (id, at, more = {}) => ({ id, at, where: null, strength: "5", state: [], ...more });
/** @param {number} n @param {any[]} events @param {string} [seat] @returns {any} */
const line = (n, events, seat = "confederate") => ({ n, seat, events });
/** @param {string} id @param {string} from @param {string} to */
const step = (id, from, to) => ({
  type: "move",
  say: `${id} moves to ${to}.`,
  show: { kind: "move", pieces: [id], from: [from], to: [to] },
  now: [now(id, to)],
});
/** @param {string} from @param {string} to */
const attack = (from, to) => ({
  type: "combat",
  say: `${from} attacks ${to}.`,
  show: { kind: "attack", from: [from], to: [to] },
});
const nothing = { type: "pass", say: "A pass." };

test("who follows the events knows where everybody is, and the way he took", () => {
  const lines = [line(1, [step("Hill", "0101", "0102")]), line(2, [step("Hill", "0102", "0103")])];
  const { pieces, travels } = after([piece("Hill", "0101"), piece("Ewell", "0505")], lines);
  assert.deepEqual(
    pieces.map((p) => [p.id, p.at]),
    [
      ["Hill", "0103"],
      ["Ewell", "0505"],
    ],
  );
  assert.deepEqual(
    travels.map((t) => t.path),
    [["0101", "0102", "0103"]],
  );
  assert.deepEqual(
    without(pieces, travels).map((p) => p.id),
    ["Ewell"],
  );
});

test("hexes that an event names on the way are gone through", () => {
  const ride = step("Buford", "0101", "0104");
  const far = { ...ride, show: { ...ride.show, path: ["0102", "0103", "0104"] } };
  const { travels } = after([piece("Buford", "0101")], [line(1, [far])]);
  assert.deepEqual(travels[0].path, ["0101", "0102", "0103", "0104"]);
});

test("who leaves the map, comes onto it or is no piece any more does not slide", () => {
  const lost = { type: "x", say: "", now: [now("Hill", null, { where: "eliminated" })] };
  const gone = { type: "x", say: "", now: [now("Force 1", null, { where: "removed" })] };
  const comes = { type: "x", say: "", now: [now("Anderson", "0909")] };
  const marker = { type: "x", say: "", now: [now("Force 2", "0707")] };
  const before = [piece("Hill", "0101"), piece("Force 1", "0202"), piece("Anderson", null)];
  const { pieces, travels } = after(
    before,
    [line(1, [lost, gone, comes, marker])],
    [piece("Force 2", "0808")],
  );
  assert.deepEqual(travels, []);
  assert.deepEqual(
    pieces.map((p) => [p.id, p.at, p.where]),
    [
      ["Hill", null, "eliminated"],
      ["Anderson", "0909", null],
      ["Force 2", "0707", null],
    ],
  );
});

test("on a table of inches stands move and turn, and leave", () => {
  const stand = piece("Burnside", null, { x: 1, y: 2, facing: 90 });
  const moved = { type: "moved", say: "", now: [now("Burnside", null, { x: 4, y: 2, facing: 0 })] };
  const { travels } = after([stand], [line(1, [moved])]);
  assert.deepEqual(travels[0].path, [
    { x: 1, y: 2, facing: 90 },
    { x: 4, y: 2, facing: 0 },
  ]);
  const lost = { type: "lost", say: "", now: [now("Burnside", null, { where: "eliminated" })] };
  assert.equal(after([stand], [line(1, [lost])]).pieces[0].x, undefined);
});

test("orders that show nothing go with the next that does, the steps of a march together", () => {
  const waiting = [
    line(1, [nothing]),
    line(2, [step("Hill", "0101", "0102")]),
    line(3, [step("Hill", "0102", "0103")]),
    line(4, [nothing]),
    line(5, [step("Ewell", "0505", "0506")]),
  ];
  const numbers = (/** @type {any} */ beat) => beat.lines.map((/** @type {any} */ l) => l.n);
  const first = nextBeat(waiting, ["union"], []);
  assert.deepEqual(numbers(first), [1, 2, 3, 4]);
  assert.deepEqual(numbers(nextBeat(waiting.slice(4), ["union"], [])), [5]);
  assert.equal(nextBeat([line(6, [nothing])], [], [])?.ms, 0);
});

test("what is done to mine is seen by itself and longer", () => {
  const mine = [piece("Brown", "0102")];
  const on = line(1, [attack("0101", "0102")]);
  const other = line(1, [attack("0101", "0909")]);
  assert.equal(concerns(on, ["union"], mine), true);
  assert.equal(concerns(other, ["union"], mine), false);
  assert.equal(concerns(on, [], mine), false);
  const [a, b] = [on, other].map((one) => nextBeat([one], ["union"], mine));
  assert.ok(a && b && a.mine && a.ms > b.ms + 1000);
  const march = line(1, [step("Hill", "0505", "0506")]);
  assert.equal(nextBeat([march, line(2, [attack("0101", "0102")])], ["union"], mine)?.lines.length, 1);
});

test("however many orders wait, they are shown in a bounded time, each once and in turn", () => {
  for (const count of [26, 300, 3000]) {
    let waiting = Array.from({ length: count }, (_, n) =>
      line(n + 1, [n % 9 === 8 ? attack("0101", "0102") : step(`P${n % 5}`, "0101", "0102")]),
    );
    let [total, beats] = [0, 0];
    /** @type {number[]} */
    const seen = [];
    while (waiting.length) {
      const beat = nextBeat(waiting, [], [], total);
      assert.ok(beat && beat.lines.length);
      seen.push(...beat.lines.map((l) => l.n));
      waiting = waiting.slice(beat.lines.length);
      total += beat.ms;
      beats++;
    }
    assert.deepEqual(
      seen,
      Array.from({ length: count }, (_, n) => n + 1),
    );
    assert.ok(total < CAP * 1.75, `${count} orders take ${total} ms in ${beats} beats`);
  }
});

test("an order is looked at no longer for many small things", () => {
  const checks = Array.from({ length: 40 }, () => ({ type: "checked", say: "", show: { kind: "roll" } }));
  assert.ok(natural(line(1, checks)) <= 3600);
});

test("an arrow for each pair, the sentence of a march its last", () => {
  const scene = {
    before: /** @type {any} */ ({ pieces: [piece("Lane", "0103")] }),
    lines: [line(1, [attack("0101", "0102"), attack("0101", "0102"), attack("0103", "0102")])],
  };
  assert.deepEqual(
    arrowsOf(scene).map((a) => `${a.from}>${a.to} ${a.side}`),
    ["0101>0102 confederate", "0103>0102 union"],
  );
  const march = ["0102", "0103", "0104"].map((to, n) => line(n, [step("Hill", `010${n + 1}`, to)]));
  assert.equal(sentence(march), "Hill moves to 0104.");
  assert.equal(summary([...march, scene.lines[0]]), "4 orders, 1 fight");
  assert.equal(summary([march[0]]), "1 order");
});

test("what somebody missed: since his own last order, or since he last looked", () => {
  const lines = [line(1, [], "union"), line(2, []), line(3, []), line(4, [])];
  const table = { orders: 4, seq: 4, you: ["union"] };
  assert.equal(since(table, lines, null), 1);
  assert.equal(since(table, lines, { n: 3, seq: 3 }), 3);
  // Orders were taken back since then: what was seen says nothing.
  assert.equal(since({ ...table, seq: 7 }, lines, { n: 3, seq: 3 }), 1);
  assert.equal(since({ ...table, you: [] }, lines, null), 4);
});
