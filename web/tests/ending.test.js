import assert from "node:assert/strict";
import { test } from "node:test";
import { alongTurns, roundUp, steps } from "../js/ending/scale.js";
import { ofMine } from "../js/ending/moments.js";
import { tollWords } from "../js/ending/luck.js";
import { seatsOf } from "../js/game/seats.js";

const turn = (/** @type {number} */ n, /** @type {number} */ from) => /** @type {any} */ ({ turn: n, from });

test("every turn is as wide as any other, and orders are spread within it", () => {
  const course = /** @type {any} */ ({ orders: 30, turns: [turn(1, 0), turn(2, 20)], marks: [] });
  const x = alongTurns(course, 0, 100);
  assert.deepEqual([0, 10, 20, 25, 30].map(x), [0, 25, 50, 75, 100]);
});

test("a game of one turn without an order has a place for its only moment", () => {
  const course = /** @type {any} */ ({ orders: 0, turns: [turn(1, 0)], marks: [] });
  assert.equal(alongTurns(course, 10, 20)(0), 10);
});

test("scales end at a round number that holds everything", () => {
  assert.deepEqual([0, 1, 3.2, 7, 17, 45, 100, 101].map(roundUp), [1, 1, 4, 8, 20, 50, 100, 200]);
});

test("a line of points is level until it changes", () => {
  assert.equal(
    steps([
      { x: 0, y: 5 },
      { x: 10, y: 2 },
    ]),
    "M0.0 5.0H10.0V2.0",
  );
});

const seat = (/** @type {any} */ more) => ({ kind: "person", name: "", officer: null, ...more });

test("who plays again is who played: me, the same computer player with his time, whoever is invited", () => {
  const general = seat({ kind: "computer", officer: "general:1500ms" });
  assert.deepEqual(seatsOf({ you: ["union"], seats: { union: seat({}), confederate: general } }), {
    union: { kind: "me" },
    confederate: { kind: "computer", officer: "general", seconds: 1.5 },
  });
  const veteran = seat({ kind: "computer", officer: "veteran" });
  const mine = seatsOf({ you: ["confederate"], seats: { union: veteran, confederate: seat({}) } });
  assert.deepEqual(mine.union, { kind: "computer", officer: "veteran" });
  const friends = seatsOf({ you: ["union"], seats: { union: seat({}), confederate: seat({}) } });
});

test("a player reads of his own decisions, who watches of everybody's", () => {
  const found = /** @type {any[]} */ ([{ seat: "union" }, { seat: "confederate" }]);
  assert.deepEqual(ofMine(found, ["union"]), [found[0]]);
  assert.equal(ofMine(found, []).length, 2);
});

test("what the dice cost a side is said beside what they cost on average", () => {
  const toll = {
    how: "attack",
    of: "Manpower",
    fights: 3,
    expected: { union: 8.44, confederate: 0 },
    fell: { union: 11, confederate: 0 },
  };
  const luck = /** @type {any} */ ({ tolls: [toll], fights: [], dice: {} });
  assert.deepEqual(tollWords(luck, "union"), [
    "Union: expected to lose 8.4 Manpower in 3 fights (attack), lost 11.",
  ]);
  assert.deepEqual(tollWords(luck, "confederate"), []);
});
