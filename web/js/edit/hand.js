/** What the author has in his hand: tool, kind, brush, name, piece. */

/** @typedef {{table: string, nth: number}} Held */

export class Hand {
  /** @param {import("./schema.js").Tool[]} tools */
  constructor(tools) {
    this.tools = tools;
    this.tool = tools[0].id;
    /** The kind last chosen of each tool. @type {Record<string, string>} */
    this.kinds = Object.fromEntries(
      tools.map((tool) => [tool.id, tool.kinds[tool.id === "terrain" ? 3 : 0] ?? ""]),
    );
    if (this.kinds.level !== undefined) this.kinds.level = "1";
    /** Steps around the middle: 0, 1 or 2 for 1, 7 or 19 hexes. */
    this.brush = 0;
    this.fill = false;
    this.erase = false;
    /** A name for the next road, water or place. */
    this.name = "";
    /** The piece that was chosen. @type {Held | null} */
    this.piece = null;
    /** @type {Set<() => void>} */
    this.watchers = new Set();
  }

  get kind() {
    return this.kinds[this.tool] ?? "";
  }

  /** @param {Partial<Pick<Hand, "tool" | "brush" | "fill" | "erase" | "name" | "piece">> & {kind?: string}} now */
  take({ kind, ...now }) {
    Object.assign(this, now);
    if (kind !== undefined) this.kinds = { ...this.kinds, [this.tool]: kind };
    for (const told of this.watchers) told();
  }
}
