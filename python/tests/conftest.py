"""What the tests share."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

#: The lesson of each system.
LESSONS = ("lesson-spring-hill", "rummels-farm", "lesson-henry-hill")


@pytest.fixture(params=LESSONS)
def lesson(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="session")
def program() -> str:
    """The program `hardtack` of the same source: where HARDTACK says, in the build folder, or on the path."""
    root = Path(__file__).parents[2]
    built = [root / "target" / kind / "hardtack" for kind in ("release", "debug")]
    built = sorted((file for file in built if file.is_file()), key=lambda file: file.stat().st_mtime, reverse=True)
    found = os.environ.get("HARDTACK") or (built and str(built[0])) or shutil.which("hardtack")
    if not found:
        pytest.skip("NOT COMPARED WITH `hardtack sim`: no program hardtack here; cargo build, or set HARDTACK")
    return str(Path(found).absolute())
