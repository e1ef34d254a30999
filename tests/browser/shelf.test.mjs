// Own scenarios: files dropped on the lobby, their faults, games that outlive their files.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { api, atTable, giveButton, keepHouse, orders } from "./table.mjs";

const house = keepHouse();
const example = (name) => readFileSync(new URL(`../../data/examples/${name}`, import.meta.url), "utf8");
const MAP = "crossroads.map.toml";
const SCENARIO = "crossroads-gcacw.scenario.toml";
const files = () => ({ [MAP]: example(MAP), [SCENARIO]: example(SCENARIO) });

beforeEach(() => rmSync(join(house.data, "scenarios"), { recursive: true, force: true }));

/** Drops files on the place for them, as a hand with a mouse does. */
async function drop(page, dropped) {
  const data = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(all)) data.items.add(new File([text], name));
    return data;
  }, dropped);
  await page.dispatchEvent(".drop", "dragover", { dataTransfer: data });
  await page.dispatchEvent(".drop", "drop", { dataTransfer: data });
}

test("a map and a scenario dropped on the lobby are played; the game outlives its file", async () => {
  const page = await house.open();
  await page.goto(house.address);
  await drop(page, files());
  await page.locator(".note.yes").waitFor();
  assert.equal(await page.locator(".own .scenario img").count(), 1, "with a picture of its map");
  await page.getByRole("link", { name: "Begin a game with it" }).click();
  await page.waitForURL(/\/new\/own%3Acrossroads-gcacw/);
  for (const side of ["union", "confederate"])
    await page.locator(`input[name=${side}][value="me"]`).check({ force: true });
  await page.click("button[type=submit]");
  await atTable(page);
  let table = await orders(page);
  for (let n = 0; n < 5; n++) {
    await giveButton(page, table.cards[0]);
    table = await orders(page);
  }
  assert.equal(table.orders, 5);

  const file = join(house.data, "scenarios", "crossroads-gcacw", SCENARIO);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace('name = "', 'name = "Changed: '));
  await page.reload();
  await atTable(page);
  assert.deepEqual((await orders(page)).view, table.view, "the game goes on as it was");
  const [card] = (await api(house.address, "/scenarios")).filter((one) => one.origin === "own");
  assert.match(card.title, /^Changed: /, "and a new one would be of the new file");

  rmSync(join(house.data, "scenarios", "crossroads-gcacw"), { recursive: true });
  await page.reload();
  await atTable(page);
  await giveButton(page, table.cards[0]);
  assert.equal((await orders(page)).orders, 6, "without a file as well");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("faults are shown with their lines, and mended files are taken", async () => {
  const page = await house.open();
  await page.goto(house.address);
  const place = (name, hex) => `\n[[place]]\nname = "${name}"\nhex = "${hex}"\nkind = "town"\n`;
  const broken = files();
  broken[MAP] += place("Nowhere", "9999") + place("Nobody", "9998");
  await drop(page, broken);
  const faults = page.locator(".note.no .findings .fault");
  await faults.first().waitFor();
  assert.equal(await faults.count(), 2);
  for (const told of await faults.allInnerTexts()) assert.match(told, /crossroads\.map\.toml, line \d+/);
  await page.getByRole("button", { name: "Keep it with its faults" }).click();
  await page.locator(".scenario.broken").waitFor();
  assert.equal(await page.locator(".scenario.broken .findings .fault").count(), 2, "listed, not hidden");

  await drop(page, files());
  await page.getByRole("button", { name: "Put these files in its place" }).click();
  await page.locator(".note.yes").waitFor();
  assert.equal(await page.locator(".scenario.broken").count(), 0);

  await page.locator("[data-remove]").click();
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await page.locator(".own .scenario").count(), 1, "asked, and nothing happened");
  await page.locator("[data-remove]").click();
  await page.getByRole("button", { name: "Delete its files" }).click();
  await page.waitForFunction(() => !document.querySelector(".own .scenario"));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("files are chosen with a button on a telephone, and what leads elsewhere or is too much is refused", async () => {
  const page = await house.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(house.address);
  const chosen = Object.entries(files()).map(([name, text]) => ({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from(text),
  }));
  await page.locator("#own-files").setInputFiles(chosen);
  await page.locator(".note.yes").waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, "nothing sticks out of the window");

  await drop(page, { ...files(), "notes.md": "x".repeat(3_000_000) });
  await page.locator(".note.no").getByText("2000000").waitFor();
  const up = await fetch(`${house.address}/api/v1/scenarios`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "../x", files: files() }),
  });
  assert.equal(up.status, 400);
  const foreign = await fetch(`${house.address}/api/v1/scenarios`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://evil.example" },
    body: JSON.stringify({ name: "x", files: files() }),
  });
  assert.equal(foreign.status, 403);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
