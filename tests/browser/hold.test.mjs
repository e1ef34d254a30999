// Counters taken in hand on a map of hexes: dragged by mouse and finger, and a stack spread out so that each can be had.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api, freeGround, hexOnScreen, keepHouse, moved, orders, sitDown } from "./table.mjs";

const house = keepHouse();

/** A lesson with both seats, played as far as somebody can march. */
async function begun(scenario = "lesson-spring-hill") {
  const { id, token } = await api(house.address, "/games", {
    scenario,
    seats: { union: { kind: "me" }, confederate: { kind: "me" } },
  });
  let table = await api(house.address, `/games/${id}`, undefined, token);
  for (let n = 0; n < 30 && !["initiative", "movement"].includes(table.standing.waiting.kind); n++) {
    const card = table.cards.find((c) => /^(done|end)$/.test(c.order)) ?? table.cards[0];
    const body = { seq: table.seq, seat: card.seat, orders: [card.order], table: true };
    ({ table } = await api(house.address, `/games/${id}/orders`, body, token));
  }
  return { id, token };
}

/** Pieces of whoever decides, on the map, each place once. */
function movers(table) {
  const seat = table.cards[0].seat;
  const mine = table.view.pieces.filter((p) => p.side === seat && p.kind === "unit" && p.at && !p.spent);
  return [...new Map(mine.map((p) => [p.at, p])).keys()];
}

/** Where the pieces in hand can go for sure and nobody stands, seen in the window: the farthest, and where it is. */
const goalOf = (page) =>
  page.evaluate(() => {
    const { going, table } = document.querySelector(".game").game;
    const { board } = document.querySelector(".board");
    const frame = board.root.getBoundingClientRect();
    const taken = new Set(table.view.pieces.map((p) => p.at));
    const inside = ({ x, y }) =>
      x > frame.left + 30 && x < frame.right - 70 && y > frame.top + 60 && y < frame.bottom - 30;
    return Object.entries(going.reach.hexes)
      .filter(([at, way]) => !taken.has(at) && (way.chance ?? 1) > 0.95)
      .map(([at, way]) => ({ at, steps: way.path.length, on: board.camera.screen(board.sheet.where(at)) }))
      .filter(({ on }) => inside(on))
      .sort((a, b) => b.steps - a.steps)[0];
  });

/** Waits until the page knows where the pieces in hand can go. */
const known = (page) =>
  page.evaluate(async () => {
    await document.querySelector(".game").game.going.finding;
  });

const still = (page) =>
  page.waitForFunction(() => {
    const { game } = document.querySelector(".game");
    return !game.going.goal && !game.wire.busy;
  });

for (const scenario of ["lesson-spring-hill", "rummels-farm"])
  test(`${scenario}: a counter is dragged to its goal with the mouse, its way and cost are seen meanwhile`, async () => {
    const page = await house.open();
    await sitDown(page, house.address, await begun(scenario));
    const table = await orders(page);
    let goal;
    for (const place of movers(table)) {
      const from = await hexOnScreen(page, place);
      const camera = () => page.evaluate(() => ({ ...document.querySelector(".board").board.camera.middle }));
      const before = await camera();
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 10, from.y + 10);
      await known(page);
      goal = await goalOf(page);
      if (!goal) {
        await page.mouse.move(from.x, from.y);
        await page.mouse.up();
        continue;
      }
      await page.mouse.move(goal.on.x, goal.on.y, { steps: 4 });
      await page.waitForSelector(".march", { state: "attached" });
      assert.match(await page.locator(".drag-ghost").innerText(), /MP|in 100|in reach/);
      assert.deepEqual(await camera(), before, "the map was not pushed meanwhile");
      break;
    }
    assert.ok(goal, "somebody can go somewhere");
    const who = await page.evaluate(() => document.querySelector(".game").game.selected);
    await page.mouse.up();
    await moved(page, table.seq);
    await still(page);
    const now = (await orders(page)).view.pieces.find((p) => p.id === who);
    assert.equal(now.at, goal.at);
    assert.ok(await page.locator(".drag-ghost").isHidden());
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

test("beside the counters the mouse still pushes the map, and a counter let go where it was stays", async () => {
  const page = await house.open();
  await sitDown(page, house.address, await begun());
  const table = await orders(page);
  const [place] = movers(table);
  const from = await hexOnScreen(page, place);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y, { steps: 3 });
  await page.mouse.move(from.x, from.y, { steps: 3 });
  await page.mouse.up();
  assert.equal(await page.evaluate(() => document.querySelector(".game").game.piece()?.at), place);
  assert.equal((await orders(page)).seq, table.seq, "no order was given");
  const camera = () => page.evaluate(() => document.querySelector(".board").board.camera.middle.x);
  const free = await freeGround(page);
  const before = await camera();
  await page.mouse.move(free.x, free.y);
  await page.mouse.down();
  await page.mouse.move(free.x - 120, free.y, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((was) => document.querySelector(".board").board.camera.middle.x !== was, before);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("phone: a finger that rests on a counter drags it, one that does not pushes the map", async () => {
  const page = await house.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await sitDown(page, house.address, await begun());
  const table = await orders(page);
  await page.locator(".board").scrollIntoViewIfNeeded();
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, at) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at.x, y: at.y, id: 1 }] : [] });
  const places = movers(table);
  // Without a rest it is the map that moves.
  const from = await hexOnScreen(page, places[0]);
  const middle = () => page.evaluate(() => document.querySelector(".board").board.camera.middle.x);
  const before = await middle();
  await touch("touchStart", from);
  for (const far of [15, 30, 45]) await touch("touchMove", { x: from.x + far, y: from.y });
  await touch("touchEnd");
  assert.notEqual(await middle(), before);
  assert.equal((await orders(page)).seq, table.seq);
  let goal;
  for (const place of places) {
    const at = await hexOnScreen(page, place);
    await touch("touchStart", at);
    const held = await page
      .waitForFunction(() => document.querySelector(".board").board.drag.grip, undefined, { timeout: 3000 })
      .catch(() => null);
    assert.ok(held, `the counter in ${place} is held`);
    await touch("touchMove", { x: at.x + 12, y: at.y + 12 });
    await known(page);
    goal = await goalOf(page);
    if (goal) break;
    await touch("touchMove", at);
    await touch("touchEnd");
  }
  assert.ok(goal, "somebody can go somewhere");
  const who = await page.evaluate(() => document.querySelector(".game").game.selected);
  await touch("touchMove", goal.on);
  await page.waitForSelector(".march", { state: "attached" });
  await touch("touchEnd");
  await moved(page, table.seq);
  await still(page);
  assert.equal((await orders(page)).view.pieces.find((p) => p.id === who).at, goal.at);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** A place where two or more of one side stand. */
