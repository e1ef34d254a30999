// Standing answers: given without asking, told, visible, switched off; and who can still act.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  api,
  atTable,
  begin,
  giveButton,
  huntCavalry,
  keepHouse,
  moved,
  orders,
  playTo,
  sitDown,
} from "./table.mjs";

const house = keepHouse();
const BOTH = { union: "me", confederate: "me" };

/** Waits until the page shows what is so now, and nothing is on its way. */
const still = (page) =>
  page.waitForFunction(() => {
    const root = document.querySelector(".game");
    const { wire, table, standing } = root.game;
    return !wire.busy && !standing.acting && Number(root.dataset.seq) === table.seq;
  });

/** Gives an order past the page, and waits until the page shows it. */
async function giveBeside(page, game, card, seq) {
  const body = { seq, seat: card.seat, orders: [card.order] };
  await api(house.address, `/games/${game.id}/orders`, body, game.token);
  await moved(page, seq);
}

test("pass until the enemy is near: by keys, told in log and voice, kept over a reload, switched off", async () => {
  const page = await house.open();
  await begin(page, house.address, "rummels-farm", BOTH);
  await atTable(page);
  const first = await orders(page);
  const seat = first.cards[0].seat;
  await page.keyboard.press("a");
  for (let n = 0; n < 8; n++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.getAttribute("data-key") === "standing-within"))
      break;
  }
  // One hex: nobody is as near as that when the lesson begins.
  await page.keyboard.type("1");
  for (let n = 0; n < 4; n++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.getAttribute("data-key") === "stand-pass")) break;
  }
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (side) => document.querySelector(".game").game.table.cards[0]?.seat !== side,
    seat,
  );
  await still(page);
  const after = await orders(page);
  assert.ok(after.orders > first.orders, "orders were given without a click");
  const mine = await page.evaluate(
    (side) =>
      document
        .querySelector(".game")
        .game.wire.lines.filter((l) => l.seat === side)
        .map((l) => l.words),
    seat,
  );
  assert.ok(mine.length && mine.every((words) => words === "Done"), mine.join());
  assert.match(
    await page.locator(".log").innerText(),
    /By your standing answer: Pass until the enemy is within 1 hex/,
  );
  assert.match(await page.locator("#live").innerText(), /by your standing answer/);
  await page.reload();
  await atTable(page);
  const kept = await page.evaluate(() => document.querySelector(".game").game.standing.kept.answers);
  assert.deepEqual(
    kept.map((a) => [a.what, a.seat, a.within]),
    [["pass", seat, 1]],
  );
  // The other side is asked as ever: the answer is not its own. Once it passed, the first side's turn comes and goes by itself.
  const game = {
    id: after.id,
    token: await page.evaluate(() => Object.values(JSON.parse(localStorage.getItem("hardtack.seats")))[0]),
  };
  let table = await orders(page);
  for (let n = 0; n < 12 && table.cards[0].seat !== seat; n++) {
    await giveBeside(page, game, table.cards.find((c) => c.passes) ?? table.cards[0], table.seq);
    await still(page);
    table = await orders(page);
    if (await page.evaluate(() => document.querySelector(".game").game.standing.kept.given.length > 4)) break;
  }
  // The switch turns it off.
  await page.evaluate((side) => {
    // Seen from the side that it is of.
    const { game } = document.querySelector(".game");
    Object.defineProperty(game.standing, "seat", { value: side, configurable: true });
    game.drawing.standing();
  }, seat);
  await page.locator(".standing-list input[role=switch]").click();
  assert.equal(await page.locator(".standing-list li").count(), 0);
  assert.equal(
    await page.evaluate(() => localStorage.getItem("hardtack.standing")?.includes('"pass"')),
    false,
  );
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the usual pace is not asked for any more", async () => {
  const page = await house.open();
  const game = await playTo(house.address, "lesson-spring-hill", "force-march", (table, pick) => {
    const marches = table.cards.filter((c) => c.sets_out);
    return (
      marches[pick(marches.length || 1)] ??
      table.cards.find((c) => c.usual) ??
      table.cards[pick(table.cards.length)]
    );
  });
  await sitDown(page, house.address, game);
  const asked = await orders(page);
  assert.ok(asked.cards.some((c) => c.presses));
  await page.locator("[data-key=standing]").click();
  await page.locator("[data-key=stand-pace]").click();
  await moved(page, asked.seq);
  await still(page);
  const steady = asked.cards.find((c) => c.usual);
  const told = await page.evaluate(
    (n) => document.querySelector(".game").game.wire.lines.find((l) => l.n === n)?.words,
    asked.orders + 1,
  );
  assert.equal(told, steady.label);
  assert.match(await page.locator(".standing-list").innerText(), /Always the usual pace/);
  assert.notEqual((await orders(page)).standing.waiting.kind, "force-march");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("an answer to one question stands for this turn only", async () => {
  const page = await house.open();
  await begin(page, house.address, "rummels-farm", BOTH);
  await atTable(page);
  let table = await orders(page);
  const { turn } = table.view;
  const { kind } = table.standing.waiting;
  await page.locator("[data-key=standing]").click();
  await page.locator("[data-key=stand-offer]").click();
  await moved(page, table.seq);
  await still(page);
  assert.match(await page.locator(".log").innerText(), /By your standing answer: “Done” to “.*”, this turn/);
  for (let n = 0; n < 60; n++) {
    table = await orders(page);
    if (table.view.turn !== turn) break;
    await giveButton(page, table.cards.find((c) => c.passes) ?? table.cards[0]);
    await still(page);
  }
  assert.ok(table.view.turn > turn, `still turn ${turn}, asked ${kind}`);
  await page.waitForFunction(() => document.querySelector(".game").game.standing.kept.answers.length === 0);
  assert.match(await page.locator("#live").innerText(), /The turn is over, and with it/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("nothing is answered once the enemy had to do with one of mine, nor what was taken back", async () => {
  const page = await house.open();
  const game = await playTo(house.address, "lesson-spring-hill", "cavalry-retreat", huntCavalry);
  await sitDown(page, house.address, game);
  const asked = await orders(page);
  assert.ok(asked.cards.some((c) => c.passes));
  await page.locator("[data-key=standing]").click();
  await page.locator("[data-key=stand-offer]").click();
  await page.waitForSelector(".standing-why");
  assert.match(await page.locator(".standing-why").innerText(), /you decide/);
  assert.equal((await orders(page)).seq, asked.seq, "he is asked");
  assert.deepEqual(page.problems, []);
  await page.context().close();

  const other = await house.open();
  await begin(other, house.address, "rummels-farm", BOTH);
  await atTable(other);
  const start = await orders(other);
  await other.locator("[data-key=standing]").click();
  await other.locator("[data-key=stand-offer]").click();
  await moved(other, start.seq);
  await still(other);
  const given = await orders(other);
  await other.keyboard.press("u");
  await other.waitForFunction((n) => document.querySelector(".game").game.table.orders < n, given.orders);
  await still(other);
  const { kept } = given.undo[start.cards[0].seat];
  assert.equal((await orders(other)).orders, kept, "it is not given again by itself");
  assert.match(await other.locator(".standing-why").innerText(), /taken back/);
  await other.context().close();
});

for (const scenario of ["lesson-spring-hill", "rummels-farm", "lesson-henry-hill"])
  test(`${scenario}: who can still act, by command, and a click looks there`, async () => {
    const page = await house.open();
    await begin(page, house.address, scenario, BOTH);
    await atTable(page);
    let table = await orders(page);
    const acts = (c) => c.takes_up || c.sets_out;
    for (let n = 0; n < 20 && !table.cards.some(acts); n++) {
      await giveButton(
        page,
        table.cards.find((c) => c.order === "take") ?? table.cards.find((c) => c.passes) ?? table.cards[0],
      );
      table = await orders(page);
    }
    const ready = new Set(table.cards.map((c) => c.piece).filter(Boolean));
    await page.locator("[data-key=tab-unmoved]").click();
    assert.match(await page.locator("[data-key=tab-unmoved]").innerText(), new RegExp(`\\b${ready.size}\\b`));
    assert.equal(await page.locator(".unmoved .piece-button.ready").count(), ready.size);
    const last = page.locator(".unmoved .piece-button.ready").last();
    const id = await last.getAttribute("data-piece");
    assert.match(await last.innerText(), /\w/);
    await last.click();
    assert.equal(await page.evaluate(() => document.querySelector(".game").game.selected), id);
    const on = await page.evaluate((piece) => {
      const { board } = document.querySelector(".board");
      const one = document.querySelector(".game").game.table.view.pieces.find((p) => p.id === piece);
      const at = board.anchor(one.at ?? piece);
      const { x, y, w, h } = board.camera.box;
      return at.x >= x && at.x <= x + w && at.y >= y && at.y <= y + h;
    }, id);
    assert.ok(on, "it is in sight");
    // The list follows the game.
    const card = table.cards.find((c) => c.passes) ?? table.cards.find((c) => !c.preview) ?? table.cards[0];
    await page.keyboard.press("Escape");
    await giveButton(page, card);
    await still(page);
    const now = await page.evaluate(() => document.querySelector(".game").game.ready().size);
    assert.equal(await page.locator(".unmoved .piece-button.ready").count(), now);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
