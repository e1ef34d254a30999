"""Series of games: the rows of `hardtack sim`."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

pyarrow = pytest.importorskip("pyarrow", reason="NO SERIES TESTED: pyarrow is not installed")

import pyarrow.parquet  # noqa: E402

import hardtack  # noqa: E402
from hardtack.series import CLOCK  # noqa: E402


def rows(table: pyarrow.Table) -> list[dict]:
    return table.drop_columns(list(CLOCK)).to_pylist()


def sim(program: str, out: Path, *arguments: str) -> pyarrow.Table:
    subprocess.run([program, "sim", *arguments, "--out", str(out)], check=True, stdout=subprocess.DEVNULL)
    return pyarrow.parquet.read_table(out)


def test_a_thousand_lesson_games_are_those_of_the_program(program: str, tmp_path: Path, lesson: str) -> None:
    theirs = sim(program, tmp_path / "a.parquet", lesson, "--games", "1000", "--seed", "7")
    ours = hardtack.simulate(lesson, seed=7, count=1000)
    assert ours.schema.equals(theirs.schema), (ours.schema, theirs.schema)
    assert ours.column("fingerprint").to_pylist() == theirs.column("fingerprint").to_pylist()
    assert rows(ours) == rows(theirs)


def test_players_who_think_too(program: str, tmp_path: Path) -> None:
    asked = ["rummels-farm", "--players", "veteran,recruit", "--seed", "3", "--from", "5", "--games", "4"]
    theirs = sim(program, tmp_path / "a.parquet", *asked)
    assert rows(hardtack.simulate("rummels-farm", ("veteran", "recruit"), 3, 5, 4)) == rows(theirs)


def test_parts_and_threads_change_nothing(lesson: str) -> None:
    whole = hardtack.simulate(lesson, seed=2, count=30, threads=1)
    parts = [hardtack.simulate(lesson, seed=2, first=first, count=10, threads=2) for first in (0, 10, 20)]
    assert rows(pyarrow.concat_tables(parts)) == rows(whole)
    assert whole.column("game").to_pylist() == list(range(30))
    assert hardtack.simulate(lesson, seed=2, count=0).num_rows == 0


def test_a_recorded_game_of_a_series_is_played_again_step_by_step(program: str, tmp_path: Path, lesson: str) -> None:
    asked = [lesson, "--seed", "11", "--from", "4", "--games", "1", "--records", str(tmp_path)]
    row = sim(program, tmp_path / "a.parquet", *asked).to_pylist()[0]
    (record,) = tmp_path.glob("*.jsonl")
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()[1:]]
    game = hardtack.Game(lesson, seed=11, number=4)
    for line in lines:
        assert line["order"] in game.orders(line["seat"])
        game.step(line["order"], seat=line["seat"])
    assert game.over and game.fingerprint == row["fingerprint"] and game.steps == row["decisions"]


def test_a_page_about_a_table_a_file_and_a_folder(tmp_path: Path) -> None:
    table = hardtack.simulate("lesson-spring-hill", count=12)
    page = hardtack.report(table, tmp_path / "page.html")
    assert "<svg" in page and (tmp_path / "page.html").read_text(encoding="utf-8") == page
    pyarrow.parquet.write_table(table, tmp_path / "games.parquet")
    told = [hardtack.figures(one) for one in (table, tmp_path / "games.parquet", [tmp_path / "games.parquet"])]
    assert told[0] == told[1] == told[2] == hardtack.figures(tmp_path)
    assert told[0]["games"] == 12 and sum(told[0]["wins"]) + told[0]["draws"] == 12


def test_combats_are_lists_with_names(lesson: str) -> None:
    table = hardtack.simulate(lesson, "recruit,recruit", count=5)
    fights = [json.loads(text) for text in table.column("fights").to_pylist()]
    assert table.column("combats").to_pylist() == fights and any(fights)
    assert all(0 <= fight["p"] <= 1 for game in fights for fight in game), "chances are no more than certain"
    assert table.schema.field("combats").type.value_type.field("p").type == pyarrow.float64()


def test_combats_are_read_by_polars_and_duckdb(program: str, tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    table = sim(program, out, "rummels-farm", "--games", "5", "--players", "recruit,recruit")
    fights = [fight for text in table.column("fights").to_pylist() for fight in json.loads(text)]
    polars = pytest.importorskip("polars", reason="NOT READ BY POLARS: it is not installed")
    read = polars.read_parquet(out).select("combats").explode("combats").drop_nulls().unnest("combats")
    assert read.to_dicts() == fights
    duckdb = pytest.importorskip("duckdb", reason="NOT ASKED OF DUCKDB: it is not installed")
    # The page's own example, with the file where it is here.
    page = (Path(__file__).parents[2] / "docs" / "simulation.md").read_text(encoding="utf-8")
    asked = page.split("```sql\n")[1].split("```")[0]
    told = duckdb.sql(asked.replace("games.parquet", str(out))).fetchall()
    counted = {at: sum(fight["at"] == at for fight in fights) for at in {fight["at"] for fight in fights}}
    assert told and all(counted[at] == times for at, times, _, _ in told)
    assert told[0][1] == max(counted.values())
    assert all(abs(p - sum(f["p"] for f in fights if f["at"] == at) / n) < 1e-9 for at, n, p, _ in told)


def test_optional_rules_make_another_series(program: str, tmp_path: Path) -> None:
    theirs = sim(program, tmp_path / "a.parquet", "second-manassas +limited-intelligence", "--games", "3", "--seed", "2")
    ours = hardtack.simulate("second-manassas", seed=2, count=3, options=["limited-intelligence"])
    assert rows(ours) == rows(theirs)
    assert rows(ours) != rows(hardtack.simulate("second-manassas", seed=2, count=3))
    with pytest.raises(hardtack.Refused, match="limited-intelligence"):
        hardtack.simulate("second-manassas", options=["fog-of-war"])


def test_decisions_and_records_are_those_of_the_program(program: str, tmp_path: Path) -> None:
    asked = ["rummels-farm", "--players", "recruit,random", "--seed", "4", "--from", "7", "--games", "70"]
    sim(program, tmp_path / "a.parquet", *asked, "--decisions", str(tmp_path / "a.csv"))
    # More games than are played at once: the file goes on where it was.
    hardtack.simulate("rummels-farm", "recruit,random", 4, 7, 70, threads=1, decisions=tmp_path / "b.csv")
    assert (tmp_path / "b.csv").read_text() == (tmp_path / "a.csv").read_text()
    hardtack.simulate("rummels-farm", "recruit,random", 4, 7, 2, records=tmp_path / "records")
    assert [file.name for file in sorted((tmp_path / "records").iterdir())] == [
        "rummels-farm-4-000007.jsonl",
        "rummels-farm-4-000008.jsonl",
    ]
    with pytest.raises(hardtack.Refused, match="parquet"):
        hardtack.simulate("rummels-farm", count=1, decisions=tmp_path / "b.txt")


#: A program that plays: it answers with the last order, or with nonsense.
PLAYER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "hello":
        print(json.dumps({"ready": True, "view": False, "form": "count"}), flush=True)
    elif asked["do"] == "choose":
        print(json.dumps({"n": asked["legal"] - 1 + int(sys.argv[1])}), flush=True)
"""


