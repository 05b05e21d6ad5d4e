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
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.marks import long_except
from tests.phones import Phone, Stream

pytestmark = pytest.mark.slow

#: What Python itself needs; none of it is the app's.
_ENVIRON = {"PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
PARTS = ("referee", "scoring", "templates", "static", "manage.py")
MANAGE = (sys.executable, "manage.py")
#: By what people call it: what is typed, whether `migrate` is typed before, and whether there is a stream.
SERVERS = {
    "runserver": ((*MANAGE, "runserver", "127.0.0.1:0"), True, False),
    "gunicorn": (
        (sys.executable, "-m", "gunicorn", "--bind=127.0.0.1:0", "--threads=4", "referee.wsgi"),
        True,
        False,
    ),
    "uvicorn": ((sys.executable, "-m", "uvicorn", "--port=0", "referee.asgi:application"), True, True),
    "serve": ((*MANAGE, "serve"), False, True),
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A fresh checkout, without a data folder."""
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / part, tmp_path)
    return tmp_path


@pytest.fixture(params=long_except(SERVERS, "runserver"))
def served(request: pytest.FixtureRequest, checkout: Path) -> Iterator[tuple[int, Path, bool]]:
    """A server was started: its port, what was written to the log, and whether it has a stream."""
    command, migrates, streams = SERVERS[request.param]
    environ, log = _ENVIRON | {"HOME": str(checkout / "home")}, checkout / "log"
    if not migrates:
        environ |= {"HOST": "127.0.0.1", "PORT": "0", "PYTHONIOENCODING": "utf-8"}
    with log.open("w") as written:
        if migrates:
            subprocess.run([*MANAGE, "migrate"], cwd=checkout, env=environ, stdout=written, check=True)
        # runserver serves in a child, to begin anew with each file that is saved.
        server = subprocess.Popen(
            command,
            cwd=checkout,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
    assert server.stdout is not None
    port = next((int(said[1]) for line in server.stdout if (said := re.search(r"http://\S+:(\d+)", line))), 0)
    assert port, log.read_text()
    yield port, log, streams
    os.killpg(server.pid, signal.SIGTERM)
    rest, _ = server.communicate(timeout=60)
    assert "Traceback" not in rest
    assert "Logging error" not in rest


def test_a_game_is_played_in_a_fresh_checkout_by_any_server(
    served: tuple[int, Path, bool], checkout: Path
) -> None:
    port, _, streams = served
    with closing(Phone(port)) as phone:
        page = phone.get("/").expect(200)
        named = set(re.findall(r'"(/static/[^"?]+\.(?:css|js|svg))"', page.text))
        assert any("app." in path for path in named)
        for path in named:
            phone.get(path).expect(200)
        phone.get("/static/../manage.py").expect(404)

        table = phone.start("zar", ["Ann", "Bob"], ("dealer", "1"))
        assert table.version == 1
        with closing(Stream(port, table.stream)) as bell:
            assert bell.status == 200
            phone.post(f"{table.path}move/", [("do", "flip"), ("card", "red moon")]).expect(303)
            assert phone.get(table.path).version == 2
            assert bell.wait_for("version 2" if streams else "gone")

    key = checkout / "data/secret.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_text().strip()) >= 50
    assert stat.S_IMODE((checkout / "data").stat().st_mode) == 0o700


@pytest.mark.long
@pytest.mark.parametrize("served", ["runserver"], indirect=True)
def test_a_stylesheet_that_was_just_edited_comes_whole(
    served: tuple[int, Path, bool], checkout: Path
) -> None:
    with (checkout / "static/app.css").open("a") as styles:
        styles.write("\n.new { color: red; }\n")
    with closing(Phone(served[0])) as phone:
        assert phone.get("/static/app.css").text == (checkout / "static/app.css").read_text()


def test_make_run_serves(tmp_path: Path) -> None:
    """What it installs is installed here already, or this would not run."""
    environ = _ENVIRON | {"DATA_DIR": str(tmp_path), "PORT": "0", "HOST": "127.0.0.1", "HOME": str(tmp_path)}
    said = subprocess.run(
        ["make", "--dry-run", "run"], cwd=ROOT, env=environ, capture_output=True, check=True, text=True
    )
    assert said.stdout.splitlines()[-1] == "exec .venv/bin/python manage.py serve"
