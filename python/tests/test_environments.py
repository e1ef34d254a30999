"""PettingZoo and Gymnasium."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import hardtack

LONG = "lesson-spring-hill"


def test_pettingzoo_takes_it(lesson: str) -> None:
    pytest.importorskip("pettingzoo", reason="NO PETTINGZOO TEST: it is not installed")
    from pettingzoo.test import api_test, seed_test

    from hardtack import pettingzoo

    with warnings.catch_warnings():
        # It would rather have a picture.
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(lesson), num_cycles=300)
    seed_test(lambda: pettingzoo.env(lesson), num_cycles=60)


def test_a_pettingzoo_game_ends_with_its_rewards(lesson: str) -> None:
    pytest.importorskip("pettingzoo", reason="NO PETTINGZOO TEST: it is not installed")
    from hardtack import pettingzoo

    env = pettingzoo.env(lesson, render_mode="ansi")
    env.reset(seed=3)
    rng = np.random.default_rng(1)
    rewards = {}
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        assert env.observation_space(agent).contains(seen) and not cut
        if over:
            rewards[agent] = reward
            assert info["winner"] == env.game.winner
            env.step(None)
            continue
        assert seen["action_mask"].sum() == min(env.game.legal, env.slots) and info["left_out"] == 0
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    sign = {"union": 1, "confederate": -1, None: 0}[env.game.winner]
    assert rewards == {"union": sign, "confederate": -sign}
    assert "over" in env.render()


def test_orders_beyond_the_slots_are_counted() -> None:
    pytest.importorskip("pettingzoo", reason="NO PETTINGZOO TEST: it is not installed")
    from hardtack import pettingzoo

    env = pettingzoo.env(LONG, slots=1)
    env.reset(seed=1)
    while env.game.legal < 3:
        env.step(0)
    seen, _, _, _, info = env.last()
    assert seen["action_mask"].tolist() == [1] and info["left_out"] == env.game.legal - 1


def test_gymnasium_takes_it(lesson: str) -> None:
    pytest.importorskip("gymnasium", reason="NO GYMNASIUM TEST: it is not installed")
    from gymnasium.utils.env_checker import check_env

    from hardtack import gym

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gym.Env(lesson, render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("seat", ["union", "confederate"])
def test_a_seat_against_a_computer_player(lesson: str, seat: str) -> None:
    pytest.importorskip("gymnasium", reason="NO GYMNASIUM TEST: it is not installed")
    import gymnasium

    from hardtack import gym

    env = gym.Env(lesson, seat=seat, opponent="recruit")
    rng = np.random.default_rng(2)
    seen, info = env.reset(seed=5)
    over, reward = False, 0.0
    while not over:
        assert seat in env.game.seats and info["action_mask"].sum() == info["legal"] > 0
        assert env.action_masks().sum() == info["legal"] and np.array_equal(seen, env.game.observe(seat))
        seen, reward, over, cut, info = env.step(int(rng.integers(info["legal"])))
        assert not cut and (over or reward == 0.0)
    assert reward == {seat: 1.0, None: 0.0}.get(env.game.winner, -1.0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    again, _ = env.reset(seed=5)
    assert np.array_equal(again, gym.Env(lesson, seat=seat, opponent="recruit").reset(seed=5)[0])


def test_an_opponent_that_is_nobody_is_told_at_once() -> None:
    pytest.importorskip("gymnasium", reason="NO GYMNASIUM TEST: it is not installed")
    from hardtack import gym

    with pytest.raises(hardtack.Refused, match="genius"):
        gym.Env(LONG, opponent="genius")
