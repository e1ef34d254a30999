// Moderators in the browser: a report, a block, and the book of what was done.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { api, browser, open, serve } from "./table.mjs";

let server;
let chrome;
before(async () => {
  server = await serve({ args: ["--owner", "Olga"] });
  chrome = await browser();
});
after(async () => {
  await chrome?.close();
  server?.stop();
});

async function member(name) {
  const page = await open(chrome);
  await page.goto(`${server.address}/`);
  const { token } = await api(server.address, "/me", { name, device: "Test" });
  await page.evaluate(
    ([token, name]) => {
      localStorage.setItem("hardtack.device", token);
      localStorage.setItem("hardtack.member", name);
    },
    [token, name],
  );
  return { page, token };
}

test("a member reports, a moderator shuts out, and the owner reads who did it and why", async () => {
  const { page: olga } = await member("Olga");
  const { page: mo } = await member("Mo");
  const { page: ann } = await member("Ann");
  const { token: bob } = await member("Bob");
  await olga.goto(`${server.address}/person/Mo`);
  await olga.selectOption("#care-role", "moderator");
  await olga.click("text=Give the role");
  await olga.waitForSelector(".alert.yes");
  await ann.goto(`${server.address}/person/Bob`);
  await ann.waitForSelector("h1");
  assert.equal(await ann.locator(".care-tools").count(), 0, "members have no such tools");
  await ann.click("text=Report Bob to the moderators");
  await ann.fill("#report-words", "He shouts at me.");
  await ann.locator(".report button").click();
  await ann.waitForSelector(".alert.yes");
  await mo.goto(`${server.address}/club`);
  await mo.click("text=Care of the club");
  await mo.waitForSelector(".care-list li");
  assert.match(await mo.locator(".care-list").first().innerText(), /He shouts at me.[\s\S]*Ann about Bob/);
  await mo.locator(".care-list a", { hasText: "Bob" }).click();
  await mo.selectOption("#care-what", "block");
  await mo.selectOption("#care-span", { label: "a week" });
  await mo.fill("#care-why", "He shouts.");
  await mo.click("text=Do it");
  await mo.waitForSelector(".alert.yes");
  const shut = await api(server.address, "/me", undefined, bob);
  assert.equal(shut.error, "not-signed-in");
  await olga.goto(`${server.address}/club/care`);
  await olga.waitForSelector(".act-list li");
  assert.match(await olga.locator(".act-list li").first().innerText(), /Mo shut out Bob: He shouts./);
  await olga.locator(".line input").fill("He was shut out for a week.");
  await olga.locator(".line button").click();
  await olga.waitForFunction(() => /No report waits/.test(document.body.textContent ?? ""));
  for (const page of [olga, mo, ann]) assert.deepEqual(page.problems, []);
});
