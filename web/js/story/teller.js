/** What a scene says besides moving counters: arrows, dice, the strip, a voice for who hears the page, sounds. */

import { say } from "../dom.js";
import { fall } from "../panels/dice.js";
import { diceOf } from "../panels/log.js";
import { sound } from "./sound.js";
import { arrowsOf, places, sentence } from "./words.js";

/** Not more than one sentence in this time is read out, in milliseconds. */
const BREATH = 1600;

export class Teller {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.said = 0;
  }

  /** Says what is shown; whether arrows point at it. @param {import("./story.js").Scene} scene */
  tell(scene) {
    const { board, strip, drawing } = this.page;
    const arrows = arrowsOf(scene);
    strip.draw();
    this.#look(scene);
    board?.point(arrows);
    fall(drawing.map, scene.lines.flatMap(diceOf));
    this.#voice(scene);
    sound(scene.lines);
    return arrows.length > 0;
  }

  /** The map moves only where nothing of it could be seen. @param {import("./story.js").Scene} scene */
  #look(scene) {
    const { board, strip } = this.page;
    const where = places(scene).map((place) => board?.anchor(place))[0];
    if (where && !board?.sees(where, strip.root.offsetHeight)) board?.camera.look(where);
  }

  /** @param {import("./story.js").Scene} scene */
  #voice(scene) {
    const words = sentence(scene.lines);
    const now = performance.now();
    if (!words || (!scene.mine && now - this.said < BREATH)) return;
    this.said = now;
    say(words);
  }
}
