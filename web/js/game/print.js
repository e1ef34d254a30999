/** The game on paper: the whole map at once, sharper than a screen needs it, while it is printed. */

/** The room on a page between its margins, in pixels of a printed page. */
const PAGE = { w: 690, h: 880 };
/** Pixels of the picture to one of the page. */
const SHARP = 2.5;

/** @typedef {Awaited<ReturnType<typeof import("../board/board.js").boardOf>>} Board */

export class Printing {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** What was looked at before. @type {{middle: {x: number, y: number}, k: number} | null} */
    this.before = null;
    this.onbefore = () => this.begin();
    this.onafter = () => this.end();
    addEventListener("beforeprint", this.onbefore);
    addEventListener("afterprint", this.onafter);
  }

  /** Shows all of the map on a frame of the size of a page. */
  begin() {
    if (this.before) return;
    const { camera, ground, root, sheet } = this.board;
    this.before = { middle: { ...camera.middle }, k: camera.k };
    const k = Math.min(PAGE.w / sheet.width, PAGE.h / sheet.height);
    root.classList.add("on-paper");
    root.style.width = `${Math.round(sheet.width * k)}px`;
    root.style.height = `${Math.round(sheet.height * k)}px`;
    if (ground) ground.ratio = SHARP;
    camera.resized();
    camera.look({ x: sheet.width / 2, y: sheet.height / 2 }, k);
    camera.settle();
  }

  end() {
    const { before } = this;
    if (!before) return;
    this.before = null;
    const { camera, ground, root } = this.board;
    root.classList.remove("on-paper");
    root.style.width = root.style.height = "";
    if (ground) ground.ratio = 0;
    camera.resized();
    camera.look(before.middle, before.k);
    camera.settle();
  }

  /** Prints once the whole map is there: the browser's own command cannot wait for it, and shows it as far as it is known. */
  async print() {
    this.begin();
    await this.board.ground?.complete();
    print();
    this.end();
  }

  close() {
    removeEventListener("beforeprint", this.onbefore);
    removeEventListener("afterprint", this.onafter);
  }
}
