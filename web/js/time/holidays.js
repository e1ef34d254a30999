/** Days off, on the page of a member. */

import { button, section } from "../club/parts.js";
import { act } from "../club/parts.js";
import { h, show } from "../dom.js";
import * as calls from "./calls.js";

const day = (/** @type {number} */ seconds) =>
  new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** The beginning of a day of this clock, so many days later, in seconds. @param {string} date @param {number} [days] */
export function midnight(date, days = 0) {
  const [year, month, of] = date.split("-").map(Number);
  return Math.floor(new Date(year, month - 1, of + days).getTime() / 1000);
}

export function holidays() {
  const list = h("ul", { class: "game-list" });
  const draw = (/** @type {import("./calls.js").Holiday[]} */ all) => {
    const now = Date.now() / 1000;
    const coming = all.filter((one) => one.ends > now);
    show(
      list,
      ...coming.map((one) =>
        h(
          "li",
          {},
          h("div", {}, `${day(one.starts)} to ${day(one.ends - 1)}`),
          button(
            one.starts > now ? "Take back" : "I am back",
            async () => draw(await calls.endHoliday(one.id)),
            {
              "aria-label": `${one.starts > now ? "Take back" : "End"} the holiday from ${day(one.starts)}`,
            },
          ),
        ),
      ),
    );
  };
  calls.holidays().then(draw, () => {});
  const date = (/** @type {string} */ id, /** @type {string} */ label) => [
    h("label", { for: id }, label),
    h("input", { id, type: "date", required: true, class: "field" }),
  ];
  const go = h("button", { type: "submit" }, "Take these days off");
  const form = h(
    "form",
    {
      class: "holiday-form",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const of = (/** @type {string} */ id) =>
          /** @type {HTMLInputElement} */ (form.querySelector(`#${id}`)).value;
        act(go, async () => {
          draw(await calls.takeHoliday(midnight(of("off-from")), midnight(of("off-to"), 1)));
          form.reset();
        });
      },
    },
    h("div", {}, date("off-from", "First day")),
    h("div", {}, date("off-to", "Last day")),
    go,
  );
  return section(
    "holidays",
    "Days off",
    h(
      "p",
      {},
      "While you are away the days that you have for a turn do not count, and whoever plays you sees it. At most 30 days in a year.",
    ),
    list,
    form,
  );
}
