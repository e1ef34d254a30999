"""American Civil War wargames that know their rules.

A game is a sequence of decisions; each is the number of a legal order, or the order as it is written::

    import hardtack, random
    game = hardtack.Game("lesson-spring-hill", seed=7)
    while not game.over:
        game.step(random.randrange(game.legal))
    print(game.winner, game.points)

Everything else is described in docs/python.md.
"""

from ._core import LEVELS, Game, Refused, VectorGame, __version__, odds, scenarios
from .referee import ask
from .series import figures, report, simulate
from .slots import slots

__all__ = [
    "LEVELS",
    "Game",
    "Refused",
    "VectorGame",
    "__version__",
    "ask",
    "figures",
    "odds",
    "report",
    "scenarios",
    "simulate",
    "slots",
]
