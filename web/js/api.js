/** Talking to the server. The only file that knows its addresses, beside club/calls.js for those of people. */

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").News} News */

const BASE = "/api/v1";
const SEATS = "hardtack.seats";
const NAME = "hardtack.name";
const INVITATIONS = "hardtack.invitations";
const UPLOAD = "hardtack.upload";
const DEVICE = "hardtack.device";

/** What the server refused, and by which rule. */
export class Refused extends Error {
  /** @param {number} status @param {any} told */
  constructor(status, told) {
    super(told?.message ?? `The server answered ${status}.`);
    this.status = status;
    this.kind = told?.error ?? "unknown";
    /** @type {string | undefined} */
    this.rule = told?.rule;
    /** @type {string | undefined} */
    this.clause = told?.clause;
    /** What was found in files. @type {import("./wire").Finding[]} */
    this.findings = told?.findings ?? [];
  }
}

/** The seats this browser holds: game id to token. @returns {Record<string, string>} */
export function seats() {
  try {
    return JSON.parse(localStorage.getItem(SEATS) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} game @param {string} token */
export function keepSeat(game, token) {
  localStorage.setItem(SEATS, JSON.stringify({ ...seats(), [game]: token }));
}

/** Seats that belong to a person need no token any more. */
export const dropSeats = () => localStorage.removeItem(SEATS);

/** @param {string} game */
export function dropSeat(game) {
  const left = seats();
  delete left[game];
  localStorage.setItem(SEATS, JSON.stringify(left));
}

/** The invitations this browser can hand out, by game. @returns {Record<string, Partial<Record<import("./types.js").Side, string>>>} */
function allInvitations() {
  try {
    return JSON.parse(localStorage.getItem(INVITATIONS) ?? "{}");
  } catch {
    return {};
  }
}

/** The invitations to a game that this browser began. @param {string} game */
export const invitations = (game) => allInvitations()[game] ?? {};

/** @param {string} game @param {Record<string, string | null>} given */
function keepInvitations(game, given) {
  const mine = Object.fromEntries(Object.entries(given).filter(([, word]) => word));
  if (Object.keys(mine).length)
    localStorage.setItem(INVITATIONS, JSON.stringify({ ...allInvitations(), [game]: mine }));
}

export function myName() {
  return localStorage.getItem(NAME) ?? "";
}

/** @param {string} name */
export function keepName(name) {
  localStorage.setItem(NAME, name);
}

/** The word by which this browser is known to be a person's; empty for guests. */
export const deviceToken = () => localStorage.getItem(DEVICE) ?? "";
/** @param {string} token empty: nobody is signed in any more */
export function keepDevice(token) {
  if (token) localStorage.setItem(DEVICE, token);
  else localStorage.removeItem(DEVICE);
}

/** The seat this browser holds as a guest, else whoever is signed in. @param {string} [game] @returns {Record<string, string>} */
function bearer(game) {
  const token = (game && seats()[game]) || deviceToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

/**
 * @param {string} path
 * @param {{game?: string, body?: any, method?: string, headers?: Record<string, string>}} [how]
 */
export async function call(path, { game, body, method, headers: more } = {}) {
  const headers = { ...bearer(game), ...more };
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(BASE + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const json = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, json);
  return json;
}

/** The word for those who may write, where the server wants one. */
export const uploadWord = () => localStorage.getItem(UPLOAD) ?? "";
/** @param {string} word */
export const keepUploadWord = (word) => localStorage.setItem(UPLOAD, word);

/** @returns {Record<string, string>} */
const author = () => (uploadWord() ? { authorization: `Bearer ${uploadWord()}` } : {});

/** Who may write own scenarios here. @returns {Promise<"anybody" | "token" | "nobody">} */
export const uploads = async () => (await call("")).uploads;

/** @typedef {Record<string, string>} Files texts by the names of their files */

/** Puts a new scenario onto the shelf. @param {string} name @param {Files} files @param {boolean} [draft] whatever is found in it @returns {Promise<import("./wire").OwnWritten>} */
export const addScenario = (name, files, draft = false) =>
  call("/scenarios", { body: { name, files, draft }, headers: author() });
/** @param {string} id @returns {Promise<import("./wire").OwnFiles>} */
export const scenarioFiles = (id) =>
  call(`/scenarios/${encodeURIComponent(id)}/files`, { headers: author() });
/** @param {string} id @param {Files} files @param {string} was the hash of the texts that were read @param {boolean} [draft] @returns {Promise<import("./wire").OwnWritten>} */
export const writeScenario = (id, files, was, draft = false) =>
  call(`/scenarios/${encodeURIComponent(id)}/files`, {
    method: "PUT",
    body: { files, was, draft },
    headers: author(),
  });
/** @param {string} id */
export const removeScenario = (id) =>
  call(`/scenarios/${encodeURIComponent(id)}`, { method: "DELETE", headers: author() });
/** @param {string} id @param {string} name */
const pictureOf = (id, name) =>
  `/scenarios/${encodeURIComponent(id)}/pictures/${name.split("/").map(encodeURIComponent).join("/")}`;
/** Puts a picture beside the files of a scenario. @param {string} id @param {string} name @param {Blob} picture */
export async function addPicture(id, name, picture) {
  const answer = await fetch(BASE + pictureOf(id, name), {
    method: "PUT",
    headers: { ...author(), "content-type": "application/octet-stream" },
    body: picture,
  });
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
}
/** @param {string} id @param {string} name */
export async function picture(id, name) {
  const answer = await fetch(BASE + pictureOf(id, name), { headers: author() });
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
  return answer.blob();
}
/** How a grid lies on a picture. @param {string} map its text @param {{hex: string, at: number[]}[]} points @returns {Promise<import("./wire").Calibrated>} */
export const calibrate = (map, points) =>
  call("/pictures/calibrate", { body: { map, points }, headers: author() });
/** Writes into the map of a scenario that a picture lies under it. @param {string} id @param {any} picture */
export const layUnder = (id, picture) =>
  call(`/scenarios/${encodeURIComponent(id)}/picture`, {
    method: "PUT",
    body: picture,
    headers: author(),
  });
/** A picture of a counter. @param {string} game @param {string} file */
export const artAddress = (game, file) => `${BASE}/games/${game}/art/${encodeURIComponent(file)}`;
/** What would be found in these files. @param {Files} files @returns {Promise<import("./wire").OwnFindings>} */
export const checkFiles = (files) => call("/check", { body: { files }, headers: author() });

/** @returns {Promise<import("./types.js").ScenarioCard[]>} */
export const scenarios = () => call("/scenarios");

/** The guided lessons, in their order. @returns {Promise<import("./wire").LessonCard[]>} */
export const lessons = () => call("/lessons");

/** @type {Promise<import("./types.js").SystemCard[]> | undefined} */
let known;
/** The rule systems, fetched once. @returns {Promise<import("./types.js").SystemCard[]>} */
export function systems() {
  known ??= call("/systems").catch((no) => {
    known = undefined;
    throw no;
  });
  return /** @type {Promise<import("./types.js").SystemCard[]>} */ (known);
}

/** What a system is called. @param {import("./types.js").SystemCard[]} list @param {string} id */
export const titleOf = (list, id) => list.find((system) => system.id === id)?.title ?? id;

/** What can be laid over a map of a system. @param {string} id @returns {Promise<readonly import("./types.js").Lens[]>} */
export const lensesOf = async (id) => (await systems()).find((system) => system.id === id)?.lenses ?? [];

/** @param {string} id @returns {Promise<import("./types.js").ScenarioCard>} */
export const scenario = (id) => call(`/scenarios/${encodeURIComponent(id)}`);
/** @returns {Promise<import("./types.js").Officer[]>} */
export const officers = () => call("/officers");
/** @param {string} system @returns {Promise<import("./types.js").Clause[]>} */
export const rules = (system) => call(`/rules?system=${encodeURIComponent(system)}`);
/** @param {string} id @returns {Promise<import("./types.js").Clause>} */
export const rule = (id) => call(`/rules/${encodeURIComponent(id)}`);
/** What is asked of the book, once. @type {Map<string, Promise<any>>} */
const read = new Map();
/** @param {string} path @returns {Promise<any>} */
function once(path) {
  let promise = read.get(path);
  if (!promise) {
    promise = call(path);
    promise.catch(() => read.delete(path));
    read.set(path, promise);
  }
  return promise;
}
/** @param {string} system @returns {Promise<import("./types.js").Book>} */
export const book = (system) => once(`/rules/book?system=${encodeURIComponent(system)}`);
/** @param {string} system @returns {Promise<import("./types.js").Term[]>} */
export const glossary = (system) => once(`/rules/glossary?system=${encodeURIComponent(system)}`);
/** @param {string} system @returns {Promise<import("./types.js").Sequence>} */
export const sequence = (system) => once(`/rules/sequence?system=${encodeURIComponent(system)}`);
/** What clauses are cited by: the start of their ids to a number or a name. @returns {Promise<Record<string, string>>} */
export const ruleNames = () => once("/rules/names");
/** @returns {Promise<import("./pages/odds.js").Form[]>} */
export const oddsForms = () => call("/odds");
/** @param {string} system @param {any} question */
export const odds = (system, question) => call("/odds", { body: { system, question } });

/** @param {any} game */
export async function begin(game) {
  const begun = await call("/games", { body: game });
  if (begun.token) keepSeat(begun.id, begun.token);
  keepInvitations(begun.id, begun.invitations);
  return begun;
}

/** @param {string} invitation @param {string} name */
export async function join(invitation, name) {
  const joined = await call("/join", { body: { invitation, name } });
  if (joined.token) keepSeat(joined.id, joined.token);
  return joined;
}

/** @returns {Promise<{games: import("./types.js").GameRow[], strength: Record<string, import("./wire").Strength>}>} */
export const mine = () => call("/games/mine", { body: { tokens: Object.values(seats()) } });

/** @param {string} game @returns {Promise<Table>} */
export const table = (game) => call(`/games/${game}`, { game });

/**
 * @param {string} game
 * @param {{seq: number, seat?: string, orders: string[]}} given
 * @returns {Promise<import("./types.js").Answer>}
 */
export const order = (game, given) =>
  call(`/games/${game}/orders`, { game, body: { ...given, table: true } });
/** @param {string} game @param {{piece?: string, at?: string}} what @returns {Promise<import("./types.js").WhyNot>} */
export const why = (game, what) => call(`/games/${game}/why`, { game, body: what });
/** @param {string} game @param {{piece: string, with?: string[], press?: boolean}} wish @returns {Promise<import("./types.js").Reach>} */
export const reach = (game, wish) => call(`/games/${game}/reach`, { game, body: wish });
/** @param {string} game @param {any} question */
export const ask = (game, question) => call(`/games/${game}/ask`, { game, body: question });
/** @param {string} game @param {string} order @param {string} [seat] */
export const check = (game, order, seat) => call(`/games/${game}/check`, { game, body: { order, seat } });
/** Tells the coach something. @param {string} game @param {{seq: number, do: string}} what @returns {Promise<Table>} */
export const coach = (game, what) => call(`/games/${game}/coach`, { game, body: what });
/** @param {string} game @param {number} seq */
export const undo = (game, seq) => call(`/games/${game}/undo`, { game, body: { seq } });
/** @param {string} game @param {number} seq @param {boolean} agree */
export const answerUndo = (game, seq, agree) =>
  call(`/games/${game}/undo/answer`, { game, body: { seq, agree } });
/** A side gives up. @param {string} game @param {string} [seat] */
export const resign = (game, seat) => call(`/games/${game}/resign`, { game, body: { seat } });
/** @param {string} game @param {"draw" | "abandon"} kind @returns {Promise<{over: boolean}>} */
export const propose = (game, kind) => call(`/games/${game}/proposal`, { game, body: { kind } });
/** @param {string} game @param {string} kind @param {boolean} agree @returns {Promise<{over: boolean}>} */
export const answerProposal = (game, kind, agree) =>
  call(`/games/${game}/proposal/answer`, { game, body: { kind, agree } });
/** @param {string} game */
export const withdraw = (game) => call(`/games/${game}/proposal`, { game, method: "DELETE" });
/** @param {string} game @param {number} after the number of the last line that is known @returns {Promise<import("./wire").Chat>} */
export const chat = (game, after) => call(`/games/${game}/chat?after=${after}`, { game });
/** @param {string} game @param {string} words @returns {Promise<import("./wire").ChatLine>} */
export const say = (game, words) => call(`/games/${game}/chat`, { game, body: { words } });
/** Private notes, by what they are about. @param {string} game @returns {Promise<Record<string, string>>} */
export const notes = (game) => call(`/games/${game}/notes`, { game });
/** @param {string} game @param {string} about @param {string} words @returns {Promise<Record<string, string>>} */
export const writeNote = (game, about, words) =>
  call(`/games/${game}/notes`, { game, method: "PUT", body: { about, words } });
/** @param {string} game @param {string} name */
export const rename = (game, name) => call(`/games/${game}/name`, { game, method: "PUT", body: { name } });
/** @param {string} game @param {boolean} hidden */
export const hideGame = (game, hidden) =>
  call(`/games/${game}/hidden`, { game, method: "PUT", body: { hidden } });
/** Deletes a game; what another person plays in is only out of the list. @param {string} game @returns {Promise<{deleted: boolean}>} */
export const removeGame = (game) => call(`/games/${game}`, { game, method: "DELETE" });
/** The next game of the same players; a guest's seat there opens by the token of the old one. @param {string} game @returns {Promise<string>} */
export async function rematch(game) {
  const { id } = await call(`/games/${game}/rematch`, { game, body: {} });
  const token = seats()[game];
  if (token) keepSeat(id, token);
  return id;
}

/** Finished games that this browser does not list. */
const HIDDEN = "hardtack.hidden";
/** @returns {string[]} */
export function hiddenHere() {
  try {
    return JSON.parse(localStorage.getItem(HIDDEN) ?? "[]");
  } catch {
    return [];
  }
}
/** @param {string} game @param {boolean} hidden */
export function hideHere(game, hidden) {
  const others = hiddenHere().filter((id) => id !== game);
  localStorage.setItem(HIDDEN, JSON.stringify(hidden ? [...others, game] : others));
}
/** What the best computer player would do. @param {string} game @param {number} seq @param {string} [seat] @returns {Promise<import("./wire").Hint>} */
export const hint = (game, seq, seat) => call(`/games/${game}/hint`, { game, body: { seq, seat } });
/** Makes the computer player choose now. @param {string} game */
export const hurry = (game) => call(`/games/${game}/hurry`, { game, body: {} });
/** @param {string} game @param {number} [from] @param {number} [to] @returns {Promise<import("./types.js").Log>} */
export const log = (game, from = 0, to) =>
  call(`/games/${game}/log?from=${from}${to === undefined ? "" : `&to=${to}`}`, { game });
/** @param {string} game @param {number} n @returns {Promise<import("./types.js").Moment>} */
export const at = (game, n) => call(`/games/${game}/at/${n}`, { game });

/** What a finished game came to. @param {string} game @returns {Promise<import("./wire").Review>} */
export const ending = (game) => call(`/games/${game}/ending`, { game });

/** What must be known of the map that a game is played on. @param {string} game @returns {Promise<import("./wire").Board>} */
export const board = (game) => call(`/games/${game}/board.json`, { game });
/** A tile of a map. @param {string} hash @param {string} file */
export const tileAddress = (hash, file) => `${BASE}/maps/${hash}/${file}`;
/** A picture of the map of a scenario, for a list or for a page. @param {string} id @param {"small" | "large"} size */
export const pictureAddress = (id, size) => `${BASE}/scenarios/${encodeURIComponent(id)}/${size}.jpg`;

/** The record of a game as a file. @param {string} game @param {boolean} texts with the texts of its scenario */
export async function record(game, texts) {
  const answer = await fetch(`${BASE}/games/${game}/record${texts ? "?texts=1" : ""}`, {
    headers: bearer(game),
  });
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
  return answer.blob();
}

/**
 * Listens to a game until told to stop; comes back by itself after a lost connection.
 * @param {string} game
 * @param {{news: (news: News) => void, thinking: (told: import("./wire").Thinking) => void, watching: (told: import("./wire").Watching) => void, chat: (line: import("./wire").ChatLine) => void}} heard by what is told
 * @param {(connected: boolean) => void} state
 * @returns {() => void} stops listening
 */
export function listen(game, heard, state) {
  const stop = new AbortController();
  let wait = 500;
  (async () => {
    while (!stop.signal.aborted) {
      try {
        const answer = await fetch(`${BASE}/games/${game}/stream`, {
          headers: bearer(game),
          signal: stop.signal,
        });
        if (!answer.ok || !answer.body) throw new Error(String(answer.status));
        state(true);
        wait = 500;
        await readEvents(answer.body, heard);
      } catch {
        // Lost: said below, tried again.
      }
      if (stop.signal.aborted) return;
      state(false);
      await new Promise((go) => setTimeout(go, wait));
      wait = Math.min(wait * 2, 8000);
    }
  })();
  return () => stop.abort();
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {Record<string, (told: any) => void>} heard by the type of the event
 */
async function readEvents(body, heard) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const lines = event.split("\n");
      const of = (/** @type {string} */ key) =>
        lines.filter((l) => l.startsWith(key)).map((l) => l.slice(key.length));
      const data = of("data:").join("\n");
      if (data) heard[of("event:").join("").trim()]?.(JSON.parse(data));
    }
  }
}

// ---- The editor ----

/**
 * Changes texts where they belong; with `docs` also what they say, with `check` what is wrong with them.
 * @param {{files: Record<string, string>, changes?: any[], docs?: boolean, check?: boolean}} asked
 * @returns {Promise<{files: Record<string, string>, docs?: Record<string, Record<string, any> | null>, findings?: import("./wire").Finding[]}>}
 */
export const editPatch = (asked) => call("/edit/patch", { body: asked, headers: author() });
/** What a new scenario begins with: open ground of a size, a small example, or a copy. @param {{system: string, name: string, size?: [number, number]} | {from: string}} asked @returns {Promise<{files: Record<string, string>}>} */
export const editNew = (asked) => call("/edit/new", { body: asked });
/** Lets computer players play these files. @param {{files: Record<string, string>, games: number, players: string}} asked @returns {Promise<{id: string}>} */
export const trialBegin = (asked) => call("/edit/trials", { body: asked, headers: author() });
/** How far they are. @param {string} id @returns {Promise<{done: number, games: number, summary?: string, report?: string, failed?: string}>} */
export const trial = (id) => call(`/edit/trials/${id}`, { headers: author() });
/** @param {string} id */
export const trialStop = (id) => call(`/edit/trials/${id}`, { method: "DELETE", headers: author() });
