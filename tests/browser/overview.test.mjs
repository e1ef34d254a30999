// The whole in sight: the small map, the search, flags from far away, the ways to where it happens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api, atTable, begin, keepHouse, orders, painted, playTo, sitDown } from "./table.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const house = keepHouse();

/** A game with oneself on a map. */
async function sit(scenario, options) {
  const page = await house.open(options);
  await begin(page, house.address, scenario, { union: "me", confederate: "me" });
  await atTable(page);
  await painted(page);
  return page;
}

const middle = (page) =>
  page.evaluate(() => {
    const { camera, sheet } = /** @type {any} */ (document.querySelector(".board")).board;
    return { x: camera.middle.x / sheet.width, y: camera.middle.y / sheet.height, k: camera.k };
  });

test("the small map shows who stands where and goes there; folded it stays folded", async () => {
  const page = await sit("spring-hill-franklin");
  const box = await page.locator(".minimap-picture").boundingBox();
  const before = await middle(page);
  await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.7);
  await page.waitForTimeout(100);
  const there = await middle(page);
  assert.ok(Math.abs(there.x - 0.25) < 0.02 && Math.abs(there.y - 0.7) < 0.02, JSON.stringify(there));
  assert.equal(there.k, before.k, "the camera does not zoom");
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.7);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.4, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(100);
  const dragged = await middle(page);
  assert.ok(Math.abs(dragged.x - 0.6) < 0.02 && Math.abs(dragged.y - 0.4) < 0.02, JSON.stringify(dragged));
  // The frame of what is seen is around the middle.
  const seen = await page.locator(".minimap .seen").boundingBox();
  assert.ok(seen.x <= box.x + box.width * 0.6 && seen.x + seen.width >= box.x + box.width * 0.6);
  // Both sides are there, each in its colour.
  const colours = await page.evaluate(() => {
    const canvas = /** @type {any} */ (document.querySelector(".minimap canvas"));
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let n = 0; n < data.length; n += 4)
      if (data[n + 3] === 255) seen.add(`${data[n]},${data[n + 1]},${data[n + 2]}`);
    return [...seen];
  });
  assert.ok(colours.includes("31,74,138") && colours.includes("138,71,17"), "a dot for either side");
  await page.click(".minimap-fold");
  assert.ok(await page.locator(".minimap-picture").isHidden());
  await page.reload();
  await atTable(page);
  await page.waitForSelector(".minimap");
  assert.ok(await page.locator(".minimap-picture").isHidden());
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a unit and a place are found by a few letters, arrows and Enter", async () => {
  const page = await sit("spring-hill-franklin");
  const { view } = await orders(page);
  const unit = view.pieces.find((p) => p.kind === "unit" && p.at && p.name.length > 5);
  await page.keyboard.press("/");
  await page.waitForSelector("dialog.finder[open]");
  await page.keyboard.type(unit.name.slice(0, 5).toLowerCase());
  const names = await page.locator(".finder [role=option] b").allInnerTexts();
  assert.ok(names.includes(unit.name), names.join());
  for (let n = 0; n < names.indexOf(unit.name); n++) await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator(".finder [aria-selected=true] b").innerText(), unit.name);
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog.finder", { state: "detached" });
  assert.equal(
    await page.evaluate(() => /** @type {any} */ (document.querySelector(".game")).game.selected),
    unit.id,
    "it is chosen",
  );
  const at = await page.evaluate((place) => {
    const { camera, sheet } = /** @type {any} */ (document.querySelector(".board")).board;
    const where = sheet.where(place);
    return Math.hypot(where.x - camera.middle.x, where.y - camera.middle.y) * camera.k;
  }, unit.at);
  assert.ok(at < 60, `and seen: ${at} pixels from the middle`);
  // A town, by its button.
  await page.click("[aria-label^='Find a unit']");
  await page.keyboard.type("thompson");
  await page.waitForSelector(".finder [role=option]");
  assert.match(await page.locator(".finder [role=option]").first().innerText(), /Thompson's Station/);
  const before = await middle(page);
  await page.locator(".finder [role=option]").first().click();
  await page.waitForTimeout(150);
  assert.notDeepEqual(await middle(page), before);
  // Nobody of that name.
  await page.keyboard.press("/");
  await page.keyboard.type("xyzzy");
  assert.match(await page.locator(".finder [role=status]").innerText(), /Nobody/);
  await page.keyboard.press("Escape");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a stand and a hill of a table are found too", async () => {
  const page = await sit("lesson-henry-hill");
  await page.keyboard.press("/");
  await page.keyboard.type("henry");
  assert.match((await page.locator(".finder [role=option]").allInnerTexts()).join("; "), /Henry Hill/);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog.finder", { state: "detached" });
  await page.keyboard.press("/");
  await page.waitForSelector("dialog.finder[open]");
  await page.keyboard.type("burnside");
  await page.waitForSelector(".finder [aria-selected=true]");
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector(".game")).game.selected === "Burnside",
  );
  await page.waitForSelector(".stand.chosen[data-stand=Burnside]");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("from far away flags stand for the counters, as many strength points as there are", async () => {
  const page = await sit("spring-hill-franklin");
  assert.equal(await page.locator(".flag").count(), 0, "near, the counters themselves are read");
  await page.locator(".map-tools [aria-label='Whole map']").click();
  await page.waitForSelector(".board.whole .flag");
  const smallest = await page
    .locator(".flag")
    .evaluateAll((all) => Math.min(...all.map((f) => f.getBoundingClientRect().height)));
  assert.ok(smallest >= 20, `a flag is ${smallest} pixels high`);
  const { view } = await orders(page);
  for (const side of ["union", "confederate"]) {
    const flags = await page.locator(`.flag.${side} b`).allInnerTexts();
    const units = view.pieces.filter((p) => p.side === side && p.at && p.kind === "unit");
    const strength = units.reduce((sum, p) => sum + (Number.parseFloat(p.strength ?? "") || 0), 0);
    const shown = flags.reduce((sum, text) => sum + (Number(text) || 0), 0);
    assert.ok(Math.abs(shown - strength) <= flags.length / 2, `${side}: ${shown} shown, ${strength} there`);
  }
  for (let n = 0; n < 12; n++) await page.locator(".map-tools [aria-label='Nearer']").click();
  await page.waitForSelector(".board:not(.whole)");
  assert.equal(await page.locator(".flag").count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("to the last fight and to what happened last", async () => {
  const page = await house.open();
  // Somebody has fired at somebody.
  const game = await playTo(house.address, "rummels-farm", "movement", (table, pick) => {
    const shots = table.cards.filter((c) => /fires at|^Fire at/.test(c.label));
    return (
      shots[0] ?? table.cards.find((c) => /^Done/.test(c.label)) ?? table.cards[pick(table.cards.length)]
    );
  }).catch(() => null);
  const at = game ?? (await api(house.address, "/games", {}));
  await sitDown(page, house.address, at);
  await painted(page);
  const fired = await page.evaluate(() =>
    /** @type {any} */ (document.querySelector(".game")).game.wire.lines
      .flatMap((line) => line.events)
      .filter((event) => event.type === "fired")
      .map((event) => event.to),
  );
  assert.ok(fired.length > 0, "somebody fired");
  const from = await page.evaluate(() => {
    const { camera, sheet } = /** @type {any} */ (document.querySelector(".board")).board;
    camera.look({ x: sheet.width, y: sheet.height });
    return camera.middle;
  });
  await page.keyboard.press("f");
  await page.waitForTimeout(150);
  const near = await page.evaluate((place) => {
    const { camera, sheet } = /** @type {any} */ (document.querySelector(".board")).board;
    const where = sheet.where(place);
    return Math.hypot(where.x - camera.middle.x, where.y - camera.middle.y) * camera.k;
  }, fired.at(-1));
  assert.ok(near < 2, `the fight is ${near} pixels from the middle, from ${JSON.stringify(from)}`);
  await page.keyboard.press("l");
  await page.waitForTimeout(150);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("phone: no small map, but search and whole map", async () => {
  const page = await sit("spring-hill-franklin", PHONE);
  assert.ok(await page.locator(".minimap").isHidden());
  await page.locator("[aria-label^='Find a unit']").tap();
  await page.waitForSelector("dialog.finder[open]");
  await page.keyboard.type("franklin");
  await page.locator(".finder [role=option]").first().tap();
  await page.waitForSelector("dialog.finder", { state: "detached" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
