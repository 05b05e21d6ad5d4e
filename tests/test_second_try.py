"""A browser test that fails is tried once more and named; no other test is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow

_TESTS = """
import os
from pathlib import Path
import pytest

HERE = Path(__file__).parent

def nth_time(name):
    with (HERE / name).open("a") as file:
        file.write("x")
    return (HERE / name).stat().st_size

@pytest.fixture(scope="session")
def kept():
    nth_time(f"opened-{os.getpid()}")
    yield
    nth_time("closed")

@pytest.mark.browser
def test_starved(kept):
    assert nth_time("starved") > 1, "starved of processor time"

@pytest.mark.browser
def test_broken(kept):
    nth_time("broken")
    raise AssertionError

def test_no_browser(kept):
    assert nth_time("none") > 1
"""


@pytest.mark.parametrize("workers", [(), ("-n", "2", "--dist", "worksteal")], ids=["alone", "side by side"])
def test_only_a_browser_test_is_tried_once_more_and_what_it_said_is_shown(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_collection_modifyitems\n")
    (tmp_path / "test_tries.py").write_text(_TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-c", "pyproject.toml", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *workers, tmp_path], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stdout + done.stderr
    tried = {name: (tmp_path / name).stat().st_size for name in ("starved", "broken", "none")}
    assert tried == {"starved": 2, "broken": 2, "none": 1}
    assert "2 failed, 1 passed, 2 rerun" in done.stdout
    again = [line.split("::")[-1] for line in done.stdout.splitlines() if line.startswith("RERUN")]
    assert sorted(again) == ["test_broken", "test_starved"]
    assert "starved of processor time" in done.stdout
    # What is shared is opened once for all tries, and closed in the end.
    opened = list(tmp_path.glob("opened-*"))
    assert all(each.stat().st_size == 1 for each in opened)
    assert (tmp_path / "closed").stat().st_size == len(opened)
