// How many clicks it takes: from the front page to the first unit that has moved, a march, a ride of a stack, a stand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api, atTable, begin, giveButton, hexOnScreen, keepHouse, moved, orders, sitDown } from "./table.mjs";

const house = keepHouse();

/** Clicks and drags of a page are counted. */
function counted(page) {
  const clicks = { n: 0 };
  return Object.assign(clicks, {
    hex: async (label) => {
      const { x, y } = await hexOnScreen(page, label);
      clicks.n++;
      await page.mouse.click(x, y);
    },
    on: async (selector) => {
      clicks.n++;
      await page.locator(selector).first().click();
    },
  });
}

/** Waits until the page says where the piece that was chosen can go; those places. */
async function reached(page) {
  await page.waitForFunction(
    () => Object.keys(document.querySelector(".game")?.game.going.reach.hexes ?? {}).length > 0,
  );
  return page.evaluate(() => document.querySelector(".game").game.going.reach);
}

/** Waits until nothing is on its way. */
async function arrived(page, seq) {
  await moved(page, seq);
  await page.waitForFunction(() => {
    const { game } = document.querySelector(".game");
    return !game.going.goal && !game.wire.busy;
  });
}

/** The farthest place in reach where nobody stands. */
function goal(table, reach, chance = 0.99) {
  const taken = new Set(table.view.pieces.map((p) => p.at));
  const free = Object.entries(reach.hexes).filter(
    ([at, way]) => !taken.has(at) && (way.chance ?? 1) >= chance,
  );
  free.sort(([, a], [, b]) => b.path.length - a.path.length);
  return free[0];
}

