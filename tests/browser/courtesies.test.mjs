// What players do beside orders: words, draws, resigning, the next game, notes of one's own, names, lists.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SIZES } from "./camera.mjs";
import { api, atTable, begin, keepHouse, orders, painted, sitDown } from "./table.mjs";

const house = keepHouse();
const SCENARIO = "lesson-spring-hill";

/** Pictures are only taken where a folder for them is named. */
async function picture(page, name) {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  if (await page.locator(".board").count()) await painted(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Ann is the Union, Bob the Confederate, each in a browser of his own. */
async function twoPlayers() {
  const ann = await house.open(SIZES.wide);
  await ann.goto(`${house.address}/new/${SCENARIO}`);
  await ann.fill("#name", "Ann");
  await ann.locator("input[name=confederate][value=friend]").check({ force: true });
  await ann.click("button[type=submit]");
  await atTable(ann);
  const link = await ann.locator("[data-invitation=confederate]").first().inputValue();
  const bob = await house.open(SIZES.wide);
  await bob.goto(link);
  await bob.fill("#name", "Bob");
  await bob.click("text=Take the seat");
  await atTable(bob);
  return { ann, bob };
}

/** Nothing failed, and both go. */
async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

const tab = (page, name) => page.locator(`.tabs [data-key=tab-${name}]`);

async function resign(page) {
  await tab(page, "table").click();
  await page.locator("[data-key=resign]").click();
  await page.locator("dialog button.main", { hasText: "Resign" }).click();
  await page.locator(".over-words").waitFor();
}

test("words are read at once, unread ones are counted, and spectators only read", async () => {
  const { ann, bob } = await twoPlayers();
  await tab(ann, "chat").click();
  await ann.fill(".chat-form textarea", "Good luck, Bob!");
  await ann.keyboard.press("Enter");
  await bob.locator(".tabs [data-key=tab-chat] .unread").waitFor();
  assert.match(await tab(bob, "chat").innerText(), /Chat\s*1/);
  assert.match(await bob.locator("#live").innerText(), /Ann: Good luck, Bob!/, "and it is said aloud");
  await bob.locator(".board").first().focus();
  await bob.keyboard.press("x");
  await bob.waitForFunction(() => document.activeElement?.matches(".chat-form textarea"));
  assert.match(await bob.locator(".chat-lines").innerText(), /Good luck, Bob!/);
  assert.equal(await bob.locator(".unread").count(), 0, "who opens it has read it");
  // What is being written stays while the other writes.
  await bob.keyboard.type("And to");
  await ann.fill(".chat-form textarea", "Shall we?");
  await ann.click("[data-key=chat-send]");
  await bob.locator(".chat-line", { hasText: "Shall we?" }).waitFor();
  assert.equal(await bob.locator(".chat-form textarea").inputValue(), "And to");
  await bob.locator(".chat-form textarea").focus();
  await bob.keyboard.type(" you.\n");
  await ann.locator(".chat-line.confederate", { hasText: "And to you." }).waitFor();
  await picture(ann, "chat-wide");
  const eve = await house.open(SIZES.phone);
  await eve.goto(ann.url());
  await atTable(eve);
  await tab(eve, "chat").click();
  await eve.locator(".chat-line", { hasText: "And to you." }).waitFor();
  assert.equal(await eve.locator(".chat-form").isVisible(), false);
  await ann.reload();
  await atTable(ann);
  await tab(ann, "chat").click();
  await ann.locator(".chat-line", { hasText: "And to you." }).waitFor();
  await leave(ann, bob, eve);
});

test("a draw is offered, declined, offered again and agreed to", async () => {
  const { ann, bob } = await twoPlayers();
  const propose = async () => {
    await tab(ann, "table").click();
    await ann.locator("[data-key=draw]").click();
    await ann.locator("dialog button.main", { hasText: "Offer a draw" }).click();
    await ann.locator(".proposal", { hasText: "You offered a draw" }).waitFor();
    await bob.locator(".proposal", { hasText: "Ann (Union) offers a draw" }).waitFor();
  };
  await propose();
  await picture(bob, "draw-wide");
  await bob.click("[data-key=decline]");
  await ann.locator(".proposal").waitFor({ state: "detached" });
  await propose();
  await ann.click("[data-key=withdraw]");
  await bob.locator(".proposal").waitFor({ state: "detached" });
  await propose();
  await bob.click("[data-key=accept]");
  for (const page of [ann, bob]) {
    await page.locator(".over-words").waitFor();
    assert.match(await page.locator(".decision-head").innerText(), /A draw\s+Draw agreed/i);
    await page.locator(".over-words", { hasText: "Both players agreed to a draw." }).waitFor();
    assert.equal(await page.locator(".orders button").count(), 0);
  }
  await tab(ann, "chat").click();
  assert.match(await ann.locator(".chat-lines").innerText(), /Ann offers a draw\.[\s\S]*Bob declined\./);
  await leave(ann, bob);
});

test("who resigns is asked first, and both come to one rematch with sides changed", async () => {
  const { ann, bob } = await twoPlayers();
  await tab(bob, "table").click();
  await bob.locator("[data-key=resign]").click();
  await bob.locator("dialog button", { hasText: "Cancel" }).click();
  assert.equal((await orders(bob)).standing.over, undefined, "nothing happened yet");
  await resign(bob);
  await ann.locator(".over-words", { hasText: "The Confederate player resigned." }).waitFor();
  await ann.click(".over-words [data-key=ending]");
  await ann.locator("h1", { hasText: "Union victory, Confederate resigned" }).waitFor();
  await picture(ann, "ending-wide");
  await ann.click("[data-key=rematch]");
  await atTable(ann);
  const next = ann.url();
  assert.deepEqual((await orders(ann)).you, ["confederate"]);
  await bob.locator("[data-key=rematch]", { hasText: "To the rematch" }).click();
  await bob.waitForURL(next);
  await atTable(bob);
  assert.deepEqual((await orders(bob)).you, ["union"], "a guest has his seat without an invitation");
  await leave(ann, bob);
});

test("a note is on the map and the card of its author, and of nobody else", async () => {
  const { ann, bob } = await twoPlayers();
  const { view } = await orders(ann);
  const piece = view.pieces.find((p) => p.side === "union" && p.at);
  await ann.evaluate((id) => document.querySelector(".game").game.select(id), piece.id);
  await ann.locator(".board").first().focus();
  await ann.keyboard.press("o");
  await ann.waitForFunction(() => document.activeElement?.matches(".own-note textarea"));
  await ann.keyboard.type("Keep him back until noon");
  await ann.click("[data-key=note-keep]");
  await ann.locator(`[data-note="${piece.at}"]`).waitFor({ state: "attached" });
  assert.match(await ann.locator(".tray").innerText(), /Keep him back until noon/);
  await picture(ann, "note-wide");
  const heard = (page) =>
    page.evaluate((place) => document.querySelector(".game").game.describe(place), piece.at);
  assert.match(await heard(ann), /Your note on .*: Keep him back until noon/);
  await bob.reload();
  await atTable(bob);
  assert.doesNotMatch(await heard(bob), /Keep him back/);
  assert.equal(await bob.locator("[data-note]").count(), 0);
  await ann.reload();
  await atTable(ann);
  await ann.locator(`[data-note="${piece.at}"]`).waitFor({ state: "attached" });
  await ann.evaluate((id) => document.querySelector(".game").game.select(id), piece.id);
  await ann.locator(".own-note button", { hasText: "Change your note" }).first().click();
  await ann.fill(".own-note textarea", "");
  await ann.click("[data-key=note-keep]");
  await ann.waitForFunction(() => !document.querySelector("[data-note]"));
  await leave(ann, bob);
});

test("a game is renamed, hidden and deleted from the list", async () => {
  const { ann, bob } = await twoPlayers();
  await tab(ann, "table").click();
  await ann.locator("[data-key=rename]").click();
  await ann.fill("dialog input", "Sunday evening");
  await ann.locator("dialog button.main").click();
  for (const page of [ann, bob]) await page.locator("h1", { hasText: "Sunday evening" }).waitFor();
  assert.match(await bob.title(), /Sunday evening/);
  await picture(ann, "table-wide");
  await resign(ann);
  await ann.goto(house.address);
  const row = ann.locator(".game-list li", { hasText: "Sunday evening" });
  await row.locator("summary").click();
  assert.equal(await row.locator("button", { hasText: "Delete" }).count(), 0, "a person played too");
  await picture(ann, "list-wide");
  await row.locator("button", { hasText: "Hide" }).click();
  await row.waitFor({ state: "detached" });
  await ann.reload();
  await ann.locator("[data-key=show-hidden]", { hasText: "Show 1 hidden game" }).click();
  await row.waitFor();
  // Alone a game is deleted at once, after a question.
  await begin(ann, house.address, SCENARIO, { union: "me", confederate: "me" });
  await atTable(ann);
  const gone = ann.url();
  await ann.goto(house.address);
  const own = ann.locator(".game-list li", { hasText: "You play both sides" });
  await own.locator("summary").click();
  await own.locator("button", { hasText: "Delete" }).click();
  await ann.locator("dialog button.main", { hasText: "Delete" }).click();
  await own.waitFor({ state: "detached" });
  const answer = await fetch(gone.replace("/game/", "/api/v1/games/"));
  assert.equal(answer.status, 404);
  await leave(ann, bob);
});

test("all of it is there on a phone", async () => {
  const seats = { union: { kind: "me" }, confederate: { kind: "friend" } };
  const begun = await api(house.address, "/games", { scenario: SCENARIO, seats, name: "Ann" });
  const invitation = begun.invitations.confederate;
  const joined = await api(house.address, "/join", { invitation, name: "Bob" });
  const [ann, bob] = [await house.open(SIZES.phone), await house.open(SIZES.phone)];
  await sitDown(ann, house.address, begun);
  await sitDown(bob, house.address, joined);
  await tab(ann, "chat").click();
  await ann.fill(".chat-form textarea", "Hello from the train");
  await picture(ann, "writing-phone");
  await ann.keyboard.press("Enter");
  await tab(bob, "chat").locator(".unread").waitFor();
  await picture(bob, "unread-phone");
  await tab(bob, "chat").click();
  await bob.locator(".chat-line", { hasText: "Hello from the train" }).waitFor();
  await bob.locator(".chat-form").scrollIntoViewIfNeeded();
  await picture(bob, "chat-phone");
  await tab(bob, "table").click();
  await bob.locator("[data-key=draw]").scrollIntoViewIfNeeded();
  await picture(bob, "table-phone");
  for (const key of ["rename", "draw", "abandon", "resign"]) {
    const box = await bob.locator(`[data-key=${key}]`).boundingBox();
    assert.ok(
      box && box.height >= 36 && box.x >= 0 && box.x + box.width <= 390,
      `${key}: ${JSON.stringify(box)}`,
    );
  }
  await bob.locator("[data-key=draw]").tap();
  await bob.locator("dialog button.main").tap();
  await ann.locator("[data-key=accept]").waitFor();
  await picture(ann, "draw-phone");
  await ann.locator("[data-key=accept]").tap();
  await bob.locator(".over-words").waitFor();
  await leave(ann, bob);
});

test("a computer player is resigned to and played from the other side", async () => {
  const page = await house.open();
  await begin(page, house.address, SCENARIO, { union: "me", confederate: "computer:recruit" });
  await atTable(page);
  await tab(page, "table").click();
  assert.equal(await page.locator("[data-key=draw]").count(), 0, "it agrees to nothing");
  await resign(page);
  await page.locator(".over-words [data-key=rematch]", { hasText: "Play the other side" }).click();
  await page.waitForFunction(() => document.querySelector(".over-words") === null);
  await atTable(page);
  const table = await orders(page);
  assert.deepEqual([table.you, table.seats.union.kind], [["confederate"], "computer"]);
  const { games } = await api(house.address, "/games/mine", {
    tokens: await page.evaluate(() =>
      Object.values(JSON.parse(localStorage.getItem("hardtack.seats") ?? "{}")),
    ),
  });
  assert.equal(games.length, 2);
  await leave(page);
});