function stackOf(table) {
  const { pieces } = table.view;
  const seat = table.cards[0].seat;
  const place = pieces.find(
    (p) => p.at && p.side === seat && pieces.filter((q) => q.at === p.at).length > 1,
  )?.at;
  return { place, here: pieces.filter((p) => p.at === place) };
}

test("a stack is spread out under the mouse, each counter can be chosen, and it folds again", async () => {
  const page = await house.open();
  await sitDown(page, house.address, await begun("rummels-farm"));
  const { place, here } = stackOf(await orders(page));
  assert.ok(here.length > 1);
  const at = await hexOnScreen(page, place);
  await page.mouse.move(at.x, at.y);
  await page.waitForSelector(".fan:not([hidden]) .fan-piece");
  assert.equal(await page.locator(".fan-piece").count(), here.length);
  const last = here.at(-1);
  await page.locator(`.fan-piece[data-fan="${last.id}"]`).click();
  assert.equal(await page.evaluate(() => document.querySelector(".game").game.selected), last.id);
  await page.waitForSelector(`.fan-piece.chosen[data-fan="${last.id}"]`);
  assert.ok((await page.evaluate(() => document.querySelectorAll("*").length)) < 3000);
  await page.mouse.move(at.x, at.y + 260);
  await page.waitForSelector(".fan", { state: "hidden" });
  assert.equal(await page.locator(".fan-piece").count(), 0, "nothing of it is left in the page");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("keys: the stack under the cursor is spread, s goes through it", async () => {
  const page = await house.open();
  await sitDown(page, house.address, await begun("rummels-farm"));
  const { place, here } = stackOf(await orders(page));
  await page.evaluate((at) => document.querySelector(".board").board.focus(at), place);
  await page.waitForSelector(".fan:not([hidden]) .fan-piece");
  const seen = new Set();
  for (let n = 0; n < here.length; n++) {
    await page.keyboard.press("s");
    seen.add(await page.evaluate(() => document.querySelector(".game").game.selected));
  }
  assert.deepEqual([...seen].sort(), here.map((p) => p.id).sort());
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("phone: a finger that rests spreads a stack, a tap chooses from it", async () => {
  const page = await house.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await sitDown(page, house.address, await begun("rummels-farm"));
  const { place, here } = stackOf(await orders(page));
  await page.locator(".board").scrollIntoViewIfNeeded();
  const at = await hexOnScreen(page, place);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ ...at, id: 1 }] });
  await page.waitForSelector(".fan:not([hidden]) .fan-piece");
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.locator(`.fan-piece[data-fan="${here[0].id}"]`).tap();
  assert.equal(await page.evaluate(() => document.querySelector(".game").game.selected), here[0].id);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
