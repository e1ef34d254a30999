/** Questions of lenses filled in, and answers laid out. */

import assert from "node:assert/strict";
import test from "node:test";
import { asksOfPlace, laidOut, questions } from "../js/panels/overlays.js";

/** @param {object} more @returns {any} */
const lens = (more) => ({
  id: "x",
  title: "X",
  ask: "x",
  with: [],
  kinds: [],
  needs: "",
  shows: [],
  ...more,
});
/** @param {object} more @returns {any} */
const piece = (more) => ({ id: "Brown", kind: "unit", at: "4611", ...more });

test("a lens of both sides asks once for each", () => {
  const zoc = lens({ ask: "zoc", with: [["side", "side"]] });
  assert.deepEqual(questions(zoc, null, ""), [
    { ask: "zoc", side: "union" },
    { ask: "zoc", side: "confederate" },
  ]);
});

test("a lens of pieces asks nothing without a piece of its kind", () => {
  const reach = lens({ ask: "reach", with: [["unit", "piece"]], kinds: ["unit"] });
  assert.equal(questions(reach, null, "4611"), null);
  assert.equal(questions(reach, piece({ kind: "leader" }), ""), null);
  assert.deepEqual(questions(reach, piece({}), ""), [{ ask: "reach", unit: "Brown" }]);
});

test("a lens of places takes that of the piece, or the one pointed at", () => {
  const sight = lens({ id: "sight", ask: "visible", with: [["from", "place"]] });
  assert.deepEqual(questions(sight, piece({}), "0101"), [{ ask: "visible", from: "4611" }]);
  assert.deepEqual(questions(sight, null, "0101"), [{ ask: "visible", from: "0101" }]);
  assert.equal(questions(sight, null, ""), null);
  assert.equal(asksOfPlace([sight], "sight"), true);
  assert.equal(asksOfPlace([lens({})], "x"), false);
});

test("hexes with a cost are told with it", () => {
  const reach = lens({ shows: [{ key: "hexes", how: "hexes", words: "in reach" }] });
  const laid = laidOut(reach, [{ ask: "reach" }], [{ hexes: { 4612: { cost: 2 } } }]);
  assert.equal(laid.costs.get("4612"), "2");
  assert.deepEqual(laid.heard.get("4612"), ["in reach for 2"]);
  assert.equal(laid.summary, "in reach: 1 hexes");
});

test("sights, rings and flags", () => {
  const shows = [
    { key: "seen", how: "sights", words: "seen" },
    { key: "hidden", how: "sights", words: "out of sight" },
    { key: "commanders", how: "rings", words: "commander" },
    { key: "out", how: "flags", words: "out of command" },
  ];
  const answer = { seen: { Evans: 6.25 }, hidden: ["Bee"], commanders: ["Hunter"], reach: 6, out: [] };
  const laid = laidOut(lens({ shows }), [{ ask: "x", from: "Burnside", side: "union" }], [answer]);
  assert.deepEqual(
    laid.sights.map((s) => [s.to, s.kind, s.words]),
    [
      ["Evans", "seen", "6.3 in"],
      ["Bee", "hidden", ""],
    ],
  );
  assert.deepEqual(laid.rings, [{ at: "Hunter", inches: 6, side: "union" }]);
  assert.equal(laid.summary, "Burnside, seen: Evans at 6.3 inches; union, out of command: nobody");
});
