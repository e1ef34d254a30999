import assert from "node:assert/strict";
import { test } from "node:test";
import { levelFor, touched } from "../js/board/ground.js";
import { blocks } from "../js/board/marks.js";
import { byPlace, faceFor, total } from "../js/board/stacks.js";
import { covers } from "../js/board/stands.js";

const SCALES = [0.125, 0.25, 0.5, 1, 2, 4];

test("tiles are never stretched so that it shows", () => {
  for (const [k, ratio, level] of [
    [0.05, 1, 0],
    [0.125, 1, 0],
    [0.2, 1, 1],
    [0.5, 1, 2],
    [0.53, 1, 3],
    [1, 1, 3],
    [1, 2, 4],
    [0.6, 2, 3],
    [1, 3, 5],
    [9, 3, 5],
  ])
    assert.equal(levelFor(SCALES, k, ratio), level, `${k} at ${ratio}`);
});

test("the tiles that are seen, and a little around them, but none beyond the sheet", () => {
  assert.deepEqual(touched(0, 500, 512, 4000), [0, 1]);
  assert.deepEqual(touched(0, 100, 512, 4000), [0, 0]);
  assert.deepEqual(touched(600, 1000, 512, 4000), [0, 2]);
  assert.deepEqual(touched(-9000, 90000, 512, 4000), [0, 7]);
});

test("hexes of one kind and block are one path", () => {
  const all = blocks([
    { kind: "target", at: { x: 10, y: 10 }, d: "A" },
    { kind: "target", at: { x: 500, y: 10 }, d: "B" },
    { kind: "target", at: { x: 600, y: 10 }, d: "C" },
    { kind: "zoc", at: { x: 10, y: 10 }, d: "D" },
  ]);
  assert.deepEqual(
    [...all.values()].map((shape) => shape.d),
    ["AB", "C", "D"],
  );
});

const piece = (/** @type {object} */ more) => /** @type {any} */ ({ id: "x", strength: "2", ...more });

test("strengths are added up where they are numbers", () => {
  assert.equal(total([piece({}), piece({ strength: "0.5" })]), 2.5);
  assert.equal(total([piece({}), piece({ strength: "2/3" })]), null);
  assert.equal(total([piece({ strength: null })]), null);
});

test("pieces off the map are in no stack", () => {
  const places = byPlace([piece({ at: "0101" }), piece({ at: null }), piece({ at: "0101" })]);
  assert.deepEqual([...places.keys()], ["0101"]);
  assert.equal(places.get("0101")?.length, 2);
});

test("a counter tells more the nearer it is", () => {
  assert.deepEqual([20, 62, 120].map(faceFor), ["far", "mid", "near"]);
});

test("a stand is hit where it lies, however it is turned", () => {
  const stand = (/** @type {number} */ facing) => piece({ x: 10, y: 10, facing, width: 4, depth: 1 });
  assert.ok(covers(stand(0), { x: 11.9, y: 10.4 }));
  assert.ok(!covers(stand(0), { x: 10, y: 11.5 }));
  assert.ok(covers(stand(90), { x: 10.4, y: 11.9 }), "turned east it lies along the north");
  assert.ok(!covers(stand(90), { x: 11.5, y: 10 }));
  assert.ok(covers(stand(45), { x: 11.2, y: 8.8 }), "its left hand and its right hand lie across its front");
  assert.ok(!covers(stand(45), { x: 11.2, y: 11.2 }));
  const commander = piece({ x: 3, y: 3, radius: 0.5 });
  assert.ok(covers(commander, { x: 3.3, y: 3.3 }) && !covers(commander, { x: 3.5, y: 3.5 }));
});