test("five clicks from the front page to the first unit that has moved", async () => {
  const page = await house.open();
  const clicks = counted(page);
  await page.goto(house.address);
  await clicks.on('a[href="/new/lesson-spring-hill"]');
  await page.waitForSelector("form");
  // Nobody else at the table, so that nothing interrupts the count.
  await page.locator('input[name=confederate][value="me"]').check({ force: true });
  await clicks.on("button[type=submit]");
  await atTable(page);
  let table = await orders(page);
  // The first decision is one of leaders; the other side's is not ours.
  clicks.n++;
  while (table.standing.waiting.kind !== "initiative") {
    await giveButton(page, table.cards.find((c) => c.order === "done") ?? table.cards[0]);
    table = await orders(page);
  }
  const seat = table.cards[0].seat;
  const mine = table.view.pieces.filter((p) => p.side === seat && p.kind === "unit" && p.at);
  let unit = mine[0];
  for (unit of mine) {
    const found = await page.evaluate(
      async ({ id, piece }) => (await import("/js/api.js")).reach(id, { piece }),
      { id: table.id, piece: unit.id },
    );
    if (Object.keys(found.hexes).length) break;
  }
  await clicks.hex(unit.at);
  const [at] = goal(table, await reached(page));
  await clicks.hex(at);
  await arrived(page, table.seq);
  const now = (await orders(page)).view.pieces.find((p) => p.id === unit.id);
  assert.notEqual(now.at, unit.at, "it has moved");
  assert.ok(clicks.n <= 5, `${clicks.n} clicks`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("gcacw: a march takes two clicks, and three when it is forced", async () => {
  const page = await house.open();
  await begin(page, house.address, "lesson-spring-hill", { union: "me", confederate: "me" });
  await atTable(page);
  for (const forced of [false, true]) {
    let table = await orders(page);
    while (table.standing.waiting.kind !== "initiative") {
      await giveButton(page, table.cards.find((c) => c.order === "done") ?? table.cards[0]);
      table = await orders(page);
    }
    const seat = table.cards[0].seat;
    const able = table.view.pieces.filter(
      (p) => p.side === seat && p.arm !== "artillery" && p.kind === "unit" && p.at && (p.fatigue ?? 0) < 3,
    );
    const alone = able.find((p) => table.view.pieces.filter((q) => q.at === p.at).length === 1);
    const unit = alone ?? able[0];
    const clicks = counted(page);
    await clicks.hex(unit.at);
    let reach = await reached(page);
    if (forced) {
      const before = Math.max(...reach.allowances.map(([mp]) => mp));
      await clicks.on('[data-key="press"]');
      await page.waitForFunction(
        (most) =>
          Math.max(...(document.querySelector(".game").game.going.reach.allowances ?? []).map(([mp]) => mp)) >
          most,
        before,
      );
      reach = await reached(page);
    }
    const [at, way] = goal(table, reach);
    assert.ok(way.path.length > 1);
    await clicks.hex(at);
    await arrived(page, table.seq);
    assert.equal((await orders(page)).view.pieces.find((p) => p.id === unit.id).at, at);
    assert.equal(clicks.n, forced ? 3 : 2);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("gcacw: a goal that the dice do not allow is told, and the march goes on from there", async () => {
  const page = await house.open();
  await begin(page, house.address, "lesson-spring-hill", { union: "me", confederate: "me" });
  await atTable(page);
  for (let n = 0; n < 12; n++) {
    const table = await orders(page);
    if (table.standing.over) break;
    if (table.standing.waiting.kind !== "initiative") {
      const end = table.cards.find((c) => c.ends || c.order === "done");
      await giveButton(page, end ?? table.cards[0]);
      continue;
    }
    const seat = table.cards[0].seat;
    const unit = table.view.pieces.find(
      (p) => p.side === seat && p.arm === "infantry" && p.kind === "unit" && p.at && (p.fatigue ?? 0) < 3,
    );
    if (!unit) break;
    const { hexes } = await page.evaluate(
      async ({ id, piece }) => (await import("/js/api.js")).reach(id, { piece }),
      { id: table.id, piece: unit.id },
    );
    const far = Object.entries(hexes).filter(
      ([at, way]) => way.chance < 0.4 && !table.view.pieces.some((p) => p.at === at),
    );
    if (!far.length) break;
    await page.evaluate((piece) => document.querySelector(".game").game.select(piece), unit.id);
    await reached(page);
    const { x, y } = await hexOnScreen(page, far[0][0]);
    await page.mouse.click(x, y);
    await arrived(page, table.seq);
    const after = await orders(page);
    const now = after.view.pieces.find((p) => p.id === unit.id);
    if (now.at === far[0][0]) continue;
    assert.match(await page.locator(".note.no").innerText(), /does not come as far/);
    assert.match(after.standing.waiting.kind, /march/);
    assert.deepEqual(page.problems, []);
    await page.context().close();
    return;
  }
  assert.fail("the dice allowed every goal");
});

test("gcacw: a goal where others of ours stand is looked at first, then come to past the dice", async () => {
  const page = await house.open();
  await begin(page, house.address, "spring-hill-franklin", { union: "me", confederate: "me" });
  await atTable(page);
  for (let n = 0; n < 40; n++) {
    const table = await orders(page);
    if (table.standing.waiting.kind !== "initiative") {
      await giveButton(page, table.cards.find((c) => c.ends || c.order === "done") ?? table.cards[0]);
      continue;
    }
    const seat = table.cards[0].seat;
    const ours = table.view.pieces.filter((p) => p.side === seat && p.kind === "unit" && p.at);
    for (const unit of ours) {
      const { hexes } = await page.evaluate(
        async ({ id, piece }) => (await import("/js/api.js")).reach(id, { piece }),
        { id: table.id, piece: unit.id },
      );
      const taken = new Set(ours.map((p) => p.at));
      const shared = Object.entries(hexes).find(([at, way]) => taken.has(at) && way.chance > 0.99);
      if (!shared) continue;
      await page.evaluate((piece) => document.querySelector(".game").game.select(piece), unit.id);
      await reached(page);
      const { x, y } = await hexOnScreen(page, shared[0]);
      await page.mouse.click(x, y);
      await page.waitForSelector(".staged button.main");
      assert.equal((await orders(page)).seq, table.seq, "looked at, not gone");
      await page.click(".staged button.main");
      await arrived(page, table.seq);
      assert.equal((await orders(page)).view.pieces.find((p) => p.id === unit.id).at, shared[0]);
      assert.deepEqual(page.problems, []);
      await page.context().close();
      return;
    }
    await giveButton(page, "Pass");
  }
  assert.fail("nobody could march to others of his side");
});

test("lfm: a stack rides far with two clicks", async () => {
  const page = await house.open();
  const seats = { union: { kind: "me" }, confederate: { kind: "me" } };
  const { id, token } = await api(house.address, "/games", { scenario: "rummels-farm", seats });
  let table = await api(house.address, `/games/${id}`, undefined, token);
  /** Two who stand together and ride, and how far. */
  const pair = async () => {
    const ready = new Set(table.cards.filter((c) => c.takes_up).map((c) => c.piece));
    for (const a of table.view.pieces.filter((p) => ready.has(p.id) && p.at)) {
      const along = table.view.pieces.filter((p) => p.at === a.at && p !== a && ready.has(p.id));
      if (!along.length) continue;
      const wish = { piece: a.id, with: along.map((p) => p.id) };
      const reach = await api(house.address, `/games/${id}/reach`, wish, token);
      const far = goal(table, reach);
      if (reach.who.length > 1 && far?.[1].path.length > 8) return { first: a, reach };
    }
    return null;
  };
  let found = await pair();
  for (let n = 0; n < 200 && !found; n++) {
    const card = table.cards.find((c) => c.order === "done") ?? table.cards[0];
    const orders = { seq: table.seq, seat: card.seat, orders: [card.order], table: true };
    ({ table } = await api(house.address, `/games/${id}/orders`, orders, token));
    found = await pair();
  }
  assert.ok(found, "two who can ride eight hexes together");
  await sitDown(page, house.address, { id, token });
  const clicks = counted(page);
  await clicks.hex(found.first.at);
  const reach = await reached(page);
  assert.ok(reach.who.length > 1, `${reach.who} go`);
  const [at, way] = goal(table, reach);
  assert.ok(way.path.length > 8, `${way.path.length - 1} hexes`);
  await clicks.hex(at);
  await arrived(page, table.seq);
  const now = (await orders(page)).view.pieces.filter((p) => reach.who.includes(p.id));
  assert.deepEqual([...new Set(now.map((p) => p.at))], [at]);
  assert.ok(clicks.n <= 3, `${clicks.n} clicks`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("vnb: a stand takes one drag and one click, straight ahead, and the next lets it go", async () => {
  const page = await house.open();
  await begin(page, house.address, "lesson-henry-hill", { union: "me", confederate: "me" });
  await atTable(page);
  const start = await orders(page);
  const brigades = start.view.pieces.filter(
    (p) => /infantry-brigade/.test(p.arm ?? "") && start.cards.some((c) => c.takes_up && c.piece === p.id),
  );
  assert.ok(brigades.length > 1);
  for (const brigade of brigades.slice(0, 2)) {
    const table = await orders(page);
    const at = await page.evaluate((id) => {
      const { board } = document.querySelector(".board");
      const { x, y } = board.pieces.get(id);
      board.camera.reveal(board.sheet.point(x, y));
      return board.camera.screen(board.sheet.point(x, y));
    }, brigade.id);
    // A little off the front: nobody meant to turn.
    const way = ((brigade.facing + 6) * Math.PI) / 180;
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    for (let n = 1; n <= 5; n++)
      await page.mouse.move(at.x + Math.sin(way) * 8 * n, at.y - Math.cos(way) * 8 * n);
    await page.waitForSelector(".shade.legal, .shade.illegal");
    await page.mouse.up();
    await page.waitForSelector(".staged button.main");
    assert.doesNotMatch(await page.locator(".staged").innerText(), /to turn/);
    await page.click(".staged button.main");
    await moved(page, table.seq);
    const now = (await orders(page)).view.pieces.find((p) => p.id === brigade.id);
    assert.equal(now.facing, brigade.facing);
    assert.ok(Math.hypot(now.x - brigade.x, now.y - brigade.y) > 0.3, `${brigade.id} has moved`);
    assert.equal(await page.locator(".shade").count(), 0, "no ghost is left");
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
