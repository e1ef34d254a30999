// A server of its own for a test file, and what a player does at a page.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** Starts the real binary on a fresh database. */
export async function serve() {
  const data = mkdtempSync(join(tmpdir(), "hardtack-browser-"));
  const child = spawn(process.env.HARDTACK ?? "hardtack", ["serve", "--port", "0", "--data", data], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((found, failed) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const at = text.match(/http:\/\/[\d.]+:\d+/);
      if (at) found(at[0]);
    });
    child.on("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  return {
    address,
    stop() {
      child.kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export async function browser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
}

/** A page that fails the test when its scripts do. */
export async function open(chrome, options = {}) {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  page.problems = [];
  page.on("pageerror", (e) => page.problems.push(e.message));
  page.on("console", (m) => m.type() === "error" && !/Failed to load resource/.test(m.text()) && page.problems.push(m.text()));
  return page;
}

/** Begins a game at the new-game page; `seats` as the form names them. */
export async function begin(page, address, scenario, seats) {
  await page.goto(`${address}/new/${scenario}`);
  for (const [side, who] of Object.entries(seats)) {
    await page.locator(`input[name=${side}][value^="${who}"]`).first().check({ force: true });
  }
  await page.click("button[type=submit]");
}

/** Waits for the table page. */
export async function atTable(page) {
  await page.waitForSelector(".board");
  await page.waitForSelector(".decision-head");
}

/** What the page says is to be decided. */
export const prompt = (page) => page.locator(".decision-head").innerText();

/** How many orders the game has: said by the newest line of the log. */
export async function orders(page) {
  return page.evaluate(async () => {
    const id = location.pathname.split("/").pop();
    const token = JSON.parse(localStorage.getItem("hardtack.seats") ?? "{}")[id];
    const answer = await fetch(`/api/v1/games/${id}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
    return answer.json();
  });
}

/** Gives an order by a click in the decision panel and waits until it has been carried out: a card, or its words. */
export async function giveButton(page, card) {
  const before = (await orders(page)).seq;
  const folded = page.locator("details.many-orders:not([open]) > summary");
  for (let n = await folded.count(); n > 0; n--) await folded.nth(n - 1).click();
  // A piece that was chosen hides the orders of the others.
  const button = card.order !== undefined ? page.locator(`.decision [data-order="${card.order.replaceAll('"', '\\"')}"]`) : page.locator(".decision .orders button", { hasText: card });
  if (!(await button.count())) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    const again = page.locator("details.many-orders:not([open]) > summary");
    for (let n = await again.count(); n > 0; n--) await again.nth(n - 1).click();
  }
  await button.first().click();
  const confirm = page.locator(".staged button.main");
  await Promise.race([confirm.waitFor({ timeout: 400 }).catch(() => {}), moved(page, before)]);
  if (await confirm.count()) await confirm.click();
  await moved(page, before);
}

/** Waits until the game is past a moment. */
export async function moved(page, seq) {
  for (let n = 0; n < 200; n++) {
    if ((await orders(page)).seq > seq) break;
    await page.waitForTimeout(25);
  }
  await page.waitForTimeout(60);
}
