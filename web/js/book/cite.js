/** How a rule is cited for people: by the number of the printed book, or by name where it has none. */

import * as api from "../api.js";

/** What the ids of a section begin with, to its number or name. @type {Record<string, string>} */
let names = {};

/** Resolves once the names are known; a server that does not tell them leaves the ids as they are. */
export const named = api.ruleNames().then(
  (told) => {
    names = told;
  },
  () => {},
);

/**
 * `rule 5.1`, `Morale 7`.
 * @param {string} id a clause (`VMOR-7`), or a section as refusals give it (`5.1`)
 */
export function citation(id) {
  const [, prefix, number] = id.match(/^(.*)-(\d+)$/) ?? [];
  const name = prefix && names[prefix];
  if (name) return /^\d/.test(name) ? `rule ${name}` : `${name} ${number}`;
  return `rule ${id}`;
}
