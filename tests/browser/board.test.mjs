// The board itself: the camera, tiles, touch, weight. What is played on it is in play.test.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  atTable,
  begin,
  clickHex,
  freeGround,
  giveButton,
  hexOnScreen,
  keepHouse,
  orders,
  painted,
} from "./table.mjs";

const house = keepHouse();

const both = { union: "me", confederate: "me" };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

async function lesson(options, id = "lesson-spring-hill") {
  const page = await house.open(options);
  await begin(page, house.address, id, both);
  await atTable(page);
  await painted(page);
  return page;
}

/** Scale and middle of the camera. */
const camera = (page) =>
  page.evaluate(() => {
    const { k, middle, base } = /** @type {any} */ (document.querySelector(".board")).board.camera;
    return { k, base, x: middle.x, y: middle.y };
  });

const close = async (page) => {
  assert.deepEqual(page.problems, []);
  await page.context().close();
};

test("the camera never zooms by itself: not when the window changes, not when orders are given", async () => {
  const page = await lesson();
  const before = await camera(page);
  for (const height of [760, 860, 700, 860]) {
    await page.setViewportSize({ width: 1280, height });
    await page.waitForTimeout(60);
  }
  const after = await camera(page);
  assert.equal(after.k, before.k);
  assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 1, "the same middle");
  await page.locator(".decision .order-buttons button").last().click();
  await page.waitForFunction(() => document.querySelectorAll(".log-line[data-n='1']").length > 0);
  assert.equal((await camera(page)).k, before.k);
  await close(page);
});

test("a drag moves the map under the pointer, and is no click", async () => {
  const page = await lesson();
  const seq = (await orders(page)).seq;
  const before = await camera(page);
  const { x, y } = await freeGround(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let n = 1; n <= 8; n++) await page.mouse.move(x - n * 12, y - n * 5);
  await page.waitForTimeout(120);
  await page.mouse.up();
  await page.waitForTimeout(80);
  const after = await camera(page);
  assert.equal(after.k, before.k);
  assert.ok(Math.abs((after.x - before.x) * after.k - 96) < 3, "as far as the pointer went");
  assert.ok(Math.abs((after.y - before.y) * after.k - 40) < 3);
  assert.equal(await page.locator(".note, .staged").count(), 0, "nothing was chosen");
  assert.equal((await orders(page)).seq, seq);
  await close(page);
});

test("the wheel zooms around the pointer, and the board is laid out sharp again", async () => {
  const page = await lesson();
  const where = () =>
    page.evaluate(() => /** @type {any} */ (document.querySelector(".board")).board.camera.point(400, 500));
  const [before, at] = [await camera(page), await where()];
  await page.mouse.move(400, 500);
  for (let n = 0; n < 3; n++) await page.mouse.wheel(0, -60);
  await page.waitForFunction((k) => {
    const { camera } = /** @type {any} */ (document.querySelector(".board")).board;
    return camera.k > k * 1.3 && camera.k === camera.base;
  }, before.k);
  const now = await where();
  assert.ok(Math.hypot(now.x - at.x, now.y - at.y) < 2, "the point under the mouse stays there");
  await painted(page);
  const sharp = await page.evaluate(() => {
    const tiles = [...document.querySelectorAll(".tile")].filter((t) => t.width === 512);
    const top = Math.max(...tiles.map((t) => Number(t.style.zIndex)));
    return tiles.filter((t) => Number(t.style.zIndex) === top).every((t) => t.clientWidth <= 512 * 1.04);
  });
  assert.ok(sharp, "no tile is stretched");
  await close(page);
});

test("tiles meet: no gap and no overlap at any zoom", async () => {
  const page = await lesson();
  for (const by of [1.37, 0.61, 0.83]) {
    await page.evaluate((f) => {
      const { camera } = /** @type {any} */ (document.querySelector(".board")).board;
      camera.zoom(f);
      camera.settle();
    }, by);
    await page.waitForTimeout(400);
    const seams = await page.evaluate(() => {
      const tiles = [...document.querySelectorAll(".tile")];
      const top = String(Math.max(...tiles.map((t) => Number(t.style.zIndex))));
      const boxes = tiles.filter((t) => t.style.zIndex === top).map((t) => t.getBoundingClientRect());
      // Every left edge inside is some right edge.
      const lefts = new Set(boxes.map((b) => b.left));
      const rights = new Set(boxes.map((b) => b.right));
      return [...lefts]
        .sort((a, b) => a - b)
        .slice(1)
        .filter((x) => !rights.has(x));
    });
    assert.deepEqual(seams, []);
  }
  await close(page);
});

