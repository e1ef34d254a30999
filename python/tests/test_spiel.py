"""Games as OpenSpiel has them."""

from __future__ import annotations

import copy
import random
from fractions import Fraction

import numpy as np
import pytest

import hardtack
from hardtack import spiel


def test_a_state_is_played_to_its_end(lesson: str) -> None:
    game = spiel.load_game(lesson)
    state, chance = game.new_initial_state(), random.Random(1)
    rolls = 0
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0]
        legal = state.legal_actions()
        if state.is_chance_node():
            rolls += 1
            outcomes = state.chance_outcomes()
            assert [face for face, _ in outcomes] == legal == [1, 2, 3, 4, 5, 6]
            assert sum(p for _, p in state.chance_fractions()) == Fraction(1)
            assert state.current_player() == spiel.CHANCE
        else:
            assert state.current_player() in (0, 1) and state.legal_actions(1 - state.current_player()) == []
            assert state.action_to_string(legal[0])
        state.apply_action(chance.choice(legal))
    assert rolls > 10 and sum(state.returns()) == 0 and state.legal_actions() == []
    assert state.current_player() == spiel.TERMINAL
    with pytest.raises(ValueError):
        state.apply_action(0)
    # The history alone gives the game again.
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.running.fingerprint == state.running.fingerprint and again.returns() == state.returns()
    assert again.full_history() == state.full_history()


def test_clones_go_their_own_way(lesson: str) -> None:
    state, chance = spiel.load_game(lesson).new_initial_state(), random.Random(4)
    while state.move_number() < 40 and not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    before = state.running.fingerprint, state.history()
    for twin in (state.clone(), copy.deepcopy(state), state.child(state.legal_actions()[-1])):
        twin.apply_action(twin.legal_actions()[0])
        assert twin.move_number() > state.move_number()
    assert (state.running.fingerprint, state.history()) == before


def test_all_falls_of_the_dice_together_are_the_odds_of_the_referee() -> None:
    """Walks through every roll of one fire, and compares with the exact chances that the referee tells."""
    game, chance, found = hardtack.Game("lesson-henry-hill", seed=2), random.Random(2), None
    while found is None:
        for nth, order in enumerate(game.orders()):
            if order.startswith("fire "):
                outlooks = {outlook["say"]: outlook["p"] for outlook in game.odds(nth)["words"]["outlooks"]}
                found = (nth, outlooks) if len(outlooks) >= 3 else found
        if found is None:
            game.step(chance.randrange(game.legal))
    nth, outlooks = found
    state = spiel.State(spiel.load_game("lesson-henry-hill"), game.copy(dice="ask"), [])
    leaves: dict[str, Fraction] = {}

    def walk(state: spiel.State, p: Fraction) -> None:
        if not state.is_chance_node():
            leaves[state.running.fingerprint] = leaves.get(state.running.fingerprint, Fraction(0)) + p
            return
        for face, share in state.chance_fractions():
            walk(state.child(face), p * share)

    state.apply_action(nth)
    walk(state, Fraction(1))
    assert sum(leaves.values()) == 1 and len(leaves) >= len(outlooks)
    # Without a hit nothing else is rolled for: that is one position.
    assert any(abs(float(p) - outlooks["no hit"]) < 1e-12 for p in leaves.values()), (leaves, outlooks)


def test_tensors_and_strings_are_what_a_player_may_know(lesson: str) -> None:
    game = spiel.load_game(lesson)
    state, chance = game.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(chance.randint(1, 6))
    for player in (0, 1):
        tensor = state.observation_tensor(player)
        assert list(tensor.shape) == game.observation_tensor_shape()
        assert np.array_equal(tensor, state.running.observe(spiel.SEATS[player]))
        assert state.observation_string(player) in state.information_state_string(player)
    assert game.num_distinct_actions() >= len(state.legal_actions())
    assert state.legal_actions_mask() == [1] * len(state.legal_actions()) + [0] * (
        game.num_distinct_actions() - len(state.legal_actions())
    )
    assert "ZERO_SUM" in str(game.get_type().utility) and game.num_players() == 2
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1.0, 1.0, 0.0)


def test_open_spiels_own_players_play_it() -> None:
    """A search of OpenSpiel's that needs a Python state only."""
    mcts = pytest.importorskip(
        "open_spiel.python.algorithms.mcts", reason="NOT PLAYED BY OPENSPIEL'S MCTS: open_spiel is not installed"
    )
    game = spiel.load_game("lesson-spring-hill")
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=rng)
    state = game.new_initial_state()
    for _ in range(6):
        while state.is_chance_node():
            state.apply_action(int(rng.randint(1, 7)))
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
