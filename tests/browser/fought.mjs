// Games that were fought to their end.

import { api, huntCavalry, numbers } from "./table.mjs";

/** So many games are played at most until one has what the page of an ending is about. */
const GAMES = 25;

/** Whatever is aimed at the enemy first, then towards him, so that there are fights. */
function choose(table, pick) {
  const aimed = table.cards.filter((c) =>
    /^(?!do not|no )(.*)(attack|assault|fire|fight|charge)/i.test(c.label),
  );
  if (aimed.length && pick(5)) return aimed[pick(aimed.length)];
  return table.system === "gcacw" ? huntCavalry(table, pick) : table.cards[pick(table.cards.length)];
}

/** A game that is over. The dice are the server's, so that no two are alike. */
async function over(address, scenario, pick, confederate) {
  const seats = { union: { kind: "me" }, confederate };
  const { id, token } = await api(address, "/games", { scenario, seats });
  let table = await api(address, `/games/${id}`, undefined, token);
  while (table.standing.waiting) {
    if (!table.cards.length) {
      // The computer is thinking.
      await new Promise((next) => setTimeout(next, 20));
      table = await api(address, `/games/${id}`, undefined, token);
      continue;
    }
    const card = choose(table, pick);
    const body = { seq: table.seq, seat: card.seat, orders: [card.order], table: true };
    ({ table } = await api(address, `/games/${id}/orders`, body, token));
  }
  const { ending } = await api(address, `/games/${id}/ending`);
  return { id, token, table, ending };
}

/** A game in which somebody fought and which turned somewhere. */
export async function fought(address, scenario, confederate = { kind: "me" }) {
  const pick = numbers(7);
  for (let n = 0; n < GAMES; n++) {
    const game = await over(address, scenario, pick, confederate);
    if (game.ending.luck.fights.length && game.ending.turning_points.length) return game;
  }
  throw new Error(`nobody fought in ${GAMES} games of ${scenario}`);
}
