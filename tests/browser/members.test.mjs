// The club around the tables: open seats, private games, spectators, ratings, and what moderators do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { api, atTable, keepHouse, numbers } from "./table.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SCENARIO = "lesson-spring-hill";

const AXE = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const house = keepHouse();

/** Nothing that axe finds wrong for who hears a page or cannot see colours. */
async function sound(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document);
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(", ")}`);
  });
  assert.deepEqual(found, [], page.url());
}

/** A member with a page of his own. */
async function member(name, options) {
  const page = await house.open(options);
  await page.goto(`${house.address}/`);
  const entered = await api(house.address, "/me", { name, device: "Test" });
  assert.ok(entered.token, JSON.stringify(entered));
  await page.evaluate(
    ([token, name]) => {
      localStorage.setItem("hardtack.device", token);
      localStorage.setItem("hardtack.member", name);
    },
    [entered.token, name],
  );
  return { page, token: entered.token };
}

/** Begins a game at the page, with the other seat offered in this way. */
async function offer(page, way, { name, secret = false } = {}) {
  await page.goto(`${house.address}/new/${SCENARIO}`);
  await page.locator("input[name=confederate][value=friend]").check({ force: true });
  await page.locator(`input[name=confederate-friend][value=${way}]`).check();
  if (name) await page.fill("input[name=confederate-member]", name);
  if (secret) await page.check("input[name=private]");
  await page.click("button[type=submit]");
  await atTable(page);
  return page.url().split("/game/")[1];
}

/** Plays a game between two members to its end, without pages. */
async function playOut(union, confederate) {
  const seats = { union: { kind: "me" }, confederate: { kind: "friend" } };
  const begun = await api(house.address, "/games", { scenario: SCENARIO, seats }, union);
  await api(house.address, "/join", { invitation: begun.invitations.confederate }, confederate);
  const pick = numbers(7);
  for (let n = 0; n < 3000; n++) {
    for (const token of [union, confederate]) {
      const table = await api(house.address, `/games/${begun.id}`, undefined, token);
      if (table.standing.over) return begun.id;
      if (!table.cards.length) continue;
      const card = table.cards[pick(table.cards.length)];
      await api(
        house.address,
        `/games/${begun.id}/orders`,
        { seq: table.seq, seat: card.seat, orders: [card.order] },
        token,
      );
    }
  }
  throw new Error("the game does not end");
}

async function done(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

test("a seat that anybody may take stands in the lobby, and one click takes it", async () => {
  const { page: ann } = await member("Ann of the lobby");
  const game = await offer(ann, "open");
  const bob = await house.open(PHONE);
  await bob.goto(`${house.address}/`);
  const row = bob.locator(`[data-open-seat="${game}"]`);
  await row.waitFor();
  assert.match(await row.innerText(), /Spring Hill.*Confederate[\s\S]*offered by Ann of the lobby/);
  await sound(bob);
  // By the keyboard: the button says to whom and to what.
  const sit = row.locator("button", { hasText: "Sit down" });
  assert.match(await sit.getAttribute("aria-label"), /Confederate side of .*against Ann of the lobby/);
  await sit.focus();
  await bob.keyboard.press("Enter");
  await atTable(bob);
  assert.equal(bob.url().split("/game/")[1], game);
  await ann.waitForFunction(() => !document.querySelector("[data-invitation]"));
  const eve = await house.open();
  await eve.goto(`${house.address}/`);
  await eve.waitForSelector("#lessons");
  assert.equal(await eve.locator(`[data-open-seat="${game}"]`).count(), 0, "it is taken");
  await done(ann, bob, eve);
});

test("an own offer is taken back, and a member is asked by his name", async () => {
  const { page: ann } = await member("Ann who asks");
  const { page: bob } = await member("Bob who is asked");
  const game = await offer(ann, "member", { name: "bob who is asked" });
  await bob.goto(`${house.address}/#invitations`);
  await bob.waitForSelector("#invitations");
  await bob.locator(`[data-key="decline-${game}"]`).click();
  await bob.waitForFunction(() => !document.querySelector("#invitations"));
  const other = await offer(ann, "open");
  await ann.goto(`${house.address}/`);
  await ann.locator(`[data-key="close-${other}"]`).click();
  await ann.waitForFunction((id) => !document.querySelector(`[data-open-seat="${id}"]`), other);
  await ann.goto(`${house.address}/game/${other}`);
  await atTable(ann);
  assert.ok(await ann.locator("[data-invitation]").count(), "the link is still good");
  const third = await offer(ann, "member", { name: "Bob who is asked" });
  await bob.goto(`${house.address}/`);
  await bob.locator(`[data-open-seat="${third}"] button`, { hasText: "Accept" }).click();
  await atTable(bob);
  await done(ann, bob);
});

test("a private game is not there for others, and who watches an open one is told so", async () => {
  const { page: ann } = await member("Ann in private");
  const hidden = await offer(ann, "link", { secret: true });
  assert.match(await ann.locator(".game-bar").innerText(), /Private/);
  const eve = await house.open();
  await eve.goto(`${house.address}/game/${hidden}`);
  await eve.waitForSelector("h1");
  assert.match(await eve.locator("main").innerText(), /there is no game/);
  const open = await offer(ann, "link");
  await eve.goto(`${house.address}/game/${open}`);
  await atTable(eve);
  assert.match(await eve.locator(".game-bar .banner").innerText(), /You are watching/);
  await ann.waitForFunction(() => /1 watches/.test(document.querySelector(".game-bar")?.textContent ?? ""));
  await eve.context().close();
  await ann.waitForFunction(() => !/watches/.test(document.querySelector(".game-bar")?.textContent ?? ""));
  await done(ann);
});

test("the club shows ratings and members, and a member's page how he came to them", async () => {
  const { page: ann, token: first } = await member("Ann who is rated", PHONE);
  const { token: second } = await member("Bob who is rated");
  await playOut(first, second);
  await ann.goto(`${house.address}/club`);
  const name = ann.locator(".rating-table a", { hasText: "Ann who is rated" });
  await name.waitFor();
  assert.ok(await ann.locator(".member-list a", { hasText: "Bob who is rated" }).count());
  await sound(ann);
  await name.click();
  await ann.waitForSelector(".rating-chart");
  await sound(ann);
  assert.match(await ann.locator(".rating-chart").getAttribute("aria-label"), /from 1500 to \d+ in 1 game/);
  assert.match(await ann.locator(".game-list").innerText(), /against\s+Bob who is rated/);
  const wide = await ann.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= PHONE.viewport.width, `nothing sticks out on a phone: ${wide}`);
  await done(ann);
});
