"""A game as a PettingZoo environment: agents `union` and `confederate`, each asked when it decides.

An action is the number of a legal order; the mask says which there are. Rewards come at the end: 1 for the winner, -1 for
the loser, 0 in a draw.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from ._core import Game
from .slots import slots as places

SEATS = ("union", "confederate")


def env(scenario: str, **settings: Any) -> Env:
    """The environment of a scenario, by its id or path; see `Env`."""
    return Env(scenario, **settings)


class Env(AECEnv):
    """One game for two agents.

    `slots` is the number of actions; orders beyond are left out and counted in `infos[agent]["left_out"]`. Without it a
    scenario has as many as random games show that it needs.
    """

    metadata = {"name": "hardtack_v0", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(
        self,
        scenario: str = "lesson-spring-hill",
        *,
        slots: int | None = None,
        options: tuple[str, ...] = (),
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.slots = slots or places(scenario, tuple(options))
        self.possible_agents = list(SEATS)
        self.game = Game(scenario, options=list(options))
        size = self.game.observation_size
        spaces = gymnasium.spaces
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.slots,), np.int8),
                }
            )
            for agent in SEATS
        }
        self.action_spaces = {agent: spaces.Discrete(self.slots) for agent in SEATS}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: its dice, and those of the games after it, follow from the seed."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.game.reset(int(self._seeds.integers(2**63)))
        self.agents = list(SEATS)
        self.rewards = dict.fromkeys(SEATS, 0.0)
        self._cumulative_rewards = dict.fromkeys(SEATS, 0.0)
        self.terminations = dict.fromkeys(SEATS, False)
        self.truncations = dict.fromkeys(SEATS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in SEATS}
        self._look()

    def _look(self) -> None:
        """Who is next, and what he may do."""
        if self.game.over:
            winner = self.game.winner
            for agent in SEATS:
                self.rewards[agent] = 0.0 if winner is None else 1.0 if agent == winner else -1.0
                self.terminations[agent] = True
                self.infos[agent] = {"winner": winner, "points": self.game.points}
            return
        self.agent_selection = self.game.seat
        left_out = max(0, self.game.legal - self.slots)
        self.infos[self.agent_selection] = {"left_out": left_out, "kind": self.game.kind}

    def _mask(self, agent: str) -> np.ndarray:
        legal = self.game.legal if not self.game.over and agent == self.game.seat else 0
        return (np.arange(self.slots) < legal).astype(np.int8)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return {"observation": self.game.observe(agent), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.step(int(action))
        self._look()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Where the game stands, in a line of text."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: expected env(scenario, render_mode='ansi')")
            return None
        standing = self.game.standing()
        what = standing.get("prompt") or f"over: {standing['over']}"
        return f"{self.game.name}, turn {standing['turn']}, step {standing['steps']}: {what}"

    def close(self) -> None:
        pass
