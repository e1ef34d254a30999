// Guided lessons: each to its end by doing only what the coach points at, one of each system by keys; another order,
// the way back, and a page that is loaded again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { beginLesson, byMouse, movedOn, told } from "./student.mjs";
import { api, atTable, browser, open, serve } from "./table.mjs";

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
    await beginLesson(page, server.address, id);
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
    await beginLesson(page, server.address, id);
    await follow(page, byKeys);
    assert.match(await page.locator(".coach").innerText(), /What you have learnt/);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

test("another order: a gentle word, taken back, or gone on from; a page loaded again is at the same step", async () => {
  const page = await open(chrome, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await beginLesson(page, server.address, "gc-march");
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
