// Whole turns by clicks, two browsers at one game, keyboard alone, a reload in the middle.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  atTable,
  begin,
  clickHex,
  giveButton,
  hexOnScreen,
  huntCavalry,
  keepHouse,
  moved,
  orders,
  playTo,
  prompt,
  sitDown,
} from "./table.mjs";

const LESSONS = {
  gcacw: "lesson-spring-hill",
  lfm: "rummels-farm",
  vnb: "lesson-henry-hill",
};

const house = keepHouse();

/** The scenarios there are, so that a system that is not built in is said to be missing, not passed over. */
async function scenario(system) {
  const list = await (await fetch(`${house.address}/api/v1/scenarios`)).json();
  const own = list.filter((s) => s.system === system);
  return own.find((s) => s.id === LESSONS[system])?.id ?? own.find((s) => s.lesson)?.id ?? own[0]?.id;
}

/** Gives any order the page offers, by a click, preferring what ends things. */
async function clickOn(page) {
  const table = await orders(page);
  const words = (/** @type {RegExp} */ re) => table.cards.find((c) => re.test(c.label));
  const card = words(/^End|^Done|^Pass|over$|^Keep|^Stand|^Stay|^Hold/) ?? table.cards[0];
  await giveButton(page, card);
}

for (const system of ["gcacw", "lfm", "vnb"]) {
  test(`${system}: a full turn by clicks`, async (t) => {
    const id = await scenario(system);
    if (!id) return t.skip(`no scenario of ${system} is built in yet`);
    const page = await house.open();
    await begin(page, house.address, id, { union: "me", confederate: "me" });
    await atTable(page);
    const turn = (await orders(page)).view.turn;
    for (let n = 0; n < 120; n++) {
      const table = await orders(page);
      if (table.standing.over || table.view.turn > turn) break;
      await clickOn(page);
    }
    const table = await orders(page);
    assert.ok(
      table.standing.over || table.view.turn > turn,
      `the turn goes on after ${table.seq} orders: ${await prompt(page)}`,
    );
    assert.deepEqual(page.problems, []);
    return page.context().close();
  });
}

