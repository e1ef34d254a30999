"""Games as OpenSpiel has them: states with legal actions, chance nodes and returns, for search and for solvers.

Players are 0, the Union, and 1, the Confederate. Dice are asked for one by one, so that every chance node has six outcomes
of one sixth each, and searching through all of them is exact. OpenSpiel itself is not needed; its Python algorithms that ask
a state for no more than these methods run on them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ._core import Game as Running
from .slots import slots as places

CHANCE = -1
TERMINAL = -4
SEATS = ("union", "confederate")
_SIXTH = 1 / 6


class GameType:
    """What kind of game it is: OpenSpiel's own values where it is installed, else their names."""

    provides_information_state_tensor = False
    provides_information_state_string = True
    provides_observation_tensor = True
    provides_observation_string = True
    max_num_players = min_num_players = 2

    def __init__(self, name: str, secrets: bool) -> None:
        self.short_name, self.long_name = f"hardtack({name})", name
        self.dynamics = _value("Dynamics", "SEQUENTIAL")
        self.chance_mode = _value("ChanceMode", "EXPLICIT_STOCHASTIC")
        self.utility = _value("Utility", "ZERO_SUM")
        self.reward_model = _value("RewardModel", "TERMINAL")
        self.information = _value("Information", f"{'IM' if secrets else ''}PERFECT_INFORMATION")


def _value(kind: str, name: str) -> Any:
    try:
        import pyspiel
    except ImportError:
        return name
    return getattr(getattr(pyspiel.GameType, kind), name)


class Game:
    """A scenario, from which states begin."""

    def __init__(self, scenario: str, *, slots: int | None = None, options: tuple[str, ...] = ()) -> None:
        self.scenario, self.options = scenario, tuple(options)
        self._first = Running(scenario, options=list(options), dice="ask")
        self._slots = slots
        self._type = GameType(scenario, self._first.secrets)

    def get_type(self) -> GameType:
        return self._type

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        """As many as random games show that the scenario needs; `legal_actions` may list more."""
        if self._slots is None:
            self._slots = places(self.scenario, self.options)
        return self._slots

    def max_chance_outcomes(self) -> int:
        return 6

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_size(self) -> int:
        return self._first.observation_size

    def observation_tensor_shape(self) -> list[int]:
        return [self.observation_tensor_size()]

    def new_initial_state(self) -> State:
        return State(self, self._first.copy(), [])

    def __repr__(self) -> str:
        return f"hardtack({self.scenario})"


class State:
    """A position, or a roll that is wanted before the next."""

    def __init__(self, game: Game, running: Running, history: list[tuple[int, int]]) -> None:
        self._game, self._running, self._history = game, running, history

    def get_game(self) -> Game:
        return self._game

    @property
    def running(self) -> Running:
        """The game behind it, to look at."""
        return self._running

    def current_player(self) -> int:
        if self._running.wanted is not None:
            return CHANCE
        return TERMINAL if self._running.over else SEATS.index(self._running.seat)

    def is_chance_node(self) -> bool:
        return self._running.wanted is not None

    def is_terminal(self) -> bool:
        return self._running.over and self._running.wanted is None

    def is_simultaneous_node(self) -> bool:
        return False

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Faces and their chances: 1 to 6, a sixth each."""
        if not self.is_chance_node():
            raise ValueError("no roll is wanted")
        return [(face, _SIXTH) for face in range(1, 7)]

    def chance_fractions(self) -> list[tuple[int, Fraction]]:
        """The same without rounding."""
        return [(face, Fraction(1, 6)) for face, _ in self.chance_outcomes()]

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self.is_chance_node():
            return list(range(1, 7)) if player in (None, CHANCE) else []
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        return list(range(self._running.legal))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        size = 7 if self.is_chance_node() else self._game.num_distinct_actions()
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(size)]

    def apply_action(self, action: int) -> None:
        player = self.current_player()
        if player == TERMINAL:
            raise ValueError("the game is over")
        if player == CHANCE:
            self._running.roll(int(action))
        else:
            self._running.step(int(action))
        self._history.append((player, int(action)))

    def child(self, action: int) -> State:
        """The state after an action; this one stays."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        return State(self._game, self._running.copy(), list(self._history))

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()

    def action_to_string(self, player: int, action: int | None = None) -> str:
        if action is None:
            player, action = self.current_player(), player
        if player == CHANCE:
            return f"{self._running.wanted['for']}: {action}" if self._running.wanted else str(action)
        return self._running.orders()[action]

    def returns(self) -> list[float]:
        winner = self._running.winner if self.is_terminal() else None
        return [0.0 if winner is None else 1.0 if seat == winner else -1.0 for seat in SEATS]

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.returns()[player]

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """Who acted, and how: -1 are the dice."""
        return list(self._history)

    def history_str(self) -> str:
        return " ".join(str(action) for action in self.history())

    def move_number(self) -> int:
        return len(self._history)

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def observation_tensor(self, player: int | None = None) -> np.ndarray:
        """The position as a player may know it (docs/observation.md)."""
        return self._running.observe(self._seat(player))

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that came to the player's eyes is in the position he sees and the orders he gave."""
        seat = self._seat(player)
        own = [action for who, action in self._history if who == SEATS.index(seat)]
        return f"{own} {self.observation_string(player)}"

    def observation_string(self, player: int | None = None) -> str:
        return str(self._running.view(self._seat(player)))

    def _seat(self, player: int | None) -> str:
        if player is None:
            player = max(self.current_player(), 0)
        return SEATS[player]

    def __str__(self) -> str:
        return repr(self._running)


def load_game(scenario: str, **settings: Any) -> Game:
    """The game of a scenario, by its id or path."""
    return Game(scenario, **settings)
