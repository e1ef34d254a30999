import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWords, concerned, meant, nearest, offered, passing, usualPace } from "../js/game/answers.js";

const seat = "union";
const card = (order, more = {}) => ({ order, label: order, seat, ...more });
const pieces = [
  { id: "Bradley", name: "Bradley", side: "union", at: "0101" },
  { id: "Brown", name: "Brown", side: "confederate", at: "0105" },
];
/** Columns apart: enough of a map for this. */
const apart = (a, b) => Math.abs(Number(a.at.slice(2)) - Number(b.at.slice(2)));
const table = (cards, more = {}) => ({
  cards,
  orders: 0,
  standing: { waiting: { seats: [seat], kind: "initiative", prompt: "Take it or pass" } },
  view: { turn: 2, pieces, ...more },
});
const now = (lines = []) => ({ lines, apart, inches: false });
const event = (more) => ({ type: "moved", say: "…", ...more });

test("the usual pace is answered only where somebody asks for a pace", () => {
  const steady = card("steady", { usual: true });
  assert.equal(usualPace([steady, card("force", { presses: true })]), steady);
  assert.equal(usualPace([card("take", { usual: true }), card("pass")]), undefined);
});

test("one passes while no enemy is near, and nothing is in hand", () => {
  const pass = card("pass", { passes: true });
  const answer = (within) => ({ what: "pass", seat, turn: null, within });
  assert.equal(meant(answer(3), table([card("take"), pass]), now()).card, pass);
  const near = meant(answer(4), table([pass]), now());
  assert.equal(near.card, undefined);
  assert.match(near.why, /Brown is 4 hexes from Bradley/);
  assert.equal(passing([pass, card("end", { ends: true })]), undefined);
  assert.deepEqual(meant(answer(3), table([card("pass", { passes: true, seat: "confederate" })]), now()), {});
});

test("one answer to one question, this turn", () => {
  const done = card("done", { passes: true, label: "Done" });
  const offer = offered(table([done]), seat);
  assert.deepEqual([offer.kind, offer.label, offer.turn], ["initiative", "Done", 2]);
  assert.equal(meant(offer, table([done]), now()).card, done);
  const other = { ...table([done]), standing: { waiting: { seats: [seat], kind: "supply", prompt: "…" } } };
  assert.deepEqual(meant(offer, other, now()), {});
  assert.deepEqual(meant(offer, table([{ ...done, label: "Lose everything" }]), now()), {});
});

test("nothing is answered once the enemy had to do with one of mine", () => {
  const hit = { n: 5, seat: "confederate", events: [event({ now: [{ id: "Bradley", at: "0102" }] })] };
  const mine = { n: 4, seat: "union", events: [] };
  assert.equal(concerned([mine, hit], seat, pieces), "Bradley");
  assert.equal(concerned([hit, mine], seat, pieces), undefined, "an order of mine came after it");
  const theirs = { n: 5, seat: "confederate", events: [event({ now: [{ id: "Brown", at: "0104" }] })] };
  assert.equal(concerned([mine, theirs], seat, pieces), undefined);
  const aimed = { n: 5, seat: "confederate", events: [event({ attack: { at: ["Bradley"] } })] };
  assert.equal(concerned([mine, aimed], seat, pieces), "Bradley", "however deep it is named");
  // What a new turn brings is nobody's doing.
  const rest = { n: 5, seat: "confederate", events: [event({}), event({ type: "turn" }), ...hit.events] };
  assert.equal(concerned([mine, rest], seat, pieces), undefined);
  const pass = card("pass", { passes: true });
  const held = meant({ what: "pass", seat, turn: null, within: 1 }, table([pass]), now([mine, hit]));
  assert.match(held.why, /concern Bradley/);
});

test("a question in the middle of the enemy's move is never answered unasked", () => {
  const pass = card("stand", { passes: true });
  const answer = { what: "pass", seat, turn: null, within: 1 };
  const active = { piece: "Brown", leader: null, label: "3 MP left", at: "0105" };
  assert.match(meant(answer, table([pass], { active }), now()).why, /Brown is under way/);
  const mine = { ...active, piece: "Bradley" };
  assert.equal(meant(answer, table([pass], { active: mine }), now()).card, pass);
});

test("distances and words on hexes and on a table of inches", () => {
  assert.equal(nearest(pieces, seat, apart).far, 4);
  assert.equal(nearest([pieces[0]], seat, apart), null);
  const pass = { what: "pass", seat, turn: null, within: 3 };
  assert.equal(answerWords(pass, false), "Pass until the enemy is within 3 hexes");
  assert.equal(answerWords({ ...pass, within: 1 }, false), "Pass until the enemy is within 1 hex");
  assert.equal(
    answerWords({ ...pass, turn: 2 }, true),
    "Pass until the enemy is within 18 inches, this turn",
  );
});
