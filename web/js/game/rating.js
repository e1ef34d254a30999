/** How strong a computer player is to be: a rating, what it comes to, and one a little stronger than oneself. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { SIDES } from "../words.js";

/** @typedef {import("../types.js").Side} Side */
/** How strong computer players of a system are, and how strong I am, where that is known. @typedef {{ratings: import("../wire").Ratings, mine?: import("../wire").Strength}} Strengths */

/** What is known of strengths in a rule system. @param {string} system @returns {Promise<Strengths | undefined>} */
export async function strengthsIn(system) {
  const [systems, mine] = await Promise.all([api.systems(), api.mine().catch(() => null)]);
  const ratings = systems.find((s) => s.id === system)?.ratings;
  return ratings && { ratings, mine: mine?.strength[system] };
}

/** What a veteran has, in every system. */
const VETERAN = 1500;
/** How much stronger than oneself is a little stronger: six games of ten are lost. */
const STRONGER = 70;
const STEP = 10;

/** What a rating comes to, in words. @param {number} rating @param {Strengths["ratings"]} ratings */
export function ratingWords(rating, { random, recruit, doctrine, general }) {
  /** @type {[number, string][]} */
  const rungs = [
    [random, "random orders"],
    [recruit, "a recruit"],
    [VETERAN, "a veteran"],
    [doctrine, "a veteran who never errs"],
    [general, "a general"],
  ];
  const above = rungs.findIndex(([at]) => rating < at);
  if (above === 0) return `no better than ${rungs[0][1]}`;
  if (above < 0) return `as ${rungs[rungs.length - 1][1]}`;
  const [[low, below], [high, next]] = [rungs[above - 1], rungs[above]];
  const part = (rating - low) / (high - low);
  if (part < 0.15) return `about as ${below}`;
  if (part > 0.85) return `about as ${next}`;
  return `between ${below} and ${next}`;
}

/** @param {Side} side @param {number[]} bounds @param {Strengths} strengths */
export function ratingChoice(side, [low, high], { ratings, mine }) {
  const words = h("output", { class: "soft", id: `${side}-rating-words` });
  const field = h("input", {
    type: "range",
    name: `${side}-rating`,
    min: low,
    max: high,
    step: STEP,
    value: VETERAN,
    "aria-label": `Rating of the ${SIDES[side]} computer player`,
    oninput: () => told(),
  });
  const told = () => {
    const rating = Number(field.value);
    words.textContent = `${rating}: ${ratingWords(rating, ratings)}`;
    field.setAttribute("aria-valuetext", words.textContent);
  };
  /** @param {number} rating */
  const set = (rating) => {
    field.value = String(Math.min(high, Math.max(low, Math.round(rating / STEP) * STEP)));
    told();
  };
  if (mine) set(mine.rating + STRONGER);
  else told();
  return h(
    "div",
    { class: "rating" },
    field,
    words,
    mine
      ? h(
          "p",
          { class: "soft" },
          `Your own, from ${mine.games} games against the computer, is about ${mine.rating}. `,
          h(
            "button",
            { type: "button", class: "link", onclick: () => set(mine.rating + STRONGER) },
            "A little stronger than me",
          ),
        )
      : h(
          "p",
          { class: "soft" },
          "After three finished games against the computer your own is reckoned too.",
        ),
  );
}
