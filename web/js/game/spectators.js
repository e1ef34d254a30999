/** Who watches: spectators are told that they are, and everybody how many there are. */

import { h } from "../dom.js";

/** @param {number} count */
const many = (count) => (count === 1 ? "1 watches" : `${count} watch`);

/** What stands in the bar of a table. @param {import("../types.js").Table} table */
export function spectators(table) {
  const { you, spectators: count } = table;
  if (you.length)
    return [
      table.private && h("span", { class: "spectators" }, "Private"),
      count > 0 && h("span", { class: "spectators" }, many(count)),
    ];
  const others = count > 1 ? `, as one of ${count}` : "";
  return h("span", { class: "spectators banner" }, `You are watching${others}`);
}
