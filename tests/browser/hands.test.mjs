// A whole lesson of each system, from the front page to the game's end: by keys alone, and on a phone by touch alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { atTable, hexOnScreen, keepHouse, moved, orders } from "./table.mjs";

const LESSONS = {
  gcacw: "lesson-spring-hill",
  lfm: "rummels-farm",
  vnb: "lesson-henry-hill",
};
/** More orders than a lesson takes somebody who wants to see its end. */
const MOST = 600;

/** The pictures of the front page are drawn first, and that may take a small machine a while. In milliseconds. */
const PATIENCE = 60000;

const house = keepHouse();

/** The order of somebody who does little: what passes or ends a move, else the first there is. */
function choice({ cards }) {
  return (
    cards.find((c) => c.passes) ??
    cards.find((c) => c.ends) ??
    cards.find((c) => c.usual) ??
    cards.find((c) => !c.preview) ??
    cards[0]
  );
}

/** Plays until the game is over; `give(card)` is how an order is given by these hands. */
async function toTheEnd(page, give) {
  let table = await orders(page);
  let given = 0;
  while (!table.standing.over && given < MOST) {
    if (table.cards.length) {
      // What the page shows is what is asked: never an order of a moment ago.
      await shows(page, table.seq);
      await give(choice(table));
      given++;
    } else await moved(page, table.seq);
    table = await orders(page);
  }
  assert.ok(table.standing.over, `after ${given} orders: ${JSON.stringify(table.standing)}`);
  await page.waitForFunction(() =>
    /has won|draw/i.test(document.querySelector(".decision-head")?.textContent ?? ""),
  );
  assert.deepEqual(page.problems, []);
  return given;
}

/** Waits until the page shows this moment and nothing is on its way. */
async function shows(page, seq) {
  await page.waitForFunction((now) => {
    const root = document.querySelector(".game");
    return Number(root?.dataset.seq) >= now && !root.game.wire.busy && !root.game.going.goal;
  }, seq);
}

const places = (page) =>
  page.evaluate(() =>
    document.querySelector(".game").game.table.view.pieces.map((p) => `${p.id} ${p.at} ${p.x} ${p.y}`),
  );

/** Waits until somebody has moved, or says that nobody has. */
const anybodyMoved = (page, before) =>
  page
    .waitForFunction(
      (was) => {
        const { game } = document.querySelector(".game");
        const now = game.table.view.pieces.map((p) => `${p.id} ${p.at} ${p.x} ${p.y}`);
        return !game.going.goal && !game.wire.busy && now.join() !== was.join();
      },
      before,
      { timeout: 3000 },
    )
    .then(
      () => true,
      () => false,
    );

/** Where the chosen piece can go, once the page knows. */
const reached = (page) =>
  page
    .waitForFunction(
      () => {
        const { game } = document.querySelector(".game");
        return game.selected && Object.keys(game.going.reach.hexes).length > 0;
      },
      undefined,
      { timeout: 1500 },
    )
    .then(
      () => true,
      () => false,
    );

// Keys ------------------------------------------------------------------------------------------------

