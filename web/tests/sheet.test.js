import assert from "node:assert/strict";
import { test } from "node:test";
import { HexSheet, TableSheet } from "../js/board/sheet.js";

const PLAN = {
  width: 900,
  height: 900,
  row_first: true,
  rows: 12,
  columns: 14,
  first_row: 7,
  first_column: 3,
  sheet: "",
  digits: [2, 2],
  edge: 36,
  origin: [75, 80],
  words: ["clear", "woods"],
  ground: Array.from({ length: 12 * 14 }, (_, n) => n % 2),
};

/** Every way in which hexes can stand and be counted. */
function sheets() {
  const all = [];
  for (const shape of ["pointy", "flat"])
    for (const row_one_north of [true, false])
      for (const even_moved of [true, false])
        for (const row_first of [true, false])
          all.push(
            new HexSheet(
              /** @type {any} */ ({ ...PLAN, shape, row_one_north, even_moved, row_first, kind: "hexes" }),
            ),
          );
  return all;
}

test("a hex is found again by its label and by every point near its middle", () => {
  for (const sheet of sheets())
    for (let row = 0; row < 12; row++)
      for (let column = 0; column < 14; column++) {
        const label = sheet.label(row, column);
        assert.deepEqual(sheet.cell(label), [row, column]);
        const at = sheet.where(label);
        for (const [dx, dy] of [
          [0, 0],
          [28, 0],
          [-28, 0],
          [0, 28],
          [0, -28],
        ])
          assert.equal(sheet.at({ x: at.x + dx, y: at.y + dy }), label);
      }
});

test("six neighbours lie one hex away, and arrows reach them", () => {
  for (const sheet of sheets()) {
    const here = sheet.label(5, 5);
    const from = sheet.where(here);
    const near = new Set();
    for (let row = 4; row <= 6; row++)
      for (let column = 4; column <= 6; column++) {
        const at = sheet.where(sheet.label(row, column));
        const away = Math.hypot(at.x - from.x, at.y - from.y);
        if (Math.abs(away - sheet.size) < 1e-6) near.add(sheet.label(row, column));
      }
    assert.equal(near.size, 6);
    for (const way of /** @type {[number, number][]} */ ([
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]))
      assert.ok(near.has(sheet.beyond(here, way)), `${here} ${way}`);
  }
});

test("a hexside lies between its hexes; what is not on the map is nowhere", () => {
  const [sheet] = sheets();
  const [a, b] = [sheet.label(3, 3), sheet.label(3, 4)];
  const side = sheet.where(`${a}/${b}`);
  assert.equal(side.x, (sheet.where(a).x + sheet.where(b).x) / 2);
  for (const label of ["", "x", "0101", "99999", "9999"]) assert.equal(sheet.where(label), null, label);
  assert.equal(sheet.at({ x: -500, y: -500 }), null);
  assert.equal(sheet.beyond(sheet.label(0, 0), [0, -1]), null, "beyond the edge is nothing");
  assert.match(sheet.ground(sheet.label(0, 1)), /woods$/);
});

test("a map sheet with a letter", () => {
  const sheet = new HexSheet(
    /** @type {any} */ ({ ...PLAN, shape: "pointy", row_one_north: true, even_moved: true, sheet: "W" }),
  );
  assert.equal(sheet.label(0, 0), "W0703");
  assert.deepEqual(sheet.cell("W0703"), [0, 0]);
  assert.deepEqual(sheet.cell("0703"), [0, 0]);
});

test("inches are counted from the south-west corner", () => {
  const sheet = new TableSheet({ width: 960, height: 480, inch: 24 });
  assert.deepEqual(sheet.point(0, 0), { x: 0, y: 480 });
  assert.deepEqual(sheet.inches(sheet.point(3.5, 7)), { x: 3.5, y: 7 });
});

test("hexes apart are the steps of the shortest way", () => {
  for (const sheet of sheets()) {
    const labels = Array.from({ length: 12 }, (_, row) =>
      Array.from({ length: 14 }, (_, c) => sheet.label(row, c)),
    ).flat();
    const at = new Map(labels.map((label) => [label, sheet.where(label)]));
    const near = (a) =>
      labels.filter((b) => {
        const away = Math.hypot(at.get(a).x - at.get(b).x, at.get(a).y - at.get(b).y);
        return away > 1 && away < sheet.size * 1.1;
      });
    const from = sheet.label(5, 6);
    const steps = new Map([[from, 0]]);
    for (let ring = [from]; ring.length; ) {
      const next = [];
      for (const a of ring)
        for (const b of near(a))
          if (!steps.has(b)) {
            steps.set(b, steps.get(a) + 1);
            next.push(b);
          }
      ring = next;
    }
    for (const label of labels) assert.equal(sheet.steps(from, label), steps.get(label), label);
    assert.equal(sheet.steps(from, ""), Infinity);
  }
});
