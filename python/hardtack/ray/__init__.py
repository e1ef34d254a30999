"""A series of games on a Ray cluster: exactly the rows of `hardtack sim`, as a folder of Parquet files.

A game depends on the scenario, the seed and its number alone, so that it does not matter who plays it or when. The series
is cut into parts of games that follow each other; a part is a file, written under another name and renamed when it is whole.
A part whose worker is lost is played again elsewhere, and a series that was stopped goes on where its files end.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any, Iterable

from .. import __version__
from ..series import CLOCK, pair, simulate as play

#: Games that are one part.
PART = 200
#: How often a part is tried where its worker is lost.
TRIES = 10


def part_name(first: int, count: int) -> str:
    """The file of a part; names sort as games do."""
    return f"games-{first:010d}-{first + count - 1:010d}.parquet"


def rows_hash(table: Any) -> str:
    """SHA-256 of rows, in the order of the games and without what the clock says."""
    import pyarrow.compute

    table = table.take(pyarrow.compute.sort_indices(table, sort_keys=[("game", "ascending")]))
    kept = [name for name in table.column_names if name not in CLOCK]
    digest = hashlib.sha256(json.dumps(kept).encode())
    for row in table.select(kept).to_pylist():
        digest.update(json.dumps(list(row.values())).encode())
    return digest.hexdigest()


def _movable(table: Any, scenario: str, folder: str) -> Any:
    """A scenario that is a file is written as the way to it, as `hardtack sim` does: both can be moved together."""
    import pyarrow

    if not Path(scenario).is_file():
        return table
    place = table.column_names.index("scenario")
    way = os.path.relpath(scenario, folder)
    ids = [way + name[len(scenario) :] for name in table.column(place).to_pylist()]
    return table.set_column(place, table.schema.field(place), pyarrow.array(ids, pyarrow.string()))


def _write_part(
    folder: str, scenario: str, players: list[str], seed: int, first: int, count: int, options: list[str]
) -> str:
    """Plays a part and writes its file, whole or not at all."""
    import pyarrow.parquet

    path = Path(folder) / part_name(first, count)
    if not path.exists():
        table = play(scenario, (players[0], players[1]), seed, first, count, threads=1, options=options)
        table = _movable(table, scenario, folder)
        # Not yet .parquet: whoever reads the folder meanwhile passes it by.
        unfinished = path.with_name(f"{path.name}.{os.getpid()}.new")
        pyarrow.parquet.write_table(table, unfinished, compression="snappy")
        os.replace(unfinished, path)
    return str(path)


def _sweep(folder: Path) -> None:
    """A series that was made longer has its last part twice, short and whole: the short one goes."""
    files = sorted(folder.glob("games-*.parquet"))
    spans = {file: tuple(int(number) for number in file.stem.split("-")[1:]) for file in files}
    for file, (first, last) in spans.items():
        if any(a <= first and last <= b and (a, b) != (first, last) for a, b in spans.values()):
            file.unlink(missing_ok=True)


def _plan(folder: Path, plan: dict[str, Any]) -> None:
    """Keeps what the folder is of, and refuses to mix two series in it."""
    file = folder / "_series.json"
    if file.exists():
        before = json.loads(file.read_text(encoding="utf-8"))
        if before != plan:
            differs = sorted(key for key in {*plan, *before} if before.get(key) != plan.get(key))
            raise ValueError(f"{folder} holds another series: {', '.join(differs)} differ")
        return
    unfinished = folder / "_series.json.new"
    unfinished.write_text(json.dumps(plan, indent=1) + "\n", encoding="utf-8")
    os.replace(unfinished, file)


def simulate(
    scenario: str,
    players: str | tuple[str, str] = "random,random",
    seed: int = 1,
    first: int = 0,
    count: int = 1000,
    *,
    out: str | os.PathLike[str],
    options: Iterable[str] = (),
    part: int = PART,
    tries: int = TRIES,
) -> list[Path]:
    """Plays a series on the Ray cluster that is joined already, or on one of this machine's cores, into the folder `out`.

    Scenario, players and `options` (optional rules) are those of `hardtack.simulate`; a program must be on all nodes. All nodes must see the folder under the same name. Gives the files of the parts; `hardtack report FOLDER` and
    `pyarrow.dataset.dataset(FOLDER)` read them.
    """
    import ray

    folder = Path(out).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    names = pair(players)
    path = str(Path(scenario).absolute()) if Path(scenario).is_file() else scenario
    plan = {"scenario": path, "players": names, "seed": seed, "part": part, "version": __version__}
    chosen = sorted(set(options))
    if chosen:
        plan["options"] = chosen
    _plan(folder, plan)
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    work = ray.remote(_write_part).options(num_cpus=1, max_retries=tries)
    ends = first + count
    parts = [(begin, min(part, ends - begin)) for begin in range(first, ends, part)]
    missing = [one for one in parts if not (folder / part_name(*one)).exists()]
    waiting = [work.remote(str(folder), path, names, seed, begin, games, chosen) for begin, games in missing]
    while waiting:
        done, waiting = ray.wait(waiting)
        ray.get(done)
    for left in folder.glob("games-*.new"):
        left.unlink(missing_ok=True)
    _sweep(folder)
    return [folder / part_name(*one) for one in parts]
