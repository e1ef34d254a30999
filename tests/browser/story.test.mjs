// The other side's turn on the map: shown order by order, held, stepped through, skipped, offered after an absence.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { api, atTable, giveButton, keepHouse, numbers, orders, sitDown } from "./table.mjs";

const AXE = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const LESSONS = { gcacw: "lesson-spring-hill", lfm: "rummels-farm", vnb: "lesson-henry-hill" };
/** As fast as a reader can make it. */
const FAST = { show: true, speed: 4 };

const house = keepHouse();

/** The game object of the page, asked something. */
const ask = (page, question) =>
  page.evaluate(`(({story, table, board, wire}) => (${question}))(document.querySelector(".game").game)`);

/** A game of mine against the computer. */
async function against(officer, scenario = LESSONS.gcacw, more = {}) {
  return api(house.address, "/games", {
    scenario,
    seats: { union: { kind: "me" }, confederate: { kind: "computer", officer, ...more } },
  });
}

/** Gives my orders, the shortest way to the end of what I am asked, until others have given some. */
async function untilAnswered(page, least = 1) {
  for (let n = 0; n < 60; n++) {
    const table = await orders(page);
    const shown = await ask(page, "story.shown.length + story.waiting.length + story.scenes.length");
    if (shown >= least || table.standing.over) return;
    const card =
      table.cards.find((c) => /^(End|Done|Pass|Keep|Stand|Hold)|over$/.test(c.label)) ?? table.cards[0];
    if (card) await giveButton(page, card);
    else await page.waitForTimeout(50);
  }
}

/** Waits until the map shows the present, and nobody else is to decide. */
const present = (page, { timeout = 40000, theirs = false } = {}) =>
  page.waitForFunction(
    (theirs) => {
      const { story, table } = /** @type {any} */ (document.querySelector(".game")).game;
      const mine = table.cards.length > 0 || table.you.length === 0 || table.standing.over || theirs;
      return mine && !story.active && !story.view && story.n === table.orders && !story.waiting.length;
    },
    theirs,
    { timeout },
  );

/** Where everybody is, as text. */
const stands = (pieces) =>
  pieces
    .filter((p) => p.at || p.x !== undefined)
    .map((p) => `${p.id} ${p.at ?? [p.x, p.y, p.facing]}`)
    .sort()
    .join("; ");

for (const [system, scenario] of Object.entries(LESSONS)) {
  test(`${system}: every order of the computer is shown, in turn, and each position is the true one`, async () => {
    const { id, token } = await against("veteran", scenario);
    const page = await house.open({ story: FAST });
    await sitDown(page, house.address, { id, token });
    await page.evaluate(() => {
      const { story } = /** @type {any} */ (document.querySelector(".game")).game;
      // Every position the map stops at.
      /** @type {any} */ (window).stops = [];
      setInterval(() => {
        const { scene, view } = story;
        const stop = scene && view === scene.after && [scene.lines.at(-1).n, view.pieces];
        const all = /** @type {any} */ (window).stops;
        if (stop && all.at(-1)?.[0] !== stop[0]) all.push(stop);
      }, 5);
    });
    const first = (await orders(page)).orders;
    await untilAnswered(page, 4);
    await present(page);
    const shown = await ask(page, "story.shown");
    const { lines } = await api(house.address, `/games/${id}/log`, undefined, token);
    const theirs = lines.filter((l) => l.seat === "confederate" && l.n > first).map((l) => l.n);
    assert.ok(theirs.length > 0, "the computer has done something");
    assert.deepEqual(
      shown.filter((s) => s.n > first).map((s) => s.n),
      theirs,
    );
    const stops = await page.evaluate(() => /** @type {any} */ (window).stops);
    for (const [n, pieces] of stops) {
      const then = await api(house.address, `/games/${id}/at/${n}`, undefined, token);
      assert.equal(stands(pieces), stands(then.view.pieces), `after order ${n}`);
    }
    assert.deepEqual(page.problems, []);
    return page.context().close();
  });
}