def test_programs_play_in_a_series(tmp_path: Path) -> None:
    file = tmp_path / "player, mine.py"
    file.write_text(PLAYER)
    command = f"cmd:{sys.executable} '{file}'"
    table = hardtack.simulate("lesson-henry-hill", (f"{command} 0", "random"), count=3, threads=2)
    assert table.column("union").to_pylist() == [f"{command} 0"] * 3
    assert table.column("union_faults").to_pylist() == [0, 0, 0]
    wrong = hardtack.simulate("lesson-henry-hill", ("random", f"{command} 1"), count=2, program_faults=1)
    assert wrong.column("confederate_faults").to_pylist() == [1, 1]
    assert all(orders > 0 for orders in wrong.column("confederate_replaced").to_pylist())
    with pytest.raises(hardtack.Refused) as told:
        hardtack.simulate("lesson-henry-hill", "random,cmd:no-such-program-here")
    assert told.value.code == "no-player"
    with pytest.raises(hardtack.Refused, match="program_time"):
        hardtack.simulate("lesson-henry-hill", program_time=0)


def test_what_cannot_be_played_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(hardtack.Refused) as told:
        hardtack.simulate("lesson-spring-hill", "random,genius")
    assert told.value.code == "no-player"
    with pytest.raises(ValueError, match="two names"):
        hardtack.simulate("lesson-spring-hill", "random")
    with pytest.raises(hardtack.Refused):
        hardtack.simulate("nowhere")
    with pytest.raises(hardtack.Refused):
        hardtack.report("nothing.csv")
    with pytest.warns(RuntimeWarning, match="did not end") as warned:
        assert hardtack.simulate("lesson-spring-hill", count=1, cap=3).num_rows == 0
    record = Path(str(warned[0].message).split("its record: ")[1])
    assert record.is_file() and not list(tmp_path.iterdir()), "nothing is written where nobody asked for it"
    record.unlink()


def test_rows_have_a_hash_without_the_clock() -> None:
    from hardtack.ray import rows_hash

    table = hardtack.simulate("rummels-farm", count=6)
    assert rows_hash(table) == rows_hash(table.slice(0, 6).take([5, 4, 3, 2, 1, 0]))
    assert rows_hash(table) != rows_hash(table.slice(1))
    assert len(rows_hash(table)) == hashlib.sha256().digest_size * 2 and json.dumps(rows(table))
