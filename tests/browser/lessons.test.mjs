// A whole lesson of each system, by clicks, to its end: both sides by one player, and against the computer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { atTable, begin, giveButton, keepHouse, orders } from "./table.mjs";

const LESSONS = {
  gcacw: "lesson-spring-hill",
  lfm: "rummels-farm",
  vnb: "lesson-henry-hill",
};
/** More orders than any lesson takes a player who does little. */
const MOST = 900;

const house = keepHouse();

/** The order of somebody who wants to see the end: now and then something bold, mostly what ends a phase. */
function choice(table, n) {
  const bold = table.cards.filter((c) =>
    /^(Take the init|March|Move|Attack|.* (charges|fires|attacks))/.test(c.label),
  );
  const end = table.cards.find((c) =>
    /^(End|Done|Go on|Pass|Keep|Stand|Stay|Hold|The stand's move)/.test(c.label),
  );
  if (n % 3 !== 2 && bold.length && n < 60) return bold[n % bold.length];
  return end ?? table.cards[n % table.cards.length];
}

for (const [system, id] of Object.entries(LESSONS)) {
  for (const [how, confederate] of [
    ["one player at both sides", "me"],
    ["against the computer", "computer"],
  ]) {
    test(`${system}: the lesson to its end, ${how}`, async () => {
      const page = await house.open();
      await begin(page, house.address, id, { union: "me", confederate });
      await atTable(page);
      let table = await orders(page);
      for (let n = 0; n < MOST && !table.standing.over; n++) {
        if (table.cards.length) await giveButton(page, choice(table, n));
        else await page.waitForTimeout(20);
        table = await orders(page);
      }
      assert.ok(table.standing.over, `after ${table.orders} orders: ${JSON.stringify(table.standing)}`);
      await page.waitForFunction(() =>
        /has won|draw/i.test(document.querySelector(".decision-head")?.textContent ?? ""),
      );
      assert.match(await page.locator(".decision-head").innerText(), /Seed of the dice: [0-9a-f]{64}/);
      assert.deepEqual(page.problems, []);
      console.log(`  ${system}, ${how}: ${table.orders} orders`);
      await page.context().close();
    });
  }
}
