"""The referee, about a scenario as it begins."""

from __future__ import annotations

from typing import Any, Mapping

from ._core import Game


def ask(scenario: str, question: Mapping[str, Any]) -> dict[str, Any]:
    """What `hardtack ask SCENARIO QUESTION` answers; docs/referee.md lists the questions."""
    # Whoever rolls the dice himself has a position before any die has fallen, as the command has.
    return Game(scenario, dice="ask").ask(dict(question), eyes="open")
