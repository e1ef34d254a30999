"""Series of games between computer players, as `hardtack sim` plays them, and pages about them."""

from __future__ import annotations

import os
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Union

from . import _core

if TYPE_CHECKING:
    import pyarrow

#: Results: a table, a file of `hardtack sim --out`, a folder of such files, or several of these.
Results = Union["pyarrow.Table", str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]

#: The columns that are not the same when a game is played again.
CLOCK = ("union_ms", "confederate_ms", "seconds")


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as why:
        raise ImportError("rows of games are a pyarrow table: pip install 'hardtack[study]'") from why
    return pyarrow


def pair(players: str | tuple[str, str] | list[str]) -> list[str]:
    """Who plays, Union first: `"veteran,random"` or two names."""
    names = players.split(",") if isinstance(players, str) else list(players)
    if len(names) != 2:
        raise ValueError(f"players={players!r}: expected two names, Union first")
    return [name.strip() for name in names]


def simulate(
    scenario: str,
    players: str | tuple[str, str] = "random,random",
    seed: int = 1,
    first: int = 0,
    count: int = 100,
    threads: int = 0,
    *,
    cap: int = 500_000,
) -> pyarrow.Table:
    """Plays games `first` to `first + count - 1` of a series, on so many threads (0: all cores).

    The rows are those of `hardtack sim SCENARIO --players P --seed S --from F --games N`, in the order of the games; a
    game that went wrong is not among them, and is told as a warning.
    """
    pyarrow = _pyarrow()
    columns, failed = _core.simulate(scenario, pair(players), seed, first, count, threads, cap)
    for game, why in failed:
        warnings.warn(f"game {game} of {scenario} {why}", RuntimeWarning, stacklevel=2)
    arrays = {
        name: pyarrow.array(values, pyarrow.string() if isinstance(values, list) else None)
        for name, values in columns.items()
    }
    # As in the Parquet files of `hardtack sim`: nothing is ever missing.
    fields = [pyarrow.field(name, array.type, nullable=False) for name, array in arrays.items()]
    return pyarrow.table(list(arrays.values()), schema=pyarrow.schema(fields))


def _figured(results: Results) -> tuple[str, dict[str, Any]]:
    if isinstance(results, (str, os.PathLike)):
        return _core.report([os.fspath(results)])
    if hasattr(results, "schema"):
        import pyarrow.parquet

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.parquet"
            pyarrow.parquet.write_table(results, file)
            return _core.report([os.fspath(file)])
    return _core.report([os.fspath(one) for one in results])


def report(results: Results, out: str | os.PathLike[str] | None = None) -> str:
    """The page of `hardtack report`, as HTML; written into `out` where that is given."""
    page, _ = _figured(results)
    if out is not None:
        Path(out).write_text(page, encoding="utf-8")
    return page


def figures(results: Results) -> dict[str, Any]:
    """What the page of `hardtack report` says, as `hardtack report --json` tells it."""
    return _figured(results)[1]
