// The book of rules: chapters, links to clauses, words, charts, pictures, search; and the words at the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, findings, fits } from "./looks.mjs";
import { atTable, begin, keepHouse } from "./table.mjs";

const house = keepHouse();

const api = async (path) => (await fetch(`${house.address}/api/v1${path}`)).json();

for (const [name, options] of [
  ["wide", {}],
  ["phone", PHONE],
  ["dark", { colorScheme: "dark" }],
]) {
  test(`${name}: every kind of page of the book is accessible and fits`, async () => {
    const page = await house.open(options);
    for (const address of [
      "/rules",
      "/rules?system=gcacw&chapter=modifiers",
      "/rules?system=lfm&part=sequence",
      "/rules?system=lfm&part=charts",
      "/rules?system=vnb&part=pictures",
      "/rules?system=vnb&part=glossary",
    ]) {
      await page.goto(house.address + address);
      await page.waitForSelector(".book-page h1");
      await page.waitForLoadState("networkidle");
      assert.deepEqual(await findings(page), [], address);
      await fits(page);
      assert.deepEqual(page.problems, [], address);
    }
    await page.context().close();
  });
}

test("a link to a clause opens its chapter and marks it", async () => {
  const page = await house.open();
  await page.goto(`${house.address}/rules?clause=G7.4-49`);
  const here = page.locator(".clause.here");
  await here.waitFor();
  assert.equal(await here.getAttribute("data-clause"), "G7.4-49");
  assert.match(await page.locator(".book-page h1").innerText(), /changes the dice/);
  assert.match(await page.locator("#h-G7\\.4").innerText(), /7\.4\s*Modifiers of the dice/);
  const box = await here.boundingBox();
  assert.ok(box && box.y > 0 && box.y < 860, "the clause is in sight");
  assert.equal(
    await page.locator('.book-contents a[aria-current="page"]').innerText(),
    "What changes the dice",
  );
  // A section as refusals cite it still leads to its first clause.
  await page.goto(`${house.address}/rules?clause=5.1`);
  await page.waitForSelector('.clause.here[data-clause="G5.1-1"]');
  await page.context().close();
});

test("search finds words, chapters and clauses, by kinds", async () => {
  const page = await house.open();
  await page.goto(`${house.address}/rules?system=gcacw`);
  await page.fill("#find", "refused flank");
  await page.waitForSelector(".found");
  const kinds = await page.locator(".found h2").allInnerTexts();
  assert.match(kinds[0], /^Glossary/);
  assert.ok(
    kinds.some((k) => /^Clauses: What changes the dice/.test(k)),
    kinds.join(),
  );
  assert.deepEqual(await findings(page), []);
  await page.locator('.found a[href*="clause=G7.8-13"], .found [data-hit^="G"] a').first().click();
  await page.waitForSelector(".clause.here");
  await page.fill("#find", "xyzzy");
  assert.match(await page.locator(".book-page .lead").innerText(), /does not say/);
  await page.context().close();
});

test("a term tells its meaning by pointing, focus and tap, and Escape puts it away", async () => {
  const page = await house.open();
  await page.goto(`${house.address}/rules?system=gcacw&chapter=map`);
  const term = page.locator(".overview .term").first();
  await term.waitFor();
  await term.hover();
  await page.waitForSelector(".term-card");
  await page.mouse.move(5, 5);
  await page.waitForSelector(".term-card", { state: "detached" });
  await term.click();
  const card = page.locator(".term-card");
  await card.waitFor();
  assert.equal(await term.getAttribute("aria-expanded"), "true");
  const described = await term.getAttribute("aria-describedby");
  assert.ok((await page.locator(`#${described}`).innerText()).length > 20);
  assert.deepEqual(await findings(page), []);
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  assert.equal(await term.getAttribute("aria-expanded"), "false");
  // By keyboard: focus shows it, Tab leads to its rule.
  await page.locator(".book-page .running button").focus();
  await page.keyboard.press("Tab");
  await card.waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.closest(".term-card") !== null), true);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("term")), true);
  await page.context().close();
});

test("every picture is drawn, and every chart and word stands in the book", async () => {
  for (const { id } of await api("/systems")) {
    const book = await api(`/rules/book?system=${id}`);
    assert.ok(book.pictures.length >= 6 && book.charts.length >= 6, id);
    for (const plate of book.pictures) {
      const answer = await fetch(`${house.address}/api/v1/rules/pictures/${plate.id}.svg`);
      assert.equal(answer.headers.get("content-type"), "image/svg+xml", plate.id);
      assert.match(await answer.text(), /plate-pieces/, plate.id);
    }
    assert.ok((await api(`/rules/glossary?system=${id}`)).length >= 60, id);
  }
  const no = await fetch(`${house.address}/api/v1/rules/pictures/none.svg`);
  assert.equal(no.status, 404);
  const page = await house.open();
  await page.goto(`${house.address}/rules?system=lfm&part=pictures`);
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll(".plate-figure img")];
    for (const img of all) img.loading = "eager";
    return all.length >= 6 && all.every((img) => img.complete && img.naturalWidth > 100);
  });
  await page.context().close();
});

for (const [name, options] of [
  ["wide", {}],
  ["phone", PHONE],
]) {
  test(`${name}: at the table words are marked, rules have names and the phase opens its card`, async () => {
    const page = await house.open(options);
    const list = await api("/scenarios");
    const lesson = list.find((s) => s.system === "vnb" && s.lesson) ?? list.find((s) => s.system === "vnb");
    await begin(page, house.address, lesson.id, { union: "me", confederate: "me" });
    await atTable(page);
    await page.waitForSelector(".decision-head .term");
    const link = page.locator(".decision-head .rule-link").first();
    await page.waitForFunction(
      () => !/V[A-Z]{2,}/.test(document.querySelector(".decision-head .rule-link")?.textContent ?? "V"),
    );
    assert.match((await link.getAttribute("data-clause")) ?? "", /^V[A-Z]+-\d+$/);
    assert.match(await link.innerText(), /^[A-Z][a-z ]+ \d+$/);
    await page.locator(".phase-name").click();
    const now = page.locator("dialog.sequence li.now");
    await now.waitFor();
    assert.equal(await page.locator("dialog.sequence li.now").count(), 1);
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press("Escape");
    await link.click();
    await page.waitForSelector("dialog.rulebook .clause.here");
    await page.context().close();
  });
}
