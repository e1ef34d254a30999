// Every page: axe finds nothing, and it is fit for a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, findings, fits } from "./looks.mjs";
import { api, atTable, begin, giveButton, keepHouse, orders, painted, sitDown } from "./table.mjs";

const house = keepHouse();

const LESSONS = ["lesson-spring-hill", "rummels-farm", "lesson-henry-hill"];

/** Games of every system with a few orders given, made once. */
let games;
async function begun() {
  games ??= Promise.all(
    LESSONS.map(async (scenario) => {
      const { id, token } = await api(house.address, "/games", {
        scenario,
        seats: { union: { kind: "me" }, confederate: { kind: "me" } },
      });
      let table = await api(house.address, `/games/${id}`, undefined, token);
      for (let n = 0; n < 4; n++) {
        const card = table.cards.find((c) => c.passes) ?? table.cards.at(-1);
        const body = { seq: table.seq, seat: card.seat, orders: [card.order], table: true };
        ({ table } = await api(house.address, `/games/${id}/orders`, body, token));
      }
      return { id, token };
    }),
  );
  return games;
}

for (const [name, options] of [
  ["wide", {}],
  ["phone", PHONE],
  ["wide, dark", { colorScheme: "dark" }],
  ["phone, dark", { ...PHONE, colorScheme: "dark" }],
]) {
  test(`${name}: axe finds nothing on any page`, async () => {
    const page = await house.open(options);
    const check = async (where) => {
      assert.deepEqual(await findings(page), [], where);
      await fits(page);
      assert.deepEqual(page.problems, [], where);
    };
    await page.goto(house.address);
    await page.waitForSelector(".scenario");
    await check("lobby");
    for (const game of await begun()) {
      await sitDown(page, house.address, game);
      await check(`table of ${game.id}`);
      await page.keyboard.press("a");
      for (const tab of ["unmoved", "roster", "turns", "victory", "table"]) {
        await page.click(`[data-key=tab-${tab}]`);
        await check(tab);
      }
      await page.keyboard.press("n");
      await check("a piece chosen");
      await page.goto(`${house.address}/replay/${game.id}?n=2`);
      await page.waitForSelector(".moment-words");
      await check("replay");
    }
    await page.goto(`${house.address}/game/${(await begun())[0].id}`);
    await atTable(page);
    await page.keyboard.press("/");
    await page.waitForSelector("dialog.finder[open]");
    await page.keyboard.type("s");
    await check("search");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.keys-sheet[open]");
    await check("keys");
    await page.keyboard.press("Escape");
    await page.click(".lenses button");
    await page.waitForSelector(".legend:not([hidden])");
    await check("legend");
    await begin(page, house.address, LESSONS[0], { union: "me", confederate: "friend" });
    await atTable(page);
    await check("a seat is open");
    const word = await page.locator("[data-invitation=confederate]").first().inputValue();
    await page.goto(house.address + new URL(word).pathname + new URL(word).search + new URL(word).hash);
    await page.waitForSelector("form");
    await check("an invitation");
    const settled = { new: ".armies dd", odds: "form", rules: "main h3", join: "form, h1" };
    for (const path of [...LESSONS.map((id) => `new/${id}`), "odds", "rules", "join"]) {
      await page.goto(`${house.address}/${path}`);
      await page.waitForSelector(settled[path.split("/")[0]]);
      await check(path);
    }
    await page.context().close();
  });
}

