// Somebody makes a map and a scenario in the browser, by mouse and by keyboard, and plays it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, findings, fits } from "./looks.mjs";
import { api, keepHouse } from "./table.mjs";

const house = keepHouse();

/** The editor with these files, or a new one. */
async function edit(files, options) {
  const page = await house.open(options);
  await page.goto(`${house.address}/edit/new`);
  await page.waitForSelector("form.new-scenario");
  if (files) {
    await page.evaluate(
      (all) => sessionStorage.setItem("hardtack.draft", JSON.stringify({ id: null, files: all })),
      files,
    );
    await page.goto(`${house.address}/edit/new?from=draft`);
    await ready(page);
  }
  return page;
}

const ready = (page) =>
  page.waitForFunction(() => document.querySelector(".editor")?.editor?.board.painter?.canvas.width > 1);

/** An empty scenario of a system. */
async function blank(system, size, name = "Cold Harbor") {
  return (await api(house.address, "/edit/new", { system, name, size })).files;
}

/** Where a hex, or a side of it, is on the screen. */
const spot = (page, label, side) =>
  page.evaluate(
    ([label, side]) => {
      const { board } = document.querySelector(".editor").editor;
      const { grid, frame } = board;
      const n = grid.number(label);
      if (side === undefined) return frame.camera.screen({ x: grid.x[n], y: grid.y[n] });
      const other = grid.number(side);
      return frame.camera.screen({ x: (grid.x[n] + grid.x[other]) / 2, y: (grid.y[n] + grid.y[other]) / 2 });
    },
    [label, side],
  );

/** Where a point of a table of inches is on the screen. */
const inch = (page, x, y) =>
  page.evaluate(
    ([x, y]) => {
      const { board } = document.querySelector(".editor").editor;
      return board.frame.camera.screen({ x: x * 24, y: (board.size.height - y) * 24 });
    },
    [x, y],
  );

/** Lists of hexes in one order: one with comments in it keeps its own. */
function sorted(docs) {
  const all = structuredClone(docs);
  for (const doc of Object.values(all))
    for (const list of Object.values(doc?.terrain ?? {})) if (Array.isArray(list)) list.sort();
  return all;
}

/** Texts, what they say here and as the server reads them, what was found. */
async function state(page) {
  const mine = await page.evaluate(async () => {
    const { store } = document.querySelector(".editor").editor;
    await store.idle();
    return { files: store.files, docs: store.docs, findings: store.findings };
  });
  const { docs } = await api(house.address, "/edit/patch", { files: mine.files, docs: true });
  assert.deepEqual(sorted(mine.docs), sorted(docs), "the texts say what the page shows");
  return mine;
}

/** An author's hand, who counts what he does. */
function hand(page) {
  const counted = { actions: 0 };
  const one =
    (act) =>
    async (...args) => {
      counted.actions++;
      await act(...args);
    };
  return Object.assign(counted, {
    press: one((selector) => page.click(selector)),
    fill: one((selector, text) => page.fill(selector, text)),
    key: one((key) => page.keyboard.press(key)),
    click: one(async (label, side) => {
      const { x, y } = await spot(page, label, side);
      await page.mouse.click(x, y);
    }),
    /** Presses, draws through these places, lets go. */
    drag: one(async (...labels) => {
      const places = [];
      for (const label of labels) places.push(await spot(page, ...label.split("/")));
      await page.mouse.move(places[0].x, places[0].y);
      await page.mouse.down();
      for (const { x, y } of places.slice(1)) await page.mouse.move(x, y, { steps: 6 });
      await page.mouse.up();
    }),
  });
}

const text = (files, ending) => Object.entries(files).find(([name]) => name.endsWith(ending))[1];

const UNITS = [
  ["Side", "Name", "Size", "Arm", "Tactical", "Artillery", "Manpower", "Hex"],
  ["union", "Wood", "division", "infantry", "3", "2", "6", "0906"],
  ["union", "Ruger", "division", "infantry", "2", "1", "5", "0907"],
  ["confederate", "Brown", "division", "infantry", "3", "2", "7", "0306"],
  ["confederate", "Bate", "division", "infantry", "2", "1", "6", "0305"],
]
  .map((row) => row.join("\t"))
  .join("\n");

