/** The lessons this browser has taken to their end. */

const KEY = "hardtack.lessons";

/** @returns {string[]} their ids */
export function done() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} id */
export function keepDone(id) {
  if (!done().includes(id)) localStorage.setItem(KEY, JSON.stringify([...done(), id]));
}
