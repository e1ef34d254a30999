"""A game as a Gymnasium environment: one seat is the agent's, a computer player has the other."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from ._core import Game, player
from .slots import slots as places


class Env(gymnasium.Env):
    """One seat of a game against a computer player (`opponent`: `random`, `recruit`, `veteran`, `general:20ms`, ...).

    An action is the number of a legal order; `info["action_mask"]` says which there are. A number that is not legal is
    taken for the last that is, so that any agent can play; `info["left_out"]` counts orders beyond the `slots`. The
    reward comes at the end: 1, -1, or 0 in a draw.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        scenario: str = "lesson-spring-hill",
        *,
        seat: str = "union",
        opponent: str = "random",
        slots: int | None = None,
        options: tuple[str, ...] = (),
        render_mode: str | None = None,
    ) -> None:
        self.seat, self.opponent, self.render_mode = seat, opponent, render_mode
        self.game = Game(scenario, options=list(options))
        # A name that nobody has is told here, and not in the middle of a game.
        player(opponent)
        self.slots = slots or places(scenario, tuple(options))
        size = self.game.observation_size
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.slots)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.game.reset(int(self.np_random.integers(2**63)))
        self._thoughts = int(self.np_random.integers(2**63))
        self._answer()
        return self._seen(), self._info()

    def _answer(self) -> None:
        """The opponent gives orders until the agent is asked."""
        while not self.game.over and self.seat not in self.game.seats:
            self.game.step(self.game.think(self.opponent, seed=self._thoughts))

    def _legal(self) -> int:
        if self.game.over:
            return 0
        return self.game.legal if self.game.seat == self.seat else len(self.game.orders(self.seat))

    def _seen(self) -> np.ndarray:
        return self.game.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        legal = self._legal()
        info: dict[str, Any] = {
            "action_mask": (np.arange(self.slots) < legal).astype(np.int8),
            "legal": legal,
            "left_out": max(0, legal - self.slots),
            "points": self.game.points,
        }
        if self.game.over:
            info["winner"] = self.game.winner
        return info

    def action_masks(self) -> np.ndarray:
        """The mask as booleans, as libraries for masked policies ask for it."""
        return np.arange(self.slots) < self._legal()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if self.game.over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset()")
        self.game.step(min(int(action), self._legal() - 1), seat=self.seat)
        self._answer()
        reward = 0.0
        if self.game.over and self.game.winner is not None:
            reward = 1.0 if self.game.winner == self.seat else -1.0
        return self._seen(), reward, self.game.over, False, self._info()

    def render(self) -> str | None:
        """Where the game stands, in a line of text."""
        if self.render_mode is None:
            return None
        standing = self.game.standing()
        what = standing.get("prompt") or f"over: {standing['over']}"
        return f"{self.game.name}, turn {standing['turn']}, step {standing['steps']}: {what}"
