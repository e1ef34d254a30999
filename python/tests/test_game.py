"""One game."""

from __future__ import annotations

import copy
import random

import numpy as np
import pytest

import hardtack


def played(game: hardtack.Game, seed: int = 1, most: int = 100_000) -> hardtack.Game:
    """Plays at random to the end."""
    chance = random.Random(seed)
    while not game.over and game.steps < most:
        game.step(chance.randrange(game.legal))
    return game


def test_every_system_is_there() -> None:
    listed = {entry["id"]: entry["system"] for entry in hardtack.scenarios()}
    assert listed["lesson-spring-hill"] == "gcacw"
    assert set(listed.values()) == {"gcacw", "lfm", "vnb"}
    assert "veteran" in hardtack.LEVELS


def test_a_game_ends_and_the_same_seed_gives_it_again(lesson: str) -> None:
    one, two, other = (played(hardtack.Game(lesson, seed=seed)) for seed in (7, 7, 8))
    assert one.over and one.seat is None and one.legal == 0 and one.kind is None
    assert one.winner in ("union", "confederate", None)
    assert one.fingerprint == two.fingerprint and one.steps == two.steps
    assert other.fingerprint != one.fingerprint
    assert one.standing()["over"]["winner"] == one.winner


def test_orders_have_numbers_texts_and_labels(lesson: str) -> None:
    game = hardtack.Game(lesson, seed=1)
    orders, labels = game.orders(), game.labels()
    assert len(orders) == len(labels) == game.legal > 0
    assert all(labels) and [card["order"] for card in game.cards()] == orders
    twin = game.copy()
    game.step(len(orders) - 1)
    twin.step(orders[-1])
    assert game.fingerprint == twin.fingerprint
    assert game.prompt and game.kind and game.turn >= 1


def test_what_cannot_be_done_says_why_and_changes_nothing(lesson: str) -> None:
    game = hardtack.Game(lesson, seed=1)
    before = game.fingerprint
    with pytest.raises(hardtack.Refused, match="counted from 0") as told:
        game.step(game.legal)
    assert told.value.code == "no-order" and told.value.clause is None
    with pytest.raises(hardtack.Refused):
        game.step(-1)
    with pytest.raises(hardtack.Refused) as told:
        game.check("xyzzy")
    assert told.value.code == "unreadable-order"
    with pytest.raises(TypeError):
        game.step(None)  # type: ignore[arg-type]
    with pytest.raises(hardtack.Refused) as told:
        game.undo()
    assert told.value.code == "too-far"
    assert game.fingerprint == before and game.steps == 0
    with pytest.raises(hardtack.Refused) as told:
        hardtack.Game("no-such-battle")
    assert told.value.code == "no-scenario"
    with pytest.raises(hardtack.Refused):
        hardtack.Game(lesson, number=3)
    with pytest.raises(hardtack.Refused) as told:
        game.think("genius")
    assert told.value.code == "no-player"


def test_a_rule_that_refuses_is_named() -> None:
    game = hardtack.Game("lesson-spring-hill", seed=1)
    refusals = []
    for text in ("pass", "activate Forrest", "march 2121", "hasty"):
        try:
            game.check(text)
        except hardtack.Refused as why:
            refusals.append(why)
    named = [why for why in refusals if why.code == "refused"]
    assert named and all(why.clause and why.rule for why in named)