/** Presses Tab until the focus is on what a selector names. */
async function tabTo(page, selector, most = 300) {
  for (let n = 0; n < most; n++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the focus does not come to ${selector}`);
}

/** From the front page to the table: a title, the level of the computer player, Begin. */
async function beginByKeys(page, lesson) {
  page.setDefaultTimeout(PATIENCE);
  await page.goto(house.address);
  await page.waitForSelector(".scenario");
  await tabTo(page, `a[href="/new/${lesson}"]`);
  await page.keyboard.press("Enter");
  await page.waitForSelector("select[name=confederate-officer]");
  await tabTo(page, "select[name=confederate-officer]");
  await page.keyboard.type("Recruit");
  await tabTo(page, "button[type=submit]");
  await page.keyboard.press("Enter");
  await atTable(page);
  const table = await orders(page);
  assert.equal(table.seats.confederate.officer, "recruit");
}

/** Gives an order from the panel. */
async function giveByKeys(page, card) {
  const seq = await page.evaluate(() => Number(document.querySelector(".game").dataset.seq));
  const name = `[data-order="${quoted(card.order)}"]`;
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  // Folded orders are unfolded first.
  const fold = await page.evaluate((order) => {
    const fold = document.querySelector(`.decision ${order}`)?.closest("details:not([open])");
    return fold?.querySelector("summary")?.getAttribute("data-key") ?? null;
  }, name);
  if (fold !== null) {
    await tabTo(page, `[data-key="${quoted(fold)}"]`);
    await page.keyboard.press("Enter");
  }
  await tabTo(page, `.decision ${name}`);
  await page.keyboard.press("Enter");
  if (card.preview) {
    await page.waitForSelector(".staged button.main:not(:disabled)");
    await page.keyboard.press("d");
    await tabTo(page, ".staged button.main");
    await page.keyboard.press("Enter");
  }
  await moved(page, seq);
}

const quoted = (text) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');

/** Places where the chosen piece comes for sure and nobody stands. */
const goals = (page) =>
  page.evaluate(() => {
    const { going, table } = document.querySelector(".game").game;
    const taken = new Set(table.view.pieces.map((p) => p.at));
    return Object.entries(going.reach.hexes)
      .filter(([at, way]) => !taken.has(at) && (way.chance ?? 1) > 0.9)
      .map(([at]) => at);
  });

const cursor = (page) => page.evaluate(() => document.querySelector(".board").board.cursor.place);

/** A move on the map of hexes: the next who can act, on to a place he can go to, Enter; again Enter where it is looked at first. */
async function marchByKeys(page) {
  const before = await places(page);
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press("n");
    if (!(await reached(page))) continue;
    const free = await goals(page);
    for (let step = 0; step < 60 && free.length; step++) {
      await page.keyboard.press("t");
      if (free.includes(await cursor(page))) break;
    }
    if (!free.includes(await cursor(page))) continue;
    await page.keyboard.press("Enter");
    if (await page.evaluate(() => Boolean(document.querySelector(".game").game.staged)))
      await page.keyboard.press("Enter");
    if (await anybodyMoved(page, before)) return true;
    await page.keyboard.press("Escape");
  }
  return false;
}

/** A move on the table: the next stand that can act, pushed ahead, looked at and given. */
async function pushByKeys(page) {
  const before = await places(page);
  for (let n = 0; n < 8; n++) {
    await page.keyboard.press("m");
    await page.keyboard.press("Enter");
    for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    const looked = await page
      .waitForFunction(() => document.querySelector(".game").game.staged, undefined, { timeout: 1500 })
      .then(
        () => true,
        () => false,
      );
    if (looked) await page.keyboard.press("Enter");
    if (looked && (await anybodyMoved(page, before))) return true;
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  }
  return false;
}

// A finger ----------------------------------------------------------------------------------------------

/** Between two moves of a finger that drags, in milliseconds. */
const PACE = 60;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function beginByTouch(page, lesson) {
  page.setDefaultTimeout(PATIENCE);
  await page.goto(house.address);
  await page.locator(`a[href="/new/${lesson}"]`).first().tap();
  await page.waitForSelector("form");
  // A list that drops down is the system's own: a finger chooses from it as from any other.
  await page.selectOption("select[name=confederate-officer]", "recruit");
  await page.locator("button[type=submit]").tap();
  await atTable(page);
}

async function giveByTouch(page, card) {
  const seq = await page.evaluate(() => Number(document.querySelector(".game").dataset.seq));
  const button = page.locator(`.decision [data-order="${quoted(card.order)}"]`).first();
  // Orders of others are hidden while a piece is chosen: it is let go first.
  const letGo = page.locator("[data-key=let-go]");
  if (!(await button.count()) && (await letGo.count())) await letGo.tap();
  const fold = page.locator(`details:not([open]):has([data-order="${quoted(card.order)}"]) > summary`);
  if (await fold.count()) await fold.first().tap();
  await button.tap();
  if (card.preview) await page.locator(".staged button.main:not(:disabled)").tap();
  await moved(page, seq);
}

async function tapHex(page, place) {
  await page.locator(".board").scrollIntoViewIfNeeded();
  const { x, y } = await hexOnScreen(page, place);
  await page.touchscreen.tap(x, y);
}

/** A tap on a counter, a tap on where it shall go. */
async function marchByTouch(page) {
  const table = await orders(page);
  const before = await places(page);
  const mine = table.view.pieces.filter((p) => p.side === "union" && p.kind === "unit" && p.at);
  for (const unit of mine) {
    await tapHex(page, unit.at);
    if (!(await reached(page))) continue;
    const [goal] = await goals(page);
    if (!goal) continue;
    await tapHex(page, goal);
    if (await page.evaluate(() => Boolean(document.querySelector(".game").game.staged)))
      await page.locator(".staged button.main:not(:disabled)").tap();
    if (await anybodyMoved(page, before)) return true;
  }
  return false;
}

/** The camera has come to rest: a map may still glide from the last finger. */
async function atRest(page) {
  await page.waitForFunction(
    () => {
      const { x, y, w } = /** @type {any} */ (document.querySelector(".board")).board.camera.box;
      const [now, was] = [`${x} ${y} ${w}`, /** @type {any} */ (window).wasAt];
      /** @type {any} */ (window).wasAt = now;
      return now === was;
    },
    null,
    { polling: 150 },
  );
}

/** A stand dragged ahead by a finger, and the order given. */
async function dragByTouch(page) {
  const table = await orders(page);
  const before = await places(page);
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, at) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ ...at, id: 1 }] : [] });
  for (const { piece } of table.cards.filter((c) => c.takes_up)) {
    await page.locator(".board").scrollIntoViewIfNeeded();
    await page.evaluate(
      (id) => /** @type {any} */ (document.querySelector(".board")).board.look(id, true),
      piece,
    );
    await atRest(page);
    const way = await page.evaluate((id) => {
      const { board } = /** @type {any} */ (document.querySelector(".board"));
      const stand = board.pieces.get(id);
      const ahead = (stand.facing * Math.PI) / 180;
      const on = (inches) =>
        board.camera.screen(
          board.sheet.point(stand.x + Math.sin(ahead) * inches, stand.y + Math.cos(ahead) * inches),
        );
      return new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => done([0, 0.7, 1.4, 2].map(on)))),
      );
    }, piece);
    await touch("touchStart", way[0]);
    // At a finger's pace: after a drag that takes no time at all Chromium knows no tap any more.
    for (const at of way.slice(1)) {
      await page.waitForTimeout(PACE);
      await touch("touchMove", at);
    }
    await page.waitForTimeout(PACE);
    await touch("touchEnd");
    const looked = await page
      .waitForSelector(".staged button.main:not(:disabled)", { timeout: 4000 })
      .catch(() => null);
    if (!looked) continue;
    await page.locator(".staged button.main").tap();
    if (await anybodyMoved(page, before)) return true;
  }
  return false;
}

for (const [system, lesson] of Object.entries(LESSONS)) {
  const inches = system === "vnb";

  test(`${system}: the lesson from the front page to its end by keys alone`, async () => {
    const page = await house.open();
    await beginByKeys(page, lesson);
    await untilMyMove(page, (card) => giveByKeys(page, card));
    assert.ok(await (inches ? pushByKeys(page) : marchByKeys(page)), "somebody has moved on the map");
    const given = await toTheEnd(page, (card) => giveByKeys(page, card));
    console.log(`  ${system}: ${given} orders by keys`);
    await page.context().close();
  });

  test(`${system}: the lesson from the front page to its end on a phone by touch alone`, async () => {
    const page = await house.open(PHONE);
    await beginByTouch(page, lesson);
    await untilMyMove(page, (card) => giveByTouch(page, card));
    assert.ok(await (inches ? dragByTouch(page) : marchByTouch(page)), "somebody has moved on the map");
    const given = await toTheEnd(page, (card) => giveByTouch(page, card));
    console.log(`  ${system}: ${given} orders by touch`);
    await page.context().close();
  });
}

/** Passes until the player's own pieces can be moved on the map. */
async function untilMyMove(page, give) {
  for (let n = 0; n < 40; n++) {
    const table = await orders(page);
    assert.ok(!table.standing.over, "the game is over before anybody could move");
    await shows(page, table.seq);
    const { kind } = table.standing.waiting;
    if (table.cards.length && ["initiative", "choose-action", "movement", "pick"].includes(kind)) return;
    if (table.cards.length) await give(choice(table));
    else await moved(page, table.seq);
  }
  throw new Error("no move of mine in forty orders");
}
