// What people read and send each other: invitations, taking back, the log, labels, what to do first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api, atTable, begin, giveButton, keepHouse, orders, painted } from "./table.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const house = keepHouse();

/** Ann begins, Bob takes the other seat. */
async function twoPlayers(scenario, options) {
  const ann = await house.open(options);
  await ann.goto(`${house.address}/new/${scenario}`);
  await ann.fill("#name", "Ann");
  await ann.locator("input[name=confederate][value=friend]").check({ force: true });
  await ann.click("button[type=submit]");
  await atTable(ann);
  const link = await ann.locator("[data-invitation=confederate]").first().inputValue();
  const bob = await house.open(options);
  await bob.goto(link);
  return { ann, bob, link };
}

test("the invitation is at the table until it is used, and says by whom and to what", async () => {
  const { ann, bob, link } = await twoPlayers("lesson-spring-hill");
  await bob.waitForSelector("form");
  const words = await bob.locator(".invited").innerText();
  assert.match(words, /Lesson: the road at Spring Hill/);
  assert.match(words, /Ann plays the other side/);
  assert.match(words, /Confederate side/);
  // Whoever opened the page by a name that only this computer knows is told so.
  assert.match(await ann.locator(".invitations").first().innerText(), /only this computer can open/);
  // Still there after a reload, in the tab of the table as well, with the host of the page.
  await ann.goto(ann.url().replace("127.0.0.1", "localhost"));
  await ann.evaluate(
    (kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)),
    await ann
      .context()
      .storageState()
      .then((state) =>
        Object.fromEntries(
          (state.origins.find((o) => o.origin === house.address)?.localStorage ?? []).map((i) => [
            i.name,
            i.value,
          ]),
        ),
      ),
  );
  await ann.reload();
  await atTable(ann);
  await ann.click(".tabs button:has-text('Table')");
  const again = await ann.locator(".more [data-invitation=confederate]").inputValue();
  assert.equal(again, link.replace("127.0.0.1", "localhost"));
  await ann.locator(".more [data-key=copy-confederate]").click();
  await ann.locator(".more .link-box button", { hasText: "Copied" }).waitFor();
  await bob.click("text=Take the seat");
  await atTable(bob);
  await ann.waitForFunction(() => !document.querySelector("[data-invitation]"));
  assert.equal((await orders(bob)).seats.confederate.name, "The Confederate player", "he gave no name");
  // The link is used up, and says so.
  const eve = await house.open();
  await eve.goto(link);
  await eve.waitForSelector(".invited .note");
  assert.match(await eve.locator(".invited").innerText(), /has taken this seat/);
  for (const page of [ann, bob, eve]) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test("taking back says to which order and what is lost, and leaves a trace", async () => {
  const { ann, bob } = await twoPlayers("lesson-spring-hill");
  await bob.fill("#name", "Bob");
  await bob.click("text=Take the seat");
  await atTable(bob);
  // Ann, then Bob twice: Ann wants hers back.
  const give = async (page) => {
    const table = await orders(page);
    const card = table.cards.find((c) => /^(Done|Take|Pass|End)/.test(c.label)) ?? table.cards[0];
    await giveButton(page, card);
    return card;
  };
  let last = { by: "", label: "" };
  let theirs = 0;
  for (let n = 0; n < 12 && theirs < 1; n++) {
    for (const page of [ann, bob]) {
      if (!(await orders(page)).cards.length) continue;
      const card = await give(page);
      if (page === ann) [last, theirs] = [{ by: "ann", label: card.label }, 0];
      else if (last.by) theirs++;
    }
  }
  const { undo } = await orders(ann);
  assert.ok(undo.union.others > 0, "Bob has acted since");
  await ann.waitForFunction(
    (n) => /** @type {any} */ (document.querySelector(".game")).game.table.orders >= n,
    undo.union.kept + undo.union.own + undo.union.others,
  );
  const label = await ann.locator("[data-key=undo]").innerText();
  assert.ok(label.includes(`Ask to take back “${last.label}”`), label);
  await ann.locator("[data-key=undo]").click();
  await bob.waitForSelector(".asked");
  const question = await bob.locator(".asked").innerText();
  assert.ok(question.includes(`“${last.label}”`), question);
  assert.match(question, new RegExp(`${undo.union.others} orders? of yours would be lost`));
  assert.equal(await bob.locator(".lost-orders li").count(), undo.union.own + undo.union.others);
  await bob.locator("[data-key=agree]").click();
  const trace = /The Union player took back 1 order, and \d+ of the other player with it/;
  for (const page of [ann, bob]) {
    await page.waitForSelector(".taken-back");
    assert.match(await page.locator(".taken-back").innerText(), trace);
    await page.reload();
    await atTable(page);
    await page.waitForSelector(".taken-back");
    assert.match(await page.locator(".taken-back").innerText(), trace, "it is still there");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

/** Words of programs that no reader should meet in a log. */
const ENGINE = /^(Dig |Pick |Take \d|Join |Halt$|Steady$|Select |Go [A-Z]|Aim )|\d+\.\d\d, \d+\.\d\d/;

for (const scenario of ["lesson-spring-hill", "rummels-farm", "lesson-henry-hill"]) {
  test(`${scenario}: every line of the log is a sentence, and none lies over another`, async () => {
    const page = await house.open();
    const seats = { union: { kind: "me" }, confederate: { kind: "computer", officer: "recruit" } };
    const { id, token } = await api(house.address, "/games", { scenario, seats });
    for (let n = 0; n < 60; n++) {
      const table = await api(house.address, `/games/${id}`, undefined, token);
      if (table.standing.over || table.orders > 90) break;
      if (!table.cards.length) {
        await new Promise((go) => setTimeout(go, 100));
        continue;
      }
      const card = table.cards[(n * 7) % table.cards.length];
      const orders = [card.order];
      await api(house.address, `/games/${id}/orders`, { seq: table.seq, seat: card.seat, orders }, token);
    }
    await page.goto(`${house.address}/rules`);
    await page.evaluate(
      ([id, token]) => localStorage.setItem("hardtack.seats", JSON.stringify({ [id]: token })),
      [id, token],
    );
    await page.goto(`${house.address}/game/${id}`);
    await atTable(page);
    await page.waitForSelector(".log-line");
    const lines = await page.locator(".log-line").evaluateAll((all) =>
      all.map((line) => {
        const box = line.getBoundingClientRect();
        const number = line.querySelector(".moment")?.getBoundingClientRect();
        return {
          words: [...line.querySelectorAll("p, .log-mark")].map(
            (p) => p.textContent?.replace("◎", "").trim() ?? "",
          ),
          top: box.top,
          bottom: box.bottom,
          number: number && { top: number.top, bottom: number.bottom },
          badged: [...line.querySelectorAll(".log-body p")].map((p) => p.textContent ?? ""),
        };
      }),
    );
    assert.ok(lines.length > 10, `${lines.length} lines`);
    for (const [n, line] of lines.entries()) {
      assert.ok(line.words.join("").length > 1, `line ${n} is empty`);
      for (const words of line.words) assert.doesNotMatch(words, ENGINE);
      for (const words of line.badged) assert.doesNotMatch(words, /^(Union|Confederate) \w+( \w+)? Phase\./);
      if (line.number) assert.ok(line.number.bottom <= line.bottom + 1 && line.number.top >= line.top - 1);
      if (n) assert.ok(line.top >= lines[n - 1].bottom - 1, `line ${n} lies over the one before`);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

for (const [name, options] of [
  ["wide", { viewport: { width: 1440, height: 900 } }],
  ["phone", PHONE],
]) {
  test(`${name}: the bar has one height whatever it says`, async () => {
    const page = await house.open(options);
    await begin(page, house.address, "rummels-farm", { union: "me", confederate: "me" });
    await atTable(page);
    const heights = new Set();
    const texts = new Set();
    for (let n = 0; n < 14; n++) {
      const table = await orders(page);
      const card = table.cards.find((c) => /^(Done|Move )/.test(c.label)) ?? table.cards[0];
      await giveButton(page, card);
      texts.add(await page.locator(".bar-title").innerText());
      heights.add(await page.locator(".game-bar").evaluate((bar) => bar.getBoundingClientRect().height));
    }
    assert.ok(texts.size > 3, "the words changed");
    assert.equal(heights.size, 1, [...heights].join());
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("a switch that needs a unit says so on the page, and an overlay has a legend", async () => {
  const page = await house.open();
  await begin(page, house.address, "lesson-spring-hill", { union: "me", confederate: "me" });
  await atTable(page);
  await page.keyboard.press("Escape");
  await page.click("[data-key=lens-reach]");
  await page.waitForSelector(".legend .needs");
  assert.match(await page.locator(".legend").innerText(), /Reach: .*unit/i);
  await page.click("[data-key=lens-zoc]");
  await page.waitForSelector(".legend .swatch");
  const words = await page.locator(".legend").innerText();
  assert.match(words, /Union/);
  assert.match(words, /Confederate/);
  // The patch has the colour of what lies on the map.
  const [patch, laid] = await page.evaluate(() =>
    [".legend .swatch .union", ".board .overlay.union"].map(
      (selector) => getComputedStyle(/** @type {Element} */ (document.querySelector(selector))).fill,
    ),
  );
  assert.equal(patch, laid);
  await page.click("[data-key=lens-zoc]");
  assert.ok(await page.locator(".legend").isHidden());
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("phone: the first order is above the fold, the page scrolls, a spectator is told, the keys are found", async () => {
  const page = await house.open(PHONE);
  for (const scenario of ["lesson-spring-hill", "rummels-farm", "lesson-henry-hill"]) {
    await begin(page, house.address, scenario, { union: "me", confederate: "computer:recruit" });
    await atTable(page);
    await page.waitForSelector(".orders button, .orders summary");
    const foot = await page
      .locator(".orders button:visible, .orders summary:visible")
      .first()
      .evaluate((one) => one.getBoundingClientRect().bottom);
    assert.ok(foot <= 844, `${scenario}: the first order ends at ${foot}`);
  }
  // A finger below the map scrolls the page; the map stays in sight and leaves room.
  const map = await page.locator(".map-frame").boundingBox();
  assert.ok(map.height < 844 / 2, `the map takes ${map.height}`);
  await page.locator(".tabs button", { hasText: "Roster" }).tap();
  await page.waitForSelector(".roster");
  const held = await page.evaluate(() => {
    const ways = [];
    for (let at = document.elementFromPoint(200, 780); at; at = at.parentElement)
      ways.push(getComputedStyle(at).touchAction);
    return ways.filter((way) => way !== "auto" && way !== "manipulation");
  });
  assert.deepEqual(held, [], "nothing below the map keeps a finger from scrolling");
  await page.evaluate(() => scrollTo(0, 200));
  await page.waitForFunction(() => scrollY > 30);
  assert.ok((await page.locator(".map-frame").boundingBox()).y >= 0, "the map stays");
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator("[aria-label='Keys']").tap();
  await page.waitForSelector("dialog.keys-sheet[open]");
  assert.match(await page.locator(".keys-sheet").innerText(), /finds a unit or a place/);
  const eve = await house.open(PHONE);
  await eve.goto(page.url());
  await atTable(eve);
  assert.match(await eve.locator(".decision").innerText(), /You are watching this game/);
  assert.deepEqual([...page.problems, ...eve.problems], []);
  await page.context().close();
  await eve.context().close();
});

test("sentences and labels", async () => {
  const page = await house.open();
  await page.goto(`${house.address}/new/rummels-farm`);
  await page.waitForSelector(".armies dd");
  const story = await page.locator(".story").innerText();
  assert.doesNotMatch(story, /for Given by the scenario/);
  assert.match(story, /has \d+ from the start/);
  await begin(page, house.address, "gettysburg-first-day", { union: "me", confederate: "me" });
  await atTable(page);
  await painted(page);
  const bar = await page.locator(".bar-title").innerText();
  assert.doesNotMatch(bar, /turn [2-9]\d* of/, bar);
  assert.match(bar, /number 1 of \d+|turn 1 of/, bar);
  await page.click(".tabs button:has-text('Roster')");
  const roster = await page.locator(".more").innerText();
  assert.doesNotMatch(roster, /strength \*/);
  assert.match(roster, /star/);
  for (const strip of await page.locator(".piece-button .strip-text").allTextContents())
    assert.doesNotMatch(strip, /-/, "no word is cut at its hyphen");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