def test_steps_are_taken_back_with_their_dice(lesson: str) -> None:
    game = hardtack.Game(lesson, seed=3)
    chance = random.Random(5)
    prints, steps = [game.fingerprint], []
    while not game.over and len(steps) < 150:
        steps.append(chance.randrange(game.legal))
        game.step(steps[-1])
        prints.append(game.fingerprint)
    game.undo(len(steps) // 2)
    assert game.fingerprint == prints[game.steps]
    for step in steps[game.steps :]:
        game.step(step)
    assert game.fingerprint == prints[-1]


def test_copies_go_their_own_way(lesson: str) -> None:
    game = hardtack.Game(lesson, seed=3)
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        played(twin)
        assert twin.over
    assert game.steps == 0
    assert played(game.copy(seed=99)).fingerprint != played(game.copy()).fingerprint


def test_dice_are_asked_for_one_by_one(lesson: str) -> None:
    game = hardtack.Game(lesson, dice="ask")
    chance = random.Random(2)
    rolls = 0
    while not game.over and rolls < 200:
        if game.wanted is not None:
            assert game.seat is None and game.wanted["faces"] == 6 and game.wanted["for"]
            before = game.fingerprint
            with pytest.raises(hardtack.Refused):
                game.roll(7)
            assert game.fingerprint == before
            game.roll(chance.randint(1, 6))
            rolls += 1
        else:
            game.step(chance.randrange(game.legal))
    assert rolls > 20


def test_views_keep_secrets_and_the_referee_answers() -> None:
    game = hardtack.Game("lesson-spring-hill", seed=1)
    assert game.view("open")["pieces"] and game.view()
    with pytest.raises(hardtack.Refused):
        game.view("nobody")
    neighbors = hardtack.ask("lesson-spring-hill", {"ask": "neighbors", "hex": "2320"})
    assert neighbors == game.ask({"ask": "neighbors", "hex": "2320"}, eyes="open")
    with pytest.raises(hardtack.Refused) as told:
        game.ask({"ask": "nothing"})
    assert told.value.code == "no-answer"


def test_odds_of_a_combat_and_of_an_order() -> None:
    answer = hardtack.odds("gcacw", type="prepared", works="breastwork")
    assert "8 in 100" in answer["words"]["say"]
    with pytest.raises(hardtack.Refused, match="weather"):
        hardtack.odds("gcacw", weather="rain")
    with pytest.raises(hardtack.Refused):
        hardtack.odds("chess")
    game = hardtack.Game("rummels-farm", seed=1)
    chance = random.Random(1)
    told = None
    while told is None and not game.over:
        for nth in range(game.legal):
            try:
                told = game.odds(nth)
                break
            except hardtack.Refused as why:
                assert why.code in ("no-odds", "no-answer")
        game.step(chance.randrange(game.legal))
    assert told is not None and told["words"]["say"]


def test_computer_players_advise(lesson: str) -> None:
    game = hardtack.Game(lesson, seed=1)
    for level in ("random", "recruit", "veteran", "general:50steps"):
        assert 0 <= game.think(level) < game.legal
    assert game.think("veteran", seed=4) == game.think("veteran", seed=4)


def test_a_record_holds_every_order(lesson: str) -> None:
    game = played(hardtack.Game(lesson, seed=5, number=12), most=50)
    lines = game.record(("one", "other")).splitlines()
    assert len(lines) == 1 + game.steps and '"players":["one","other"]' in lines[0].replace(" ", "")


def test_observations_are_of_a_fixed_shape_and_finite(lesson: str) -> None:
    game = hardtack.Game(lesson, seed=1)
    shape, names, space = game.shape, game.names, game.space
    size = shape["planes"] * shape["rows"] * shape["columns"] + shape["tokens"] * shape["token"] + shape["vector"]
    assert size == game.observation_size > 0
    assert len(names["planes"]) == shape["planes"] and len(names["vector"]) == shape["vector"]
    chance, room = random.Random(1), np.full(size, np.nan, np.float32)
    while not game.over:
        seen = game.observe(out=room)
        assert seen is room and np.isfinite(room).all() and np.array_equal(room, game.observe(game.seat))
        assert not np.array_equal(game.observe("union"), game.observe("confederate"))
        factors = game.factors()
        assert factors.shape == (game.legal, 4) and len(np.unique(factors, axis=0)) == game.legal
        sizes = [space[name] for name in ("kinds", "pieces", "places", "options")]
        assert (factors < sizes).all()
        nth = chance.randrange(game.legal)
        assert game.nth(factors[nth].tolist()) == nth
        game.step(nth)
    with pytest.raises(ValueError):
        game.observe("union", np.zeros(size + 1, np.float32))
