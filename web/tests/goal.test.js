import assert from "node:assert/strict";
import { test } from "node:test";
import { straightened } from "../js/board/inches.js";
import { inHundred, lettingGo, nextStep, onlySteps, wayMark } from "../js/game/goal.js";

const way = (more = {}) => ({ orders: ["move 0506"], path: ["0505", "0506"], cost: 2, sure: true, ...more });
const goal = { piece: "A", with: [], press: false, place: "0506", stay: false };

test("a goal is come to by orders, or by dice first", () => {
  const reach = (hexes, from = "0505") => ({ seq: 1, from, who: ["A"], hexes });
  assert.deepEqual(nextStep(goal, reach({ "0506": way() })), { orders: ["move 0506"] });
  assert.deepEqual(nextStep(goal, reach({ "0506": way({ chance: 0.5, orders: ["march A"] }) })), {
    dice: ["march A"],
  });
  assert.equal(nextStep(goal, reach({})), "out of reach");
  assert.equal(nextStep(goal, reach({}, "0506")), "there");
});

test("pieces are let go unless there is something to think about", () => {
  const end = { order: "end", label: "End", ends: true, seat: "union" };
  const step = { order: "move 0507", label: "Go", at: "0507", seat: "union" };
  assert.equal(lettingGo([step, end]), end);
  assert.equal(lettingGo([step, end, { ...step, keeps: true }]), undefined);
  assert.equal(lettingGo([step]), undefined);
  assert.equal(onlySteps([step]), true);
  assert.equal(onlySteps([step, { ...step, target: "Enemy" }]), false);
});

test("ways are told in words", () => {
  assert.equal(inHundred(1), "certain");
  assert.equal(inHundred(0.9999), "certain");
  assert.equal(inHundred(0.001), "1 in 100");
  assert.equal(wayMark(way({ chance: 0.5 })), "50%");
  assert.equal(wayMark(way({ chance: 1 })), "2");
});

test("a drag that is nearly straight ahead is straight ahead", () => {
  const from = { x: 10, y: 10, facing: 0 };
  const near = straightened(from, { x: 10.5, y: 15 }, false);
  assert.deepEqual([Math.round(near.x * 100), Math.round(near.y * 100), near.facing], [1000, 1500, 0]);
  assert.equal(straightened(from, { x: 13, y: 15 }, false).turned, undefined);
  assert.equal(straightened(from, { x: 10.5, y: 15 }, true).turned, undefined);
  assert.equal(straightened({ ...from, facing: 355 }, { x: 10.1, y: 15 }, false).facing, 355);
});
