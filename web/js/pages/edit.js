/** The editor of maps, tables, scenarios and lessons. */

import * as api from "../api.js";
import { alert, h, say } from "../dom.js";
import { newScenario } from "../edit/begin.js";
import { Editor } from "../edit/editor.js";
import { Store } from "../edit/store.js";

/** @param {import("../main.js").Ask} ask */
export async function page({ main, params, query }) {
  const [id] = params;
  if (id === "new" && !query.get("from")) return newScenario(main);
  main.append(h("p", { class: "loading" }, "Unrolling the map…"));
  const editor = await open(id, query.get("from"));
  document.title = `${editor.title} · Editor · Hardtack`;
  main.replaceChildren(editor.element);
  editor.begin();
  say("The editor is open.");
  return () => editor.close();
}

/** @param {string} id @param {string | null} from */
async function open(id, from) {
  if (id !== "new") {
    const own = await api.scenarioFiles(id);
    const store = await Store.open(own.files);
    store.saved = store.files;
    return new Editor(store, { id, hash: own.hash });
  }
  const drafted = sessionStorage.getItem("hardtack.draft");
  if (from === "draft" && drafted) return new Editor(await Store.open(JSON.parse(drafted)), null);
  const { files } = await api.editNew({ from: from ?? "" });
  alert("This is a copy: the built-in one stays as it is.", "yes");
  return new Editor(await Store.open(files), null);
}
