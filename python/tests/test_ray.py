"""A series on a cluster of worker processes, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_AUTH_MODE", "disabled")
ray = pytest.importorskip("ray", reason="NO TEST ON A CLUSTER: ray is not installed (pip install 'hardtack[ray]')")
pytest.importorskip("pyarrow", reason="NO TEST ON A CLUSTER: pyarrow is not installed")

import pyarrow.dataset  # noqa: E402
import pyarrow.parquet  # noqa: E402

import hardtack  # noqa: E402
import hardtack.ray  # noqa: E402
from hardtack.ray import rows_hash  # noqa: E402

GAMES, PART, SEED = 1200, 50, 5


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def parent(pid: int) -> int:
    """Whose child a process is; 0 where it is gone."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except (OSError, ValueError):
        return 0


def is_ours(pid: int) -> bool:
    while pid > 1 and pid != os.getpid():
        pid = parent(pid)
    return pid == os.getpid()


def workers() -> list[int]:
    """The processes of this cluster that play."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            title = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if title.startswith(b"ray::_write_part") and is_ours(int(folder.name)):
            found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="NO WORKER KILLED: no /proc here to find one")
def test_a_lost_worker_loses_no_game(cluster, tmp_path: Path, program: str) -> None:
    killed: list[int] = []

    def kill_one() -> None:
        """Kills a worker once a few parts are there."""
        while not killed:
            if len(list(tmp_path.glob("parts/*.parquet"))) >= 3:
                for pid in workers()[:1]:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
            time.sleep(0.002)

    killer = threading.Thread(target=kill_one, daemon=True)
    killer.start()
    files = hardtack.ray.simulate("lesson-henry-hill", seed=SEED, count=GAMES, out=tmp_path / "parts", part=PART)
    killer.join(1)
    assert killed, "a worker was killed while others played"
    assert len(files) == GAMES // PART and all(file.exists() for file in files)

    whole = tmp_path / "whole.parquet"
    asked = ["lesson-henry-hill", "--seed", str(SEED), "--games", str(GAMES), "--out", str(whole)]
    subprocess.run([program, "sim", *asked], check=True, stdout=subprocess.DEVNULL)
    parts = pyarrow.dataset.dataset(tmp_path / "parts", format="parquet").to_table()
    assert parts.num_rows == GAMES
    assert rows_hash(parts) == rows_hash(pyarrow.parquet.read_table(whole))
    assert hardtack.figures(tmp_path / "parts")["games"] == GAMES


def test_a_stopped_series_goes_on_and_can_be_made_longer(cluster, tmp_path: Path) -> None:
    settings = {"seed": 3, "out": tmp_path, "part": 20}
    first = hardtack.ray.simulate("rummels-farm", count=50, **settings)
    stood = {file: file.stat().st_mtime_ns for file in first}
    first[1].unlink()
    (tmp_path / "games-0000000020-0000000039.parquet.99.new").write_bytes(b"half a part")
    again = hardtack.ray.simulate("rummels-farm", count=60, **settings)
    assert again[0].stat().st_mtime_ns == stood[first[0]], "what was whole is not played again"
    assert sorted(file.name for file in tmp_path.glob("games-*")) == sorted(file.name for file in again)
    assert rows_hash(pyarrow.parquet.read_table(tmp_path)) == rows_hash(
        hardtack.simulate("rummels-farm", seed=3, count=60)
    )
    with pytest.raises(ValueError, match="seed"):
        hardtack.ray.simulate("rummels-farm", count=20, seed=4, out=tmp_path, part=20)


def test_the_command_plays_on_a_cluster_of_its_own(tmp_path: Path) -> None:
    asked = ["lesson-spring-hill", "--games", "30", "--seed", "2", "--part", "10", "--cpus", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "hardtack.ray", *asked, "--out", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "30 games in 3 files" in done.stdout
    ours = hardtack.simulate("lesson-spring-hill", seed=2, count=30)
    assert rows_hash(pyarrow.parquet.read_table(tmp_path / "out")) == rows_hash(ours)
