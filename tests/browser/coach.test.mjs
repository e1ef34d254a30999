// Guided lessons: each to its end by doing only what the coach points at, one of each system by keys; another order,
// the way back, and a page that is loaded again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { api, atTable, browser, open, painted, serve } from "./table.mjs";

const AXE = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

let server;
let chrome;
let lessons;
before(async () => {
  server = await serve();
  chrome = await browser();
  lessons = await api(server.address, "/lessons");
});
after(async () => {
  await chrome?.close();
  server?.stop();
});

/** More than any lesson has. */
const MOST = 60;

/** Begins a lesson from the home page. */
async function begin(page, id) {
  await page.goto(server.address);
  await page.click(`[data-lesson="${id}"]`);
  await atTable(page);
  await page.waitForSelector(".coach-say");
  // A map that nobody has seen yet is drawn first, and takes all the connections a browser has.
  await painted(page);
}

/** What the coach says, once he waits for somebody. */
async function told(page) {
  const seen = await page.waitForFunction(() => {
    const { game } = /** @type {any} */ (document.querySelector(".game"));
    const { coach, cards } = game.table;
    const idle =
      !game.story?.quiet && !game.wire.busy && !game.going.goal && !game.coach.busy && !game.wire.fetching;
    if (!coach || !idle || !(coach.end || coach.can.next || cards.length)) return false;
    return { ...coach, seq: game.table.seq, selected: game.selected, places: game.coach.places() };
  });
  return seen.jsonValue();
}

/** Waits until the game or the coach has moved on. */
async function movedOn(page, { seq }) {
  await page.waitForFunction(
    (seq) => /** @type {any} */ (document.querySelector(".game")).game.table.seq !== seq,
    seq,
  );
}

/** Clicks on a place of the map, or on a stand. */
async function clickPlace(page, place) {
  const at = await page.evaluate(async (place) => {
    const { board } = /** @type {any} */ (document.querySelector(".board"));
    const where = () => board.anchor(place);
    board.camera.reveal(where());
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    return board.camera.screen(where());
  }, place);
  await page.mouse.click(at.x, at.y);
}

/** Does with the mouse what is pointed at. */
async function byMouse(page, coach) {
  if (coach.can.next) return page.click('[data-key="coach-next"]');
  const button = page.locator(".decision .order-buttons .pointed").first();
  if (coach.point.orders?.length) {
    // The orders of others are hidden while a piece is chosen.
    if (!(await button.count())) await page.keyboard.press("Escape");
    await button.click();
    const staged = page.locator('[data-key="give"]');
    await page.waitForFunction(
      (seq) =>
        /** @type {any} */ (document.querySelector(".game")).game.table.seq !== seq ||
        document.querySelector('[data-key="give"]:not(:disabled)'),
      coach.seq,
    );
    if (await staged.count()) await staged.click();
    return;
  }
  if (coach.places.length > 1 && coach.selected !== coach.point.piece) {
    await clickPlace(page, coach.places[0]);
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector(".game")).game.selected);
  }
  const goal = coach.places.at(-1);
  await page.waitForFunction(
    (goal) => /** @type {any} */ (document.querySelector(".game")).game.going.reach.hexes[goal],
    goal,
  );
  await clickPlace(page, goal);
  // Where others stand the table asks once more.
  const more = page.locator('[data-key="give"].pointed');
  if (await more.count()) await more.click();
}