test("phone: two fingers zoom, two taps come nearer, one tap chooses", async () => {
  const page = await lesson(PHONE);
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, points) =>
    cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  const before = await camera(page);
  await touch("touchStart", [
    [150, 400],
    [230, 400],
  ]);
  for (let n = 1; n <= 6; n++)
    await touch("touchMove", [
      [150 - n * 3, 400],
      [230 + n * 3, 400],
    ]);
  await touch("touchEnd", []);
  await page.waitForFunction((k) => {
    const { camera } = /** @type {any} */ (document.querySelector(".board")).board;
    return camera.k > k * 1.3 && camera.base === camera.k;
  }, before.k);
  const near = await camera(page);
  // Two taps on ground where nothing can be ordered.
  const bare = await page.evaluate(() => {
    const { board } = /** @type {any} */ (document.querySelector(".board"));
    const frame = board.root.getBoundingClientRect();
    for (let y = frame.top + 40; y < frame.bottom - 40; y += 30)
      for (let x = 40; x < 300; x += 30) if (board.free(board.camera.point(x, y))) return [x, y];
    return null;
  });
  assert.ok(bare, "some ground is free");
  await page.touchscreen.tap(bare[0], bare[1]);
  await page.touchscreen.tap(bare[0], bare[1]);
  await page.waitForFunction(
    (k) => /** @type {any} */ (document.querySelector(".board")).board.camera.k > k * 1.3,
    near.k,
  );
  const { cards } = await orders(page);
  const { x, y } = await hexOnScreen(page, cards.find((c) => c.at).at);
  await page.touchscreen.tap(x, y);
  await page.waitForSelector(".staged, .note, .tray:not([hidden])");
  await close(page);
});

test("a counter is a button that says who is there, and is pressed without a mouse", async () => {
  const page = await lesson();
  const table = await orders(page);
  const piece = table.view.pieces.find((p) => p.at && p.kind === "unit");
  const stack = page.locator(`.stack[data-place="${piece.at}"]`);
  assert.ok((await stack.getAttribute("aria-label")).includes(piece.label));
  await stack.evaluate((button) => button.click());
  await page.waitForSelector(".tray:not([hidden]), .staged");
  await close(page);
});

test("only what changed is drawn anew", async () => {
  const page = await lesson();
  await page.evaluate(() => {
    for (const stack of document.querySelectorAll(".stack")) stack.firstElementChild.dataset.old = "";
  });
  await page.locator(".decision .order-buttons button").last().click();
  await page.waitForFunction(() => document.querySelectorAll(".log-line[data-n='1']").length > 0);
  const [old, all] = await page.evaluate(() => [
    document.querySelectorAll(".stack > [data-old]").length,
    document.querySelectorAll(".stack").length,
  ]);
  assert.ok(old >= all / 2, `${old} of ${all} were left alone`);
  await close(page);
});

test("the hex under the mouse is shown, and a hex chosen by a click is the one the keys go on from", async () => {
  const page = await lesson();
  const label = await page.evaluate(() => {
    const { board } = /** @type {any} */ (document.querySelector(".board"));
    return board.sheet.label(5, 6);
  });
  const { x, y } = await hexOnScreen(page, label);
  await page.mouse.move(x + 3, y + 3);
  await page.waitForSelector(".hovered");
  await clickHex(page, label);
  await page.keyboard.press("m");
  const focus = () => page.evaluate(() => document.activeElement?.getAttribute("data-hex"));
  assert.equal(await focus(), label);
  await page.keyboard.press("ArrowRight");
  const next = await focus();
  assert.notEqual(next, label);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focus(), label, "there and back");
  assert.equal(await page.locator(".hex-cursor:not([hidden])").count(), 1);
  await close(page);
});

