/** Files that somebody drops or chooses: what they are, what their scenario is called. */

/** How files that hold text end, and pictures; the server takes no others. */
const TEXTS = /\.(toml|csv|md)$/i;
const PICTURES = /\.(jpe?g|png|webp)$/i;
const SCENARIO = /\.scenario\.toml$/i;
/** What the server takes of one picture. */
export const MOST_PICTURE = 40_000_000;

/** @typedef {{texts: Record<string, string>, pictures: Map<string, File>, others: string[]}} Gathered */

/** Sorts files by what they are, and reads those that hold text. @param {Iterable<File>} files @returns {Promise<Gathered>} */
export async function gather(files) {
  /** @type {Gathered} */
  const gathered = { texts: {}, pictures: new Map(), others: [] };
  for (const file of files) {
    if (TEXTS.test(file.name)) gathered.texts[file.name] = await file.text();
    else if (PICTURES.test(file.name)) gathered.pictures.set(file.name, file);
    else gathered.others.push(file.name);
  }
  return gathered;
}

/** What a scenario of these files is called: as its file, or else the first. @param {string[]} names */
export function nameOf(names) {
  const main = names.find((name) => SCENARIO.test(name)) ?? names.find((name) => /\.toml$/i.test(name)) ?? "";
  return main
    .replace(/\.(scenario|map|table|lesson)?\.?toml$/i, "")
    .replace(/[^\p{L}\p{N} _.,'()+&-]/gu, "-")
    .trim();
}

/** The next name that nobody has: `a`, `a-2`, `a-3`. @param {string} name @param {Set<string>} taken */
export function freeName(name, taken) {
  for (let n = 2; ; n++) {
    const next = `${name.replace(/-\d+$/, "")}-${n}`;
    if (!taken.has(next)) return next;
  }
}

/** Files of a drop, those in folders too. @param {DataTransfer} data @returns {Promise<File[]>} */
export async function dropped(data) {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry);
  const folders = entries.filter((entry) => entry?.isDirectory);
  if (!folders.length) return [...data.files];
  const inside = folders.map((folder) => filesOf(/** @type {FileSystemDirectoryEntry} */ (folder)));
  const beside = [...data.files].filter((file) => !folders.some((folder) => folder?.name === file.name));
  return [...beside, ...(await Promise.all(inside)).flat()];
}

/** @param {FileSystemDirectoryEntry} folder @returns {Promise<File[]>} */
function filesOf(folder) {
  return new Promise((found, failed) => {
    folder.createReader().readEntries(async (entries) => {
      const files = entries.filter((entry) => entry.isFile);
      const read = (/** @type {any} */ entry) => new Promise((go, no) => entry.file(go, no));
      Promise.all(files.map(read)).then(found, failed);
    }, failed);
  });
}
