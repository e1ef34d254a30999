/** How the reader likes to be shown what others do. */

import { h } from "../dom.js";
import { wish, wishes } from "./memory.js";
import { sample } from "./sound.js";

/** Switches for the tab of the table. */
export function wishesPanel() {
  const { show, sound } = wishes();
  const box = (
    /** @type {string} */ key,
    /** @type {string} */ words,
    /** @type {boolean} */ on,
    /** @type {(on: boolean) => void} */ set,
  ) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        "data-key": key,
        checked: on,
        onchange: (/** @type {any} */ e) => set(e.target.checked),
      }),
      ` ${words}`,
    );
  return h(
    "fieldset",
    { class: "wishes" },
    h("legend", {}, "This browser"),
    box("wish-show", "Play the orders of the other side on the map", show, (on) => wish({ show: on })),
    box("wish-sound", "Sounds: dice, marching, guns, your turn", sound, (on) => {
      wish({ sound: on });
      if (on) sample();
    }),
  );
}
