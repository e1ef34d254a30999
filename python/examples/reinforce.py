"""Learns to beat random players, with numpy alone.

A policy that scores each legal order by what it is (its kind, piece, place and option, docs/observation.md), learned by
REINFORCE: what was done in games that went better than usual becomes likelier. One core, a few minutes:

    python examples/reinforce.py --minutes 2 --plot curve.svg
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import hardtack

#: Weights of the policy; what an order is falls into them by its hash.
WEIGHTS = 1 << 15
#: Ways to look at an order: its kind, kind and piece, kind and place, piece and place, kind and option, all four.
LOOKS = np.array(
    [[1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1], [1, 1, 1, 1]], dtype=np.uint64
)
SALT = np.arange(1, len(LOOKS) + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
MIX = np.array([0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F], dtype=np.uint64)


def features(factors: np.ndarray) -> np.ndarray:
    """Places of orders among the weights, one for each way to look at them: (..., 4) numbers give (..., 6) places."""
    mixed = (factors.astype(np.uint64) + np.uint64(1)) * MIX
    looked = (mixed[..., None, :] * LOOKS).sum(axis=-1) + SALT
    looked ^= looked >> np.uint64(29)
    looked *= np.uint64(0xBF58476D1CE4E5B9)
    return (looked >> np.uint64(64 - WEIGHTS.bit_length() + 1)).astype(np.int64)


@dataclass
class Learner:
    """A policy and what it has seen: `weights` score orders, `usual` is what games came to so far."""

    rate: float
    games: int

    def __post_init__(self) -> None:
        self.weights = np.zeros(WEIGHTS, np.float32)
        self.traces = np.zeros((self.games, WEIGHTS), np.float32)
        self.squares = np.zeros(WEIGHTS, np.float32)
        self.usual, self.spread = 0.0, 1.0

    def choose(self, factors: np.ndarray, legal: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
        """An order for each game, and what made it likely."""
        places = features(factors)
        scores = self.weights[places].sum(axis=-1)
        scores[np.arange(scores.shape[1]) >= legal[:, None]] = -np.inf
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        drawn = rng.random((len(legal), 1)) > np.cumsum(chances, axis=1)
        return np.minimum(drawn.sum(axis=1), legal - 1), places, chances

    def remember(self, games: np.ndarray, chosen: np.ndarray, places: np.ndarray, chances: np.ndarray) -> None:
        """Adds the gradient of the chosen orders' likelihood to the games they were given in."""
        rows = np.arange(len(games))
        pushes = -chances
        pushes[rows, chosen] += 1
        at = np.repeat(games, places.shape[1] * places.shape[2])
        np.add.at(self.traces, (at, places.reshape(-1)), np.repeat(pushes.reshape(-1), places.shape[2]))

    def learn(self, ended: np.ndarray, returns: np.ndarray) -> None:
        """Makes what was done in good games likelier, and what was done in bad ones less likely."""
        better = (returns - self.usual) / max(self.spread, 0.1)
        gradient = better @ self.traces[ended] / len(ended)
        self.squares = 0.99 * self.squares + 0.01 * gradient**2
        self.weights += self.rate * gradient / (np.sqrt(self.squares) + 1e-3)
        self.traces[ended] = 0
        self.usual += 0.02 * (returns.mean() - self.usual)
        self.spread += 0.02 * (np.abs(returns - self.usual).mean() * 1.25 - self.spread)


class Match:
    """Games of a learner against random players, stepped together."""

    def __init__(self, scenario: str, seat: str, games: int, seed: int) -> None:
        self.seat = ("union", "confederate").index(seat)
        self.vector = hardtack.VectorGame(scenario, games, seed=seed)
        self.slots = hardtack.slots(scenario)
        self.seats = np.zeros(games, np.int8)
        self.legal = np.zeros(games, np.int64)
        self.factors = np.zeros((games, self.slots, 4), np.uint16)
        self.rng = np.random.default_rng(seed)
        self._room = {"seats": self.seats, "legal": self.legal, "factors": self.factors}
        self.vector.look(**self._room)

    def step(self, learner: Learner, learning: bool) -> list[tuple]:
        """One order in every game; those games that it ended."""
        offered = np.minimum(self.legal, self.slots)
        actions = (self.rng.random(len(offered)) * offered).astype(np.int64)
        own = np.flatnonzero(self.seats == self.seat)
        if len(own):
            # No more room is looked at than the longest list needs.
            most = int(offered[own].max())
            chosen, places, chances = learner.choose(self.factors[own, :most], offered[own], self.rng)
            actions[own] = chosen
            if learning:
                learner.remember(own, chosen, places, chances)
        self.vector.step(actions, **self._room)
        return self.vector.ended()

    def margin(self, points: tuple[int, int], winner: str | None) -> float:
        """What a game came to for the learner: points tell more than who won, until he wins."""
        lead = points[self.seat] - points[1 - self.seat]
        won = 0 if winner is None else 1 if winner == ("union", "confederate")[self.seat] else -1
        return 5.0 * won + lead


