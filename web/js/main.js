/** Finds the page for an address. */

import { memberName } from "./club/calls.js";
import { alert, h } from "./dom.js";

/** @typedef {{main: HTMLElement, params: string[], query: URLSearchParams}} Ask */
/** @typedef {(ask: Ask) => Promise<void | (() => void)>} Page */

/** @type {[RegExp, () => Promise<{page: Page}>, string][]} */
const PAGES = [
  [/^\/$/, () => import("./pages/lobby.js"), "Games"],
  [/^\/new\/([^/]+)$/, () => import("./pages/new-game.js"), "New game"],
  [/^\/join(?:\/([^/]+)\/(union|confederate))?$/, () => import("./pages/join.js"), "Join a game"],
  [/^\/game\/([^/]+)$/, () => import("./pages/game.js"), "Game"],
  [/^\/replay\/([^/]+)$/, () => import("./pages/replay.js"), "Replay"],
  [/^\/ending\/([^/]+)$/, () => import("./pages/ending.js"), "Ending"],
  [/^\/edit\/(.+)$/, () => import("./pages/edit.js"), "Editor"],
  [/^\/picture\/([^/]+)$/, () => import("./pages/picture.js"), "Picture"],
  [/^\/odds$/, () => import("./pages/odds.js"), "Odds"],
  [/^\/rules$/, () => import("./pages/rules.js"), "Rules"],
  [/^\/club$/, () => import("./pages/club.js"), "Club"],
  [/^\/club\/care$/, () => import("./pages/care.js"), "Care"],
  [/^\/person\/([^/]+)$/, () => import("./pages/person.js"), "Person"],
  [/^\/me$/, () => import("./pages/me.js"), "My name"],
  [/^\/in$/, () => import("./pages/in.js"), "Sign in"],
  [/^\/seat$/, () => import("./pages/seat.js"), "My seat"],
  [/^\/mail$/, () => import("./pages/mail.js"), "Mail"],
];

/** @type {void | (() => void)} */
let leave;

async function route() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  if (leave) leave();
  leave = undefined;
  const found = PAGES.map(([path, load, title]) => ({
    match: location.pathname.match(path),
    load,
    title,
  })).find((p) => p.match);
  document.body.className = found ? found.title.toLowerCase().replaceAll(" ", "-") + "-page" : "";
  if (!found?.match) {
    main.replaceChildren(
      h(
        "section",
        { class: "sheet" },
        h("h1", {}, "No such page"),
        h("p", {}, h("a", { href: "/" }, "To the games")),
      ),
    );
    return;
  }
  document.title = `${found.title} · Hardtack`;
  markNav();
  try {
    const { page } = await found.load();
    main.replaceChildren();
    leave = await page({
      main,
      params: found.match.slice(1).map((part) => decodeURIComponent(part ?? "")),
      query: new URLSearchParams(location.search),
    });
  } catch (problem) {
    main.replaceChildren(
      h(
        "section",
        { class: "sheet" },
        h("h1", {}, "That did not work"),
        h("p", {}, problem instanceof Error ? problem.message : String(problem)),
        h("p", {}, h("a", { href: "/" }, "To the games")),
      ),
    );
  }
}

/** Whoever is signed in, in the head of every page. */
function markMember() {
  const link = document.getElementById("member");
  if (link) link.textContent = memberName() || "Sign in";
}
addEventListener("hardtack-member", markMember);
addEventListener("storage", markMember);

function markNav() {
  for (const link of document.querySelectorAll("header nav a, #member")) {
    const here = link.getAttribute("href") === location.pathname;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Goes to a page without loading everything again. @param {string} address */
export function go(address) {
  history.pushState(null, "", address);
  window.scrollTo(0, 0);
  route();
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
window.addEventListener("popstate", route);
window.addEventListener("unhandledrejection", (event) => {
  alert(event.reason instanceof Error ? event.reason.message : "Something went wrong.");
});

/** Light, dark or as the system says; high contrast or not. */
function looks() {
  const root = document.documentElement;
  const theme = localStorage.getItem("hardtack.theme");
  if (theme) root.dataset.theme = theme;
  const high = localStorage.getItem("hardtack.contrast") === "high";
  root.dataset.contrast = high ? "high" : "";
  document.getElementById("contrast")?.setAttribute("aria-pressed", String(high));
}

document.getElementById("theme")?.addEventListener("click", () => {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  localStorage.setItem("hardtack.theme", dark ? "light" : "dark");
  looks();
});
document.getElementById("contrast")?.addEventListener("click", () => {
  localStorage.setItem(
    "hardtack.contrast",
    localStorage.getItem("hardtack.contrast") === "high" ? "" : "high",
  );
  looks();
});

looks();
markMember();
route();
