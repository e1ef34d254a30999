// What the web table costs, as JSON: the largest map begun, panned, zoomed and played on; the home page.
//   HARDTACK=target/release/hardtack node tests/browser/bench.mjs [scenario]
// CPU is that of the renderer's main thread (/proc/PID/task/PID/schedstat, Linux only), in milliseconds: the clock would
// measure whatever else the machine does. A step is one change and two frames.

import { readFileSync } from "node:fs";
import { atTable, browser, open, orders, painted, serve } from "./table.mjs";

const scenario = process.argv[2] ?? "middle-tennessee-1864";
const server = await serve();
process.on("exit", () => server.stop());
const chrome = await browser();

/** Nanoseconds that the main thread of a process has run. */
const ran = (pid) => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]);
const ms = (n) => Math.round(n / 1e4) / 100;
const spread = (list) => {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { median: ms(at(0.5)), p95: ms(at(0.95)), worst: ms(at(1)) };
};

/** The renderers of this browser, by process. */
async function renderers() {
  const cdp = await chrome.newBrowserCDPSession();
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  await cdp.detach();
  return processInfo.filter((p) => p.type === "renderer").map((p) => p.id);
}

/** A page, and the process that draws it: the renderer that works while the page does. */
async function watched(options) {
  const page = await open(chrome, { viewport: { width: 1280, height: 800 }, ...options });
  await page.goto(`${server.address}/rules`);
  await page.waitForSelector("h1");
  const mine = await renderers();
  const before = new Map(mine.map((pid) => [pid, ran(pid)]));
  await page.evaluate(() => {
    let sum = 0;
    for (let n = 0; n < 3e8; n++) sum += n % 7;
    return sum;
  });
  const worked = (pid) => ran(pid) - before.get(pid);
  return { page, pid: mine.sort((a, b) => worked(b) - worked(a))[0] };
}

/** CPU of the main thread while something is done. */
async function cost(pid, act) {
  const before = ran(pid);
  await act();
  return ran(pid) - before;
}

const frames = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Memory that only this process holds, in MB. */
function privately(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const kb = (name) => Number(text.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1] ?? 0);
  return Math.round((kb("Private_Clean") + kb("Private_Dirty")) / 1024);
}

const both = { union: "me", confederate: "me" };

/** From the click on Begin until the map is painted. */
async function beginOn({ page, pid }) {
  await page.goto(`${server.address}/new/${scenario}`);
  await page.waitForSelector("form");
  for (const side of Object.keys(both))
    await page.locator(`input[name=${side}][value="me"]`).check({ force: true });
  await page.waitForLoadState("networkidle", { timeout: 120000 });
  const from = Date.now();
  const cpu = await cost(pid, async () => {
    await page.click("button[type=submit]");
    await atTable(page);
    await painted(page);
    await frames(page);
  });
  return { cpu: ms(cpu), wall: Date.now() - from };
}

async function steps(pid, page, count, act) {
  const list = [];
  for (let n = 0; n < count; n++) {
    list.push(await cost(pid, () => page.evaluate(act, n)));
  }
  return spread(list);
}

/** In the page: one change of the camera, and two frames. */
const PAN = (n) =>
  new Promise((done) => {
    const { camera } = /** @type {any} */ (document.querySelector(".board")).board;
    camera.push(n % 40 < 20 ? -14 : 14, n % 40 < 20 ? -9 : 9);
    requestAnimationFrame(() => requestAnimationFrame(done));
  });
const ZOOM = (n) =>
  new Promise((done) => {
    const { camera } = /** @type {any} */ (document.querySelector(".board")).board;
    camera.zoom(n % 20 < 10 ? 1 / 1.1 : 1.1);
    requestAnimationFrame(() => requestAnimationFrame(done));
  });

/** Orders given by clicks in the panel, each until it is painted. */
async function play({ page, pid }, count) {
  const list = [];
  for (let n = 0; n < count; n++) {
    const table = await orders(page);
    if (!table.cards.length) break;
    const plain = table.cards.filter((c) => /^(Done|End|Pass|Take|Keep|March|Move|Steady)/.test(c.label));
    const card = plain[n % Math.max(plain.length, 1)] ?? table.cards[0];
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await frames(page);
    list.push(
      await cost(pid, async () => {
        await page.evaluate(
          async ({ order, seat }) => {
            const root = /** @type {any} */ (document.querySelector(".game"));
            const before = Number(root.dataset.seq);
            const { game } = root;
            await game.give({ order, seat });
            while (Number(root.dataset.seq) <= before) await new Promise((go) => setTimeout(go, 4));
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          },
          { order: card.order, seat: card.seat },
        );
      }),
    );
  }
  return { orders: list.length, ...spread(list) };
}

async function home() {
  const page = await open(chrome, { viewport: { width: 1280, height: 800 } });
  let bytes = 0;
  const waits = [];
  page.on("response", (answer) =>
    waits.push(
      answer
        .request()
        .sizes()
        .then((s) => (bytes += s.responseBodySize + s.responseHeadersSize))
        .catch(() => {}),
    ),
  );
  await page.addInitScript(() => {
    /** @type {any} */ (window).longest = 0;
    new PerformanceObserver((list) => {
      /** @type {any} */ for (const e of list.getEntries())
        window.longest = Math.max(/** @type {any} */ (window).longest, e.duration);
    }).observe({ type: "longtask", buffered: true });
  });
  await page.goto(server.address);
  await page.waitForSelector(".scenario img");
  await page.waitForLoadState("networkidle", { timeout: 120000 });
  await Promise.all(waits);
  const longest = await page.evaluate(() => /** @type {any} */ (window).longest);
  await page.context().close();
  return { kB: Math.round(bytes / 1000), requests: waits.length, longestTask: Math.round(longest) };
}

// Once before anything is measured: the server makes its pictures.
await home();
const warm = await watched();
await beginOn(warm);
await warm.page.context().close();

const desk = await watched();
const result = { scenario };
result.begin = await beginOn(desk);
result.memoryAtLoad = privately(desk.pid);
result.elements = await desk.page.evaluate(() => document.querySelectorAll("*").length);
result.pan = await steps(desk.pid, desk.page, 60, PAN);
result.zoom = await steps(desk.pid, desk.page, 40, ZOOM);
result.order = await play(desk, 40);
result.elementsAfter = await desk.page.evaluate(() => document.querySelectorAll("*").length);
result.memoryAfter = privately(desk.pid);
result.beginWarm = await beginOn(desk);
await desk.page.context().close();
const phone = await watched({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 3,
});
result.phone = { begin: await beginOn(phone) };
result.phone.pan = await steps(phone.pid, phone.page, 60, PAN);
result.phone.zoom = await steps(phone.pid, phone.page, 40, ZOOM);
result.phone.memory = privately(phone.pid);
await phone.page.context().close();
result.home = await home();
console.log(JSON.stringify(result, null, 2));
await chrome.close();
process.exit(0);
