import assert from "node:assert/strict";
import { test } from "node:test";
import { unmoved } from "../js/panels/unmoved.js";

const piece = (id, more = {}) => ({
  id,
  name: id,
  side: "union",
  kind: "unit",
  at: "0101",
  spent: false,
  ...more,
});

test("who can act now, who is not done yet, and what is left to each", () => {
  const pieces = [
    piece("A"),
    piece("B"),
    piece("C", { spent: true }),
    piece("D", { at: null }),
    piece("E", { kind: "leader" }),
    piece("F", { side: "confederate" }),
  ];
  const cards = [
    { order: "march A", label: "March A", group: "March", piece: "A", seat: "union" },
    { order: "dig A", label: "A entrenches", group: "Entrench", piece: "A", seat: "union" },
  ];
  const { now, later, left } = unmoved({ cards, view: { pieces, active: null }, you: ["union"] });
  assert.deepEqual(
    now.map((p) => p.id),
    ["A"],
  );
  assert.deepEqual(
    later.map((p) => p.id),
    ["B"],
  );
  assert.equal(left.get("A"), "March, Entrench");
  const inHand = { piece: "A", label: "3 MP left", leader: null, at: "0101" };
  const moving = unmoved({ cards, view: { pieces, active: inHand }, you: ["union"] });
  assert.equal(moving.left.get("A"), "3 MP left: March, Entrench");
});