test("gcacw: a march on the map, with reach, path, undo, and why not", async () => {
  const page = await house.open();
  await begin(page, house.address, await scenario("gcacw"), {
    union: "me",
    confederate: "me",
  });
  await atTable(page);
  while (!/Choose an action/.test(await prompt(page))) {
    await giveButton(
      page,
      /Take the initiative/.test(await page.locator(".decision").innerText())
        ? "Take the initiative"
        : "Done",
    );
  }
  const unit = (await orders(page)).cards.find((c) => /^March /.test(c.label));
  await giveButton(page, unit);
  if (/Force march/.test(await prompt(page))) await giveButton(page, /steady/);
  const marching = await orders(page);
  await page.waitForSelector(".layer-costs text");
  const target = marching.cards.find((c) => c.group === "Move");
  const { x, y } = await hexOnScreen(page, target.at);
  await page.mouse.move(x, y);
  await page.waitForSelector(".layer-path .march");
  // With Shift the march is not over on arrival.
  await page.keyboard.down("Shift");
  await page.mouse.click(x, y);
  await page.keyboard.up("Shift");
  await moved(page, marching.seq);
  const after = await orders(page);
  assert.equal(after.view.pieces.find((p) => p.id === unit.piece).at, target.at);
  // A hex far away: refused in words, with a rule that can be opened.
  const empty = await page.evaluate(() => {
    const { sheet } = /** @type {any} */ (document.querySelector(".board")).board;
    return Array.from({ length: sheet.plan.columns }, (_, column) => sheet.label(2, column));
  });
  const taken = new Set([...after.view.pieces.map((p) => p.at), ...after.cards.map((c) => c.at)]);
  if (after.cards.some((c) => c.group === "Move")) {
    for (const far of empty.filter((hex) => !taken.has(hex)).slice(0, 3)) {
      await clickHex(page, far);
    }
    await page.waitForSelector(".note.no .rule-link");
    await page.locator(".note.no .rule-link").first().click();
    await page.waitForSelector("dialog.rulebook[open]");
    await page.keyboard.press("Escape");
    await page.locator(".decision button", { hasText: "Take back" }).click();
    await moved(page, after.seq);
    assert.equal((await orders(page)).view.pieces.find((p) => p.id === unit.piece).at, unit.at);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("vnb: a stand is dragged, measured and moved; one dragged too far goes as far as it may", async () => {
  const page = await house.open();
  await begin(page, house.address, await scenario("vnb"), {
    union: "me",
    confederate: "me",
  });
  await atTable(page);
  const start = await orders(page);
  const brigade = start.view.pieces.find(
    (p) => p.kind === "stand" && /brigade/.test(p.arm) && start.cards.some((c) => c.piece === p.id),
  );
  const stand = page.locator(`[data-stand="${brigade.id}"]`);
  const box = await stand.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // Straight ahead, a little and then much too far.
  const ahead = (brigade.facing * Math.PI) / 180;
  for (const [far, words] of [
    [25, /Cost/],
    [900, /allowance|Note|Cost/],
  ]) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let n = 1; n <= 5; n++)
      await page.mouse.move(x + (Math.sin(ahead) * far * n) / 5, y - (Math.cos(ahead) * far * n) / 5);
    await page.waitForSelector(".shade.legal, .shade.illegal");
    await page.waitForSelector(".ruler-text");
    await page.mouse.up();
    await page.waitForSelector(".staged, .alert");
    if (far > 100) break;
    assert.match(await page.locator(".staged").innerText(), words);
    await page.click(".staged button.main");
    await moved(page, start.seq);
    const after = (await orders(page)).view.pieces.find((p) => p.id === brigade.id);
    assert.ok(Math.hypot(after.x - brigade.x, after.y - brigade.y) > 0.3, "the stand has moved");
    const left = await orders(page);
    if (!left.cards.some((c) => c.piece === brigade.id)) break;
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

for (const level of ["veteran", "general"]) {
  test(`a game against the computer, a ${level}, goes on by itself, and he says what he considered`, async () => {
    const page = await house.open();
    await begin(page, house.address, await scenario("gcacw"), {
      union: "me",
      confederate: `computer:${level}`,
    });
    await atTable(page);
    // Where a decision is too small a general plays nothing out: what is looked for may come later.
    const words = level === "general" ? /Played out/ : /Worth/;
    const noted = page
      .locator(".log-line")
      .filter({ has: page.locator(".considered table", { hasText: words }) });
    for (let n = 0; n < 400; n++) {
      const table = await orders(page);
      if (table.standing.over || (await noted.count()) > 0) break;
      if (table.cards.length) await clickOn(page);
      else await page.waitForTimeout(50);
    }
    await page.waitForSelector(".log-line.confederate");
    // Newer lines come on top of it meanwhile.
    const n = await noted.first().getAttribute("data-n");
    const note = page.locator(`.log-line[data-n="${n}"] .considered`);
    await note.locator("summary").click();
    assert.match(await note.innerText(), words);
    assert.equal(await note.locator("tr.chosen").count(), 1, "the order he gave is marked");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("lfm: line of sight, zones and command are laid over the map, by clicks and by keys", async () => {
  const page = await house.open();
  await begin(page, house.address, await scenario("lfm"), {
    union: "me",
    confederate: "me",
  });
  await atTable(page);
  await clickHex(page, "1112");
  await page.click("button:has-text('Line of sight')");
  await page.waitForSelector(".overlay.visible.clear");
  assert.ok((await page.locator(".overlay.visible.blocked").count()) > 0, "something is hidden too");
  // Another key lays another one, the same key takes it away.
  await page.keyboard.press("1");
  await page.waitForSelector(".overlay.zoc.union");
  assert.equal(await page.locator(".overlay.visible").count(), 0);
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowUp");
  assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? ""), /\d{4}/);
  await page.keyboard.press("1");
  await page.waitForFunction(() => !document.querySelector(".overlay.zoc"));
  const leader = (await orders(page)).view.pieces.find((p) => p.kind === "leader" && p.at);
  await page.click(".tabs button:has-text('Roster')");
  await page.click(`.roster [data-piece="${leader.id}"]`);
  await page.click("button:has-text('Command radius')");
  await page.waitForSelector(".overlay.command-radius");
  assert.match(await page.locator("#live").innerText(), /in command radius: \d+ hexes/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("vnb: who sees whom and who is in command", async () => {
  const page = await house.open();
  await begin(page, house.address, await scenario("vnb"), {
    union: "me",
    confederate: "me",
  });
  await atTable(page);
  await page.keyboard.press("m");
  await page.keyboard.press("Enter");
  await page.keyboard.press("1");
  await page.waitForSelector(".board .sight");
  await page.keyboard.press("2");
  await page.waitForSelector(".board .ring.union");
  await page.waitForSelector(".board .ring.confederate");
  assert.equal(await page.locator(".board .sight").count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("gcacw: a retreat shows its choices with their priority before one is taken", async () => {
  const page = await house.open();
  await sitDown(page, house.address, await playTo(house.address, LESSONS.gcacw, "retreat-hex", huntCavalry));
  const table = await orders(page);
  const card = table.cards.find((c) => c.mark && c.at);
  assert.match(card.mark, /priority \d/);
  const marks = await page.locator(".layer-costs text").allTextContents();
  assert.ok(marks.includes(card.mark), `${marks} has ${card.mark}`);
  await page.keyboard.press("t");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".staged");
  assert.equal((await orders(page)).seq, table.seq, "looked at, not taken");
  await page.keyboard.press("Enter");
  await moved(page, table.seq);
  assert.equal((await orders(page)).seq, table.seq + 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("two browsers at one game see each other's orders within 200 ms", async () => {
  const ann = await house.open();
  await begin(ann, house.address, await scenario("gcacw"), {
    union: "me",
    confederate: "friend",
  });
  await atTable(ann);
  const link = await ann.locator("[data-invitation=confederate]").first().inputValue();
  const bob = await house.open();
  await bob.goto(link);
  await bob.fill("#name", "Bob");
  await bob.click("text=Take the seat");
  await atTable(bob);
  await ann.waitForFunction(() => !document.querySelector(".game-bar.lost"));
  const [first, second] = (await orders(ann)).standing.waiting.seats[0] === "union" ? [ann, bob] : [bob, ann];
  const times = [];
  for (let n = 0; n < 6; n++) {
    const table = await orders(first);
    const [mover, watcher] = table.cards.length ? [first, second] : [second, first];
    const mine = await orders(mover);
    if (!mine.cards.length) break;
    const card = mine.cards.find((c) => /^Done|^Pass|^End/.test(c.label)) ?? mine.cards[0];
    await watcher.evaluate((seq) => {
      window.seenAt = new Promise((seen) => {
        const check = () =>
          document.querySelector(`.log-line[data-n="${seq}"]`)
            ? seen(Date.now())
            : requestAnimationFrame(check);
        check();
      });
    }, mine.orders + 1);
    const sent = await mover.evaluate(
      async ({ id, seq, order, seat }) => {
        const token = JSON.parse(localStorage.getItem("hardtack.seats"))[id];
        const at = Date.now();
        await fetch(`/api/v1/games/${id}/orders`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({ seq, seat, orders: [order] }),
        });
        return at;
      },
      { id: mine.id, seq: mine.seq, order: card.order, seat: card.seat },
    );
    times.push((await watcher.evaluate(() => window.seenAt)) - sent);
  }
  assert.ok(times.length >= 2, "orders were given");
  times.sort((a, b) => a - b);
  assert.ok(times[Math.floor(times.length / 2)] < 200, `seen after ${times.join(", ")} ms`);
  console.log(`  seen by the other browser after ${times.join(", ")} ms`);
  assert.deepEqual([...ann.problems, ...bob.problems], []);
  await ann.context().close();
  await bob.context().close();
});

test("gcacw: a turn with the keyboard alone", async () => {
  const page = await house.open();
  await page.goto(`${house.address}/new/${await scenario("gcacw")}`);
  await page.waitForSelector("form");
  const pressUntil = async (key, found, most = 60) => {
    for (let n = 0; n < most; n++) {
      if (await page.evaluate(found)) return;
      await page.keyboard.press(key);
    }
    assert.fail(`${key} never came to ${found}`);
  };
  await pressUntil("Tab", () => document.activeElement?.getAttribute("name") === "union");
  await pressUntil("Tab", () => document.activeElement?.getAttribute("name") === "confederate");
  await pressUntil(
    "ArrowLeft",
    () => /** @type {any} */ (document.querySelector("input[name=confederate][value=me]")).checked,
    5,
  );
  await pressUntil("Tab", () => document.activeElement?.getAttribute("type") === "submit");
  await page.keyboard.press("Enter");
  await atTable(page);
  const turn = (await orders(page)).view.turn;
  let onMap = 0;
  for (let n = 0; n < 60; n++) {
    const table = await orders(page);
    if (table.standing.over || table.view.turn > turn || (onMap > 0 && n > 25)) break;
    const target = onMap === 0 && table.cards.find((c) => c.group === "Move" && c.at);
    if (target) {
      // To the map, over the hexes to the target, and Enter.
      await page.keyboard.press("m");
      await walk(page, target.at);
      await page.keyboard.press("Enter");
      await moved(page, table.seq);
      onMap++;
      continue;
    }
    const wanted =
      table.cards.find((c) =>
        (onMap ? /^End|^Done|^Pass|^Keep/ : /^Take the init|^March |^Keep|^Done/).test(c.label),
      ) ?? table.cards[0];
    await page.keyboard.press("d");
    await page.evaluate(
      (order) =>
        document
          .querySelector(`[data-order="${CSS.escape(order)}"]`)
          ?.closest("details")
          ?.setAttribute("open", ""),
      wanted.order,
    );
    await pressUntil(
      "Tab",
      `document.activeElement?.getAttribute("data-order") === ${JSON.stringify(wanted.order)}`,
      80,
    );
    await page.keyboard.press("Enter");
    await page.waitForTimeout(250);
    if (await page.locator(".staged button.main").count()) {
      await pressUntil("Tab", () => document.activeElement?.getAttribute("data-key") === "give", 80);
      await page.keyboard.press("Enter");
    }
    await moved(page, table.seq);
  }
  assert.ok(onMap > 0, "a unit was marched on the map");
  assert.ok((await page.locator("#live").innerText()).length > 0, "what happens is said");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** Arrow keys until the focus is on a hex. */
async function walk(page, target) {
  for (let n = 0; n < 80; n++) {
    const way = await page.evaluate((label) => {
      const { sheet } = /** @type {any} */ (document.querySelector(".board")).board;
      const here = document.activeElement;
      if (!here?.matches(".hex-cursor")) return "none";
      if (here.dataset.hex === label) return "there";
      const [a, b] = [sheet.where(here.dataset.hex), sheet.where(label)];
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      return Math.abs(dy) > 8 && Math.abs(dy) >= Math.abs(dx) * 0.5
        ? dy > 0
          ? "ArrowDown"
          : "ArrowUp"
        : dx > 0
          ? "ArrowRight"
          : "ArrowLeft";
    }, target);
    if (way === "there") return;
    assert.notEqual(way, "none", "the focus is on the map");
    await page.keyboard.press(way);
  }
  assert.fail(`the arrows never came to ${target}`);
}

test("a reload in the middle of a decision goes on", async () => {
  const page = await house.open();
  await begin(page, house.address, await scenario("gcacw"), {
    union: "me",
    confederate: "me",
  });
  await atTable(page);
  for (let n = 0; n < 12; n++) {
    const table = await orders(page);
    if (table.standing.over) break;
    const card =
      table.cards.find((c) => /^Take|^March|^Force|^Keep|^Attack|^Move to/.test(c.label)) ?? table.cards[0];
    await giveButton(page, card);
    const before = await prompt(page);
    await page.reload();
    await atTable(page);
    assert.equal(await prompt(page), before);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a reload in the middle of a cavalry retreat goes on", async () => {
  const page = await house.open();
  await sitDown(
    page,
    house.address,
    await playTo(house.address, LESSONS.gcacw, "cavalry-retreat", huntCavalry),
  );
  const same = async () => {
    const [words, before] = [await prompt(page), await orders(page)];
    await page.reload();
    await atTable(page);
    const after = await orders(page);
    assert.equal(await prompt(page), words);
    assert.deepEqual(after.cards, before.cards);
    assert.deepEqual(after.view, before.view);
    return after;
  };
  assert.match(await prompt(page), /Slip away/);
  const offered = await same();
  const march = offered.view.active;
  // Away with whatever can go; every hex of the retreat is a decision of its own.
  await giveButton(page, offered.cards.find((c) => /retreat|slip|away/i.test(c.label)) ?? offered.cards[0]);
  let hexes = 0;
  for (let n = 0; n < 8; n++) {
    const table = await same();
    if (table.standing.waiting?.kind !== "retreat-hex") break;
    hexes++;
    await giveButton(page, table.cards.find((c) => c.at) ?? table.cards[0]);
  }
  const after = await same();
  assert.ok(hexes > 0 || after.seq > offered.seq, "the cavalry has answered");
  assert.ok(after.standing.over || after.cards.length > 0, "and the game goes on");
  assert.ok(march, "in the middle of a march");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("vnb: a turn with the keyboard alone", async () => {
  const page = await house.open();
  await page.goto(`${house.address}/new/${await scenario("vnb")}`);
  await page.waitForSelector("form");
  const pressUntil = async (key, found, most = 90) => {
    for (let n = 0; n < most; n++) {
      if (await page.evaluate(found)) return;
      await page.keyboard.press(key);
    }
    assert.fail(`${key} never came to ${found}`);
  };
  await pressUntil("Tab", () => document.activeElement?.getAttribute("name") === "confederate");
  await pressUntil(
    "ArrowLeft",
    () => /** @type {any} */ (document.querySelector("input[name=confederate][value=me]")).checked,
    5,
  );
  await pressUntil("Tab", () => document.activeElement?.getAttribute("type") === "submit");
  await page.keyboard.press("Enter");
  await atTable(page);
  const start = await orders(page);
  // The next stand that can act that is a brigade: chosen, pushed ahead, turned back a little, looked at, given.
  const brigades = new Set(start.view.pieces.filter((p) => /infantry-brigade/.test(p.arm)).map((p) => p.id));
  let id = "";
  for (let n = 0; n < 30 && !brigades.has(id); n++) {
    await page.keyboard.press("m");
    id = await page.evaluate(() => document.activeElement?.getAttribute("data-stand") ?? "");
  }
  assert.ok(brigades.has(id), "the focus is on a brigade");
  await page.keyboard.press("Enter");
  await page.waitForSelector(`.stand.chosen[data-stand="${id}"]`);
  const { facing, x, y } = start.view.pieces.find((p) => p.id === id);
  const ahead =
    facing < 45 || facing >= 315
      ? "ArrowUp"
      : facing < 135
        ? "ArrowRight"
        : facing < 225
          ? "ArrowDown"
          : "ArrowLeft";
  for (let n = 0; n < 4; n++) await page.keyboard.press(ahead);
  await page.waitForSelector(".shade.legal, .shade.illegal");
  await page.waitForFunction(() =>
    /costs|inch|move|not/.test(document.getElementById("live")?.textContent ?? ""),
  );
  await page.keyboard.press("Enter");
  await page.waitForSelector(".staged");
  assert.match(await page.locator("#live").innerText(), /Enter gives this order/);
  await page.keyboard.press("Enter");
  await moved(page, start.seq);
  const went = (await orders(page)).view.pieces.find((p) => p.id === id);
  assert.ok(Math.hypot(went.x - x, went.y - y) > 0.2, "the brigade has moved");
  // The rest of the turn by the decision panel.
  const turn = start.view.turn;
  for (let n = 0; n < 150; n++) {
    const table = await orders(page);
    if (table.standing.over || table.view.turn > turn) break;
    const wanted =
      table.cards.find((c) => /^(End|Done|Pass|Keep|Stand|Stay|Hold|Go on|The stand's move)/.test(c.label)) ??
      table.cards.at(-1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("d");
    await page.evaluate(
      (order) =>
        document
          .querySelector(`[data-order="${CSS.escape(order)}"]`)
          ?.closest("details")
          ?.setAttribute("open", ""),
      wanted.order,
    );
    await pressUntil(
      "Tab",
      `document.activeElement?.getAttribute("data-order") === ${JSON.stringify(wanted.order)}`,
      250,
    );
    await page.keyboard.press("Enter");
    const give = page.locator(".staged button.main");
    await Promise.race([give.waitFor({ timeout: 400 }).catch(() => {}), moved(page, table.seq)]);
    if (await give.count()) {
      await pressUntil("Tab", () => document.activeElement?.getAttribute("data-key") === "give", 250);
      await page.keyboard.press("Enter");
    }
    await moved(page, table.seq);
  }
  const end = await orders(page);
  assert.ok(end.standing.over || end.view.turn > turn, `the turn is over: ${await prompt(page)}`);
  assert.ok((await page.locator("#live").innerText()).length > 0, "what happens is said");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
