// Takes the pictures of docs/screenshots again: every page, wide and as on a phone.
//   HARDTACK=target/debug/hardtack node tests/browser/screenshots.mjs [names]

import { mkdirSync } from "node:fs";
import { SIZES, photograph } from "./camera.mjs";
import {
  api,
  atTable,
  begin,
  browser,
  clickHex,
  giveButton,
  huntCavalry,
  open,
  orders,
  painted,
  playTo,
  prompt,
  serve,
  sitDown,
} from "./table.mjs";

const folder = new URL("../../docs/screenshots/", import.meta.url).pathname;
const wanted = process.argv.slice(2);
const both = { union: "me", confederate: "me" };

mkdirSync(folder, { recursive: true });
const server = await serve();
process.on("exit", () => server.stop());
const chrome = await browser();
const seats = {};

/** One page wide and on a phone; `go` brings the page there. */
async function shot(name, go, only) {
  if (wanted.length && !wanted.includes(name)) return;
  for (const [size, options] of Object.entries(SIZES)) {
    if (only && only !== size) continue;
    const page = await open(chrome, {
      ...options,
      ...(name === "dark" ? { colorScheme: "dark" } : {}),
    });
    await go(page, size);
    await photograph(page, `${folder}${name}-${size}.jpg`);
    await page.context().close();
    console.log(name, size);
  }
}

/** The table, with its map: one that nobody has seen yet is drawn first, and orders wait behind its pieces for a connection. */
async function settled(page) {
  await atTable(page);
  await painted(page);
}

/** A game that is the same on both pages: begun once, then sat down at. */
async function at(key, page, start) {
  seats[key] ??= await start(page);
  await sitDown(page, server.address, seats[key]);
}

async function played(scenario, confederate, seconds) {
  const seat =
    confederate === "me"
      ? { kind: "me" }
      : {
          kind: "computer",
          officer: confederate,
          ...(seconds ? { seconds } : {}),
        };
  return api(server.address, "/games", {
    scenario,
    name: "Ann",
    seats: { union: { kind: "me" }, confederate: seat },
  });
}

/** Gives the first order whose label fits until the prompt does. */
async function until(page, words, ...labels) {
  for (let n = 0; n < 30 && !words.test(await prompt(page)); n++) {
    const { cards } = await orders(page);
    const card = labels.map((label) => cards.find((c) => label.test(c.label))).find(Boolean) ?? cards.at(-1);
    await giveButton(page, card);
  }
}

/** Waits for the pictures that are seen: a map that nobody has seen yet is drawn first. */
async function illustrated(page, pictures) {
  await page.waitForFunction(
    (pictures) => {
      const all = [...document.querySelectorAll(pictures)];
      const seen = all.filter((i) => i.getBoundingClientRect().top < innerHeight);
      return all.length && seen.every((i) => i.complete && i.naturalWidth);
    },
    pictures,
    { timeout: 60000 },
  );
}

