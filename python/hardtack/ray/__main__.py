"""`python -m hardtack.ray`: a series of games on a Ray cluster."""

from __future__ import annotations

import argparse
import os
import sys


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m hardtack.ray",
        description="Plays a series of games on a Ray cluster: the rows of `hardtack sim` as a folder of Parquet files. "
        "The same command goes on where it was stopped.",
    )
    parser.add_argument("scenario", help="a built-in scenario's id, or a scenario file that all nodes see")
    parser.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first game (0)")
    parser.add_argument("--players", default="random,random", help="who plays each side, Union first (random,random)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of dice and choices (1)")
    parser.add_argument("--out", required=True, help="a folder that all nodes see under this name")
    parser.add_argument("--option", action="append", default=[], help="an optional rule by its word; may be given again")
    parser.add_argument("--part", type=int, default=200, help="games in a file (200)")
    parser.add_argument("--address", help="of a cluster; without it, one on the cores of this machine")
    parser.add_argument("--cpus", type=int, help="workers on this machine, where no address is given")
    asked = parser.parse_args(arguments)

    # Before ray is imported: it reads them once.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    from . import simulate

    cluster = {"address": asked.address} if asked.address else {"num_cpus": asked.cpus, "include_dashboard": False}
    ray.init(log_to_driver=False, **cluster)
    try:
        files = simulate(
            asked.scenario,
            asked.players,
            asked.seed,
            asked.first,
            asked.games,
            out=asked.out,
            options=asked.option,
            part=asked.part,
        )
    finally:
        ray.shutdown()
    print(f"{asked.games} games in {len(files)} files in {asked.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
