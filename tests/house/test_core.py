"""The core alone: without any of the extras a table is served, and a result drawn (docs/termux.md)."""

from __future__ import annotations

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
EXTRAS = ("psycopg", "redis", "cryptography", "pymupdf_fonts", "lightningcss", "rjsmin")
_WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS!r}))"


class Bare(House):
    """The app where nothing but the core is installed."""

    command = ("-c", f"{_WITHOUT}; from referee.serve import main; raise SystemExit(main())")


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
    assert named == {*EXTRAS}


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


def test_https_at_home_says_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"install referee\[https\]"):
        Bare(tmp_path / "data", HTTPS="local", HTTPS_PORT="0")
