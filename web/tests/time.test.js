import assert from "node:assert/strict";
import { test } from "node:test";
import { figures, inWords, leftNow, marks, sameClock, termsWords } from "../js/time/words.js";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

test("what is left is shown as clocks show it, and said as people say it", () => {
  assert.deepEqual(
    [0, 9_000, 249_000, HOUR + 4 * MINUTE + 9_000, 30 * HOUR, 2 * DAY + 5 * HOUR].map(figures),
    ["0:00", "0:09", "4:09", "1:04:09", "30:00:00", "2 d 5 h"],
  );
  assert.deepEqual([500, 59_000, 5 * MINUTE, 26 * HOUR, 3 * DAY].map(inWords), [
    "1 second",
    "59 seconds",
    "5 minutes",
    "26 hours",
    "3 days",
  ]);
});

const clock = {
  terms: { clock: { kind: "evening", minutes: 60, seconds: 10 } },
  left: { union: 10 * MINUTE, confederate: 20 * MINUTE },
  running: ["union"],
  says: [],
  away: { union: null, confederate: null },
};

test("only the time of who is asked goes down, and a days clock stands on days off", () => {
  assert.equal(leftNow(clock, "union", MINUTE), 9 * MINUTE);
  assert.equal(leftNow(clock, "union", HOUR), 0);
  assert.equal(leftNow(clock, "confederate", MINUTE), 20 * MINUTE);
  const days = {
    ...clock,
    terms: { clock: { kind: "days", days: 3 } },
    away: { union: 1, confederate: null },
  };
  assert.equal(leftNow(days, "union", MINUTE), 10 * MINUTE);
  assert.deepEqual(
    [marks(clock), marks(days)],
    [
      [5 * MINUTE, MINUTE],
      [DAY, HOUR],
    ],
  );
});

test("that time has gone by is no news, that the game rests is", () => {
  assert.ok(sameClock(clock, { ...clock, left: { union: 1, confederate: 2 } }));
  assert.ok(!sameClock(clock, { ...clock, resting: "agreed" }));
  assert.ok(!sameClock(undefined, clock));
});

test("terms in a sentence", () => {
  assert.equal(
    termsWords(clock.terms),
    "60 minutes a side and 10 seconds for each decision handed over, then the game rests",
  );
  assert.equal(
    termsWords({ clock: { kind: "days", days: 1 }, over: { kind: "resign" } }),
    "1 day a turn, then the game is lost",
  );
});
