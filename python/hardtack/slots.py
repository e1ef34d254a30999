"""How many numbers of orders an environment offers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ._core import VectorGame

#: Random games that are looked at, and steps in each.
_GAMES, _STEPS = 32, 400


@lru_cache(maxsize=None)
def slots(scenario: str, options: tuple[str, ...] = ()) -> int:
    """Places for orders that serve a scenario: half as many again as random games ever needed, up to a power of two."""
    games = VectorGame(scenario, _GAMES, options=list(options))
    legal = np.zeros(_GAMES, np.int64)
    most = 1
    for _ in range(_STEPS):
        games.random(1)
        games.look(legal=legal)
        most = max(most, int(legal.max()))
    return 1 << (most + most // 2 - 1).bit_length()
