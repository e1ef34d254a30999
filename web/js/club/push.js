/** Push messages to this browser. */

import { dropPush, keepPush } from "./calls.js";

/** The worker sees no page and no request: its scope is a place where there is nothing. */
const WORKER = { path: "/sw.js", scope: "/push/" };

export const knowsPush = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether this browser is asked to take messages, as far as it knows itself. */
export async function isOn() {
  if (!knowsPush() || Notification.permission !== "granted") return false;
  const worker = await navigator.serviceWorker.getRegistration(WORKER.scope);
  return Boolean(await worker?.pushManager.getSubscription());
}

/** @param {ServiceWorkerRegistration} worker */
async function ready(worker) {
  const waiting = worker.installing ?? worker.waiting;
  if (worker.active || !waiting) return;
  await new Promise((done) =>
    waiting.addEventListener("statechange", () => waiting.state === "activated" && done(undefined)),
  );
}

/** Asks the reader, then the browser, then tells the server. @param {string} key the server's */
export async function switchOn(key) {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("This browser was told not to show notices from here: allow it in its settings.");
  const worker = await navigator.serviceWorker.register(WORKER.path, { scope: WORKER.scope });
  await ready(worker);
  const subscribe = () => worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  let subscription;
  try {
    subscription = await subscribe();
  } catch {
    // Subscribed to another server's key, under the same address: begin again.
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    subscription = await subscribe().catch((no) => {
      throw new Error(`This browser can take no messages now (${no.message}).`);
    });
  }
  await keepPush(subscription.toJSON());
}

export async function switchOff() {
  const worker = await navigator.serviceWorker.getRegistration(WORKER.scope);
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  await dropPush(subscription.endpoint).catch(() => {});
  await subscription.unsubscribe();
}