await shot("lobby", async (page) => {
  await played("rummels-farm", "veteran");
  await page.goto(server.address);
  await illustrated(page, ".scenario img");
});
await shot("new-game", async (page) => {
  await page.goto(`${server.address}/new/spring-hill-franklin`);
  await page.selectOption("select[name=confederate-officer]", "general");
  await illustrated(page, "main img");
});
const march = async (page) => {
  await begin(page, server.address, "spring-hill-franklin", both);
  await settled(page);
  await until(page, /Choose an action/, /^Take the initiative/, /^Done/);
  await giveButton(
    page,
    (await orders(page)).cards.find((c) => /^March /.test(c.label)),
  );
  if (/Force march/.test(await prompt(page))) await giveButton(page, /steady/);
  await page.waitForSelector(".layer-costs text");
  const far = await page.evaluate(() => [...document.querySelectorAll(".layer-costs text")].length);
  return far;
};
await shot("march", async (page) => {
  await march(page);
  // The way to the farthest place that can be seen, as the mouse would show it.
  await page.evaluate(() => {
    const { game } = document.querySelector(".game");
    const { x, y, w, h } = game.board.camera.box;
    const seen = ({ x: px, y: py }) =>
      px > x + w * 0.1 && px < x + w * 0.9 && py > y + h * 0.1 && py < y + h * 0.9;
    const ways = Object.entries(game.going.reach.hexes).filter(([at]) => seen(game.board.sheet.where(at)));
    ways.sort(([, a], [, b]) => b.path.length - a.path.length);
    game.point(ways[0]?.[0] ?? null);
  });
  await page.waitForSelector(".march", { state: "attached" });
});
await shot("stack", async (page) => {
  await begin(page, server.address, "rummels-farm", both);
  await settled(page);
  await until(page, /Choose a unit to move/, /^Done/);
  const { view, cards } = await orders(page);
  const mine = view.pieces.filter((p) => p.at && p.side === cards[0].seat);
  const many = (p) => mine.filter((q) => q.at === p.at).length;
  const { at } = mine.reduce((best, p) => (many(p) > many(best) ? p : best));
  await page.evaluate((place) => {
    const { board } = document.querySelector(".board");
    board.look(place, true);
    board.spread(place);
  }, at);
  await page.click("[data-key=tab-unmoved]");
});
await shot("standing", async (page) => {
  await begin(page, server.address, "spring-hill-franklin", both);
  await settled(page);
  const { seat } = (await orders(page)).cards[0];
  await page.evaluate((side) => {
    const { standing } = document.querySelector(".game").game;
    standing.set({ what: "pass", seat: side, within: 6, turn: null });
  }, seat);
  await page.keyboard.press("a");
});
await shot("zones", async (page) => {
  await march(page);
  await page.click("button:has-text('Zones of control')");
  await page.waitForSelector(".overlay.zoc");
});
await shot("attack", async (page) => {
  await at("attack", page, () =>
    playTo(
      server.address,
      "lesson-spring-hill",
      "attack-type",
      (table, pick) => table.cards.find((c) => /^Attack/.test(c.label)) ?? huntCavalry(table, pick),
    ),
  );
  const { cards } = await orders(page);
  const card = cards.find((c) => c.preview);
  await page.locator(`.decision [data-order="${card.order}"]`).click();
  await page.waitForSelector(".staged .bars");
});
await shot("retreat", (page) =>
  at("retreat", page, () => playTo(server.address, "lesson-spring-hill", "retreat-hex", huntCavalry)),
);
await shot("computer", async (page) => {
  await begin(page, server.address, "lesson-spring-hill", {
    union: "me",
    confederate: "computer:general",
  });
  await settled(page);
  for (let n = 0; n < 60 && !(await page.locator(".log .considered table").count()); n++) {
    const table = await orders(page);
    if (table.standing.over) break;
    if (table.cards.length)
      await giveButton(
        page,
        table.cards.find((c) => /^(Done|Keep|Stand|Stay)/.test(c.label)) ?? table.cards[0],
      );
    else await page.waitForTimeout(150);
  }
  await page.waitForTimeout(1500);
  await page.locator(".log .considered summary").first().click();
});
await shot("last-full-measure", async (page) => {
  await begin(page, server.address, "little-round-top", both);
  await settled(page);
  const leader = (await orders(page)).view.pieces.find((p) => p.name === "Hood" || p.name === "Sickles");
  await clickHex(page, leader.at);
});
await shot("sight", async (page) => {
  await begin(page, server.address, "rummels-farm", both);
  await settled(page);
  await clickHex(page, "1112");
  await page.click("button:has-text('Line of sight')");
  await page.waitForSelector(".overlay.visible.clear");
});
const stand = async (page) => {
  await begin(page, server.address, "lesson-henry-hill", both);
  await settled(page);
  const { view, cards } = await orders(page);
  const id = view.pieces.find(
    (p) => /infantry-brigade/.test(p.arm) && cards.some((c) => c.piece === p.id),
  ).id;
  await page.locator(`[data-stand="${id}"]`).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".stand.chosen");
  return view.pieces.find((p) => p.id === id);
};
await shot("volley-and-bayonet", async (page) => {
  const { facing } = await stand(page);
  const ahead =
    facing < 45 || facing >= 315
      ? "ArrowUp"
      : facing < 135
        ? "ArrowRight"
        : facing < 225
          ? "ArrowDown"
          : "ArrowLeft";
  for (let n = 0; n < 6; n++) await page.keyboard.press(ahead);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".staged");
});
await shot("command", async (page) => {
  await stand(page);
  await page.click(".lenses button:has-text('Command')");
  await page.waitForSelector(".ring");
});
await shot("turns", async (page) => {
  await begin(page, server.address, "second-manassas", both);
  await settled(page);
  await page.click(".tabs button:has-text('Turns')");
  await page.locator(".track").scrollIntoViewIfNeeded();
});
await shot("roster", async (page) => {
  await begin(page, server.address, "second-manassas", both);
  await settled(page);
  await page.click(".tabs button:has-text('Roster')");
  await page.locator(".roster").first().scrollIntoViewIfNeeded();
});
await shot("replay", async (page) => {
  seats.replay ??= await playTo(server.address, "lesson-spring-hill", "retreat-hex", huntCavalry);
  await sitDown(page, server.address, seats.replay);
  await page.goto(`${server.address}/replay/${seats.replay.id}?n=6`);
  await page.waitForSelector(".moment-words");
});
const inEditor = async (page, from) => {
  await page.goto(`${server.address}/edit/new?from=${from}`);
  await page.waitForSelector(".edit-board[data-painted]");
  await page.evaluate(() => document.getElementById("alerts")?.replaceChildren());
};
await shot("editor", async (page) => {
  await inEditor(page, "lesson-spring-hill");
  await page.click("[data-tool=terrain]");
});
await shot(
  "editor-forces",
  async (page) => {
    await inEditor(page, "lesson-spring-hill");
    await page.click(".edit-tabs button:has-text('Forces')");
  },
  "wide",
);
await shot(
  "editor-table",
  async (page) => {
    await inEditor(page, "lesson-henry-hill");
    await page.click("[data-tool=area]");
  },
  "wide",
);
await shot("odds", async (page) => {
  await page.goto(`${server.address}/odds`);
  await page.waitForSelector("form");
  await page.waitForSelector(".bars");
});
await shot("rules", async (page) => {
  await page.goto(`${server.address}/rules?clause=G7.6-25`);
  await page.waitForSelector(".clause");
});
await shot(
  "dark",
  async (page) => {
    await march(page);
  },
  "wide",
);

process.exit(0);
