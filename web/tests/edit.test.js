// What the editor reckons: hexes, lists, ways, changes, cells.

import assert from "node:assert/strict";
import { test } from "node:test";
import { headOf, inline, outOfLine, rowsOf, shown, typed } from "../js/edit/cells.js";
import { all, changed } from "../js/edit/changes.js";
import { Grid } from "../js/edit/grid.js";
import * as make from "../js/edit/ground.js";
import { hexesOf, listOf } from "../js/edit/lists.js";
import { corners, roadAlong, waterAlong } from "../js/edit/route.js";
import { block, featureAt, onWater, shapeOf } from "../js/edit/shapes.js";

const POINTY = {
  shape: "pointy",
  label: "RRCC",
  rows: 14,
  columns: 16,
  first_row: 41,
  first_column: 5,
  row_one: "south",
  shifted: "even",
};
const FLAT = { shape: "flat", label: "CCRR", rows: 6, columns: 8, row_one: "north", shifted: "even" };

test("the neighbours of a hex are those the map's documentation names", () => {
  const grid = new Grid(POINTY);
  const near = grid
    .around(grid.number("4610"))
    .map((n) => grid.labels[n])
    .sort();
  assert.deepEqual(
    near,
    ["4509", "4510", "4511", "4609", "4611", "4710", "4711"].filter((l) => near.includes(l)).sort(),
  );
  assert.deepEqual(near, ["4510", "4511", "4609", "4611", "4710", "4711"]);
});

test("on every map neighbours are mutual and share a side", () => {
  for (const plan of [
    POINTY,
    FLAT,
    { ...POINTY, shifted: "odd", row_one: "north" },
    { ...FLAT, shifted: "odd", row_one: "south" },
  ]) {
    const grid = new Grid(plan);
    for (let n = 0; n < grid.count; n++)
      for (let dir = 0; dir < 6; dir++) {
        const other = grid.neighbour(n, dir);
        if (other < 0) continue;
        assert.equal(grid.neighbour(other, (dir + 3) % 6), n);
        const away = Math.hypot(grid.x[n] - grid.x[other], grid.y[n] - grid.y[other]);
        assert.ok(Math.abs(away - grid.size) < 1e-6);
        assert.equal(grid.cornerId(n, dir), grid.cornerId(other, dir + 4));
        assert.equal(grid.cornerId(n, dir + 1), grid.cornerId(other, dir + 3));
      }
  }
});

test("lists of hexes are sorted, with ranges, and read back as they were", () => {
  const grid = new Grid(POINTY);
  const hexes = ["4407", "4405", "4406", "4610", "4609"].map((label) => grid.number(label));
  const list = listOf(grid, hexes);
  assert.deepEqual(list, ["4405..4407", "4609..4610"]);
  assert.deepEqual(hexesOf(grid, list).sort(), hexes.sort());
  const flat = new Grid(FLAT);
  const column = ["0203", "0204", "0301"].map((label) => flat.number(label));
  assert.deepEqual(listOf(flat, column), ["0203..0204", "0301"]);
  assert.deepEqual(hexesOf(flat, ["0203..0204", "0301", "9999"]).sort(), column.sort());
});

test("painting moves hexes from one list to another and leaves others alone", () => {
  const grid = new Grid(POINTY);
  const doc = { terrain: { default: "clear", woods: ["4405..4407"], hill: ["4505"] } };
  const hexes = [grid.number("4406"), grid.number("4505")];
  const changes = make.paint(grid, doc, "terrain", "rough", hexes);
  const after = all(doc, changes);
  assert.deepEqual(after.terrain, { default: "clear", woods: ["4405", "4407"], rough: ["4406", "4505"] });
  assert.equal(doc.terrain.woods[0], "4405..4407");
  assert.deepEqual(make.paint(grid, after, "terrain", "rough", hexes), []);
  const cleared = all(after, make.paint(grid, after, "terrain", "clear", hexes));
  assert.deepEqual(cleared.terrain, { default: "clear", woods: ["4405", "4407"] });
});

