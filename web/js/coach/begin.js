/** Beginning a lesson. */

import * as api from "../api.js";
import { alert } from "../dom.js";
import { go } from "../main.js";

/** @param {string} id */
export async function beginLesson(id) {
  try {
    const begun = await api.begin({ lesson: id, name: api.myName() });
    go(`/game/${begun.id}`);
  } catch (no) {
    alert(no instanceof Error ? no.message : String(no));
  }
}
