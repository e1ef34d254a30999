"""Many games at once."""

from __future__ import annotations

import numpy as np
import pytest

import hardtack


def rooms(games: hardtack.VectorGame) -> dict[str, np.ndarray]:
    n = len(games)
    return {
        "seats": np.zeros(n, np.int8),
        "legal": np.zeros(n, np.int64),
        "over": np.zeros(n, bool),
        "rewards": np.zeros((n, 2), np.float32),
        "observations": np.zeros((n, games.observation_size), np.float32),
    }


def course(lesson: str, threads: int, steps: int = 300) -> tuple[list, np.ndarray]:
    """Everything that happens in a few games under one choice of actions."""
    games = hardtack.VectorGame(lesson, 12, seed=5, threads=threads)
    room = rooms(games)
    games.look(**room)
    ended, rng = [], np.random.default_rng(3)
    for _ in range(steps):
        games.step((rng.random(12) * room["legal"]).astype(np.int64), **room)
        ended += games.ended()
    return ended, room["observations"]


def test_threads_change_nothing(lesson: str) -> None:
    one, two = course(lesson, 1), course(lesson, 2)
    assert one[0] == two[0] and np.array_equal(one[1], two[1])


def test_a_place_plays_the_game_of_its_number(lesson: str) -> None:
    games = hardtack.VectorGame(lesson, 3, seed=9, first=40)
    single = [hardtack.Game(lesson, seed=9, number=40 + place) for place in range(3)]
    room, rng = rooms(games), np.random.default_rng(1)
    games.look(**room)
    open_games = {0, 1, 2}
    while open_games:
        actions = (rng.random(3) * room["legal"]).astype(np.int64)
        for place in open_games:
            assert room["legal"][place] == single[place].legal
            assert room["seats"][place] == ("union", "confederate").index(single[place].seat)
            assert np.array_equal(room["observations"][place], single[place].observe())
            single[place].step(int(actions[place]))
        games.step(actions, **room)
        for place, number, steps, winner, points, fingerprint in games.ended():
            if place in open_games:
                game = single[place]
                assert number == 40 + place and steps == game.steps and fingerprint == game.fingerprint
                assert winner == game.winner and points == game.points and room["over"][place]
                sign = {"union": 1, "confederate": -1, None: 0}[winner]
                assert room["rewards"][place].tolist() == [sign, -sign]
                open_games.discard(place)


def test_without_reset_a_finished_game_stays() -> None:
    games = hardtack.VectorGame("lesson-spring-hill", 2, auto_reset=False)
    games.random(20_000)
    room = rooms(games)
    games.look(**room)
    assert room["seats"].tolist() == [-1, -1] and room["legal"].tolist() == [0, 0]
    games.step(np.zeros(2, np.int64))
    games.reset(seed=2)
    games.look(**room)
    assert (room["legal"] > 0).all()


def test_a_wrong_action_changes_no_game() -> None:
    games = hardtack.VectorGame("rummels-farm", 2)
    room = rooms(games)
    games.look(**room)
    before = room["observations"].copy()
    with pytest.raises(hardtack.Refused, match="game 1"):
        games.step(np.array([0, room["legal"][1]]))
    games.look(**room)
    assert np.array_equal(before, room["observations"])
    with pytest.raises(ValueError):
        games.step(np.zeros(3, np.int64))
    with pytest.raises(ValueError):
        games.step(np.zeros(2, np.int64), legal=np.zeros(3, np.int64))
    with pytest.raises(TypeError):
        games.step(np.zeros(2, np.int64), legal=np.zeros(2, np.int32))


def test_factors_and_thoughts_of_every_game(lesson: str) -> None:
    games = hardtack.VectorGame(lesson, 4, threads=2)
    legal, factors = np.zeros(4, np.int64), np.ones((4, 8, 4), np.uint16)
    games.look(legal=legal, factors=factors)
    single = hardtack.Game(lesson, seed=1, number=2)
    listed = single.factors()[:8]
    assert np.array_equal(factors[2][: len(listed)], listed) and not factors[2][len(listed) :].any()
    out = np.full(4, -5, np.int64)
    games.think("veteran", out, which=np.array([True, False, True, True]))
    assert out[1] == -5 and (0 <= out[[0, 2, 3]]).all() and (out < legal).all()


def test_random_steps_are_counted() -> None:
    games = hardtack.VectorGame("lesson-henry-hill", 3)
    seen = np.zeros((3, games.observation_size), np.float32)
    assert games.random(10, seen) == 30 and seen.any()
