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


def _combats(pyarrow: Any) -> Any:
    """Combats as lists of values with names, as the Parquet files of `hardtack sim` have them."""
    text = pyarrow.string()
    kinds = {"at": text, "by": text, "how": text, "p": pyarrow.float64(), "won": pyarrow.bool_()}
    fight = pyarrow.struct([pyarrow.field(name, kind, nullable=False) for name, kind in kinds.items()])
    return pyarrow.list_(pyarrow.field("element", fight, nullable=False))


def simulate(
    scenario: str,
    players: str | tuple[str, str] = "random,random",
    seed: int = 1,
    first: int = 0,
    count: int = 100,
    threads: int = 0,
    *,
    options: Iterable[str] = (),
    decisions: str | os.PathLike[str] | None = None,
    records: str | os.PathLike[str] | None = None,
    cap: int = 500_000,
    program_time: float = 10.0,
    program_faults: int = 3,
) -> pyarrow.Table:
    """Plays games `first` to `first + count - 1` of a series, on so many threads (0: all cores).

    The rows are those of `hardtack sim SCENARIO --players P --seed S --from F --games N`, in the order of the games.

    `players` are computer players or programs (`"veteran,cmd:python3 player.py"`, docs/players.md), the Union's first;
    a program whose command has a comma in it is named in a pair: `("veteran", "cmd:...")`. `program_time` is how many
    seconds it may take for an answer, and with so many `program_faults` a recruit plays on.

    `options` are optional rules by their words. `decisions` is a file that gets a row for each decision (.parquet, .csv
    or .jsonl), `records` a folder that gets the record of every game. A game of more than `cap` decisions has gone
    wrong: such games are not among the rows, and are told as warnings that say where their records are.
    """
    pyarrow = _pyarrow()
    columns, failed = _core.simulate(
        scenario,
        pair(players),
        seed,
        first,
        count,
        threads,
        cap,
        list(options),
        None if decisions is None else os.fspath(decisions),
        None if records is None else os.fspath(records),
        program_time,
        program_faults,
    )
    for game, why, record in failed:
        warnings.warn(f"game {game} of {scenario} {why}; its record: {record}", RuntimeWarning, stacklevel=2)
    kinds = {"combats": _combats(pyarrow)}
    arrays = {
        name: pyarrow.array(values, kinds.get(name, pyarrow.string()) if isinstance(values, list) else None)
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
