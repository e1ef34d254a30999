/** The editor of maps, tables, scenarios and lessons. */

import * as api from "../api.js";
import { alert, h, say } from "../dom.js";
import { newScenario } from "../edit/begin.js";
import { draftOf } from "../edit/draft.js";
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
    const draft = from === "draft" ? draftOf(id) : null;
    const store = await Store.open(draft?.files ?? own.files);
    store.saved = own.files;
    return new Editor(store, { id, hash: own.hash });
  }
  const draft = from === "draft" ? draftOf(null) : null;
  if (draft) return new Editor(await Store.open(draft.files), null);
  const { files } = await api.editNew({ from: from ?? "" });
  alert("This is a copy: the built-in one stays as it is.", "yes");
  return new Editor(await Store.open(files), null);
}
