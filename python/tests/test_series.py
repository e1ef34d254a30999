"""Series of games: the rows of `hardtack sim`."""

from __future__ import annotations

import hashlib
import json
import subprocess
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


def test_what_cannot_be_played_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The record of a game that went wrong is written where one stands.
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
    with pytest.warns(RuntimeWarning, match="did not end"):
        assert hardtack.simulate("lesson-spring-hill", count=1, cap=3).num_rows == 0


def test_rows_have_a_hash_without_the_clock() -> None:
    from hardtack.ray import rows_hash

    table = hardtack.simulate("rummels-farm", count=6)
    assert rows_hash(table) == rows_hash(table.slice(0, 6).take([5, 4, 3, 2, 1, 0]))
    assert rows_hash(table) != rows_hash(table.slice(1))
    assert len(rows_hash(table)) == hashlib.sha256().digest_size * 2 and json.dumps(rows(table))
