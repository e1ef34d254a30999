/** A hundred games between computer players, in the background, and the page about them. */

import * as api from "../api.js";
import { alert, h } from "../dom.js";

/** How often the server is asked how far they are, in milliseconds. */
const ASK = 400;

/** @param {import("./editor.js").Editor} editor */
export function trialButton(editor) {
  return h(
    "button",
    {
      type: "button",
      "data-key": "100 games",
      title: "Let computer players play it a hundred times",
      onclick: () => trial(editor),
    },
    "100 games",
  );
}

/** @param {import("./editor.js").Editor} editor */
async function trial(editor) {
  await editor.text.give();
  await editor.store.idle();
  if (editor.store.findings.some((one) => one.severity === "fault"))
    return alert("Mend the faults first: a file that does not fit cannot be played.");
  let id = "";
  let over = false;
  const bar = h("progress", { max: 100, value: "0", "aria-label": "Games played" });
  const told = h("p", { role: "status" }, "The first games are being played…");
  const page = h("iframe", { title: "Report", hidden: true, sandbox: "allow-same-origin" });
  const stop = h("button", { type: "button", onclick: () => dialog.close() }, "Stop");
  const players = h(
    "select",
    { "aria-label": "Players" },
    h("option", { value: "recruit" }, "recruits"),
    h("option", { value: "random" }, "chance"),
    h("option", { value: "veteran" }, "veterans"),
  );
  const dialog = h(
    "dialog",
    { class: "trial" },
    h("h2", {}, "A hundred games between ", players),
    bar,
    told,
    page,
    h("p", { class: "buttons" }, stop),
  );
  const begin = async () => {
    if (id && !over) api.trialStop(id).catch(() => {});
    over = false;
    page.hidden = true;
    try {
      ({ id } = await api.trialBegin({ files: editor.store.files, games: 100, players: players.value }));
      await follow(id);
    } catch (no) {
      over = true;
      told.textContent = no instanceof Error ? no.message : String(no);
    }
  };
  /** @param {string} mine */
  const follow = async (mine) => {
    while (dialog.open && id === mine) {
      const now = await api.trial(mine);
      if (id !== mine) return;
      bar.value = now.done;
      bar.max = now.games;
      told.textContent = now.summary ?? `${now.done} of ${now.games} games`;
      if (now.failed) throw new Error(now.failed);
      if (now.report) {
        over = true;
        stop.textContent = "Close";
        page.hidden = false;
        page.srcdoc = now.report;
        return;
      }
      await new Promise((rested) => setTimeout(rested, ASK));
    }
  };
  players.addEventListener("change", begin);
  dialog.addEventListener("close", () => {
    if (id && !over) api.trialStop(id).catch(() => {});
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  begin();
}
