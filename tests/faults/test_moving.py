"""A crew moves from one server to another while others play."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.conftest import ROOT, House, furnish
from tests.faults.faults import some_taps, tapping
from tests.faults.phones import Answer, Line, Phone, Table, begin, in_log

pytestmark = pytest.mark.slow


@pytest.fixture
def cells(tmp_path: Path, first_start: Path) -> Iterator[list[House]]:
    """Two servers that know nothing of each other."""
    with ExitStack() as stack:
        houses = [House(furnish(tmp_path / name, first_start)) for name in ("old", "new")]
        for house in houses:
            stack.callback(house.stop)
        yield houses


def manage(house: House, *words: str) -> str:
    """What a command of the owner says."""
    environ = os.environ | {"DATA_DIR": str(house.folder), "DJANGO_SETTINGS_MODULE": "referee.settings"}
    environ.pop("DATABASE_URL", None)
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask(house: House, table: Table, method: str, path: str) -> Answer:
    with closing(Line(house.port, table.cookies)) as line:
        key = [("csrfmiddlewaretoken", table.token), ("key", f"0-{'k' * 12}")]
        a_round = [("do", "round"), ("score Ann", "1"), ("score Bob", "2")]
        a_game = [("start", "1"), ("name", "Ann"), ("name", "Bob")]
        return line.ask(method, path, None if method == "GET" else [*key, *a_round, *a_game])


@pytest.mark.long
def test_a_crew_moves_with_its_phones_and_its_game_in_play_while_others_play(
    cells: list[House], tmp_path: Path
) -> None:
    old, new = cells
    table, neighbours, strangers = begin(old.port), begin(old.port), begin(new.port)
    phone, there = Phone(old.port, table), f"http://127.0.0.1:{new.port}"
    for _ in range(3):
        phone.tap()
    phone.close()
    with tapping(old.port, neighbours, phones=1), tapping(new.port, strangers, phones=1):
        manage(old, "move_crew", "out", "1", str(tmp_path / "crew.move"), "--to", there)
        for method, path in (
            ("POST", f"{table.path}move/"),
            ("GET", table.path),
            ("GET", "/"),
            ("GET", "/crew/"),
            ("POST", "/new/score_sheet/"),
        ):
            answer = ask(old, table, method, path)
            assert (answer.status, f'href="{there}"' in answer.text) == (410, True), (method, path)
        assert "with 1 phones" in manage(new, "move_crew", "in", str(tmp_path / "crew.move"))
        for each in (neighbours, strangers):
            some_taps(each.ledger, 2)
    moved = begin_again(new, table)
    again = Phone(new.port, moved)
    again.tap()
    again.close()
    assert in_log(new.folder / "referee.sqlite3", moved) == dict.fromkeys(range(1, 5), 1)
    for house, each in ((old, neighbours), (new, strangers)):
        assert set(each.ledger.statuses) == {200}
        logged = in_log(house.folder / "referee.sqlite3", each)
        assert logged == dict.fromkeys(each.ledger.sent, 1)
    # A crew that has moved is nobody's to bring back here but the owner's.
    assert ask(old, table, "GET", "/crew/deleted/").text.count("/restore/") == 0


def begin_again(house: House, table: Table) -> Table:
    """The same table, at the same path, by the same cookies."""
    shown = ask(house, table, "GET", table.path)
    assert (shown.status, shown.version) == (200, 3)
    return Table(table.path, table.cookies, shown.token, shown.stream, table.ledger)
