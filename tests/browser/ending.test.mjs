// The end of a game: every part of its page, the moments it leads to, playing again and playing on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fought } from "./fought.mjs";
import { PHONE, findings, fits } from "./looks.mjs";
import { api, atTable, keepHouse, sitDown } from "./table.mjs";

const house = keepHouse();
const LESSONS = ["lesson-spring-hill", "rummels-farm", "lesson-henry-hill"];

/** A game of each scenario in which somebody fought and which turned somewhere, played once. */
const played = new Map();
function finished(scenario) {
  if (!played.has(scenario)) played.set(scenario, fought(house.address, scenario));
  return played.get(scenario);
}

const words = (page, selector) => page.locator(selector).innerText();

for (const scenario of LESSONS) {
  test(`${scenario}: the table leads to a page that says why it ended so`, async () => {
    const game = await finished(scenario);
    const page = await house.open();
    await sitDown(page, house.address, game);
    await page.waitForSelector(".over-words");
    await page.click('[data-key="ending"]');
    await page.waitForSelector(".ending h1");
    const { ending } = game;
    assert.equal(await words(page, ".ending h1"), ending.headline);
    assert.equal(await words(page, ".ending-head .lead"), ending.why);
    assert.equal(await page.locator("svg.chart[role=img] > title").count(), 3);
    assert.equal(await page.locator("svg.chart[role=img] > desc").count(), 3);
    const columns = await page
      .locator(".sources tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent.replace("–", "0"))),
        ),
      );
    const sum = (n) => columns.reduce((all, row) => all + row[n], 0);
    assert.deepEqual([sum(0), sum(1)], game.table.standing.over.points);
    assert.equal(
      await page.locator(".as-table").first().locator("tbody tr").count(),
      ending.course.turns.length,
    );
    assert.equal(await page.locator(".loss").count(), 2);
    assert.equal(await page.locator(".turning-points > li").count(), ending.turning_points.length);
    assert.match(await words(page, ".luck"), /Expected/);
    await page.waitForFunction(
      () => /thought again/.test(document.querySelector(".otherwise")?.textContent ?? ""),
      null,
      {
        timeout: 60000,
      },
    );
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

for (const [name, options] of [
  ["wide", {}],
  ["phone", PHONE],
  ["dark", { colorScheme: "dark" }],
]) {
  test(`${name}: axe finds nothing on the page of an ending, and it fits`, async () => {
    const page = await house.open(options);
    for (const scenario of LESSONS) {
      const { id } = await finished(scenario);
      await page.goto(`${house.address}/ending/${id}`);
      await page.waitForSelector(".ending h1");
      await page.evaluate(() =>
        document.querySelectorAll("details").forEach((fold) => fold.setAttribute("open", "")),
      );
      assert.deepEqual(await findings(page), [], scenario);
      await fits(page);
    }
    await page.context().close();
  });
}

test("a turning point opens the replay at that very moment", async () => {
  const game = await finished("lesson-henry-hill");
  const page = await house.open();
  await page.goto(`${house.address}/ending/${game.id}`);
  const link = page.locator("[data-moment]").first();
  const n = await link.getAttribute("data-moment");
  await link.click();
  await page.waitForFunction(
    (n) => /** @type {any} */ (document.querySelector(".replay-controls input"))?.value === n,
    n,
  );
  assert.match(await words(page, ".moment-words"), new RegExp(`order ${n} of`));
  await page.context().close();
});

test("a finished game is played on from a moment of it, and again from the beginning", async () => {
  const game = await finished("lesson-spring-hill");
  const page = await house.open();
  await sitDown(page, house.address, game);
  await page.goto(`${house.address}/replay/${game.id}?n=5`);
  await page.click('[data-key="play-on"]');
  await page.waitForSelector("dialog.play-on[open]");
  assert.deepEqual(await findings(page), []);
  await page.click("dialog.play-on button[type=submit]");
  await page.waitForURL(/\/game\//);
  await atTable(page);
  const fork = new URL(page.url()).pathname.split("/").pop();
  const forked = await api(house.address, `/games/${fork}`);
  assert.deepEqual(forked.from, { game: game.id, orders: 5 });
  assert.equal(forked.seats.confederate.kind, "computer");

  await page.goto(`${house.address}/ending/${game.id}`);
  await page.click('[data-key="again"]');
  await page.waitForURL(/\/game\//);
  await atTable(page);
  const again = await api(house.address, `/games/${new URL(page.url()).pathname.split("/").pop()}`);
  assert.deepEqual([again.scenario, again.orders], [game.table.scenario, 0]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("at the last moment there is nothing to play on, and in a running game nowhere", async () => {
  const game = await finished("lesson-spring-hill");
  const page = await house.open();
  await page.goto(`${house.address}/replay/${game.id}?n=${game.table.orders}`);
  await page.waitForSelector('[data-key="play-on"][disabled]');
  const seats = { union: { kind: "me" }, confederate: { kind: "me" } };
  const { id } = await api(house.address, "/games", { scenario: "lesson-spring-hill", seats });
  await page.goto(`${house.address}/replay/${id}`);
  await page.waitForSelector(".replay-controls");
  assert.equal(await page.locator('[data-key="play-on"]').count(), 0);
  await page.goto(`${house.address}/ending/${id}`);
  await page.waitForFunction(() => /goes on/.test(document.querySelector("main")?.textContent ?? ""));
  await page.context().close();
});

test("a rematch against a person changes the sides, and nobody needs an invitation", async () => {
  const seats = { union: { kind: "me" }, confederate: { kind: "friend" } };
  const begun = await api(house.address, "/games", { scenario: "lesson-spring-hill", seats, name: "Ann" });
  const { token: bob } = await api(house.address, "/join", {
    invitation: begun.invitations.confederate,
    name: "Bob",
  });
  const tokens = { union: begun.token, confederate: bob };
  for (;;) {
    const { standing, seq } = await api(house.address, `/games/${begun.id}`);
    const side = standing.waiting?.seats[0];
    if (!side) break;
    const { cards } = await api(house.address, `/games/${begun.id}`, undefined, tokens[side]);
    const card = cards.find((c) => c.passes) ?? cards.at(-1);
    await api(
      house.address,
      `/games/${begun.id}/orders`,
      { seq, seat: side, orders: [card.order] },
      tokens[side],
    );
  }
  const page = await house.open();
  await sitDown(page, house.address, { id: begun.id, token: begun.token });
  await page.goto(`${house.address}/ending/${begun.id}`);
  await page.click('[data-key="rematch"]');
  await page.waitForURL(/\/game\//);
  const next = new URL(page.url()).pathname.split("/").at(-1);
  const seat = await api(house.address, `/games/${next}`, undefined, bob);
  assert.deepEqual(seat.you, ["union"], "Bob needs no invitation");
  await page.context().close();
});
