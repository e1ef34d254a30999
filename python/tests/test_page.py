"""What docs/python.md and the README show runs, block by block."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hardtack

ROOT = Path(__file__).parents[2]
#: Fewer games and steps than the page plays; what is called, and how, stays.
FEWER = {"count=400": "count=4", "count=20": "count=2", "range(1000)": "range(20)"}


def blocks(page: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [part.split("```")[0] for part in text.split("```python\n")[1:]]


def test_the_page_about_python_shows_what_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for needed in ("pettingzoo", "gymnasium", "pyarrow"):
        pytest.importorskip(needed, reason=f"THE PAGE WAS NOT TRIED: {needed} is not installed")
    monkeypatch.chdir(tmp_path)
    (player,) = blocks("docs/players.md")
    (tmp_path / "player.py").write_text(player, encoding="utf-8")
    shown = blocks("docs/python.md")
    assert len(shown) == 5
    # The room of the reader.
    known = {"room": np.zeros(hardtack.Game("lesson-spring-hill").observation_size, np.float32)}
    for block in shown:
        for many, few in FEWER.items():
            block = block.replace(many, few)
        exec(compile(block, "docs/python.md", "exec"), known)
    assert known["room"].any() and known["games"].num_rows == 4
    assert (tmp_path / "page.html").is_file() and (tmp_path / "decisions.parquet").is_file()


@pytest.mark.parametrize("page", ["README.md", "python/README.md"])
def test_the_readme_shows_a_game_that_ends(page: str) -> None:
    (shown,) = blocks(page)
    known: dict = {}
    exec(compile(shown, page, "exec"), known)
    assert known["game"].over
