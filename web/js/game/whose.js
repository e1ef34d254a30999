/** Whose decision it is, in words. */

import { SIDES } from "../words.js";

/** @param {import("../types.js").Table} table */
export function whose(table) {
  const { waiting, over, closed } = table.standing;
  if (over && closed?.how === "abandoned") return "Left without a result";
  if (over) return over.winner ? `The ${SIDES[over.winner]} side has won` : "A draw";
  if (!waiting) return "";
  if (table.clock?.resting) return "The game rests";
  const mine = waiting.seats.filter((side) => table.you.includes(side));
  if (mine.length)
    return table.you.length === 2
      ? `${waiting.seats.map((s) => SIDES[s]).join(" and ")} to decide`
      : "Your decision";
  const seat = table.seats[waiting.seats[0]];
  if (seat.stuck) return `${seat.name} (${SIDES[waiting.seats[0]]}) is stuck: ${seat.stuck}`;
  if (seat.kind === "computer") return `${seat.name} (${SIDES[waiting.seats[0]]}) is thinking…`;
  const side = SIDES[waiting.seats[0]];
  if (seat.kind === "open") return `Waiting for a friend to take the ${side} seat`;
  // Who gave no name is called after his side already.
  return `Waiting for ${seat.name.replace(/^The /, "the ")}${seat.name.includes(side) ? "" : ` (${side})`}`;
}
