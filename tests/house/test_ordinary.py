"""An ordinary Django project: what developers type first works in a fresh checkout, with nothing set."""

from __future__ import annotations

import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.faults.phones import Line

#: What Python itself needs; none of it is the app's.
_ENVIRON = {"PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
PARTS = ("referee", "scoring", "templates", "static")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A fresh checkout, without a data folder."""
    for part in PARTS:
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(ROOT / "manage.py", tmp_path)
    return tmp_path


def manage(checkout: Path, *words: str) -> list[str]:
    return [sys.executable, str(checkout / "manage.py"), *words]


@pytest.fixture
def runserver(checkout: Path) -> Iterator[tuple[int, Path]]:
    """`migrate` and `runserver` were typed: the port, and what was written to the log."""
    home = _ENVIRON | {"HOME": str(checkout / "home")}
    migrated = subprocess.run(
        manage(checkout, "migrate"), cwd=checkout, env=home, capture_output=True, check=False, text=True
    )
    assert migrated.returncode == 0, migrated.stderr
    log = checkout / "log"
    with log.open("w") as written:
        server = subprocess.Popen(
            manage(checkout, "runserver", "127.0.0.1:0"),
            cwd=checkout,
            env=home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=written,
            text=True,
            # It serves in a child, to begin anew with each file that is saved.
            start_new_session=True,
        )
    assert server.stdout is not None
    found = (re.search(r"http://127\.0\.0\.1:(\d+)/", line) for line in server.stdout)
    port = next((int(match[1]) for match in found if match), 0)
    assert port, log.read_text()
    yield port, log
    os.killpg(server.pid, signal.SIGKILL)
    server.communicate()


def test_migrate_and_runserver_play_a_game_in_a_fresh_checkout(
    runserver: tuple[int, Path], checkout: Path
) -> None:
    port, log = runserver
    phone = Line(port)
    page = phone.ask("GET", "/")
    assert page.status == 200, log.read_text()
    named = set(re.findall(r'"(/static/[^"?]+\.(?:css|js|svg))"', page.text))
    assert "/static/app.css" in named
    for path in named:
        assert phone.ask("GET", path).status == 200, path
    # A stylesheet that was just edited comes whole: no server has to be started anew.
    with (checkout / "static/app.css").open("a") as styles:
        styles.write("\n.new { color: red; }\n")
    assert phone.ask("GET", "/static/app.css").text == (checkout / "static/app.css").read_text()
    assert phone.ask("GET", "/static/../manage.py").status == 404

    setup = phone.ask("GET", "/new/zar/")
    names = [("csrfmiddlewaretoken", setup.token), ("key", setup.key), ("name", "Ann"), ("name", "Bob")]
    started = phone.ask("POST", "/new/zar/", [*names, ("dealer", "1"), ("start", "1")])
    assert started.status in {302, 303}, started.text
    table = phone.ask("GET", started.location)
    assert (table.status, table.version) == (200, 1)
    sent = [("csrfmiddlewaretoken", table.token), ("key", table.key), ("do", "flip"), ("card", "red moon")]
    tapped = phone.ask("POST", f"{started.location}move/", sent)
    assert tapped.status in {302, 303}, tapped.text
    assert phone.ask("GET", started.location).version == 2
    phone.close()

    key = checkout / "data/secret.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_text().strip()) >= 50
    assert stat.S_IMODE((checkout / "data").stat().st_mode) == 0o700
    assert "Traceback" not in log.read_text()
    assert "Logging error" not in log.read_text()