test("a river by hand is one chain of hexsides", () => {
  const grid = new Grid(POINTY);
  const net = corners(grid);
  const line = [];
  for (let t = 0; t <= 1; t += 0.02) line.push({ x: 60 + t * 700, y: 300 + Math.sin(t * 7) * 110 });
  const sides = waterAlong(grid, net, line, new Set());
  assert.ok(sides && sides.length > 15);
  const ends = sides.map(([a, b]) => {
    const dir = grid.direction(a, b);
    return [grid.cornerId(a, dir), grid.cornerId(a, dir + 1)];
  });
  for (let k = 1; k < ends.length; k++)
    assert.ok(
      ends[k].some((id) => ends[k - 1].includes(id)),
      `a gap before ${k}`,
    );
});

test("water that is drawn on joins the river it touches", () => {
  const grid = new Grid(POINTY);
  const net = corners(grid);
  const row = (from, to) => [
    { x: from, y: 300 },
    { x: to, y: 300 },
  ];
  const first = waterAlong(grid, net, row(80, 300), new Set());
  let doc = all({}, make.addWater(grid, {}, "creek", "Mill Run", first));
  const { wet } = make.groundOf(grid, doc);
  const second = waterAlong(grid, net, row(310, 520), wet);
  doc = all(doc, make.addWater(grid, doc, "creek", "", second));
  assert.equal(doc.water.length, 1);
  assert.equal(doc.water[0].sides.length, first.length + second.length);
  assert.equal(doc.water[0].name, "Mill Run");
  const over = all(doc, make.addWater(grid, doc, "major-river", "", first));
  assert.equal(over.water.length, 2);
  assert.equal(over.water[0].sides.length, second.length);
});

test("a road goes straight between its ends and round a river", () => {
  const grid = new Grid(POINTY);
  const at = (label) => grid.where(label);
  const way = roadAlong(grid, [at("4606"), at("4612")], () => 0);
  assert.deepEqual(
    way.map((n) => grid.labels[n]),
    ["4606", "4607", "4608", "4609", "4610", "4611", "4612"],
  );
  const barred = roadAlong(grid, [at("4606"), at("4612")], (a, b) =>
    new Set([grid.labels[a], grid.labels[b]]).has("4609") ? 5 : 0,
  );
  assert.ok(!barred.map((n) => grid.labels[n]).includes("4609"));
});

test("a road that goes on is lengthened, and one that is cut leaves its parts", () => {
  const grid = new Grid(POINTY);
  const n = (labels) => labels.split(" ").map((label) => grid.number(label));
  let doc = all({}, make.addRoad(grid, {}, "pike", "Columbia Pike", n("4606 4607 4608")));
  doc = all(doc, make.addRoad(grid, doc, "pike", "", n("4608 4609 4610")));
  assert.deepEqual(doc.road, [
    { kind: "pike", name: "Columbia Pike", path: ["4606", "4607", "4608", "4609", "4610"] },
  ]);
  doc = all(doc, make.cutRoads(grid, doc, n("4608")));
  assert.deepEqual(
    doc.road.map((road) => road.path),
    [
      ["4606", "4607"],
      ["4609", "4610"],
    ],
  );
});

test("what lies on a hexside comes, changes and goes by clicks", () => {
  const grid = new Grid(POINTY);
  const [a, b] = [grid.number("4609"), grid.number("4610")];
  let doc = all({}, make.toggleSide(grid, {}, "crossing", "bridge", a, b));
  assert.deepEqual(doc.crossing, [{ kind: "bridge", side: "4609/4610" }]);
  doc = all(doc, make.toggleSide(grid, doc, "crossing", "ford", b, a));
  assert.equal(doc.crossing[0].kind, "ford");
  doc = all(doc, make.toggleSide(grid, doc, "crossing", "ford", a, b));
  assert.equal(doc.crossing, undefined);
  doc = all(doc, make.toggleSide(grid, doc, "ridge", "", a, b));
  doc = all(doc, make.toggleSide(grid, doc, "ridge", "", b, a));
  assert.deepEqual(doc.ridge, [{ side: "4609/4610", high: "4610" }]);
});