test("on paper: the whole map on one page, then the log, and nothing to press; afterwards the table is as before", async () => {
  const page = await house.open();
  const [, game] = await begun();
  await sitDown(page, house.address, game);
  await painted(page);
  const look = () =>
    page.evaluate(() => {
      const { camera } = document.querySelector(".board").board;
      return { k: camera.k, x: Math.round(camera.middle.x), y: Math.round(camera.middle.y) };
    });
  const before = await look();
  await page.evaluate(() => {
    window.print = () => {
      const { board } = document.querySelector(".board");
      const { x, y, w, h } = board.camera.box;
      const { width, height } = board.sheet;
      window.printed = { whole: x <= 1 && y <= 1 && x + w >= width - 1 && y + h >= height - 1 };
    };
  });
  await page.click("[data-key=tab-table]");
  await page.click("[data-key=print]");
  await page.waitForFunction(() => window.printed);
  assert.deepEqual(await page.evaluate(() => window.printed), { whole: true });
  await page.waitForFunction((k) => document.querySelector(".board").board.camera.k === k, before.k);
  assert.deepEqual(await look(), before);
  await page.click("[data-key=tab-log]");
  for (const path of ["", "/rules"]) {
    if (path) await page.goto(house.address + path);
    await page.waitForSelector(path ? "main h1" : ".log-line");
    await page.emulateMedia({ media: "print" });
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, input, .top")]
        // Words of the glossary are plain text on paper.
        .filter((e) => e.checkVisibility() && !e.closest(".counters, .cursor, .term, .phase-name"))
        .map((e) => e.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(seen, [], path || "table");
    await page.emulateMedia({ media: null });
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("phone: an order by touch", async () => {
  const page = await house.open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const list = await (await fetch(`${house.address}/api/v1/scenarios`)).json();
  await begin(page, house.address, list[0].id, {
    union: "me",
    confederate: "me",
  });
  await atTable(page);
  const before = await orders(page);
  await page.locator(".decision .order-buttons button").last().tap();
  await page.waitForFunction(() => document.querySelectorAll(".log-line[data-n='1']").length > 0);
  assert.equal((await orders(page)).seq, before.seq + 1);
  await page.context().close();
});

test("replay: step, slide and link to a moment", async () => {
  const page = await house.open();
  const list = await (await fetch(`${house.address}/api/v1/scenarios`)).json();
  await begin(page, house.address, list[0].id, {
    union: "me",
    confederate: "me",
  });
  await atTable(page);
  const id = page.url().split("/").pop();
  for (let n = 0; n < 4; n++) await giveButton(page, (await orders(page)).cards.at(-1));
  await page.goto(`${house.address}/replay/${id}?n=1`);
  await page.waitForFunction(() =>
    /order 1 of 4/.test(document.querySelector(".moment-words")?.textContent ?? ""),
  );
  await page.click("[aria-label='Step on']");
  await page.waitForFunction(() =>
    /order 2 of 4/.test(document.querySelector(".moment-words")?.textContent ?? ""),
  );
  assert.match(page.url(), /n=2$/);
  await page.click("[aria-label='Play']");
  await page.waitForFunction(() =>
    /order 4 of 4/.test(document.querySelector(".moment-words")?.textContent ?? ""),
  );
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("optional rules and the computer's level are chosen with the game", async () => {
  const page = await house.open();
  const list = await (await fetch(`${house.address}/api/v1/scenarios`)).json();
  const scenario = list.find((s) => s.options.some((o) => !o.usual));
  const rule = scenario.options.find((o) => !o.usual && o.id !== "limited-intelligence");
  await page.goto(`${house.address}/new/${scenario.id}`);
  await page.waitForSelector(".armies dd");
  await page.check(`input[name=option][value="${rule.id}"]`);
  assert.match(await page.locator("form").innerText(), new RegExp(rule.text.slice(0, 20)));
  // Only who takes his time is asked how much of it.
  await page.selectOption("select[name=confederate-officer]", "recruit");
  assert.ok(await page.locator("select[name=confederate-seconds]").isHidden());
  await page.selectOption("select[name=confederate-officer]", "general");
  await page.selectOption("select[name=confederate-seconds]", "0.5");
  await page.click("button[type=submit]");
  await atTable(page);
  const table = await orders(page);
  assert.deepEqual(table.options, [rule.id]);
  assert.equal(table.seats.confederate.name, "General, 0.5 s");
  await page.click(".tabs button:has-text('Table')");
  assert.match(await page.locator(".more").innerText(), new RegExp(rule.title));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
