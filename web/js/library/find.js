/** Finding a scenario among many: what is wished for, as an address keeps it, and which scenarios fit. No page is needed for it. */

/** @typedef {import("../types.js").ScenarioCard} ScenarioCard */
/** @typedef {{q: string, system: string, length: string, year: string, size: string, lesson: boolean, campaign: boolean, own: boolean, sort: string}} Wish */

/** How long a game may take, in minutes. @type {{id: string, label: string, from: number, to: number}[]} */
export const LENGTHS = [
  { id: "hour", label: "An hour or less", from: 0, to: 60 },
  { id: "evening", label: "An evening", from: 61, to: 300 },
  { id: "long", label: "Longer", from: 301, to: Infinity },
];

/** How many units both sides have together. @type {{id: string, label: string, from: number, to: number}[]} */
export const SIZES = [
  { id: "small", label: "Small, up to 40 units", from: 0, to: 40 },
  { id: "middle", label: "Middling, up to 90", from: 41, to: 90 },
  { id: "large", label: "Large", from: 91, to: Infinity },
];

/** @type {{id: string, label: string}[]} */
export const SORTS = [
  { id: "", label: "Game system" },
  { id: "length", label: "Shortest first" },
  { id: "year", label: "Date" },
  { id: "size", label: "Smallest first" },
  { id: "name", label: "Name" },
];

/** @type {Wish} */
export const NOTHING = {
  q: "",
  system: "",
  length: "",
  year: "",
  size: "",
  lesson: false,
  campaign: false,
  own: false,
  sort: "",
};

/** What an address asks for. Words that nobody knows ask for nothing. @param {URLSearchParams} query @returns {Wish} */
export function read(query) {
  const word = (/** @type {string} */ key, /** @type {{id: string}[]} */ known) =>
    known.find((one) => one.id === query.get(key))?.id ?? "";
  return {
    q: (query.get("q") ?? "").trim().slice(0, 80),
    system: query.get("system") ?? "",
    length: word("length", LENGTHS),
    year: /^\d{4}$/.test(query.get("year") ?? "") ? (query.get("year") ?? "") : "",
    size: word("size", SIZES),
    lesson: query.get("lesson") === "1",
    campaign: query.get("campaign") === "1",
    own: query.get("own") === "1",
    sort: word("sort", SORTS),
  };
}

/** The address of a wish: only what is wished for stands in it. @param {Wish} wish */
export function write(wish) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(wish)) if (value) query.set(key, value === true ? "1" : value);
  const text = query.toString();
  return text ? `/?${text}` : "/";
}

/** Whether anything is wished for, beside an order. @param {Wish} wish */
export const isNarrow = (wish) => write({ ...wish, sort: "" }) !== "/";

/** @param {ScenarioCard} card */
export const size = (card) => card.units[0] + card.units[1];

/** Letters without what stands above them. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’']/g, "").toLowerCase();

/** Everything of a card that can be searched. @param {ScenarioCard} card */
const words = (card) =>
  plain(
    [card.title, card.subtitle, card.description, card.year, ...(card.game ?? []), ...card.sides]
      .filter(Boolean)
      .join(" "),
  );

/** @param {ScenarioCard} card @param {Wish} wish */
export function fits(card, wish) {
  const within = (
    /** @type {{id: string, from: number, to: number}[]} */ ranges,
    /** @type {string} */ id,
    /** @type {number} */ n,
  ) => {
    const range = ranges.find((one) => one.id === id);
    return !range || (n >= range.from && n <= range.to);
  };
  return (
    (card.origin === "own") === wish.own &&
    card.playable &&
    (!wish.system || card.system === wish.system) &&
    (!wish.year || String(card.year) === wish.year) &&
    within(LENGTHS, wish.length, card.minutes) &&
    within(SIZES, wish.size, size(card)) &&
    (!wish.lesson || card.lesson || card.lessons.length > 0) &&
    (!wish.campaign || card.campaign) &&
    plain(wish.q)
      .split(/\s+/)
      .every((word) => words(card).includes(word))
  );
}

/** Those that fit, in the order wished for; where that leaves a choice, as they came. @param {ScenarioCard[]} cards @param {Wish} wish */
export function found(cards, wish) {
  const by = {
    length: (/** @type {ScenarioCard} */ card) => card.minutes,
    year: (/** @type {ScenarioCard} */ card) => card.year ?? 9999,
    size,
    name: (/** @type {ScenarioCard} */ card) => plain(card.title.replace(/^(The|A) /, "")),
  }[wish.sort];
  const fitting = cards.filter((card) => fits(card, wish));
  if (!by) return fitting;
  const order = (/** @type {ScenarioCard} */ a, /** @type {ScenarioCard} */ b) => {
    const [one, other] = [by(a), by(b)];
    if (typeof one === "string") return one.localeCompare(String(other));
    return one - Number(other);
  };
  return fitting.sort(order);
}

/** The years there are, the earliest first. @param {ScenarioCard[]} cards @returns {string[]} */
export const years = (cards) =>
  [...new Set(cards.flatMap((card) => (card.year ? [String(card.year)] : [])))].sort();