test("from nothing to a game in at most sixty actions", async () => {
  const page = await edit();
  const author = hand(page);
  await author.fill("input[name=name]", "Harlan's Ford");
  await author.fill("input[name=rows]", "12");
  await author.fill("input[name=columns]", "12");
  await author.press("button[value=empty]");
  await ready(page);
  // Woods, with a brush of seven hexes.
  await author.press("[data-tool=terrain]");
  await author.press("[data-kind=woods]");
  await author.press('[data-brush="7"]');
  await author.drag("1003", "0803");
  // A river from edge to edge.
  await author.press("[data-tool=water]");
  await author.press("[data-kind=minor-river]");
  await author.fill(".named input", "Stony River");
  await author.drag("0601/0701", "0604/0704", "0606/0706", "0609/0708", "0612/0712");
  // A pike over it, and the bridge.
  await author.press("[data-tool=road]");
  await author.fill(".named input", "Valley Pike");
  await author.drag("0106", "0406", "0606", "0706", "0906", "1206");
  const road = (await state(page)).docs["harlans-ford.map.toml"].road[0];
  const wet = new Set((await state(page)).docs["harlans-ford.map.toml"].water[0].sides);
  const over = road.path
    .slice(1)
    .map((hex, n) => [road.path[n], hex].sort().join("/"))
    .filter((side) => wet.has(side));
  assert.equal(over.length, 1, "the pike crosses the river once");
  await author.press("[data-tool=crossing]");
  await author.click(...over[0].split("/"));
  // A town.
  await author.press("[data-tool=place]");
  await author.fill(".named input", "Hope Mills");
  await author.click("0906");
  // Four units in one go, out of a spreadsheet.
  await author.press(".edit-tabs button >> text=Forces");
  await author.press("[data-rows=unit] .paste-rows");
  await author.fill("dialog textarea", UNITS);
  await author.press("dialog button.main");
  // Victory.
  await author.press(".edit-tabs button >> text=Scenario");
  await author.fill('[data-key$="description"]', "Hope Mills decides.");
  await author.press("[data-rows='victory.place'] .add-row");
  await author.fill('[data-key="victory.place.0.name"]', "Hope Mills");
  await author.fill('[data-key="victory.place.0.hexes"]', "0906");
  await page.selectOption('[data-key="victory.place.0.held_by"]', "union");
  author.actions++;
  await author.press("[data-rows='victory.loss'] .add-row");
  await author.press("[data-rows='victory.loss'] .add-row");
  await author.press("[data-rows='victory.level'] .add-row");
  await author.press("[data-rows='victory.level'] .add-row");
  await author.press("[data-rows='victory.level'] .add-row");
  const { files, docs, findings } = await state(page);
  assert.deepEqual(findings, []);
  assert.equal(await page.locator(".edit-findings h2").innerText(), "Everything fits");
  const map = docs["harlans-ford.map.toml"];
  assert.equal(map.water.length, 1);
  assert.equal(map.crossing.length, 1);
  assert.equal(map.place[0].name, "Hope Mills");
  assert.equal(docs["harlans-ford.scenario.toml"].unit.length, 4);
  assert.match(text(files, ".map.toml"), /^woods = \[/m);
  assert.ok(
    text(files, ".map.toml")
      .split("\n")
      .every((line) => line.length <= 110),
  );
  await author.press("text=Play this");
  await page.waitForURL(/\/new\/own%3Aharlans-ford/);
  await author.press("button[type=submit]");
  await page.waitForURL(/\/game\//);
  await page.waitForSelector(".decision, .board");
  console.log(`${author.actions} actions`);
  assert.ok(author.actions <= 60, `${author.actions} actions`);
  assert.deepEqual(page.problems, []);
  // It is on the shelf, and can be opened again.
  await page.goto(`${house.address}/edit/own%3Aharlans-ford`);
  await ready(page);
  assert.deepEqual((await state(page)).files, files);
});

test("comments, order and blank lines of a file stay as they were", async () => {
  const files = await blank("gcacw", [12, 12]);
  const name = Object.keys(files).find((one) => one.endsWith(".map.toml"));
  files[name] = files[name]
    .replace("[terrain]", "# What grows there.\n[terrain]   # by sight")
    .replace(
      'default = "clear"',
      'default = "clear"   # mostly\n\n\nwoods = [\n    # the old grove\n    "0202", "0203",\n]\n# the end',
    );
  const page = await edit(files);
  const author = hand(page);
  await author.press("[data-tool=terrain]");
  await author.press("[data-kind=woods]");
  await author.drag("0505", "0505");
  await author.press("[data-kind=rough]");
  await author.drag("0202", "0202");
  await author.press("[data-tool=road]");
  await author.drag("0301", "0306");
  const { files: after } = await state(page);
  for (const kept of [
    "# What grows there.\n[terrain]   # by sight",
    'default = "clear"   # mostly\n\n\n',
    "# the old grove",
    "# the end",
  ])
    assert.ok(after[name].includes(kept), `${kept} is gone:\n${after[name]}`);
  assert.match(after[name], /# the old grove\n {4}"0203",\n {4}"0505",\n\]/);
  assert.match(after[name], /rough = \["0202"\]/);
  assert.deepEqual(page.problems, []);
});

test("undo and redo bring back every text, letter for letter", async () => {
  const page = await edit(await blank("gcacw", [12, 12]));
  const author = hand(page);
  const texts = [(await state(page)).files];
  await author.press("[data-tool=terrain]");
  for (const [kind, hex] of [
    ["woods", "0303"],
    ["hill", "0404"],
    ["clear", "0303"],
  ]) {
    await author.press(`[data-kind=${kind}]`);
    await author.drag(hex, hex);
    texts.push((await state(page)).files);
  }
  await author.press("[data-tool=water]");
  await author.drag("0601/0701", "0606/0706");
  texts.push((await state(page)).files);
  for (let n = texts.length - 2; n >= 0; n--) {
    await page.locator(".edit-board").focus();
    await page.keyboard.press("Control+z");
    await page.waitForFunction((k) => document.querySelector(".editor").editor.store.past.length === k, n);
    assert.deepEqual((await state(page)).files, texts[n], `undo to ${n}`);
  }
  assert.ok(await page.locator("[data-key=Undo]").isDisabled());
  for (let n = 1; n < texts.length; n++) {
    await page.keyboard.press("Control+y");
    await page.waitForFunction((k) => document.querySelector(".editor").editor.store.past.length === k, n);
    assert.deepEqual((await state(page)).files, texts[n], `redo to ${n}`);
  }
});

test("a brush stroke on a map of 98 by 64 paints a few hexes, not the map", async () => {
  const page = await edit(await blank("gcacw", [98, 64]));
  const author = hand(page);
  await author.press("[data-tool=terrain]");
  await author.press("[data-kind=woods]");
  await author.press('[data-brush="19"]');
  // What the tools changed of the room for the map is painted in the frames that follow.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.locator(".edit-board[data-painted]").waitFor();
  const before = await page.evaluate(() => {
    const { painter, grid } = document.querySelector(".editor").editor.board;
    performance.clearMeasures();
    return { painted: painter.painted, hexes: grid.count };
  });
  assert.equal(before.hexes, 98 * 64);
  for (const row of ["30", "40", "50", "60"]) await author.drag(`${row}20`, `${row}30`);
  const after = await page.evaluate(() => ({
    painted: document.querySelector(".editor").editor.board.painter.painted,
    brush: performance.getEntriesByName("edit-brush", "measure").map((one) => one.duration),
    stroke: performance.getEntriesByName("edit-stroke", "measure").map((one) => one.duration),
  }));
  const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
  console.log(
    `a dab ${middle(after.brush).toFixed(1)} ms, the end of a stroke ${middle(after.stroke).toFixed(1)} ms, medians`,
  );
  const strokes = after.stroke.length;
  assert.equal(strokes, 4);
  const dabs = after.brush.length;
  // A dab repaints the box around 19 hexes, the end of a stroke that around all it painted: never the map.
  const most = dabs * 140 + strokes * 400;
  assert.ok(
    after.painted - before.painted <= most,
    `${after.painted - before.painted} hexes painted in ${dabs} dabs`,
  );
  assert.ok(after.painted > before.painted);
  const { docs } = await state(page);
  assert.ok(docs["cold-harbor.map.toml"].terrain.woods.length > 10);
});

test("a map is made with the keyboard alone", async () => {
  const page = await edit(await blank("gcacw", [12, 12]));
  await page.locator(".edit-board").focus();
  const keys = async (...all) => {
    for (const key of all) await page.keyboard.press(key);
  };
  const here = () => page.evaluate(() => document.querySelector(".editor").editor.board.here);
  const start = await here();
  await keys("ArrowRight", "ArrowRight", "ArrowUp");
  assert.notEqual(await here(), start);
  const said = page.locator("#live p").last();
  assert.match(await said.innerText(), /^\d{4}, clear/);
  await keys("w", "]", "Enter");
  const wooded = await here();
  assert.match(await said.innerText(), /7 hexes of woods/);
  // A road from here, three hexes on.
  await keys("4", "Enter", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter", "Escape");
  // Water on the side that , and . choose, and a bridge over it.
  await keys("5", ".", ".", "Enter", "6", "Enter");
  const { docs } = await state(page);
  const map = docs["cold-harbor.map.toml"];
  assert.equal(map.terrain.woods.length > 0, true);
  assert.equal(map.road[0].path.length, 4);
  assert.ok(map.road[0].path.includes(wooded));
  assert.equal(map.water[0].sides.length, 1);
  assert.deepEqual(map.crossing[0].side, map.water[0].sides[0]);
  await keys("Control+z");
  await page.waitForFunction(
    () => !document.querySelector(".editor").editor.store.docs["cold-harbor.map.toml"].crossing,
  );
  assert.deepEqual(page.problems, []);
});

test("units are put down, dragged and taken back", async () => {
  const page = await edit(await blank("gcacw", [12, 12]));
  const author = hand(page);
  await author.press(".edit-tabs button >> text=Forces");
  await author.press("[data-rows=unit] .add-row");
  await author.press(".edit-tabs button >> text=Map");
  const unit = async () => (await state(page)).docs["cold-harbor.scenario.toml"].unit[0];
  const from = (await unit()).hex;
  await author.press("[data-tool=pieces]");
  await author.drag(from, "0303");
  assert.equal((await unit()).hex, "0303");
  // Chosen with a click, put down with another.
  await author.click("0303");
  await author.click("0909");
  assert.equal((await unit()).hex, "0909");
  await author.press("[data-key=Undo]");
  await page.waitForFunction(
    () =>
      document.querySelector(".editor").editor.store.docs["cold-harbor.scenario.toml"].unit[0].hex === "0303",
  );
  assert.equal(await page.locator('[data-piece="Unit 1"]').count(), 1);
});

test("a fault is marked at its line, told, and leads to its hex", async () => {
  const page = await edit(await blank("gcacw", [12, 12]));
  await page.click(".edit-tabs button >> text=Text");
  await page.click(".file-tabs button >> text=cold-harbor.map.toml");
  const area = page.locator(".text-box textarea");
  const text = await area.inputValue();
  await area.fill(`${text}\n[[road]]\nkind = "pike"\npath = ["0101", "0909"]\n`);
  const fault = page.locator(".edit-findings li.fault", { hasText: "0909" });
  await fault.waitFor();
  assert.equal((await page.locator(".gutter .fault").count()) >= 1, true);
  await page.click(".edit-tabs button >> text=Map");
  await fault.locator("button").click();
  assert.match(await page.locator(".here h2").innerText(), /^0101|^0909/);
  // What is no TOML at all is told too, and the map stays as it was.
  await page.click(".edit-tabs button >> text=Text");
  await area.fill(`${text}\n[[[`);
  await page.locator(".edit-findings li.fault").first().waitFor();
  await area.fill(text);
  await page.waitForFunction(
    () => !document.querySelector(".edit-findings li.fault button")?.textContent.includes("map.toml"),
  );
  assert.deepEqual(page.problems, []);
});

test("levels and walls of a Last Full Measure map", async () => {
  const page = await edit(await blank("lfm", [12, 12]));
  const author = hand(page);
  await author.press("[data-tool=level]");
  await author.press('[data-kind="2"]');
  await author.press('[data-brush="7"]');
  await author.drag("0505", "0506");
  await author.press("[data-tool=wall]");
  await author.click("0505", "0506");
  await author.press(".edit-tabs button >> text=Forces");
  await author.press("[data-rows=unit] .add-row");
  const { docs } = await state(page);
  const map = docs["cold-harbor.map.toml"];
  assert.ok(map.elevation["2"].length > 1);
  assert.deepEqual(map.wall, [{ kind: "stone-wall", side: "0505/0506" }]);
  assert.equal(docs["cold-harbor.scenario.toml"].unit.length, 1);
  assert.deepEqual(page.problems, []);
});

test("shapes and stands of a table of inches", async () => {
  const page = await edit(await blank("vnb", [36, 48]));
  const author = hand(page);
  const clicks = async (...points) => {
    for (const [x, y] of points) {
      const at = await inch(page, x, y);
      await page.mouse.click(at.x, at.y);
    }
  };
  await author.press("[data-tool=area]");
  await author.press("[data-kind=forest]");
  await clicks([6, 6], [14, 6], [14, 12], [6, 12], [6, 6]);
  await author.press("[data-kind=town]");
  await clicks([30, 20]);
  await author.press("[data-tool=line]");
  await author.press("[data-kind=stream]");
  await clicks([2, 18], [24, 19], [46, 16]);
  await page.keyboard.press("Enter");
  await author.press("[data-tool=spot]");
  await clicks([24.3, 19.4]);
  await author.press(".edit-tabs button >> text=Forces");
  await author.press("[data-rows=stand] .add-row");
  let { docs } = await state(page);
  const kinds = docs["cold-harbor.table.toml"].feature.map((one) => one.kind);
  assert.deepEqual(kinds, ["forest", "town", "stream", "bridge"]);
  const bridge = docs["cold-harbor.table.toml"].feature[3].shape.point;
  assert.ok(Math.abs(bridge[1] - 19) < 0.5, `the bridge is on the stream: ${bridge}`);
  // A handle of the wood is dragged.
  await author.press(".edit-tabs button >> text=Map");
  await author.press("[data-tool=look]");
  await clicks([10, 9]);
  const [from, to] = [await inch(page, 14, 12), await inch(page, 16, 13)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  ({ docs } = await state(page));
  const corner = docs["cold-harbor.table.toml"].feature[0].shape.polygon[2];
  assert.ok(Math.hypot(corner[0] - 16, corner[1] - 13) < 0.3, `${corner}`);
  // The stand is dragged and turned.
  await author.press("[data-tool=pieces]");
  const stand = docs["cold-harbor.scenario.toml"].stand[0];
  const [a, b] = [await inch(page, stand.x, stand.y), await inch(page, 36, 8)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press("e");
  ({ docs } = await state(page));
  const moved = docs["cold-harbor.scenario.toml"].stand[0];
  assert.ok(Math.hypot(moved.x - 36, moved.y - 8) < 0.3);
  assert.equal(moved.facing, 15);
  assert.deepEqual(page.problems, []);
});

test("a hundred games are played in the background and reported", async () => {
  const { files } = await api(house.address, "/edit/new", { system: "gcacw", name: "Trial" });
  const page = await edit(files);
  await page.click("text=100 games");
  await page.selectOption("dialog.trial select", "random");
  await page.waitForSelector("dialog.trial iframe:not([hidden])", { timeout: 120000 });
  assert.match(await page.locator("dialog.trial p[role=status]").innerText(), /^\d+ games: Union \d+%/);
  assert.match(await page.locator("dialog.trial iframe").getAttribute("srcdoc"), /<svg/);
  await page.click("dialog.trial >> text=Close");
  await page.waitForSelector("dialog.trial", { state: "detached" });
  assert.deepEqual(page.problems, []);
});

test("a built-in scenario is copied, a lesson written for it, and nothing is lost by going elsewhere", async () => {
  const page = await house.open();
  await page.goto(`${house.address}/edit/new?from=lesson-spring-hill`);
  await ready(page);
  await page.click(".edit-tabs button >> text=Lesson");
  await page.click("text=Write a lesson");
  await page.click("[data-rows=step] .add-row");
  await page.fill('[data-key="step.1.until"]', '{ order = "done" }');
  await page.locator('[data-key="step.1.until"]').blur();
  await page.fill('[data-key="step.1.way"]', "transfer *");
  await page.locator('[data-key="step.1.way"]').blur();
  const { docs, files } = await state(page);
  const lesson = docs["lesson-spring-hill.lesson.toml"];
  assert.deepEqual(lesson.step[1].until, { order: "done" });
  assert.deepEqual(lesson.step[1].way, ["transfer *"]);
  await page.click("nav >> text=Games");
  await page.click("text=Back to the editor");
  await ready(page);
  assert.deepEqual((await state(page)).files, files);
  await page.click("[data-key=Save]");
  await page.waitForURL(/\/edit\/own%3A/);
  assert.equal(await page.locator(".edit-title p").innerText(), "Saved");
  await page.goto(house.address);
  // The lobby opens every scenario when it is first asked for.
  const card = page.locator(".own .scenario", { hasText: "Spring Hill" });
  await card.waitFor({ timeout: 60000 });
  await card.locator("text=Edit").click();
  await ready(page);
  assert.deepEqual((await state(page)).files, files);
  assert.deepEqual(page.problems, []);
});

test("a unit that arrives later is dragged out of the tray onto the map", async () => {
  const files = await blank("gcacw", [12, 12]);
  files["cold-harbor.scenario.toml"] +=
    `\n[[unit]]\nside = "union"\nname = "Opdycke"\nsize = "brigade"\narm = "infantry"\ntactical = 2\nartillery = 1\nmanpower = 3\narrives = { turn = 2, hexes = ["0101"] } # late\n`;
  const page = await edit(files);
  await page.click("[data-tool=pieces]");
  const { x, y } = await spot(page, "0505");
  const board = await page.locator(".edit-board").boundingBox();
  await page
    .locator(".tray-pieces button")
    .dragTo(page.locator(".edit-board"), { targetPosition: { x: x - board.x, y: y - board.y } });
  const { docs, files: after } = await state(page);
  assert.equal(docs["cold-harbor.scenario.toml"].unit[0].hex, "0505");
  assert.equal(docs["cold-harbor.scenario.toml"].unit[0].arrives, undefined);
  assert.match(after["cold-harbor.scenario.toml"], /manpower = 3\nhex = "0505"\n$/);
  assert.deepEqual(page.problems, []);
});

test("the editor can be used on a phone, with fingers", async () => {
  const page = await edit(await blank("gcacw", [12, 12]), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.tap("[data-tool=terrain]");
  await page.tap("[data-kind=woods]");
  const { x, y } = await spot(page, "0606");
  await page.touchscreen.tap(x, y);
  const { docs } = await state(page);
  assert.deepEqual(docs["cold-harbor.map.toml"].terrain.woods, ["0606"]);
  for (const tab of ["Forces", "Scenario", "Lesson", "Text", "Map"]) {
    await page.tap(`.edit-tabs button >> text=${tab}`);
    const wide = await page.evaluate(() => document.querySelector(".edit-side").scrollWidth);
    assert.ok(wide <= 390, `${tab} is ${wide} wide`);
  }
  assert.deepEqual(page.problems, []);
});

for (const [name, options] of [
  ["wide", {}],
  ["phone, dark", { ...PHONE, colorScheme: "dark" }],
])
  test(`${name}: axe finds nothing in the editor`, async () => {
    const page = await edit(null, options);
    assert.deepEqual(await findings(page), [], "new");
    await fits(page);
    for (const system of ["gcacw", "vnb"]) {
      const { files } = await api(house.address, "/edit/new", { system, name: "Cold Harbor" });
      await page.evaluate(
        (all) => sessionStorage.setItem("hardtack.draft", JSON.stringify({ id: null, files: all })),
        files,
      );
      await page.goto(`${house.address}/edit/new?from=draft`);
      await ready(page);
      for (const tab of ["Map", "Forces", "Scenario", "Lesson", "Text"]) {
        await page.click(`.edit-tabs button >> text=${tab}`);
        assert.deepEqual(await findings(page), [], `${system}: ${tab}`);
        await fits(page);
      }
    }
    assert.deepEqual(page.problems, []);
  });
