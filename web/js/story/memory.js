/** What this browser remembers: up to which order somebody has seen a game, and how he likes to be shown it. */

const SEEN = "hardtack.seen";
const WISHES = "hardtack.story";
/** More games than these are forgotten, the oldest first. */
const MOST = 200;

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing shows everything again.
  }
}

/** The last order of a game that was seen here, and the moment it was. @param {string} id @returns {{n: number, seq: number} | null} */
export function seen(id) {
  return read(SEEN)?.[id] ?? null;
}

/** @param {string} id @param {number} n @param {number} seq */
export function remember(id, n, seq) {
  const { [id]: _, ...others } = read(SEEN) ?? {};
  const kept = Object.entries(others).slice(1 - MOST);
  write(SEEN, { ...Object.fromEntries(kept), [id]: { n, seq } });
}

/**
 * @typedef {object} Wishes
 * @property {boolean} show whether the orders of others are played on the map
 * @property {number} speed
 * @property {boolean} sound
 */

/** @returns {Wishes} */
export function wishes() {
  return { show: true, speed: 1, sound: false, ...read(WISHES) };
}

/** @param {Partial<Wishes>} wish */
export function wish(wish) {
  write(WISHES, { ...wishes(), ...wish });
}

/**
 * After which order somebody who comes back has seen nothing: his own last one, or what this browser showed last.
 * @param {{orders: number, seq: number, you: readonly string[]}} table @param {{n: number, seat?: string}[]} lines
 * @param {{n: number, seq: number} | null} before
 */
export function since(table, lines, before) {
  const own = lines.findLast((line) => line.seat && table.you.includes(line.seat))?.n ?? 0;
  // Where orders were taken back meanwhile, numbers tell nothing.
  const holds = before && table.seq - before.seq === table.orders - before.n && before.n <= table.orders;
  if (holds) return Math.max(own, before.n);
  return table.you.length ? own : table.orders;
}
