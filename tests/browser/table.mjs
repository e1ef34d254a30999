// A server of its own for a test file, and what a player does at a page.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { after, before } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** A port that is free now. */
async function freePort() {
  const probe = createServer();
  await new Promise((up) => probe.listen(0, "127.0.0.1", up));
  const { port } = probe.address();
  await new Promise((down) => probe.close(down));
  return port;
}

/** Starts the real binary on a fresh database; `named`: under the name by which browsers make passkeys for it. */
export async function serve({ args = [], named = false } = {}) {
  const data = mkdtempSync(join(tmpdir(), "hardtack-browser-"));
  const port = named ? await freePort() : 0;
  const name = named ? ["--public-url", `http://localhost:${port}`] : [];
  const all = ["serve", "--port", String(port), "--data", data, ...name, ...args];
  const child = spawn(process.env.HARDTACK ?? "hardtack", all, { stdio: ["ignore", "pipe", "inherit"] });
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
    address: named ? `http://localhost:${port}` : address,
    data,
    stop() {
      child.kill();
      rmSync(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

export async function browser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
}

/** One server and one browser for a file of tests: there before the first of them, gone after the last. */
export function keepHouse() {
  let server;
  let chrome;
  before(async () => {
    server = await serve();
    chrome = await browser();
  });
  after(async () => {
    await chrome?.close();
    server?.stop();
  });
  return {
    get address() {
      return server.address;
    },
    /** The folder of the games. */
    get data() {
      return server.data;
    },
    /** A page that fails the test when its scripts do. */
    open: (options = {}) => open(chrome, options),
  };
}

/** A page that fails the test when its scripts do. Only with `story` it plays the orders of others on the map: other tests are about the present. */
export async function open(chrome, { story = null, ...options } = {}) {
  const context = await chrome.newContext({
    viewport: { width: 1280, height: 860 },
    ...options,
  });
  await context.addInitScript(
    (wishes) =>
      localStorage.getItem("hardtack.story") ??
      localStorage.setItem("hardtack.story", JSON.stringify(wishes)),
    story ?? { show: false },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  page.problems = [];
  page.on("pageerror", (e) => page.problems.push(e.message));
  page.on(
    "console",
    (m) => m.type() === "error" && !/Failed to load resource/.test(m.text()) && page.problems.push(m.text()),
  );
  return page;
}

/** Begins a game at the new-game page; a seat as the form names it, a computer player with his level: `computer:general`. */
export async function begin(page, address, scenario, seats) {
  await page.goto(`${address}/new/${scenario}`);
  for (const [side, player] of Object.entries(seats)) {
    const [who, level] = player.split(":");
    await page.locator(`input[name=${side}][value="${who}"]`).check({ force: true });
    if (level) await page.selectOption(`select[name=${side}-officer]`, level);
    if (level === "general") await page.selectOption(`select[name=${side}-seconds]`, "1");
  }
  await page.click("button[type=submit]");
}

/** Asks the server itself, without a page. */
export async function api(address, path, body, token) {
  const headers = {
    "content-type": "application/json",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const answer = await fetch(
    `${address}/api/v1${path}`,
    body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) },
  );
  return answer.json();
}

/** A generator of numbers that are the same every time. */
export function numbers(seed) {
  let n = BigInt(seed) * 2n + 1n;
  return (/** @type {number} */ below) => {
    n = (n * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((n >> 33n) % BigInt(below));
  };
}

/** Plays both sides of new games until a decision of this kind comes up; the game and its token. `choose(table, pick)` names the card to play. */
export async function playTo(
  address,
  scenario,
  kind,
  choose = (table, pick) => table.cards[pick(table.cards.length)],
  games = 40,
) {
  for (let game = 1; game <= games; game++) {
    const pick = numbers(game);
    const { id, token } = await api(address, "/games", {
      scenario,
      seats: { union: { kind: "me" }, confederate: { kind: "me" } },
    });
    let table = await api(address, `/games/${id}`, undefined, token);
    while (table.standing.waiting && table.standing.waiting.kind !== kind && table.seq < 500) {
      const card = choose(table, pick);
      ({ table } = await api(
        address,
        `/games/${id}/orders`,
        { seq: table.seq, seat: card.seat, orders: [card.order], table: true },
        token,
      ));
    }
    if (table.standing.waiting?.kind === kind) return { id, token };
  }
  throw new Error(`no ${kind} in ${games} games of ${scenario}`);
}

/** Chooses for `playTo`: infantry of both sides marches at the enemy's cavalry. */
export function huntCavalry(table, pick) {
  const { cards, view } = table;
  const far = (a, b) =>
    Math.hypot(Number(a.slice(0, 2)) - Number(b.slice(0, 2)), Number(a.slice(2)) - Number(b.slice(2)));
  const prey = (side, at) =>
    Math.min(
      ...view.pieces
        .filter((p) => p.side !== side && p.arm === "cavalry" && p.kind === "unit" && p.at)
        .map((p) => far(p.at, at)),
    );
  const near = (card) => prey(card.seat, card.at);
  const nearest = (list) => list.reduce((best, card) => (near(card) < near(best) ? card : best), list[0]);
  const foot = new Set(
    view.pieces.filter((p) => p.arm === "infantry" && (p.fatigue ?? 0) < 3).map((p) => p.id),
  );
  const moves = cards.filter((c) => c.group === "Move" && c.at);
  const marches = cards.filter((c) => /^March /.test(c.label) && foot.has(c.piece) && c.at);
  if (table.standing.waiting.kind === "cavalry-retreat")
    return cards.find((c) => /slip|retreat/i.test(c.label)) ?? cards[0];
  if (moves.length) return nearest(moves);
  if (marches.length && pick(4) > 0) return nearest(marches);
  return cards.find((c) => /^(Take the init|Done|Keep|End)/.test(c.label)) ?? cards[pick(cards.length)];
}

/** Gives a seat to the browser of a page and opens the game. */
export async function sitDown(page, address, { id, token }) {
  await page.goto(`${address}/rules`);
  await page.evaluate(
    ({ id, token }) => localStorage.setItem("hardtack.seats", JSON.stringify({ [id]: token })),
    { id, token },
  );
  await page.goto(`${address}/game/${id}`);
  await atTable(page);
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
    const answer = await fetch(`/api/v1/games/${id}`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    return answer.json();
  });
}

/** The moment that the page shows. */
const shown = (page) =>
  page.evaluate(() => Number(/** @type {any} */ (document.querySelector(".game"))?.dataset.seq ?? -1));

/** Gives an order by a click in the decision panel and waits until the page shows what came of it: a card, or its words. */
export async function giveButton(page, card) {
  const before = await shown(page);
  const words = card.order === undefined ? null : card.order;
  const button =
    words !== null
      ? page.locator(`.decision [data-order="${words.replaceAll('"', '\\"')}"]`)
      : page.locator(".decision .orders button", { hasText: card });
  const unfold = () =>
    page.evaluate(() =>
      document.querySelectorAll("details.many-orders:not([open])").forEach((d) => d.setAttribute("open", "")),
    );
  // The page may be drawn anew meanwhile, folded again; and a piece that was chosen hides the orders of the others.
  for (let n = 0; ; n++) {
    await unfold();
    const clicked = await button
      .first()
      .click({ timeout: n < 10 ? 2000 : 15000 })
      .then(
        () => true,
        (why) => {
          if (n >= 10) throw why;
        },
      );
    if (clicked) break;
    if (!(await button.count())) await page.keyboard.press("Escape");
  }
  const past = await page.waitForFunction((seq) => {
    const root = /** @type {any} */ (document.querySelector(".game"));
    if (Number(root.dataset.seq) > seq) return "given";
    return document.querySelector(".staged button.main:not(:disabled)") ? "staged" : false;
  }, before);
  if ((await past.jsonValue()) === "staged") await page.locator(".staged button.main").click();
  await moved(page, before);
}

/** Waits until the page shows a later moment. */
export async function moved(page, seq) {
  await page.waitForFunction(
    (before) => Number(/** @type {any} */ (document.querySelector(".game"))?.dataset.seq ?? -1) > before,
    seq,
  );
}

/** Where a hex is on the screen, brought into view first. */
export async function hexOnScreen(page, label) {
  return page.evaluate(async (place) => {
    const board = /** @type {any} */ (document.querySelector(".board")).board;
    board.camera.reveal(board.sheet.where(place));
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    return board.camera.screen(board.sheet.where(place));
  }, label);
}

/** A point of the window, far from its edges, where no counter lies. */
export async function freeGround(page) {
  return page.evaluate(() => {
    const { board } = /** @type {any} */ (document.querySelector(".board"));
    const { width, height, left, top } = board.root.getBoundingClientRect();
    for (let y = top + height * 0.3; y < top + height * 0.8; y += 15)
      for (let x = left + width * 0.3; x < left + width * 0.8; x += 15)
        if (!board.stacks.has(board.thing(board.camera.point(x, y)) ?? "")) return { x, y };
    throw new Error("there are counters everywhere");
  });
}

/** Clicks on a hex of the map. */
export async function clickHex(page, label) {
  const { x, y } = await hexOnScreen(page, label);
  await page.mouse.click(x, y);
}

/** Waits until the ground that is seen is there and sharp. */
export async function painted(page) {
  await page.waitForSelector(".board[data-painted]", { timeout: 60000 });
}
