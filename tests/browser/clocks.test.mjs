// Clocks at the table, a game that rests, days off, and a guest's seat in another browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { atTable, keepHouse } from "./table.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const house = keepHouse();

/** Ann begins on these terms, Bob takes the other seat. */
async function twoPlayers(terms, options) {
  const ann = await house.open(options);
  await ann.goto(`${house.address}/new/lesson-spring-hill`);
  await ann.fill("#name", "Ann");
  await ann.locator("input[name=confederate][value=friend]").check({ force: true });
  await ann.click(".clock-choice summary");
  for (const [name, value] of Object.entries(terms)) await ann.selectOption(`[name=${name}]`, value);
  if (process.env.SHOTS)
    await ann.screenshot({
      path: `${process.env.SHOTS}/form-${options ? "phone" : "wide"}.png`,
      fullPage: true,
    });
  await ann.locator("button[type=submit]").press("Enter");
  await atTable(ann);
  const link = await ann.locator("[data-invitation=confederate]").first().inputValue();
  const bob = await house.open(options);
  await bob.goto(link);
  await bob.waitForSelector("form");
  await bob.locator("button[type=submit]").press("Enter");
  await atTable(bob);
  return { ann, bob };
}

const seconds = async (page, side) => {
  const [minutes, rest] = (await page.locator(`[data-clock=${side}] b`).innerText()).split(":").slice(-2);
  return Number(minutes) * 60 + Number(rest);
};

test("an evening's clock ticks for who is asked, and stands while the game rests", async () => {
  const { ann, bob } = await twoPlayers({ clock: "evening", "clock-minutes": "30", "clock-seconds": "10" });
  await ann.waitForSelector(".clock.runs b");
  const side = await ann.locator(".clock.runs").first().getAttribute("data-clock");
  const first = await seconds(ann, side);
  await ann.waitForTimeout(2500);
  const later = await seconds(ann, side);
  assert.ok(first - later >= 2 && first - later <= 5, `${first} ${later}`);
  assert.match(await ann.locator(`[data-clock=${side}]`).getAttribute("aria-label"), /minutes left/);
  if (process.env.SHOTS) await ann.screenshot({ path: `${process.env.SHOTS}/clock-wide.png` });
  // By keyboard: the button has the focus and Enter presses it.
  await ann.locator("[data-key=rest]").focus();
  await ann.keyboard.press("Enter");
  await bob.locator("[data-key=rest-agree]").click();
  await ann.waitForSelector("[data-key=rest-go-on]");
  assert.equal(await ann.locator(".clock.runs").count(), 0);
  const stands = await seconds(bob, side);
  await bob.waitForTimeout(1500);
  assert.equal(await seconds(bob, side), stands);
  await ann.locator("[data-key=rest-go-on]").click();
  await bob.locator("[data-key=rest-go-on]").click();
  await ann.waitForSelector(".clock.runs");
  await ann.goto(house.address);
  await ann.waitForSelector(".time-left");
  if (process.env.SHOTS) await ann.screenshot({ path: `${process.env.SHOTS}/lobby.png` });
  for (const page of [ann, bob]) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test("a guest carries his seat to another browser, on a phone too", async () => {
  const { ann, bob } = await twoPlayers({ clock: "days" }, PHONE);
  await ann.waitForSelector("[data-clock=union] b:has-text(' d ')");
  if (process.env.SHOTS)
    await ann.screenshot({ path: `${process.env.SHOTS}/clock-phone.png`, fullPage: true });
  await ann.click(".tabs button:has-text('Table')");
  await ann.click("[data-key=carry]");
  const link = await ann.locator(".carry .link-box input").inputValue();
  const there = await house.open();
  await there.goto(`${house.address}/seat${new URL(link).hash}`);
  await there.click("text=Take my seat");
  await atTable(there);
  const you = await there.evaluate(() => document.querySelector(".game").game.table.you);
  assert.deepEqual(you, ["union"]);
  for (const page of [ann, bob, there]) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test("a member takes days off", async () => {
  const page = await house.open();
  await page.goto(`${house.address}/me`);
  await page.waitForSelector("h1");
  await page.evaluate(async () => {
    const calls = await import(
      document.querySelector("script[type=module]").src.replace("main.js", "club/calls.js")
    );
    await calls.register("Ann");
  });
  await page.goto(`${house.address}/me`);
  const day = (later) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);
  await page.fill("#off-from", day(3));
  await page.fill("#off-to", day(5));
  await page.click("text=Take these days off");
  await page.locator("#holidays li").waitFor();
  if (process.env.SHOTS)
    await page.locator("#holidays").screenshot({ path: `${process.env.SHOTS}/holidays.png` });
  await page.click("#holidays li button");
  await page.waitForFunction(() => !document.querySelector("#holidays li"));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
