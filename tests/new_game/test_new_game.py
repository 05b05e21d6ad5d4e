"""A new game is its own folders and a line of the registry: a made-up one is added, and played."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow
CLIMB = Path(__file__).parent / "climb"
#: What stays as it is, looked at through links; of these folders it goes on within.
OPENED = (
    *("referee", "referee/rules", "referee/games", "referee/server"),
    *("templates", "templates/games", "tests"),
)


def linked(target: Path, folder: str = "") -> None:
    """A folder of the app again: a link to each part of it, but for the folders that a game is added to."""
    (target / folder).mkdir(parents=True, exist_ok=True)
    for part in (ROOT / folder).iterdir():
        place = f"{folder}/{part.name}".lstrip("/")
        if place in OPENED:
            linked(target, place)
        elif part.suffix in (".py", ".toml"):
            # Where a module lies says where the app is.
            shutil.copy2(part, target / place)
        elif not part.name.startswith("."):
            (target / place).symlink_to(part)


def test_a_new_game_is_its_own_folders_and_a_line_of_the_registry(tmp_path: Path) -> None:
    linked(tmp_path)
    for folder in ("rules", "games"):
        shutil.copytree(CLIMB / folder, tmp_path / "referee" / folder / "climb")
    shutil.copytree(CLIMB / "templates", tmp_path / "templates/games/climb")
    shutil.copy(CLIMB / "played.py", tmp_path / "tests/test_climb.py")
    registry = tmp_path / "referee/games/registry.py"
    line = "from referee.games.climb.presenter import ClimbPresenter\n"
    text = registry.read_text(encoding="utf-8").replace("from referee", f"{line}from referee", 1)
    registry.write_text(text.replace("\n)\n", "\n    ClimbPresenter(),\n)\n", 1), encoding="utf-8")
    pytest_there = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_climb.py"]
    done = subprocess.run(pytest_there, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