def measure(learner: Learner, scenario: str, seat: str, games: int, seed: int) -> tuple[int, int]:
    """How many of so many games the learner wins, without learning from them: the first of each place, none chosen."""
    match = Match(scenario, seat, learner.games, seed)
    won = done = 0
    rounds = -(-games // learner.games)
    while done < rounds * learner.games:
        for _, number, _, winner, _, _ in match.step(learner, learning=False):
            # Longer games end later: whole rounds are counted, so that short ones do not count for more.
            if number < rounds * learner.games:
                done += 1
                won += winner == seat
    return won, done


def train(
    scenario: str, seat: str, minutes: float, games: int, rate: float, seed: int, every: float, most: float
) -> list[dict]:
    """Learns for so long, or from so many games; the share of games won, now and then, is the curve."""
    learner = Learner(rate, games)
    match = Match(scenario, seat, games, seed)
    curve, learned, spent, due = [], 0, 0.0, 0.0
    while True:
        done = spent >= 60 * minutes or learned >= most
        if spent >= due or done:
            won, of = measure(learner, scenario, seat, 512, seed=1_000_000 + seed)
            point = {"minutes": round(spent / 60, 3), "games": learned, "won": won, "of": of}
            print(f"{point['minutes']:6.2f} min {learned:7d} games learned from: wins {100 * won / of:5.1f}% of {of}")
            curve.append(point)
            due += every
            if done:
                return curve
        # Of the processor and not of the wall: others may be at work on the machine.
        started = time.process_time()
        for _ in range(200):
            ended = match.step(learner, learning=True)
            if ended:
                places = np.array([place for place, *_ in ended])
                returns = np.array([match.margin(points, winner) for _, _, _, winner, points, _ in ended])
                learner.learn(places, returns.astype(np.float32))
                learned += len(ended)
        spent += time.process_time() - started


def plot(curve: list[dict], title: str, path: Path) -> None:
    """The curve as SVG, with its 95% interval."""
    width, height, left, top = 640, 320, 56, 40
    last = max(point["minutes"] for point in curve) or 1
    x = lambda minutes: left + (width - left - 20) * minutes / last  # noqa: E731
    y = lambda share: top + (height - top - 44) * (1 - share)  # noqa: E731
    marks, line, band = [], [], []
    for point in curve:
        share, n = point["won"] / point["of"], point["of"]
        # Wilson's interval.
        middle, half = (share + 1.92 / n) / (1 + 3.84 / n), 1.96 / (1 + 3.84 / n) * np.sqrt(
            share * (1 - share) / n + 0.96 / n**2
        )
        band.append((x(point["minutes"]), y(middle + half), y(middle - half)))
        line.append(f"{x(point['minutes']):.1f},{y(share):.1f}")
    for percent in (0, 25, 50, 75, 100):
        at = y(percent / 100)
        marks.append(f'<path d="M{left} {at:.1f}H{width - 20}" stroke="#ccc"/>')
        marks.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{percent}%</text>')
    for tick in np.linspace(0, last, 5):
        marks.append(f'<text x="{x(tick):.1f}" y="{height - 24}" text-anchor="middle">{tick:.1f}</text>')
    edge = [f"{a:.1f},{b:.1f}" for a, b, _ in band] + [f"{a:.1f},{c:.1f}" for a, _, c in reversed(band)]
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" '
        f'fill="#333"><rect width="{width}" height="{height}" fill="#fff"/><text x="{left}" y="22" font-size="14">{title}'
        f"</text>{''.join(marks)}<polygon points=\"{' '.join(edge)}\" fill=\"#2b5797\" fill-opacity=\".2\"/>"
        f'<polyline points="{" ".join(line)}" fill="none" stroke="#2b5797" stroke-width="2"/>'
        f'<text x="{(left + width) / 2}" y="{height - 6}" text-anchor="middle">minutes of learning, one core</text></svg>\n',
        encoding="utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", nargs="?", default="lesson-spring-hill")
    parser.add_argument("--seat", default="confederate", choices=["union", "confederate"])
    parser.add_argument("--minutes", type=float, default=3, help="of one processor, to learn for")
    parser.add_argument("--most", type=int, help="games to learn from, if that takes less time")
    parser.add_argument("--every", type=float, default=10, help="seconds of learning between two points of the curve")
    parser.add_argument("--games", type=int, default=64, help="games at once")
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the curve as JSON")
    parser.add_argument("--plot", type=Path, help="the curve as SVG")
    asked = parser.parse_args()
    most = float("inf") if asked.most is None else asked.most
    curve = train(
        asked.scenario, asked.seat, asked.minutes, asked.games, asked.rate, asked.seed, asked.every, most
    )
    if asked.out:
        asked.out.write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
    if asked.plot:
        plot(curve, f"{asked.scenario}: the {asked.seat} learner against random", asked.plot)


if __name__ == "__main__":
    main()