/** Presses Tab until something has the focus. */
async function tabTo(page, selector) {
  for (let n = 0; n < 200; n++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${selector}`);
}

/** The same with keys alone. */
async function byKeys(page, coach) {
  if (coach.can.next) {
    await page.keyboard.press("c");
    await tabTo(page, '[data-key="coach-next"]');
    return page.keyboard.press("Enter");
  }
  if (coach.point.orders?.length) {
    if (!(await page.locator(".decision .pointed").count())) await page.keyboard.press("Escape");
    await page.keyboard.press("d");
    await tabTo(page, ".decision .pointed");
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (seq) =>
        /** @type {any} */ (document.querySelector(".game")).game.table.seq !== seq ||
        document.querySelector('[data-key="give"]:not(:disabled)'),
      coach.seq,
    );
    if (!(await page.locator('[data-key="give"]').count())) return;
    await page.keyboard.press("d");
    await tabTo(page, '[data-key="give"]');
    return page.keyboard.press("Enter");
  }
  const chosen = () =>
    page.evaluate(() => /** @type {any} */ (document.querySelector(".game")).game.selected);
  for (let n = 0; n < 40 && (await chosen()) !== coach.point.piece; n++) await page.keyboard.press("n");
  const goal = coach.places.at(-1);
  await page.waitForFunction(
    (goal) => /** @type {any} */ (document.querySelector(".game")).game.going.reach.hexes[goal],
    goal,
  );
  const cursor = () =>
    page.evaluate(() => /** @type {any} */ (document.querySelector(".board")).board.cursor.place);
  for (let n = 0; n < 200; n++) {
    await page.keyboard.press("t");
    if ((await cursor()) === goal) break;
  }
  return page.keyboard.press("Enter");
}

/** Takes a lesson to its end; the steps that were seen. */
async function follow(page, act) {
  const steps = new Set();
  for (let n = 0; n < MOST * 3; n++) {
    const coach = await told(page);
    assert.notEqual(coach.word?.kind, "other", `${coach.step}: ${coach.word?.text}`);
    if (coach.end) return steps;
    steps.add(coach.step);
    try {
      await act(page, coach);
      await movedOn(page, coach);
    } catch (why) {
      throw new Error(`step ${coach.step}, ${JSON.stringify(coach.point)}: ${why.message}`);
    }
  }
  throw new Error("the lesson does not end");
}

async function axe(page, what) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run();
    return violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.target.join(" ")).join(", ")}`);
  });
  assert.deepEqual(found, [], what);
}

test("the home page offers the lessons to a newcomer, three for each system", async () => {
  const page = await open(chrome);
  await page.goto(server.address);
  await page.waitForSelector(".courses");
  assert.match(await page.locator("#lessons").innerText(), /New here/);
  assert.equal(await page.locator(".course").count(), 3);
  for (const course of await page.locator(".course").all())
    assert.equal(await course.locator("[data-lesson]").count(), 3);
  await axe(page, "home");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

for (const id of [
  "gc-march",
  "gc-fight",
  "gc-command",
  "lfm-move",
  "lfm-fight",
  "lfm-command",
  "vnb-move",
  "vnb-fight",
  "vnb-command",
])
  test(`${id}: to its end with the mouse, by what the coach points at`, async () => {
    const page = await open(chrome);
    await begin(page, id);
    const steps = await follow(page, byMouse);
    assert.equal(steps.size, lessons.find((lesson) => lesson.id === id).steps);
    assert.match(await page.locator(".coach").innerText(), /What you have learnt/);
    await axe(page, id);
    await page.goto(server.address);
    await page.waitForSelector(`[data-lesson="${id}"].done`);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

for (const id of ["gc-march", "lfm-command", "vnb-command"])
  test(`${id}: to its end by keys`, async () => {
    const page = await open(chrome, { reducedMotion: "reduce" });
    await begin(page, id);
    await follow(page, byKeys);
    assert.match(await page.locator(".coach").innerText(), /What you have learnt/);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

test("another order: a gentle word, taken back, or gone on from; a page loaded again is at the same step", async () => {
  const page = await open(chrome, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await begin(page, "gc-march");
  let coach = await told(page);
  while (!coach.point.orders?.includes("take")) {
    await byMouse(page, coach);
    await movedOn(page, coach);
    coach = await told(page);
  }
  await page.locator('.decision [data-order="pass"]').click();
  await page.waitForSelector(".coach-word.other");
  await told(page);
  await axe(page, "phone");
  await page.click('.coach-word [data-key="coach-again"]');
  await page.waitForSelector(".coach-word", { state: "detached" });
  const again = await told(page);
  assert.deepEqual([again.step, again.point], [coach.step, coach.point]);
  await page.reload();
  await atTable(page);
  assert.equal((await told(page)).step, coach.step);
  // Folded, it is out of the way; the next word unfolds it.
  await page.click('[data-key="coach-fold"]');
  assert.equal(await page.locator("#coach-body").isVisible(), false);
  await page.locator('.decision [data-order="pass"]').click();
  await page.waitForSelector(".coach-word.other");
  assert.equal(await page.locator("#coach-body").isVisible(), true);
  const strayed = await told(page);
  await page.click('.coach-word [data-key="coach-skip"]');
  await movedOn(page, strayed);
  assert.equal((await told(page)).step, coach.step + 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