test("changes leave what they do not name as it was, and nothing is changed in place", () => {
  const doc = { a: { b: 1 }, list: [{ x: 1 }, { x: 2 }] };
  const kept = JSON.stringify(doc);
  const after = changed(doc, { do: "set", at: ["list", 1, "x"], value: 3 });
  assert.equal(JSON.stringify(doc), kept);
  assert.equal(after.list[0], doc.list[0]);
  assert.equal(after.a, doc.a);
  assert.deepEqual(changed(after, { do: "remove", at: ["list", 0] }).list, [{ x: 3 }]);
  assert.deepEqual(changed({ list: [{ x: 1 }] }, { do: "remove", at: ["list", 0] }), {});
});

test("cells are read as they are shown", () => {
  const cases = [
    ["int", 5, "5"],
    ["list", ["0101", "0102"], "0101, 0102"],
    ["tactical", { attack: 5, defend: 4 }, "5/4"],
    ["point", [12, 30.5], "12, 30.5"],
    ["data", { at: { piece: "A = B", hex: "0101" } }, '{ at = { piece = "A = B", hex = "0101" } }'],
    ["bool", true, "true"],
  ];
  for (const [type, value, text] of cases) {
    assert.equal(shown(value, { type }), text);
    assert.deepEqual(typed(text, { type, label: "x" }), value);
  }
  assert.throws(() => typed("many", { type: "int", label: "Manpower" }), /Manpower/);
  assert.equal(typed("  ", { type: "int", label: "x" }), undefined);
  assert.deepEqual(outOfLine(inline({ a: [1, "x"], b: { c: false } })), { a: [1, "x"], b: { c: false } });
});

test("rows of a spreadsheet, with and without a head", () => {
  const fields = [
    { key: "side", label: "Side" },
    { key: "name", label: "Name" },
    { key: "manpower", label: "Manpower", type: "int" },
  ];
  assert.deepEqual(rowsOf('union\tWood\t5\r\n"a ""b""\tc"\tx\n\n'), [
    ["union", "Wood", "5"],
    ['a "b"\tc', "x"],
  ]);
  assert.deepEqual(
    headOf(["Name", "MANPOWER"], fields)?.map((f) => f?.key),
    ["name", "manpower"],
  );
  assert.equal(headOf(["union", "Wood", "5"], fields), null);
});

test("shapes of a table are found by a click", () => {
  const features = [
    {
      kind: "hill",
      shape: {
        polygon: [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
      },
    },
    {
      kind: "stream",
      shape: {
        line: [
          [0, 5],
          [10, 5],
        ],
      },
    },
    { kind: "bridge", shape: { point: [4, 5] } },
  ];
  assert.equal(featureAt(features, [5, 8], 0.3), 0);
  assert.equal(featureAt(features, [8, 5.1], 0.3), 1);
  assert.equal(featureAt(features, [4.1, 5], 0.3), 2);
  assert.equal(featureAt(features, [20, 20], 0.3), -1);
  assert.deepEqual(onWater(features, [6, 5.8], 1.5), [6, 5]);
  assert.equal(shapeOf({ shape: { line: [["x"]] } }), null);
  assert.deepEqual(block("village", [0, 0], { width: 20, height: 20 })[0], [0, 0]);
});

test("only where something changed is painted again", () => {
  const grid = new Grid(POINTY);
  const before = {
    road: [{ kind: "pike", path: ["4606", "4607"] }],
    place: [{ hex: "5010", name: "Columbia", kind: "town" }],
  };
  assert.deepEqual(make.touched(grid, before, before), []);
  const road = all(before, [{ do: "insert", at: ["road"], value: { kind: "road", path: ["4405", "4406"] } }]);
  assert.deepEqual(
    make.touched(grid, before, road).map((n) => grid.labels[n]),
    ["4405", "4406"],
  );
  const named = all(before, [{ do: "set", at: ["place", 0, "name"], value: "Franklin" }]);
  const hexes = make.touched(grid, before, named);
  assert.ok(hexes.includes(grid.number("5010")) && hexes.length > 19, "names reach out of their hex");
  assert.equal(make.touched(grid, before, { ...before, features: { rr_station: ["5010"] } }), null);
});
