"""Steps a second, observation included, on one core.

    python examples/bench.py [--seconds 5] [--json]

Each lesson is played at random through `hardtack.VectorGame`: numpy draws an order for every game, all games step, and
every observation is written. Beside it, in the same run, OpenSpiel's chess, stepped at random from Python with its
observation tensor, where open_spiel is installed (else python-chess, which has no observation).
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Callable

import numpy as np

import hardtack

LESSONS = {"gcacw": "lesson-spring-hill", "lfm": "rummels-farm", "vnb": "lesson-henry-hill"}
TARGETS = {"gcacw": 100_000, "lfm": 60_000, "vnb": 10_000}


def measured(work: Callable[[], int], seconds: float) -> float:
    """Steps a second of processor time: of the best of five stretches, as others may be at work on the machine."""
    work()
    best = 0.0
    for _ in range(5):
        steps, started = 0, time.process_time()
        while time.process_time() - started < seconds / 5:
            steps += work()
        best = max(best, steps / (time.process_time() - started))
    return best


def lesson(scenario: str, games: int, observed: bool) -> Callable[[], int]:
    vector = hardtack.VectorGame(scenario, games)
    legal, rng = np.zeros(games, np.int64), np.random.default_rng(1)
    seen = np.zeros((games, vector.observation_size), np.float32) if observed else None
    vector.look(legal=legal)

    def work() -> int:
        for _ in range(16):
            actions = (rng.random(games) * legal).astype(np.int64)
            vector.step(actions, legal=legal, observations=seen)
        return 16 * games

    return work


def chess() -> tuple[str, Callable[[], int]] | None:
    """The yardstick: one game of chess after the other, at random."""
    rng = np.random.default_rng(1)
    try:
        import pyspiel

        game = pyspiel.load_game("chess")

        def spiel() -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.integers(len(legal)))])
                if not state.is_terminal():
                    np.asarray(state.observation_tensor(), np.float32)
                steps += 1
            return steps

        return "OpenSpiel chess, with observation", spiel
    except ImportError:
        pass
    try:
        import chess as python_chess
    except ImportError:
        return None

    def plain() -> int:
        board, steps = python_chess.Board(), 0
        while not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[int(rng.integers(len(legal)))])
            steps += 1
        return steps

    return "python-chess, without observation", plain


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5, help="for each figure")
    parser.add_argument("--games", type=int, default=64, help="games at once")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    figures: dict[str, dict] = {}
    for system, scenario in LESSONS.items():
        size = hardtack.Game(scenario).observation_size
        with_it, without = (measured(lesson(scenario, asked.games, seen), asked.seconds) for seen in (True, False))
        figures[scenario] = {
            "system": system,
            "numbers": size,
            "steps_per_second": round(with_it),
            "without_observation": round(without),
            "target": TARGETS[system],
        }
    yardstick = chess()
    if yardstick is not None:
        name, work = yardstick
        figures[name] = {"steps_per_second": round(measured(work, asked.seconds))}
    if asked.json:
        print(json.dumps(figures))
        return
    print(f"{'one core, steps a second':36}{'observed':>12}{'not observed':>14}{'numbers':>9}{'target':>9}")
    for name, row in figures.items():
        print(
            f"{name:36}{row['steps_per_second']:>12,}{row.get('without_observation', ''):>14}"
            f"{row.get('numbers', ''):>9}{row.get('target', ''):>9}"
        )


if __name__ == "__main__":
    main()
