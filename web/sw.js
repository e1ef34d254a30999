// Shows push messages while no page is open. It answers no requests and keeps nothing.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // Not one of ours: something has to be shown all the same.
  }
  const { title = "Hardtack", body = "Something waits for you at the table.", link = "/", tag } = told;
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: Boolean(tag), data: { link } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link));
});

/** Goes to the page, where it is open already or in a new one; to no other site. */
async function open(link) {
  const wanted = new URL(link ?? "/", self.location.origin);
  const address = wanted.origin === self.location.origin ? wanted : new URL("/", self.location.origin);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === address.pathname);
  if (there) return there.focus();
  return self.clients.openWindow(address.href);
}
