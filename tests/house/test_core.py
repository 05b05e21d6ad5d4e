"""The core alone: without any of the extras a table is served, and a result drawn (docs/termux.md)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT, House
from tests.house.wire import ask

pytestmark = pytest.mark.slow

#: What an extra brings, by the name that is imported.
EXTRAS = ("psycopg", "redis", "cryptography", "pymupdf_fonts", "lightningcss", "minify")
_WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS!r}))"
#: What pages never need, and a browser's Python has not.
SERVERS = ("uvicorn", "h11", "httptools", "gunicorn", "PIL")
NO_PILLOW = "Pictures are made with Pillow, which is not installed here."


class Bare(House):
    """The app where nothing but the core is installed."""

    command = ("-c", f"{_WITHOUT}; sys.argv[1:] = []; from referee.__main__ import main; main()")


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Bare]:
    house = Bare(tmp_path / "data")
    yield house
    house.stop()


def test_the_extras_are_these() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = {
        part.partition("[")[0].partition(">")[0].replace("-", "_")
        for parts in project["optional-dependencies"].values()
        for part in parts
    }
    assert named == {"tdewolff_minify" if name == "minify" else name for name in EXTRAS}


@pytest.mark.long
def test_the_core_serves_its_pages_with_their_styles(bare: Bare) -> None:
    for path in ("/", "/new/zar/", "/rules/zar/"):
        assert ask(bare, "GET", path)[0] == 200
    sheet = next((bare.folder / "static").glob("table.*.css"))
    status, headers, _ = ask(bare, "HEAD", f"/static/{sheet.name}", headers={"Accept-Encoding": "gzip"})
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert b"@import" not in sheet.read_bytes()


def test_the_core_draws_names_in_its_own_letters() -> None:
    draws = (
        f"{_WITHOUT}; from referee.crew.sharing.card import lettering as l;"
        "assert l.legible('Ann Müller') == 'Ann Müller';"
        "assert l._font('pillow', 40).getlength('Ann') > 20"
    )
    subprocess.run([sys.executable, "-c", draws], cwd=ROOT, check=True)


@pytest.mark.long
def test_pages_answer_without_a_server_and_without_pillow(tmp_path: Path) -> None:
    """What needs Pillow says so in words; all else is as ever."""
    walks = (
        f"{_WITHOUT}; sys.modules.update(dict.fromkeys({SERVERS!r}));"
        "from tests.house.core_walk import main; main()"
    )
    path = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path / "data"), "HOME": str(tmp_path)}
    settings = {"DJANGO_SETTINGS_MODULE": "referee.settings"}
    walked = subprocess.run(
        [sys.executable, "-c", walks], cwd=ROOT, env=path | settings, capture_output=True, check=False
    )
    assert walked.returncode == 0, walked.stderr.decode()
    answers = {name: tuple(answer) for name, answer in json.loads(walked.stdout).items()}
    assert "Traceback" not in walked.stderr.decode()

    pictures = ("result_picture", "add_photo", "keep_face", "small photo")
    assert {name: answers.pop(name) for name in pictures} == dict.fromkeys(pictures, (501, NO_PILLOW))
    assert answers.pop("import with a photo") == (200, f"{NO_PILLOW} Nothing was imported.")
    assert {name: answer for name, answer in answers.items() if answer[0] >= 500 or answer[1]} == {}
    assert [answers[name][0] for name in ("/", "table", "photo", "import")] == [200] * 4
    assert len(answers) > 50


def test_https_at_home_says_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"Install referee\[https\]"):
        Bare(tmp_path / "data", HTTPS="local")
