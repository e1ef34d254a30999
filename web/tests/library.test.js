// Finding a scenario: what an address asks for, and which scenarios fit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { found, isNarrow, NOTHING, read, write, years } from "../js/library/find.js";

const card = (id, more = {}) => ({
  id,
  system: "gcacw",
  title: id,
  subtitle: "",
  description: "",
  sides: ["", ""],
  victory: "",
  turns: 4,
  minutes: 120,
  length: "about 2 hours",
  campaign: false,
  units: [10, 12],
  first: ["", ""],
  lesson: false,
  lessons: [],
  options: [],
  origin: "built-in",
  findings: [],
  playable: true,
  ...more,
});

const CARDS = [
  card("Spring Hill", { minutes: 60, year: 1864, lesson: true, game: ["HSN", "Hood Strikes North"] }),
  card("The Antietam", { system: "vnb", minutes: 300, year: 1862, units: [60, 50] }),
  card("Rummel’s farm", { system: "lfm", year: 1863, lessons: ["lfm-move"], sides: ["under Grégg", ""] }),
  card("Nashville", { minutes: 1800, year: 1864, campaign: true, units: [30, 20] }),
  card("Mine", { origin: "own", year: undefined }),
  card("Broken", { origin: "own", playable: false }),
];
const ids = (wish) => found(CARDS, { ...NOTHING, ...wish }).map((one) => one.id);

test("an address and a wish are the same thing", () => {
  const wish = {
    ...NOTHING,
    q: "lee’s ridge & more",
    system: "lfm",
    length: "evening",
    year: "1862",
    campaign: true,
    sort: "year",
  };
  const address = write(wish);
  assert.deepEqual(read(new URL(address, "http://x").searchParams), wish);
  assert.equal(write(NOTHING), "/");
  assert.deepEqual(read(new URLSearchParams("length=never&size=9&year=18&sort=x&lesson=yes")), NOTHING);
  assert.equal(isNarrow({ ...NOTHING, sort: "name" }), false);
  assert.equal(isNarrow({ ...NOTHING, lesson: true }), true);
});

test("built-in scenarios are found by everything that their cards say", () => {
  assert.deepEqual(ids({}), ["Spring Hill", "The Antietam", "Rummel’s farm", "Nashville"]);
  assert.deepEqual(ids({ system: "vnb" }), ["The Antietam"]);
  assert.deepEqual(ids({ length: "hour" }), ["Spring Hill"]);
  assert.deepEqual(ids({ length: "evening" }), ["The Antietam", "Rummel’s farm"]);
  assert.deepEqual(ids({ length: "long" }), ["Nashville"]);
  assert.deepEqual(ids({ size: "small" }), ["Spring Hill", "Rummel’s farm"]);
  assert.deepEqual(ids({ size: "middle" }), ["Nashville"]);
  assert.deepEqual(ids({ size: "large" }), ["The Antietam"]);
  assert.deepEqual(ids({ year: "1864", campaign: true }), ["Nashville"]);
  assert.deepEqual(ids({ lesson: true }), ["Spring Hill", "Rummel’s farm"]);
  assert.deepEqual(ids({ own: true }), ["Mine"], "what cannot be played is not offered");
});

test("words are found without their marks and in any order", () => {
  assert.deepEqual(ids({ q: "hood 1864" }), ["Spring Hill"]);
  assert.deepEqual(ids({ q: "FARM rummels" }), ["Rummel’s farm"]);
  assert.deepEqual(ids({ q: "gregg" }), ["Rummel’s farm"]);
  assert.deepEqual(ids({ q: "hsn" }), ["Spring Hill"]);
  assert.deepEqual(ids({ q: "waterloo" }), []);
});

test("they are sorted as wished, and stay as they came where that leaves a choice", () => {
  assert.deepEqual(ids({ sort: "length" }), ["Spring Hill", "Rummel’s farm", "The Antietam", "Nashville"]);
  assert.deepEqual(ids({ sort: "year" }), ["The Antietam", "Rummel’s farm", "Spring Hill", "Nashville"]);
  assert.deepEqual(ids({ sort: "size" }), ["Spring Hill", "Rummel’s farm", "Nashville", "The Antietam"]);
  assert.deepEqual(ids({ sort: "name" }), ["The Antietam", "Nashville", "Rummel’s farm", "Spring Hill"]);
  assert.deepEqual(years(CARDS), ["1862", "1863", "1864"]);
});
