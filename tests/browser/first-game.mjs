// Takes the pictures of docs/first-game.md: a newcomer's way through each system, wide and as on a phone.
//   HARDTACK=target/debug/hardtack node tests/browser/first-game.mjs [systems]

import { mkdirSync } from "node:fs";
import { SIZES, photograph } from "./camera.mjs";
import { fought } from "./fought.mjs";
import { beginLesson, byMouse, movedOn, told } from "./student.mjs";
import { api, browser, giveButton, open, orders, serve, sitDown } from "./table.mjs";

const folder = new URL("../../docs/pictures/first-game/", import.meta.url).pathname;
const wanted = process.argv.slice(2);

/** Where a newcomer comes by: his lessons, the order of the fight whose odds he reads, the battle after them. */
const WAYS = {
  campaigns: { move: "gc-march", fight: "gc-fight", shot: /^normal$/, battle: "lesson-spring-hill" },
  measure: { move: "lfm-move", fight: "lfm-fight", shot: /^fight$/, battle: "rummels-farm" },
  volley: { move: "vnb-move", fight: "vnb-fight", shot: /^attack Evans/, battle: "lesson-henry-hill" },
};

mkdirSync(folder, { recursive: true });
const server = await serve();
process.on("exit", () => server.stop());
const chrome = await browser();

/** The page is looked at closer than those of docs/screenshots, so that words can be read in a column of text. */
const near = (size) => ({
  ...SIZES[size],
  ...(size === "wide" ? { viewport: { width: 1200, height: 760 } } : {}),
});

async function take(page, name, size) {
  await photograph(page, `${folder}${name}-${size}.jpg`, 60);
  console.log(name, size);
}

/** A piece that is to be moved, and where to. */
const aMove = ({ point, places }) => (point.piece && places.length > 1) || /^move /.test(point.button ?? "");

/** From the welcome to the first move. */
async function firstMove(page, system, size) {
  await beginLesson(page, server.address, WAYS[system].move);
  let coach = await told(page);
  await take(page, `${system}-coach`, size);
  while (!aMove(coach) && !coach.point.orders?.some((order) => /^move /.test(order))) {
    await byMouse(page, coach);
    await movedOn(page, coach);
    coach = await told(page);
  }
  await take(page, `${system}-move`, size);
}

/** The odds of a fight, read before it is fought; then the end of the lesson. */
async function firstFight(page, system, size) {
  await beginLesson(page, server.address, WAYS[system].fight);
  for (let coach = await told(page); !coach.end; coach = await told(page)) {
    const fight = coach.point.orders?.some((order) => WAYS[system].shot.test(order));
    await byMouse(page, coach, async () => {
      if (fight) await take(page, `${system}-odds`, size);
    });
    await movedOn(page, coach);
  }
  await take(page, `${system}-learnt`, size);
}

/** The computer's turn, held at an order that moved somebody. */
async function enemyTurn(page, system, size) {
  const seats = { union: { kind: "me" }, confederate: { kind: "computer", officer: "veteran" } };
  const game = await api(server.address, "/games", { scenario: WAYS[system].battle, name: "Ann", seats });
  await sitDown(page, server.address, game);
  const moving = () => page.evaluate(() => Boolean(document.querySelector(".acting .traveller")));
  for (let n = 0; n < 400 && !(await moving()); n++) {
    const { cards } = await orders(page);
    const idle = await page.evaluate(() => !document.querySelector(".game").game.story.active);
    if (cards.length && idle)
      await giveButton(
        page,
        cards.find((c) => /^(End|Done|Pass|Keep|Stand|Hold)|over$/.test(c.label)) ?? cards[0],
      );
    else await page.waitForTimeout(40);
  }
  await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
  await page.keyboard.press(" ");
  await take(page, `${system}-story`, size);
}

/** A battle that is over: why it ended so, and what now. */
const over = new Map();
async function ending(page, system, size) {
  if (!over.has(system))
    over.set(
      system,
      await fought(server.address, WAYS[system].battle, { kind: "computer", officer: "veteran" }),
    );
  await sitDown(page, server.address, over.get(system));
  await page.goto(`${server.address}/ending/${over.get(system).id}`);
  await page.waitForSelector(".ending h1");
  await take(page, `${system}-ending`, size);
}

async function home(page, _, size) {
  await page.goto(server.address);
  await page.waitForSelector(".courses");
  await take(page, "home", size);
}

const story = { show: true, speed: 1 };
for (const size of Object.keys(SIZES)) {
  const visit = async (way, system, options = {}) => {
    const page = await open(chrome, { ...near(size), ...options });
    await way(page, system, size);
    await page.context().close();
  };
  if (!wanted.length) await visit(home);
  for (const system of Object.keys(WAYS).filter((name) => !wanted.length || wanted.includes(name))) {
    await visit(firstMove, system);
    await visit(firstFight, system);
    await visit(enemyTurn, system, { story });
    await visit(ending, system);
  }
}
process.exit(0);
