import assert from "node:assert/strict";
import { test } from "node:test";
import { whose } from "../js/game/whose.js";

const table = (seat, more = {}) => ({
  you: ["confederate"],
  seats: { union: seat, confederate: { kind: "person", name: "Ann" } },
  standing: { waiting: { seats: ["union"], kind: "initiative", prompt: "…" } },
  ...more,
});

test("who is waited for, said once", () => {
  assert.equal(
    whose(table({ kind: "person", name: "The Union player" })),
    "Waiting for the Union player",
    "a player without a name is called after his side",
  );
  assert.equal(whose(table({ kind: "person", name: "Bob" })), "Waiting for Bob (Union)");
  assert.equal(whose(table({ kind: "open", name: "" })), "Waiting for a friend to take the Union seat");
  assert.equal(whose(table({ kind: "computer", name: "Veteran" })), "Veteran (Union) is thinking…");
  assert.equal(whose(table({ kind: "person", name: "Bob" }, { you: ["union"] })), "Your decision");
});
