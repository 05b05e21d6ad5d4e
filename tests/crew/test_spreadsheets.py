"""Sheets for a spreadsheet: what is in them, and what a spreadsheet must not run."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.exchange import spreadsheets
from scoring.exchange.spreadsheets import safe
from scoring.models import Game
from tests.crew.browser import Browser
from tests.crew.exchange import body, get, sheet
from tests.crew.games import tap
from tests.crew.tables import KINDS, chance_game
from tests.plans import plan_of
from tests.table.page import new_game, words


def rows(visitor: Visitor, name: str) -> list[dict[str, str]]:
    data = body(visitor, f"/crew/export/{name}.csv")
    assert data.startswith(b"\xef\xbb\xbf"), "Excel needs the mark"
    assert b"\n" not in data.replace(b"\r\n", b"")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def test_games_hands_and_scores_are_three_sheets(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": -3, "Élodie": 10.5}, {"Ann": 1, "Élodie": 0})
    (told,) = rows(ann, "games")
    # An id that begins with a sign is no formula either.
    assert told["game"].removeprefix("'") == game.public_id
    assert (told["players"], told["winners"], told["hands"], told["moves"]) == (
        "Ann, Élodie",
        "Élodie",
        "2",
        "3",
    )
    assert [(row["hand"], row["player"], row["points"]) for row in rows(ann, "hands")] == [
        ("1", "Ann", "-3"),
        ("1", "Élodie", "10.5"),
        ("2", "Ann", "1"),
        ("2", "Élodie", "0"),
    ]
    line = rows(ann, "scores")[1]
    assert (line["clause"], line["move"], line["points"]) == ("score_sheet 1", "1", "10.5")


@pytest.mark.parametrize("text", ["=cmd()", "+1", "-Ann", "@SUM(A1)", "\t=1", "\r=1", "＝1", " =1", "-1+1"])
def test_what_begins_like_a_formula_is_marked_as_text(text: str) -> None:
    assert safe(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["Ann", "a=b", "7", "", -7, -0.5, "’tis", "O'Neill"])
def test_everything_else_stays_as_it_is(cell: object) -> None:
    assert safe(cell) == cell


def test_of_each_sheet_the_page_says_what_is_in_it(ann: Visitor) -> None:
    sheet(ann, {"Ann": 1})
    shown = Browser(ann).go("/crew/export/")
    told = {words(row) for row in shown.soup.select("a[href$='.csv'] small")} - {""}
    assert len(told) == len(spreadsheets.SHEETS)


def test_no_sheet_runs_what_somebody_is_called(ann: Visitor) -> None:
    game = new_game(ann, "=cmd() @Bob", "score_sheet")
    tap(ann, game, {"do": "round", "scores": {"=cmd()": 1, "@Bob": -2}, "name": "+1"})
    tap(ann, game, {"do": "end"})
    Game.objects.filter(pk=game.pk).update(title='=HYPERLINK("http://x";"y")')
    for name in spreadsheets.SHEETS:
        for row in rows(ann, name):
            for field, cell in row.items():
                assert field == "points" or not cell.startswith(("=", "+", "-", "@")), (name, cell)
    assert {row["player"] for row in rows(ann, "hands")} == {"'=cmd()", "'@Bob"}


def test_sheets_are_written_some_games_at_a_time(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, kind in enumerate(KINDS):
        chance_game(ann, kind, number, taps=25)
    # The oldest came in last, and three began in one moment: a part ends between them.
    newest, *_ = Game.objects.order_by("-pk")
    Game.objects.filter(pk=newest.pk).update(created_at=newest.created_at - timedelta(days=1))
    Game.objects.filter(pk__in=Game.objects.order_by("pk").values("pk")[1:4]).update(
        created_at=newest.created_at, finished_at=None
    )
    whole = {name: rows(ann, name) for name in spreadsheets.SHEETS}
    monkeypatch.setattr(spreadsheets, "TOGETHER", 2)
    assert {name: rows(ann, name) for name in spreadsheets.SHEETS} == whole
    assert len({row["game"] for row in whole["games"]}) == len(whole["games"]) == len(KINDS)
    assert whole["games"] == sorted(whole["games"], key=lambda row: row["began"])


def test_a_part_is_read_in_its_order_and_not_sorted_out_of_all_games(ann: Visitor) -> None:
    sheet(ann, {"Ann": 1, "Bob": 0})
    with CaptureQueriesContext(connection) as captured:
        list(spreadsheets.games(join_own_crew(ann).crew))
    asked = [n for n, query in enumerate(captured) if 'FROM "scoring_game"' in query["sql"]]
    assert len(asked) == 2
    for n in asked:
        plan = plan_of(captured, n)
        assert plan[0].startswith("SEARCH scoring_game USING INDEX game_newest_first (crew_id=?"), plan
        assert len(plan) == 1, plan


def test_a_crew_without_games_has_sheets_with_a_head_only(ann: Visitor) -> None:
    response = get(ann, "/crew/export/games.csv")
    assert response["Content-Disposition"] == 'attachment; filename="games.csv"'
    assert b"".join(response.streaming_content).count(b"\n") == 1
