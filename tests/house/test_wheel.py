"""The wheel: all that the app needs is in it, and it runs where there is no checkout."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.conftest import ROOT, House
from tests.house.wire import ask

pytestmark = pytest.mark.slow

COMMAND = ("-m", "referee")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel brings, and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run([sys.executable, "-m", *build], check=True, stdin=subprocess.DEVNULL)
    (wheel,) = folder.glob("referee-*.whl")
    with ZipFile(wheel) as file:
        file.extractall(folder / "site")
    return folder / "site"


class Installed(House):
    """The app as `referee` starts it, in an empty folder."""

    command = COMMAND

    def __init__(self, site: Path, home: Path) -> None:
        home.mkdir()
        self.cwd = home
        environ = {"DATA_DIR": "", "XDG_DATA_HOME": "", "HOME": str(home), "PYTHONPATH": str(site)}
        super().__init__(home.with_name("unused"), **environ)


@pytest.fixture
def running(installed: Path, tmp_path: Path) -> Iterator[House]:
    """Running for somebody with an empty home."""
    house = Installed(installed, tmp_path / "home")
    yield house
    house.stop()


def test_it_holds_every_part_of_the_app_and_no_test(installed: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    wanted = set()
    for name in listed.stdout.rstrip("\0").split("\0"):
        top = name.partition("/")[0]
        if top in {"templates", "static"}:
            wanted.add(f"referee/installed/{name}")
        elif top in {"referee", "scoring"}:
            wanted.add(name)
    found = {str(file.relative_to(installed)) for file in installed.rglob("*") if file.is_file()}
    assert {name for name in found if ".dist-info/" not in name} == wanted


@pytest.mark.long
def test_the_referee_command_serves_from_an_empty_folder(running: House, tmp_path: Path) -> None:
    status, _, page = ask(running, "GET", "/new/zar/")
    assert status == 200
    named = re.findall(r'"(/static/[^"]+\.(?:css|js|svg))"', page)
    assert len(named) > 3
    for path in named:
        assert ask(running, "GET", path)[0] == 200, path
    assert (tmp_path / "home/.local/share/referee/referee.sqlite3").exists()
    assert not (tmp_path / "unused").exists()


def test_its_other_words_are_commands(installed: Path, tmp_path: Path) -> None:
    def says(*words: str) -> str:
        environ = {"DATA_DIR": str(tmp_path), "PYTHONPATH": str(installed), "SECRET_KEY": "only here"}
        done = subprocess.run(
            [sys.executable, *COMMAND, *words],
            cwd=tmp_path,
            env=environ,
            capture_output=True,
            check=True,
            text=True,
        )
        return done.stdout

    assert re.fullmatch(r"referee \d+\.\d+\.\d+\n", says("--version"))
    assert "scoring.0001" in says("migrate", "--plan").replace("  ", "")