test("the home page is light, and what it loads is kept", async () => {
  const page = await house.open();
  const sizes = [];
  page.on("response", async (answer) => {
    const size = await answer
      .request()
      .sizes()
      .catch(() => null);
    sizes.push({
      url: answer.url(),
      bytes: (size?.responseBodySize ?? 0) + (size?.responseHeadersSize ?? 0),
      head: answer.headers(),
    });
  });
  await page.goto(house.address);
  await page.waitForSelector(".scenario img");
  await page.waitForLoadState("networkidle", { timeout: 90000 });
  const all = sizes.reduce((sum, one) => sum + one.bytes, 0);
  assert.ok(all < 400_000, `${Math.round(all / 1000)} kB`);
  for (const one of sizes.filter((s) => /\/v\//.test(s.url)))
    assert.match(one.head["cache-control"], /immutable/, one.url);
  for (const one of sizes.filter((s) => /\.(js|css)$|scenarios$/.test(s.url)))
    assert.ok(one.head["content-encoding"], `${one.url} is compressed`);
  const pictures = sizes.filter((s) => s.url.endsWith(".jpg"));
  assert.ok(
    pictures.length > 5 && pictures.every((s) => s.bytes < 32_000),
    pictures.map((s) => s.bytes).join(),
  );
  await close(page);
});

test("a card tells who is there, how strong, and what can be done: by mouse, by key, by a long press", async () => {
  const page = await lesson();
  const { view } = await orders(page);
  const places = view.pieces.filter((p) => p.kind === "unit").map((p) => p.at);
  const stack = places.find((place, n) => place && places.indexOf(place) !== n);
  const { x, y } = await hexOnScreen(page, stack);
  await page.mouse.move(x, y);
  await page.waitForSelector(".hover-card:not([hidden])");
  const words = await page.locator(".hover-card").innerText();
  for (const piece of view.pieces.filter((p) => p.at === stack)) assert.ok(words.includes(piece.name), words);
  assert.match(words, /units, strength [\d.]+ together/);
  await page.mouse.move(20, 300);
  await page.waitForSelector(".hover-card", { state: "hidden" });
  await page.keyboard.press("m");
  await page.keyboard.press("i");
  await page.waitForSelector(".hover-card:not([hidden])");
  await close(page);

  const phone = await lesson(PHONE);
  const at = await hexOnScreen(phone, stack);
  const cdp = await phone.context().newCDPSession(phone);
  const touch = (type, touchPoints) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x: at.x, y: at.y, id: 1 }]);
  await phone.waitForSelector(".hover-card:not([hidden])");
  await touch("touchEnd", []);
  assert.equal(await phone.locator(".staged").count(), 0, "looking chooses nothing");
  await close(phone);
});

test("a legal target can be looked at without being chosen, and the name of a town is not hidden", async () => {
  const page = await lesson();
  const { cards, view, seq } = await orders(page);
  const target = cards.find((c) => c.at).at;
  const { x, y } = await hexOnScreen(page, target);
  await page.mouse.move(x, y);
  await page.waitForSelector(".hover-card:not([hidden])");
  assert.equal(await page.locator(".staged").count(), 0);
  assert.equal((await orders(page)).seq, seq);
  const named = await page.locator(".covered-name").allTextContents();
  assert.ok(view.pieces.length > 0 && named.includes("Spring Hill"), named.join());
  await close(page);
});

test("counters are named at the distance at which a game opens, and a stack shows its strength", async () => {
  for (const id of ["lesson-spring-hill", "middle-tennessee-1864", "little-round-top"]) {
    const page = await lesson({}, id);
    const seen = await page.evaluate(() => {
      const frame = document.querySelector(".board").getBoundingClientRect();
      const inside = (e) => {
        const b = e.getBoundingClientRect();
        return b.right > frame.left && b.left < frame.right && b.bottom > frame.top && b.top < frame.bottom;
      };
      const stacks = [...document.querySelectorAll(".stack")].filter(inside);
      return {
        named: stacks.filter((s) => [...s.querySelectorAll(".name")].some((n) => n.textContent.length > 1))
          .length,
        all: stacks.length,
        badges: [...document.querySelectorAll(".many text")].map((t) => t.textContent),
        height: Math.min(...stacks.map((s) => s.querySelector(".name").getBoundingClientRect().height)),
      };
    });
    assert.ok(seen.all > 0 && seen.named === seen.all, `${id}: ${seen.named} of ${seen.all}`);
    assert.ok(seen.height >= 8, `${id}: names are ${seen.height} pixels high`);
    assert.ok(
      seen.badges.some((b) => /^\d+: [\d.]+$|^×\d+$/.test(b)),
      `${id}: ${seen.badges.join()}`,
    );
    await close(page);
  }
});

for (const [name, options] of [
  ["wide", {}],
  ["phone", PHONE],
]) {
  test(`${name}: the bar is of one height whatever it says, and a lens says what it needs`, async () => {
    const page = await lesson(options, "rummels-farm");
    const high = () => page.evaluate(() => document.querySelector(".game-bar").offsetHeight);
    const heights = new Set([await high()]);
    for (let n = 0; n < 8; n++) {
      const { cards } = await orders(page);
      const card = cards.find((c) => /^(Done|End|Pass|Go on|Roll|Move)/.test(c.label)) ?? cards[0];
      await giveButton(page, card);
      heights.add(await high());
    }
    assert.equal(heights.size, 1, `the map stays where it is: ${[...heights].join()}`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.click("button:has-text('Command radius')");
    await page.waitForFunction(() =>
      /.{12}/.test(document.querySelector(".legend:not([hidden])")?.textContent ?? ""),
    );
    await close(page);
  });
}
