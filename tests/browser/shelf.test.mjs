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
  await page.waitForFunction(() => !document.querySelector(".scenario.broken"));

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

/** A red picture as a PNG, made by the browser itself. */
const red = (page) =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 800, height: 600 });
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#c00000";
    pen.fillRect(0, 0, 800, 600);
    const blob = await new Promise((made) => canvas.toBlob(made, "image/png"));
    return [...new Uint8Array(await blob.arrayBuffer())];
  });

/** How much of a picture is red, as the page shows it. */
const redness = (page, address) =>
  page.evaluate(async (from) => {
    const bitmap = await createImageBitmap(await (await fetch(from, { cache: "no-store" })).blob());
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const pen = canvas.getContext("2d");
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    let count = 0;
    for (let n = 0; n < data.length; n += 4)
      if (data[n] > 120 && data[n + 1] < 60 && data[n + 2] < 60) count++;
    return count / (data.length / 4);
  }, address);

test("a picture is laid under a map by three clicks, and is the board of the next game", async () => {
  const page = await house.open();
  await page.goto(house.address);
  await drop(page, files());
  await page.locator(".note.yes").waitFor();
  await page.getByRole("link", { name: "Lay a picture under it" }).click();
  const buffer = Buffer.from(await red(page));
  await page.locator("#picture-file").setInputFiles({ name: "scan.png", mimeType: "image/png", buffer });
  await page.waitForFunction(() => document.querySelector("canvas.scan")?.width > 300);
  const { plan } = await api(house.address, "/scenarios/own%3Acrossroads-gcacw/board.json");
  const label = (row, column) => {
    const r = plan.row_one_north ? plan.first_row + row : plan.first_row + plan.rows - 1 - row;
    const parts = [String(r), String(plan.first_column + column)].map((n, i) =>
      n.padStart(plan.digits[i], "0"),
    );
    return plan.sheet + (plan.row_first ? parts : parts.reverse()).join("");
  };
  const size = await page.locator("canvas.scan").boundingBox();
  const corners = [
    [0, 0, 0.04, 0.05],
    [0, plan.columns - 1, 0.95, 0.05],
    [plan.rows - 1, 0, 0.04, 0.95],
  ];
  for (const [n, [row, column, x, y]] of corners.entries()) {
    await page.locator("canvas.scan").click({ position: { x: size.width * x, y: size.height * y } });
    await page.locator(`#point-${n}`).fill(label(row, column));
    await page.locator(`#point-${n}`).press("Tab");
  }
  await page.getByText(/within \d+\.\d pixels/).waitFor();
  await page.getByRole("button", { name: "Lay it under the map" }).click();
  await page.locator(".own .scenario").waitFor();
  assert.ok((await redness(page, "/api/v1/scenarios/own%3Acrossroads-gcacw/small.jpg")) > 0.5);

  await page.goto(`${house.address}/new/own%3Acrossroads-gcacw`);
  for (const side of ["union", "confederate"])
    await page.locator(`input[name=${side}][value="me"]`).check({ force: true });
  await page.click("button[type=submit]");
  await atTable(page);
  const { hash, photo } = await page.evaluate(async () => {
    const id = location.pathname.split("/").pop();
    return (await fetch(`/api/v1/games/${id}/board.json`)).json();
  });
  assert.equal(photo, true);
  assert.ok((await redness(page, `/api/v1/maps/${hash}/1/0_0.png`)) > 0.4, "its tiles show the picture");
  const table = await orders(page);
  await giveButton(page, table.cards[0]);
  rmSync(join(house.data, "scenarios", "crossroads-gcacw", "scan.png"));
  await page.reload();
  await atTable(page);
  assert.equal(
    (await orders(page)).orders,
    1,
    "without the picture the game goes on, on the map as it is drawn",
  );
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
