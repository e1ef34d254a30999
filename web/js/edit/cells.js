/** Values of files as people type them, and back. Pure functions. */

/** @typedef {import("./schema.js").Field} Field */

/** A value as TOML on one line. @param {any} value @returns {string} */
export function inline(value) {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (value && typeof value === "object") {
    const pairs = Object.entries(value).map(
      ([key, one]) => `${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)} = ${inline(one)}`,
    );
    return pairs.length ? `{ ${pairs.join(", ")} }` : "{}";
  }
  return JSON.stringify(value) ?? "";
}

/** TOML on one line as a value. @param {string} text @returns {any} */
export function outOfLine(text) {
  // Keys become JSON's; what stands in quotes is left alone.
  const json = text.replace(/"(?:[^"\\]|\\.)*"|([\w-]+)\s*=(?!=)|=/g, (word, key) =>
    key ? `"${key}":` : word === "=" ? ":" : word,
  );
  return JSON.parse(json.replace(/,\s*([\]}])/g, "$1"));
}

/** @param {any} value @param {Field} field */
export function shown(value, { type }) {
  if (value === undefined || value === null) return "";
  switch (type) {
    case "list":
    case "ints":
    case "point":
      return Array.isArray(value) ? value.join(", ") : String(value);
    case "data":
      return inline(value);
    case "tactical":
      return typeof value === "object" ? `${value.attack}/${value.defend}` : String(value);
    case "bool":
      return value ? "true" : "false";
    default:
      return typeof value === "object" ? inline(value) : String(value);
  }
}

/** What was typed, as a value; nothing where the field is empty. @param {string} text @param {Field} field @returns {any} */
export function typed(text, { type, label }) {
  const words = text.trim();
  if (words === "") return undefined;
  const number = (/** @type {string} */ word) => {
    const value = Number(word);
    if (!Number.isFinite(value) || word.trim() === "") throw new Error(`${label}: “${word}” is no number.`);
    return value;
  };
  const whole = (/** @type {string} */ word) => {
    const value = number(word);
    if (!Number.isInteger(value)) throw new Error(`${label}: “${word}” is no whole number.`);
    return value;
  };
  const parts = () =>
    words
      .split(/[,;]/)
      .map((part) => part.trim())
      .filter(Boolean);
  switch (type) {
    case "int":
      return whole(words);
    case "number":
      return number(words);
    case "bool":
      return /^(true|yes|1|x)$/i.test(words);
    case "list":
      return parts();
    case "ints":
      return parts().map(whole);
    case "point": {
      const point = parts().map(number);
      if (point.length !== 2) throw new Error(`${label}: two numbers, as in 12, 30.5.`);
      return point;
    }
    case "tactical": {
      const [attack, defend] = words.split("/");
      return defend === undefined ? whole(attack) : { attack: whole(attack), defend: whole(defend) };
    }
    case "data":
      try {
        return outOfLine(words);
      } catch {
        throw new Error(`${label}: written as in { read = true }.`);
      }
    default:
      return type === "long" ? text : words;
  }
}

/** Rows and columns of a text from a spreadsheet. @param {string} text @returns {string[][]} */
export function rowsOf(text) {
  /** @type {string[][]} */
  const rows = [[""]];
  let quoted = false;
  for (let k = 0; k < text.length; k++) {
    const sign = text[k];
    const row = rows[rows.length - 1];
    const last = row.length - 1;
    if (quoted) {
      if (sign === '"' && text[k + 1] === '"') [row[last], k] = [row[last] + '"', k + 1];
      else if (sign === '"') quoted = false;
      else row[last] += sign;
    } else if (sign === '"' && row[last] === "") quoted = true;
    else if (sign === "\t") row.push("");
    else if (sign === "\n") rows.push([""]);
    else if (sign !== "\r") row[last] += sign;
  }
  return rows.filter((row) => row.some((cell) => cell.trim() !== ""));
}

/** The columns that a first row names, by label or key; none if it is no head. @param {string[]} row @param {Field[]} fields @returns {(Field | null)[] | null} */
export function headOf(row, fields) {
  const plain = (/** @type {string} */ text) => text.toLowerCase().replace(/[^a-z]/g, "");
  const found = row.map(
    (cell) => fields.find((f) => plain(f.key) === plain(cell) || plain(f.label) === plain(cell)) ?? null,
  );
  return found.filter(Boolean).length >= Math.max(2, row.length / 2) ? found : null;
}
