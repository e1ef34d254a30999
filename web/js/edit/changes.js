/** Changes of what files say, the same here as the server makes them in their texts. Pure functions: nothing is changed in place. */

/** @typedef {Record<string, any>} Doc */
/** @typedef {(string | number)[]} Way */
/** @typedef {{do: "set", at: Way, value: any} | {do: "remove", at: Way} | {do: "insert", at: Way, nth?: number, value: any}} Change */

/** What stands at a place. @param {any} doc @param {Way} at */
export const look = (doc, at) => at.reduce((here, step) => here?.[step], doc);

/** A copy in which one place is another. @param {any} here @param {Way} at @param {(old: any) => any} make @returns {any} */
function remade(here, at, make) {
  if (at.length === 0) return make(here);
  const [step, ...rest] = at;
  if (typeof step === "number") {
    const list = Array.isArray(here) ? [...here] : [];
    list[step] = remade(list[step], rest, make);
    return list;
  }
  const table = { ...(here ?? {}) };
  table[step] = remade(table[step], rest, make);
  return table;
}

/** A copy without a place. @param {any} here @param {Way} at @returns {any} */
function without(here, at) {
  const [step, ...rest] = at;
  if (here === undefined || here === null || here[step] === undefined) return here;
  if (rest.length) {
    const copy = Array.isArray(here) ? [...here] : { ...here };
    copy[/** @type {any} */ (step)] = without(here[step], rest);
    return copy;
  }
  if (Array.isArray(here)) {
    const list = here.filter((_, n) => n !== step);
    return list;
  }
  const { [step]: _, ...left } = here;
  return left;
}

/** @param {Doc} doc @param {Change} change @returns {Doc} */
export function changed(doc, change) {
  switch (change.do) {
    case "set":
      return remade(doc, change.at, () => change.value);
    case "remove": {
      const less = without(doc, change.at);
      // The last of its entries goes with its key.
      const above = change.at.slice(0, -1);
      const list = look(less, above);
      const empty = typeof change.at.at(-1) === "number" && Array.isArray(list) && list.length === 0;
      return empty && isTables(look(doc, above)) ? without(less, above) : less;
    }
    case "insert":
      return remade(doc, change.at, (list) => {
        const copy = Array.isArray(list) ? [...list] : [];
        copy.splice(change.nth ?? copy.length, 0, change.value);
        return copy;
      });
  }
}

/** Whether a list is one of `[[tables]]`. @param {any} list */
const isTables = (list) =>
  Array.isArray(list) && list.every((one) => one && typeof one === "object" && !Array.isArray(one));

/** @param {Doc} doc @param {Change[]} changes */
export const all = (doc, changes) => changes.reduce(changed, doc);

/** Sets a key, or takes it away where nothing is given. @param {Way} at @param {any} value @returns {Change} */
export const put = (at, value) =>
  value === undefined || value === null || value === "" ? { do: "remove", at } : { do: "set", at, value };