/** A game in which the computer has given orders, all of them seen. */
async function seen(scenario = LESSONS.gcacw, options = {}, least = 4) {
  const { id, token } = await against("veteran", scenario);
  const page = await house.open({ story: FAST, ...options });
  await sitDown(page, house.address, { id, token });
  await untilAnswered(page, least);
  await ask(page, "story.skip()");
  await present(page);
  assert.ok((await orders(page)).cards.length > 0, "it is my decision");
  return { page, id, token };
}

test("held, stepped and skipped by keys; the strip moves nothing and axe finds nothing", async () => {
  // Enough that they are no single scene.
  const { page } = await seen(LESSONS.gcacw, {}, 12);
  const box = () => page.locator(".map-frame").boundingBox();
  const before = await box();
  await page.evaluate(() => document.querySelector(".game").game.story.pace(1));
  await page.locator("[data-key=again]").click();
  await page.waitForSelector(".playback:not([hidden]) .story-tools");
  await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
  await page.keyboard.press(" ");
  assert.equal(await ask(page, "story.paused"), true);
  assert.deepEqual(await box(), before, "nothing has moved");
  // Wherever it was when it was held, even at its end: from the first scene on.
  for (let at = await ask(page, "story.at"); at > 1; at--) {
    await page.keyboard.press(",");
    await page.waitForFunction((n) => document.querySelector(".game").game.story.at < n, at);
  }
  const at = await ask(page, "story.at");
  await page.keyboard.press(".");
  await page.waitForFunction((n) => document.querySelector(".game").game.story.at > n, at);
  await page.keyboard.press(",");
  await page.waitForFunction((n) => document.querySelector(".game").game.story.at <= n, Math.max(1, at));
  // In the strip the arrows do the same.
  await page.locator(".playback [data-key=play]").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((n) => document.querySelector(".game").game.story.at > n, Math.max(1, at));
  assert.match(await page.locator(".story-words").innerText(), /\w/);
  await page.evaluate(AXE);
  const findings = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document);
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(" ")}`);
  });
  assert.deepEqual(findings, []);
  assert.equal(await ask(page, "story.paused"), true, "who steps is not hurried on");
  await page.locator(".playback [data-key=skip]").click();
  await present(page);
  assert.equal(await page.locator(".playback:not([hidden]) .story-tools").count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("who acts sees the present at once", async () => {
  const { page } = await seen();
  await page.evaluate(() => document.querySelector(".game").game.story.pace(1));
  await page.locator("[data-key=again]").click();
  await page.waitForSelector(".playback:not([hidden]) .story-tools");
  const { cards } = await orders(page);
  assert.ok(cards.length > 0, "it is my decision");
  await giveButton(page, cards[0]);
  assert.equal(await ask(page, "story.again"), false);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("without motion orders are shown in steps", async () => {
  const { page } = await seen(LESSONS.gcacw, { reducedMotion: "reduce" });
  await page.evaluate(() => {
    /** @type {any} */ (window).moved = 0;
    new MutationObserver((all) => {
      for (const one of all)
        for (const node of one.addedNodes)
          if (/** @type {any} */ (node).classList?.contains("traveller")) /** @type {any} */ (window).moved++;
    }).observe(document.querySelector(".acting"), { childList: true });
  });
  await page.locator("[data-key=again]").click();
  await page.waitForFunction(() => document.querySelector(".game").game.story.at > 1);
  await present(page);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).moved), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** A game of two friends; both tokens, the Union player at a page. */
async function friends(scenario = LESSONS.lfm) {
  const begun = await api(house.address, "/games", {
    scenario,
    name: "Ann",
    seats: { union: { kind: "me" }, confederate: { kind: "friend" } },
  });
  const bob = await api(house.address, "/join", { invitation: begun.invitations.confederate, name: "Bob" });
  return { id: begun.id, ann: begun.token, bob: bob.token };
}

/** Gives orders of whoever is asked until one of these holds. */
async function playBy({ id, ann, bob }, done, pick = numbers(7)) {
  for (let n = 0; n < 400; n++) {
    const tables = await Promise.all(
      [ann, bob].map((token) => api(house.address, `/games/${id}`, undefined, token)),
    );
    if (done(tables)) return tables;
    const nth = tables[0].cards.length ? 0 : 1;
    const { cards, seq } = tables[nth];
    if (!cards.length) return tables;
    const card = cards[pick(cards.length)];
    await api(house.address, `/games/${id}/orders`, { seq, orders: [card.order] }, [ann, bob][nth]);
  }
  throw new Error("it never came to that");
}

test("after an absence it is told what happened, and shown", async () => {
  const game = await friends();
  await playBy(game, ([ann]) => ann.orders > 3 && ann.cards.length > 0);
  const page = await house.open({ story: FAST });
  await sitDown(page, house.address, { id: game.id, token: game.ann });
  await page.goto(`${house.address}/rules`);
  // Ann gives an order elsewhere, and then it is Bob who acts.
  let last = 0;
  await playBy(game, ([ann]) => {
    if (ann.cards.length) last = ann.orders + 1;
    return last > 0 && ann.orders - last >= 3;
  });
  await page.goto(`${house.address}/game/${game.id}`);
  await atTable(page);
  await page.waitForSelector(".absence:not([hidden])");
  const words = await page.locator(".absence").innerText();
  const { lines } = await api(house.address, `/games/${game.id}/log`, undefined, game.ann);
  const own = lines.findLast((l) => l.seat === "union").n;
  const theirs = lines.filter((l) => l.n > own);
  assert.match(words, new RegExp(`Since your last order: ${theirs.length} orders?`));
  await page.evaluate(AXE);
  const findings = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document);
    return violations.map((v) => v.id);
  });
  assert.deepEqual(findings, []);
  await page.locator(".absence button", { hasText: "Show me" }).click();
  await page.waitForFunction(() => document.querySelector(".game").game.story.active);
  await present(page, { theirs: true });
  assert.deepEqual(
    (await ask(page, "story.shown")).map((s) => s.n),
    theirs.map((l) => l.n),
  );
  // What was seen is not offered again.
  await page.reload();
  await atTable(page);
  await page.waitForTimeout(600);
  assert.equal(await page.locator(".absence:not([hidden])").count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a computer player who thinks is seen to, and can be hurried", async () => {
  const { id, token } = await against("general", LESSONS.gcacw, { seconds: 20 });
  const page = await house.open({ story: FAST });
  await sitDown(page, house.address, { id, token });
  for (let n = 0; n < 30; n++) {
    const { cards } = await orders(page);
    if (!cards.length) break;
    const card = cards.find((c) => /^(End|Done|Pass)/.test(c.label)) ?? cards[0];
    await giveButton(page, card);
  }
  await page.waitForSelector(".thinking [data-key=hurry]");
  assert.match(await page.locator(".thinking").innerText(), /General.*\d s/s);
  const before = (await orders(page)).orders;
  const begun = Date.now();
  await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
  await page.keyboard.press("h");
  await page.waitForFunction((n) => document.querySelector(".game").game.table.orders > n, before);
  assert.ok(Date.now() - begun < 12000, "he would have taken 20 seconds");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("what would you do: an order that can be looked at, with the keyboard too; nobody is helped against a person", async () => {
  const { id, token } = await against("veteran");
  const page = await house.open({ story: FAST });
  await sitDown(page, house.address, { id, token });
  await page.waitForSelector("[data-key=hint]");
  await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
  await page.keyboard.press("w");
  await page.waitForSelector(".hint");
  assert.match(await page.locator(".hint").innerText(), /General would: .+/);
  const hinted = await ask(page, "document.querySelector('.game').game.hints.told.order");
  assert.ok(
    (await orders(page)).cards.some((card) => card.order === hinted),
    hinted,
  );
  await page.click("[data-key=hint-look]");
  await page.waitForSelector("[data-key=give]");
  await page.click("[data-key=give]");
  await page.waitForFunction(
    (order) => document.querySelector(".game").game.wire.lines.some((l) => l.order === order),
    hinted,
  );
  assert.equal(await page.locator(".hint").count(), 0, "what was told is of the moment before");
  assert.deepEqual(page.problems, []);
  await page.context().close();

  const friends = await api(house.address, "/games", {
    scenario: LESSONS.gcacw,
    seats: { union: { kind: "me" }, confederate: { kind: "friend" } },
  });
  const other = await house.open({ story: FAST });
  await sitDown(other, house.address, { id: friends.id, token: friends.token });
  await other.waitForSelector(".decision-head");
  assert.equal(await other.locator("[data-key=hint]").count(), 0);
  await other.context().close();
});

test("three hundred orders at once take no more than a while", async () => {
  const { id, token } = await api(house.address, "/games", {
    scenario: "gettysburg-second-day",
    seats: { union: { kind: "me" }, confederate: { kind: "me" } },
  }).then((begun) =>
    begun.id
      ? begun
      : api(house.address, "/games", {
          scenario: LESSONS.lfm,
          seats: { union: { kind: "me" }, confederate: { kind: "me" } },
        }),
  );
  const pick = numbers(3);
  let table = await api(house.address, `/games/${id}`, undefined, token);
  while (table.orders < 300 && !table.standing.over) {
    const card = table.cards[pick(table.cards.length)];
    const body = { seq: table.seq, seat: card.seat, orders: [card.order], table: true };
    ({ table } = await api(house.address, `/games/${id}/orders`, body, token));
  }
  const page = await house.open({ story: { show: true, speed: 2 } });
  await sitDown(page, house.address, { id, token });
  const begun = Date.now();
  await ask(page, "story.replay(0)");
  await page.waitForFunction(() => document.querySelector(".game").game.story.at > 3);
  await present(page, { timeout: 60000 });
  assert.ok(Date.now() - begun < 45000, `${table.orders} orders took ${Date.now() - begun} ms`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("nothing is played to a tab that nobody sees; it goes on when it is seen", async () => {
  const { page } = await seen();
  const hide = (hidden) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  const before = await ask(page, "story.shown.length");
  await hide(true);
  for (
    let n = 0;
    n < 40 && !(await ask(page, "story.waiting.some((line) => line.seat === 'confederate')"));
    n++
  ) {
    const { cards } = await orders(page);
    const card = cards.find((c) => /^(End|Done|Pass|Keep|Stand|Hold)|over$/.test(c.label)) ?? cards[0];
    if (card) await giveButton(page, card);
    else await page.waitForTimeout(50);
  }
  await page.waitForTimeout(500);
  assert.ok((await ask(page, "story.waiting.length")) > 0, "orders wait");
  assert.equal(await ask(page, "story.shown.length"), before);
  await hide(false);
  await present(page);
  assert.ok((await ask(page, "story.shown.length")) > before);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("orders that are taken back meanwhile are no longer shown", async () => {
  const { page, id, token } = await seen();
  await page.evaluate(() => document.querySelector(".game").game.story.pace(1));
  await page.locator("[data-key=again]").click();
  await page.waitForSelector(".playback:not([hidden]) .story-tools");
  const { seq, orders: many } = await orders(page);
  const { done } = await api(house.address, `/games/${id}/undo`, { seq }, token);
  assert.equal(done, true);
  await page.waitForFunction((n) => document.querySelector(".game").game.table.orders < n, many);
  await present(page);
  const { table, shown } = await ask(page, "({table, shown: story.shown})");
  assert.ok(shown.every((s) => s.n <= table.orders));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the tab says whose decision it is; sounds are off until they are switched on", async () => {
  const { page } = await seen();
  assert.match(await page.title(), /^● Your decision/);
  assert.match(await page.locator("link[rel=icon]").getAttribute("href"), /^data:/);
  const played = () =>
    page.evaluate(async () => {
      const at = performance.getEntriesByType("resource").find((r) => /story\/sound\.js/.test(r.name)).name;
      return (await import(at)).played.map((one) => one.name);
    });
  assert.deepEqual(await played(), []);
  await page.locator("[data-key=tab-table]").click();
  await page.locator("[data-key=wish-sound]").check();
  assert.deepEqual(await played(), ["dice"]);
  await page.reload();
  await atTable(page);
  await page.locator("[data-key=tab-table]").click();
  assert.equal(await page.locator("[data-key=wish-sound]").isChecked(), true);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
