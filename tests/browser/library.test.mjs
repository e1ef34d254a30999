// The library in the lobby: found by filters and words, kept in the address, used by keyboard and on a phone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { api, atTable, begin, keepHouse } from "./table.mjs";

const house = keepHouse();
const AXE = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const cards = (page) => page.locator(".library .scenario");

/** What is built in, from the server itself. */
async function list() {
  return (await api(house.address, "/scenarios")).filter((one) => one.origin === "built-in");
}

test("filters narrow the library, stand in the address, and a link opens them again", async () => {
  const all = await list();
  const page = await house.open();
  await page.goto(house.address);
  await cards(page).first().waitFor({ timeout: 60000 });
  assert.equal(await cards(page).count(), all.length);

  await page.locator("select[name=system]").selectOption("vnb");
  await page.locator("select[name=length]").selectOption("evening");
  const fits = all.filter((one) => one.system === "vnb" && one.minutes > 60 && one.minutes <= 300);
  assert.ok(fits.length > 0 && fits.length < all.length);
  assert.equal(await cards(page).count(), fits.length);
  assert.equal(new URL(page.url()).search, "?system=vnb&length=evening");
  assert.match(await page.locator(".library > .told").innerText(), new RegExp(`^${fits.length} scenario`));

  const other = await house.open();
  await other.goto(page.url());
  await cards(other).first().waitFor();
  assert.equal(await cards(other).count(), fits.length, "who is sent the link sees the same");
  assert.equal(await other.locator("select[name=length]").inputValue(), "evening");
  await other.getByRole("button", { name: "Show all" }).click();
  assert.equal(await cards(other).count(), all.length);
  assert.equal(new URL(other.url()).search, "");

  await page.locator("select[name=system]").selectOption("");
  await page.locator("select[name=length]").selectOption("");
  await page.getByRole("searchbox").fill("rummels");
  assert.equal(await cards(page).count(), 1);
  await page.getByRole("searchbox").fill("no such battle");
  await page.locator(".library > .told", { hasText: "No scenario is like that." }).waitFor();
  assert.deepEqual([...page.problems, ...other.problems], []);
  await page.context().close();
  await other.context().close();
});

test("a card tells length, size and year, and unfolded what to try first; so does the page of a new game", async () => {
  const rummel = (await list()).find((one) => one.id === "rummels-farm");
  const page = await house.open();
  await page.goto(`${house.address}/?q=rummels`);
  const card = cards(page).first();
  await card.waitFor({ timeout: 60000 });
  const facts = await card.locator(".facts").innerText();
  for (const word of [rummel.length, String(rummel.year), `${rummel.turns} turns`, String(rummel.units[0])])
    assert.ok(facts.includes(word), `${word}: ${facts}`);
  await card.locator("summary").focus();
  await page.keyboard.press("Enter");
  for (const text of rummel.first) assert.ok(await card.getByText(text).isVisible());
  await card.getByRole("link", { name: "Begin a game" }).click();
  await page.waitForURL(/\/new\/rummels-farm/);
  for (const text of rummel.first) await page.getByText(text).waitFor();
  await page.context().close();
});

test("at the table what to try first is told to the side it is meant for, in the first turn and with the victory", async () => {
  const [union, confederate] = (await list()).find((one) => one.id === "lesson-spring-hill").first;
  const page = await house.open();
  await begin(page, house.address, "lesson-spring-hill", {
    union: "me",
    confederate: "computer:veteran",
  });
  await atTable(page);
  const fold = page.locator(".decision details.first");
  await fold.locator("summary").click();
  await fold.getByText(union).waitFor();
  assert.equal(await page.getByText(confederate).count(), 0, "the enemy's is not told");
  await page.getByRole("tab", { name: "Victory" }).click();
  await page.locator(".more .first").getByText(union).waitFor();
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("on a phone nothing is wider than the page, and pictures come only when they are near", async () => {
  const page = await house.open({ viewport: { width: 390, height: 780 } });
  const asked = new Set();
  page.on("request", (request) => /small\.jpg/.test(request.url()) && asked.add(request.url()));
  await page.goto(house.address);
  await cards(page).first().waitFor({ timeout: 60000 });
  await page.waitForLoadState("networkidle");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide}`);
  assert.ok(asked.size < (await list()).length, `${asked.size} pictures at once`);
  await page.context().close();
});

test("nothing that can be seen offends a screen reader", async () => {
  const page = await house.open();
  await page.goto(`${house.address}/?sort=length`);
  await cards(page).first().waitFor({ timeout: 60000 });
  await cards(page).first().locator("summary").click();
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => (await window.axe.run()).violations);
  assert.deepEqual(
    found.map((one) => `${one.id}: ${one.nodes[0].html}`),
    [],
  );
  await page.context().close();
});
