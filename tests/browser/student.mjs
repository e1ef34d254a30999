// A student of a guided lesson, who does what the coach points at.

import { atTable, painted } from "./table.mjs";

/** Begins a lesson from the home page. */
export async function beginLesson(page, address, id) {
  await page.goto(address);
  await page.click(`[data-lesson="${id}"]`);
  await atTable(page);
  await page.waitForSelector(".coach-say");
  // A map that nobody has seen yet is drawn first, and takes all the connections a browser has.
  await painted(page);
}

/** What the coach says, once he waits for somebody. */
export async function told(page) {
  const seen = await page.waitForFunction(() => {
    const { game } = /** @type {any} */ (document.querySelector(".game"));
    const { coach, cards } = game.table;
    const idle =
      !game.story?.quiet && !game.wire.busy && !game.going.goal && !game.coach.busy && !game.wire.fetching;
    if (!coach || !idle || !(coach.end || coach.can.next || cards.length)) return false;
    return { ...coach, seq: game.table.seq, selected: game.selected, places: game.coach.places() };
  });
  return seen.jsonValue();
}

/** Waits until the game or the coach has moved on. */
export async function movedOn(page, { seq }) {
  await page.waitForFunction(
    (seq) => /** @type {any} */ (document.querySelector(".game")).game.table.seq !== seq,
    seq,
  );
}

/** Clicks on a place of the map, or on a stand. */
async function clickPlace(page, place) {
  const at = await page.evaluate(async (place) => {
    const { board } = /** @type {any} */ (document.querySelector(".board"));
    const where = () => board.anchor(place);
    board.camera.reveal(where());
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    return board.camera.screen(where());
  }, place);
  await page.mouse.click(at.x, at.y);
}

/** Does with the mouse what is pointed at; `look` is called when an order lies on the table and its odds can be read. */
export async function byMouse(page, coach, look = async () => {}) {
  if (coach.can.next) return page.click('[data-key="coach-next"]');
  const button = page.locator(".decision .order-buttons .pointed").first();
  if (coach.point.orders?.length) {
    // The orders of others are hidden while a piece is chosen.
    if (!(await button.count())) await page.keyboard.press("Escape");
    await button.click();
    const staged = page.locator('[data-key="give"]');
    await page.waitForFunction(
      (seq) =>
        /** @type {any} */ (document.querySelector(".game")).game.table.seq !== seq ||
        document.querySelector('[data-key="give"]:not(:disabled)'),
      coach.seq,
    );
    if (!(await staged.count())) return;
    await look();
    await staged.click();
    return;
  }
  if (coach.places.length > 1 && coach.selected !== coach.point.piece) {
    await clickPlace(page, coach.places[0]);
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector(".game")).game.selected);
  }
  const goal = coach.places.at(-1);
  await page.waitForFunction(
    (goal) => /** @type {any} */ (document.querySelector(".game")).game.going.reach.hexes[goal],
    goal,
  );
  await clickPlace(page, goal);
  // Where others stand the table asks once more.
  const more = page.locator('[data-key="give"].pointed');
  if (await more.count()) await more.click();
}
