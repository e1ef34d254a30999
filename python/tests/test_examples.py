"""The examples run, and do what they say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(script: str, *arguments: str) -> str:
    # Printed tables have letters that not every terminal knows.
    told = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, str(ROOT / script), *arguments],
        capture_output=True,
        encoding="utf-8",
        env=told,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_learner_gets_better_within_a_thousand_games(tmp_path: Path) -> None:
    out, plot = tmp_path / "curve.json", tmp_path / "curve.svg"
    # By games and not by the clock: the same curve on every machine.
    quick = ["--most", "1000", "--minutes", "60", "--every", "3600", "--out", str(out), "--plot", str(plot)]
    run("examples/reinforce.py", "lesson-spring-hill", "--seat", "confederate", *quick)
    curve = json.loads(out.read_text(encoding="utf-8"))
    first, last = (point["won"] / point["of"] for point in (curve[0], curve[-1]))
    assert first < 0.1, "a random Confederate hardly ever wins this lesson"
    assert last > first + 0.2 and curve[-1]["games"] >= 1000, curve
    assert plot.read_text(encoding="utf-8").startswith("<svg") and "polyline" in plot.read_text(encoding="utf-8")


def test_a_study_of_balance_tells_who_wins_and_how_attacks_went() -> None:
    pytest.importorskip("polars", reason="NO STUDY: polars is not installed")
    pytest.importorskip("pyarrow", reason="NO STUDY: pyarrow is not installed")
    told = run("examples/balance.py", "rummels-farm", "--games", "6", "--levels", "random,recruit")
    assert "union_score" in told and "Between two of recruit it " in told
    assert "combat" in told and "succeeded" in told, "the combats of the games are in the second table"


def test_the_measurement_prints_steps_a_second() -> None:
    figures = json.loads(run("examples/bench.py", "--seconds", "0.05", "--games", "4", "--json"))
    lessons = [row for row in figures.values() if "system" in row]
    assert {row["system"] for row in lessons} == {"gcacw", "lfm", "vnb"}
    assert all(row["steps_per_second"] > 0 and row["numbers"] > 0 for row in lessons)
