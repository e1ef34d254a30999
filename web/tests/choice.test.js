/** Which orders a click may mean, and what is told of them. */

import assert from "node:assert/strict";
import test from "node:test";
import { aimed, cardsAt, cardsFor, pathOf, readyPieces, stillSelected, wayCard } from "../js/game/choice.js";

/** @param {string} order @param {object} more @returns {any} */
const card = (order, more = {}) => ({ order, label: order, seat: "union", ...more });

const march = card("march Brown", { piece: "Brown", at: "4611" });
const attack = card("attack 4611", { piece: "Cleburne", at: "4611" });
const pass = card("pass");
const cards = [march, attack, pass];

test("pieces with an order are ready", () => {
  assert.deepEqual([...readyPieces(cards)], ["Brown", "Cleburne"]);
});

test("a click on a place means the orders of the chosen piece there, or all while none is chosen", () => {
  assert.deepEqual(cardsAt(cards, "4611", "Brown"), [march]);
  assert.deepEqual(cardsAt(cards, "4611", null), [march, attack]);
  assert.deepEqual(cardsAt(cards, "4612", null), []);
});

test("with a piece chosen its orders are shown and those of nobody", () => {
  assert.deepEqual(cardsFor(cards, "Brown"), [march, pass]);
  assert.deepEqual(cardsFor(cards, null), [pass]);
});

test("the only piece that is asked for is chosen; a piece that can no longer act is let go", () => {
  assert.equal(stillSelected([march], null), "Brown");
  assert.equal(stillSelected(cards, "Brown"), "Brown");
  assert.equal(stillSelected(cards, "Ruger"), null);
  assert.equal(stillSelected([], "Brown"), null);
});

test("a target is aimed at by the chosen stand, or where the order is clicked on the target itself", () => {
  const charge = card("charge", { piece: "Burnside", at: "Burnside", target: "Evans" });
  const combat = card("attack Evans", { piece: "Porter", at: "Evans", target: "Evans" });
  assert.deepEqual(aimed([charge, combat], "Burnside"), [charge, combat]);
  assert.deepEqual(aimed([charge, combat], null), [combat]);
});

test("a way is one card with its orders, cost and doubt", () => {
  const way = { orders: ["move 4612", "move 4613"], path: ["4611", "4612", "4613"], cost: 2.5, sure: false };
  const made = wayCard("Brown", "4613", way, "union");
  assert.equal(made.label, "Brown goes to 4613 for 2.5 MP, by 4612, where dice or the enemy may decide");
  assert.deepEqual(made.orders, way.orders);
  const next = { orders: ["move 4612"], path: ["4611", "4612"], cost: null, sure: true };
  assert.equal(wayCard("Brown", "4612", next, "union").label, "Brown goes to 4612, by the next hex");
  const dice = { ...next, sure: false, chance: 1 / 3 };
  assert.equal(
    wayCard("Brown", "4612", dice, "union").label,
    "Brown goes to 4612, by the next hex: 33 in 100",
  );
});

test("the path shown is that of the way, of the answer, or a line to the place", () => {
  assert.deepEqual(pathOf(card("x", { path: ["1", "2"] }), null, "1"), ["1", "2"]);
  assert.deepEqual(pathOf(march, { path: ["3", "4"] }, "4610"), ["3", "4"]);
  assert.deepEqual(pathOf(march, null, "4610"), ["4610", "4611"]);
  assert.deepEqual(pathOf(null, null, "4610"), []);
});
