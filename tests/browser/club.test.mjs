// Two people and three devices: names, passkeys, an invitation, a game, letters, push messages, chat, going on elsewhere, resigning, and a
// rematch.

import assert from "node:assert/strict";
import { createECDH, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { browser, open, serve } from "./table.mjs";
import { linkOf, postOffice, pushService } from "./sinks.mjs";

const AXE = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

let server, chrome, post, push, address;

before(async () => {
  post = await postOffice();
  push = await pushService();
  server = await serve({
    named: true,
    args: [
      "--mail",
      post.address,
      "--mail-from",
      "The table <table@example.org>",
      "--local-notices",
      "--notice-wait",
      "0",
    ],
  });
  address = server.address;
  chrome = await browser();
});
after(async () => {
  await chrome?.close();
  server?.stop();
  post?.stop();
  push?.stop();
});

/** A device that can keep passkeys. */
async function device(options) {
  const page = await open(chrome, options);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}

/** What axe finds on a page. */
async function sound(page) {
  await page.waitForSelector("main h1");
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }),
  );
  assert.deepEqual(
    violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(" ")}`),
    [],
  );
}

async function takeName(page, name) {
  await page.goto(`${address}/me`);
  await page.fill("#new-name-field", name);
  await page.click("text=Take this name");
  await page.waitForSelector(`h1:text-is("${name}")`);
}

/** Gives the first order that is open, and waits until it is carried out. */
async function playOne(page) {
  const before = await page.getAttribute("[data-seq]", "data-seq");
  await page.evaluate(async (seq) => {
    const id = location.pathname.split("/").at(-1);
    const headers = {
      authorization: `Bearer ${localStorage.getItem("hardtack.device")}`,
      "content-type": "application/json",
    };
    const table = await (await fetch(`/api/v1/games/${id}`, { headers })).json();
    const card = table.cards[0];
    const body = JSON.stringify({ seq: Number(seq), seat: card.seat, orders: [card.order] });
    const answer = await fetch(`/api/v1/games/${id}/orders`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }, before);
  await page.waitForFunction((seq) => document.querySelector("[data-seq]")?.dataset.seq !== seq, before);
}

/** A push subscription as a browser would make it, and how to open what is sent to it. */
function subscriber(endpoint) {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  const told = {
    endpoint,
    keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
  };
  const unseal = (body) => {
    const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const about = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync("sha256", keys.computeSecret(sender), auth, about, 32));
    const part = (name, length) =>
      Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
    const cipher = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return JSON.parse(text.subarray(0, -1).toString());
  };
  return { told, unseal };
}

describe("two people and three devices", { concurrency: false }, () => {
  let ann, bob, phone, game;

  it("a newcomer takes a name and a passkey, signs out and comes back with it", async () => {
    ann = await device();
    await ann.goto(address);
    assert.equal(await ann.textContent("#member"), "Sign in");
    await ann.click("#member");
    await sound(ann);
    await takeName(ann, "Ann Reynolds");
    assert.equal(await ann.textContent("#member"), "Ann Reynolds");
    await ann.click("[data-key=add-key]");
    await ann.waitForSelector("#passkeys li");
    await sound(ann);
    await ann.click("#devices li button");
    await ann.click("text=Sign in with a passkey");
    await ann.waitForSelector('h1:text-is("Ann Reynolds")');
    assert.match(await ann.textContent("#passkeys li"), /used just now/);
    assert.deepEqual(ann.problems, []);
  });

  it("an address is hers once she has opened its letter", async () => {
    await ann.fill("#mail-address", "ann@example.org");
    await ann.click("text=Send a letter there");
    const letter = await post.inbox.find((l) => /Is this your address/.test(l.subject));
    assert.equal(letter.to, "ann@example.org");
    await ann.goto(linkOf(letter));
    await ann.click("text=Yes, it is mine");
    await ann.waitForSelector('h1:text-is("The address is yours")');
    await ann.click("text=Choose when you want some");
    await ann.selectOption("#pace-mail", "at-once");
    await ann.waitForSelector(".alert.yes");
  });

  it("she invites Bob, who sits down under his own name", async () => {
    const scenario = (await (await fetch(`${address}/api/v1/scenarios`)).json())[0].id;
    await ann.goto(`${address}/new/${scenario}`);
    assert.equal(await ann.locator("#name").count(), 0, "a member need not tell her name again");
    await ann.locator('input[name=union][value="me"]').check({ force: true });
    await ann.locator('input[name=confederate][value="friend"]').check({ force: true });
    await ann.click("button[type=submit]");
    await ann.waitForURL(/\/game\//);
    await ann.waitForSelector("[data-seq]");
    game = ann.url().split("/").at(-1).split("?")[0];
    const word = await ann.evaluate(
      (id) => JSON.parse(localStorage.getItem("hardtack.invitations"))[id].confederate,
      game,
    );
    bob = await device();
    await takeName(bob, "Bob Hood");
    await bob.goto(`${address}/join/${game}/confederate#${word}`);
    await bob.waitForSelector('h1:text-is("Ann Reynolds invites you")');
    await sound(bob);
    await bob.click("text=Take the seat");
    await bob.waitForURL(/\/game\//);
    await bob.waitForSelector("[data-seq]");
    const seats = await bob.evaluate(
      async (id) => (await (await fetch(`/api/v1/games/${id}`)).json()).seats,
      game,
    );
    assert.deepEqual([seats.union.name, seats.confederate.name], ["Ann Reynolds", "Bob Hood"]);
  });

  it("a browser takes push messages, and the worker shows them", async () => {
    const sub = subscriber(`${push.address}/push/bob`);
    await bob.context().grantPermissions(["notifications"], { origin: address });
    // There is no push service behind this browser: what it would have made is made up.
    await bob.addInitScript((told) => {
      const made = { endpoint: told.endpoint, toJSON: () => told, unsubscribe: async () => true };
      PushManager.prototype.subscribe = async () => made;
      PushManager.prototype.getSubscription = async () => made;
    }, sub.told);
    await bob.goto(`${address}/me`);
    await bob.click("text=To this browser");
    await bob.waitForSelector("text=Not to this browser any more");
    await bob.click('[aria-label="Try it: Messages of the browser"]');
    const trial = await push.inbox.find((r) => r.path === "/push/bob");
    assert.equal(trial.headers["content-encoding"], "aes128gcm");
    assert.match(trial.headers.authorization, /^vapid t=.+, k=.+/);
    const told = sub.unseal(trial.body);
    assert.equal(told.link, `${address}/me`);
    const cdp = await bob.context().newCDPSession(bob);
    const registered = new Promise((found) =>
      cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const ours = registrations.find((r) => r.scopeURL.endsWith("/push/"));
        if (ours) found(ours.registrationId);
      }),
    );
    await cdp.send("ServiceWorker.enable");
    await cdp.send("ServiceWorker.deliverPushMessage", {
      origin: address,
      registrationId: await registered,
      data: JSON.stringify(told),
    });
    await bob.waitForFunction(async () => {
      const worker = await navigator.serviceWorker.getRegistration("/push/");
      const shown = await worker.getNotifications();
      return shown.some((n) => n.body.includes("your turn") && n.data.link.endsWith("/me"));
    });
    bob.sub = sub;
  });

  it("they play, and whoever is away is told that it is his turn", async () => {
    const asked = async () =>
      (await (await fetch(`${address}/api/v1/games/${game}`)).json()).standing.waiting.seats[0];
    const pages = { union: ann, confederate: bob };
    /** Both play until the turn comes to this side, each leaving the table when the other is asked. */
    const playUntil = async (wanted) => {
      let before = wanted;
      for (let n = 0; n < 200; n++) {
        const side = await asked();
        if (side === wanted && before !== wanted) return;
        before = side;
        const page = pages[side];
        if (!page.url().includes(`/game/${game}`)) {
          await page.goto(`${address}/game/${game}`);
          await page.waitForSelector("[data-seq]");
        }
        await playOne(page);
        if ((await asked()) !== side) await page.goto(`${address}/rules`);
      }
      assert.fail(`it was never the turn of ${wanted}`);
    };
    for (const page of [ann, bob]) await page.goto(`${address}/rules`);
    // Who has just left is called only when it is sure that he is gone; what there is to tell goes out together.
    const link = new RegExp(`${address}/game/${game}\\?n=\\d+`);
    await playUntil("union");
    const letter = await post.inbox.find((l) => /it is your turn/.test(l.text) && link.test(l.text), 120000);
    assert.equal(letter.to, "ann@example.org");
    await playUntil("confederate");
    const told = (r) => JSON.stringify(bob.sub.unseal(r.body));
    await push.inbox.find((r) => /your turn/i.test(told(r)) && link.test(told(r)), 120000);
    await ann.goto(letter.text.match(link)[0]);
    await ann.waitForSelector("[data-seq]");
    assert.deepEqual([ann.problems, bob.problems], [[], []]);
  });

  it("they talk beside the log", async () => {
    for (const page of [ann, bob]) {
      await page.goto(`${address}/game/${game}`);
      await page.waitForSelector("[data-seq]");
      await page.click(".tabs [data-key=tab-chat]");
    }
    await ann.fill(".chat-form textarea", "Back tomorrow?");
    await ann.press(".chat-form textarea", "Enter");
    await bob.locator(".chat-line", { hasText: "Back tomorrow?" }).waitFor();
    await bob.fill(".chat-form textarea", "At eight.");
    await bob.press(".chat-form textarea", "Enter");
    const answer = ann.locator(".chat-line", { hasText: "At eight." });
    await answer.waitFor();
    await answer.getByRole("button", { name: "Report what Bob" }).click();
    await ann.getByLabel("What is wrong with it").fill("Too late for me.");
    await ann.locator("dialog button.main").click();
    await ann.getByText("Whoever looks after the club will read it.").first().waitFor();
  });

  it("she goes on at another device by a link, and can shut it out", async () => {
    await ann.goto(`${address}/me`);
    await ann.click("text=Show the code");
    await ann.waitForSelector("img.qr");
    assert.ok(
      await ann.evaluate(() => document.querySelector("img.qr").naturalWidth > 0),
      "the code is a picture",
    );
    const link = await ann.inputValue("#carry-on input.mono");
    phone = await device({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await phone.goto(link);
    await sound(phone);
    await phone.click("button.main");
    await phone.waitForSelector("#my-games");
    assert.equal(await phone.textContent("#member"), "Ann Reynolds");
    await phone.click("ul.game-list a.title");
    await phone.waitForSelector("[data-seq]");
    const you = await phone.evaluate(
      async (id) =>
        (
          await (
            await fetch(`/api/v1/games/${id}`, {
              headers: { authorization: `Bearer ${localStorage.getItem("hardtack.device")}` },
            })
          ).json()
        ).you,
      game,
    );
    assert.deepEqual(you, ["union"]);
    await ann.goto(`${address}/me`);
    await ann.waitForFunction(() => document.querySelectorAll("#devices li").length === 2);
    await ann.click("text=Sign out everywhere else");
    await ann.waitForFunction(() => document.querySelectorAll("#devices li").length === 1);
    await phone.goto(`${address}/me`);
    await phone.waitForSelector("#sign-in");
    assert.equal(await phone.textContent("#member"), "Sign in");
  });

  it("a recovery code and a letter let her in", async () => {
    await ann.click("#codes button");
    const code = await ann.textContent("#codes ol li");
    await phone.click("text=With a recovery code");
    await phone.fill("#code-name", "ann reynolds");
    await phone.fill("#code", code);
    await phone.click("#sign-in details button");
    await phone.waitForSelector('h1:text-is("Ann Reynolds")');
    await sound(phone);
    await phone.click('#devices li button:has-text("Sign out")');
    await phone.waitForSelector("#sign-in");
    await phone.fill("#way-in", "ann@example.org");
    await phone.click("#sign-in .line button");
    const letter = await post.inbox.find((l) => l.subject === "Your way in");
    await phone.goto(linkOf(letter));
    await phone.click("button.main");
    await phone.waitForSelector("#my-games");
    assert.deepEqual(phone.problems, []);
  });

  it("Bob resigns, and the rematch begins on her phone with sides changed", async () => {
    await bob.goto(`${address}/game/${game}`);
    await bob.waitForSelector("[data-seq]");
    await bob.click(".tabs [data-key=tab-table]");
    await bob.click("[data-key=resign]");
    await bob.locator("dialog button.main", { hasText: "Resign" }).click();
    await bob.waitForSelector(".over-words");
    await phone.goto(`${address}/ending/${game}`);
    await phone.locator("h1", { hasText: "Union victory, Confederate resigned" }).waitFor();
    await phone.click("[data-key=rematch]");
    await phone.waitForURL((url) => url.pathname.startsWith("/game/") && !url.pathname.includes(game));
    await phone.waitForSelector("[data-seq]");
    const next = phone.url().split("/").at(-1).split("?")[0];
    await bob.locator("[data-key=rematch]", { hasText: "To the rematch" }).click();
    await bob.waitForURL(new RegExp(next));
    const seats = (await (await fetch(`${address}/api/v1/games/${next}`)).json()).seats;
    assert.deepEqual([seats.union.name, seats.confederate.name], ["Bob Hood", "Ann Reynolds"]);
    assert.deepEqual([bob.problems, phone.problems], [[], []]);
  });
});
