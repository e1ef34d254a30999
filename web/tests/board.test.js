import assert from "node:assert/strict";
import { test } from "node:test";
import { levelFor, touched } from "../js/board/ground.js";
import { blocks } from "../js/board/marks.js";

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
