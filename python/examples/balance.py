"""How even is a scenario? A study of its games in polars.

    python examples/balance.py rummels-farm --games 200

Two computer players of each strength meet; the table tells how often each side wins, by how much, what it costs, and
whether the answer changes with who plays.
"""

from __future__ import annotations

import argparse

import polars as pl

import hardtack


def games_of(scenario: str, levels: list[str], games: int, seed: int) -> pl.DataFrame:
    """The rows of all pairings of a level with itself."""
    tables = [hardtack.simulate(scenario, (level, level), seed, count=games) for level in levels]
    return pl.concat([pl.from_arrow(table) for table in tables])


def balance(rows: pl.DataFrame) -> pl.DataFrame:
    """Who wins, level by level: shares with their 95% interval, leads and losses."""
    score = (pl.col("winner") == "union").cast(pl.Float64) + 0.5 * (pl.col("winner") == "draw")
    n = pl.len()
    return (
        rows.group_by("union", maintain_order=True)
        .agg(
            n.alias("games"),
            score.mean().alias("union_score"),
            (1.96 * (score.mean() * (1 - score.mean()) / n).sqrt()).alias("margin"),
            (pl.col("union_points") - pl.col("confederate_points")).mean().alias("union_lead"),
            (100 * pl.col("union_lost") / pl.col("union_strength")).mean().alias("union_lost_percent"),
            (100 * pl.col("confederate_lost") / pl.col("confederate_strength")).mean().alias("confederate_lost_percent"),
            pl.col("decisions").mean().alias("decisions"),
        )
        .rename({"union": "players"})
    )


def fights(rows: pl.DataFrame) -> pl.DataFrame:
    """What each side's attacks were like: their chance before the dice, and how many succeeded."""
    return (
        rows.select(pl.col("union").alias("players"), "combats")
        .explode("combats")
        .drop_nulls()
        .unnest("combats")
        .group_by("players", "by", "how")
        .agg(pl.len().alias("fights"), pl.col("p").mean().alias("chance"), pl.col("won").mean().alias("succeeded"))
        .sort("players", "by", "how")
    )


def verdict(table: pl.DataFrame) -> str:
    """In a sentence: what the strongest players make of it, and whether weaker ones agree."""
    last = table.row(-1, named=True)
    low, high = last["union_score"] - last["margin"], last["union_score"] + last["margin"]
    if low > 0.5:
        side = "favours the Union side"
    elif high < 0.5:
        side = "favours the Confederate side"
    else:
        side = "is even, as far as so many games can tell"
    first = table.row(0, named=True)
    turned = (first["union_score"] - 0.5) * (last["union_score"] - 0.5) < 0
    return f"Between two of {last['players']} it {side}" + ("; weaker players have it the other way." if turned else ".")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", nargs="?", default="rummels-farm")
    parser.add_argument("--games", type=int, default=200, help="of each pairing")
    parser.add_argument("--levels", default="random,recruit,veteran", help="weakest first")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rows = games_of(asked.scenario, asked.levels.split(","), asked.games, asked.seed)
    table = balance(rows)
    with pl.Config(tbl_hide_column_data_types=True, tbl_hide_dataframe_shape=True, float_precision=2, tbl_cols=-1, tbl_rows=-1):
        print(table)
        print(fights(rows))
    print(verdict(table))


if __name__ == "__main__":
    main()
