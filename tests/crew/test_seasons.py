"""Seasons: made, changed and deleted; who leads in them and is their champion."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.crew.exchange import export, importing
from referee.crew.exchange.documents import CannotImport
from scoring import titles
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Role, Season
from scoring.models.nights import tonight
from scoring.players.erasing import erase_crew
from scoring.statistics import seasons
from scoring.statistics.spans import Span
from tests.conftest import joined
from tests.crew.browser import Browser
from tests.crew.figures import numbers, ranking
from tests.crew.played import sheet, zar
from tests.table.page import Shown, words

pytestmark = pytest.mark.slow


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> date:
    """The night that it is, which no dawn ends before the test does: an evening after all that was begun."""
    evening = datetime(2031, 11, 21, 21, 30, tzinfo=timezone.get_default_timezone())
    monkeypatch.setattr(timezone, "now", lambda: evening)
    return tonight()


def make(
    visitor: Visitor, name: str = "Spring", played: str = "", since: str = "2026-03-01", until: str = ""
) -> Season:
    days = date.fromisoformat(since), date.fromisoformat(until) if until else None
    return seasons.make(join_own_crew(visitor), name, Span(played, *days))


def cards(shown: Shown) -> list[str]:
    return [words(card) for card in shown.soup.select(".season")]


def test_a_season_is_made_changed_and_deleted(ann: Visitor) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2}, day="2026-03-01", title="Hearts")
    sheet(ann, {"Ann": 3, "Bob": 2}, day="2026-02-28", title="Hearts")
    zar(ann, day="2026-04-01", names="Cat Ann")
    browser = Browser(ann)
    assert "Whoever wins the most games in it is its champion." in browser.go("/crew/seasons/").text
    browser.tap("New season")
    shown = browser.tap("Save season", name="  Spring ", since="2026-03-01", until="2026-05-31")
    assert (shown.one("h1"), shown.one(".leads")) == (
        "Spring",
        "Bob and Cat are the champions, with 1 win each",
    )
    assert ranking(shown) == [("1", "Bob"), ("1", "Cat"), ("3", "Ann")]
    assert "Every game, 1 Mar 2026 to 31 May 2026" in shown.text
    browser.tap("Edit")
    shown = browser.tap("Save season", name="Spring of Hearts", game="score_sheet.hearts", since="2026-02-01")
    assert shown.one(".leads") == "Ann and Bob are the champions, with 1 win each"
    assert numbers(shown, "Bob") == "1 of 2 games won"
    assert browser.go("/crew/seasons/").one("h2") == "Over"
    assert cards(browser.shown) == [
        "Spring of Hearts Hearts, 1 Feb 2026 to 31 May 2026 A B " + shown.one(".leads")
    ]
    browser.tap("Spring of Hearts")
    assert len(browser.tap("Its games").soup.select("a[href^='/games/'][href$='/']")) >= 2
    browser.go(f"/crew/seasons/{Season.objects.get().public_id}/edit/")
    assert browser.tap("Delete season").one("h1") == "Seasons"
    assert not Season.objects.exists()


def test_equal_ones_share_a_rank_and_stand_together(ann: Visitor) -> None:
    """However many games somebody needed for their wins, as at a night; of three 3rd nobody is on a step."""
    sheet(ann, {"Ann": 1, "Bob": 2, "Cat": 2, "Dan": 0}, day="2026-03-01")
    sheet(ann, {"Bob": 2, "Dan": 3, "Eve": 1, "Fay": 0}, day="2026-03-02")
    sheet(ann, {"Bob": 2, "Cat": 1}, day="2026-03-03")
    sheet(ann, {"Cat": 2, "Fay": 1}, day="2026-03-04")
    (browser, league) = (Browser(ann), make(ann).public_id)
    shown = browser.go(f"/crew/seasons/{league}/")
    assert shown.one(".leads") == "Bob and Cat lead, with 2 wins each"
    assert ranking(shown)[:3] == [("1", "Bob"), ("1", "Cat"), ("3", "Dan")]
    assert len(shown.soup.select(".dais li")) == 3
    sheet(ann, {"Ann": 2, "Gil": 1}, day="2026-03-05")
    shown = browser.go(f"/crew/seasons/{league}/")
    assert ranking(shown)[:4] == [("1", "Bob"), ("1", "Cat"), ("3", "Ann"), ("3", "Dan")]
    assert len(shown.soup.select(".dais li")) == 2
    sheet(ann, {"Ann": 2, "Gil": 1}, day="2026-03-05")
    sheet(ann, {"Dan": 2, "Gil": 1}, day="2026-03-05")
    shown = browser.go(f"/crew/seasons/{league}/")
    assert [rank for rank, _ in ranking(shown)][:5] == ["1", "1", "1", "1", "5"]
    assert not shown.soup.select(".dais"), "four are level, and none is before the others"


def test_one_that_goes_on_has_a_leader_and_one_to_come_has_nobody(ann: Visitor, today: date) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2}, day=today.isoformat())
    yesterday, tomorrow = (today + timedelta(days=days) for days in (-1, 1))
    make(ann, "Now", since=yesterday.isoformat())
    make(ann, "Soon", since=tomorrow.isoformat())
    make(ann, "Last year", since="2025-01-01", until="2025-12-31")
    make(ann, "Until today", since=yesterday.isoformat(), until=today.isoformat())
    told = cards(Browser(ann).go("/crew/seasons/"))
    assert told[0].endswith("Not begun yet")
    assert [each.endswith("Bob leads, with 1 win") for each in told[1:3]] == [True, True]
    assert [each for each in told if "champion" in each] == [], "its last day is still one of it"
    assert told[-1].endswith("No game was won in it")


def test_a_season_is_a_period_of_the_leaders(ann: Visitor) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2}, day="2026-03-02", title="Hearts")
    zar(ann, day="2026-04-01", names="Cat Ann")
    make(ann, "Hearts league", "score_sheet.hearts")
    make(ann, "Everything")
    make(ann, "ZAR league", "zar")
    browser = Browser(ann)
    shown = browser.go("/crew/leaders/?game=zar")
    chips = [words(chip) for chip in shown.soup.select("nav[aria-label=Period] a")]
    assert chips[3:] == ["Everything", "ZAR league"], "those over the game that is shown, or over all"
    shown = browser.tap("Everything")
    assert (shown.one("h2"), ranking(shown)) == ("ZAR, Everything", [("1", "Cat"), ("2", "Ann")])
    assert browser.tap("This season").one("h1") == "Everything"
    hearts = Season.objects.get(name="Hearts league").public_id
    shown = browser.go(f"/crew/leaders/?game=zar&period={hearts}")
    assert shown.one("h2") == "Hearts, Hearts league", "what it is over decides"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": " "}, "Give the season a name."),
        ({"name": "x" * 41}, "A name has at most 40 characters, all of them visible."),
        ({"name": "a\u202eb"}, "A name has at most 40 characters, all of them visible."),
        ({"since": ""}, "The first day is not a valid date."),
        ({"since": "1960-01-01"}, "The first day is not a valid date."),
        ({"until": "2026-02-30"}, "The last day is not a valid date."),
        ({"until": "2026-02-28"}, "The last day is before the first."),
        ({"game": "chess"}, "There is no such game."),
        (
            {"name": "SPRING", "until": "2026-05-31"},
            "Your crew has a season of this name. Give this one another.",
        ),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(
    ann: Visitor, typed: dict[str, str], said: str
) -> None:
    make(ann)
    browser = Browser(ann)
    browser.go("/crew/seasons/new/")
    url, fields = browser.form_of(browser.find("Save season"), name="Autumn")
    sent = fields | {"since": "2026-03-01"} | typed
    shown = browser.send(url, sent)
    assert (shown.status, shown.one(".errors")) == (422, said)
    assert str(shown.soup.select_one("input[name=name]")["value"]) == typed.get("name", "Autumn")  # type: ignore[index]
    assert Season.objects.count() == 1


def test_a_form_sent_twice_makes_one_season(ann: Visitor) -> None:
    assert make(ann) == make(ann)
    assert Season.objects.count() == 1


def test_there_is_an_end_to_how_many(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seasons, "MOST_SEASONS", 1)
    make(ann)
    browser = Browser(ann)
    browser.go("/crew/seasons/new/")
    assert browser.tap("Save season", name="Autumn").one(".errors").startswith("1 seasons are the most.")


def test_a_watcher_sees_seasons_and_changes_none(ann: Visitor) -> None:
    made, cat = make(ann), joined(ann, Role.WATCHER)
    browser = Browser(cat)
    assert "New season" not in browser.go("/crew/seasons/").text
    assert "Edit" not in browser.go(f"/crew/seasons/{made.public_id}/").one("main")


def test_a_season_goes_with_its_title_and_with_its_crew(ann: Visitor) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2}, title="Herz")
    made = make(ann, played="score_sheet.herz")
    titles.change_title(actor=join_own_crew(ann), old="score_sheet.herz", title="Hearts")
    made.refresh_from_db()
    assert made.played == "score_sheet.hearts"
    erase_crew(made.crew)
    assert not Season.objects.exists()


def test_seasons_come_along_in_an_export(ann: Visitor, dan: Visitor) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2}, title="Hearts")
    make(ann, "Spring", until="2026-05-31")
    make(ann, "Hearts league", "score_sheet.hearts")
    make(dan, "Spring", since="2020-01-01")
    data, target = b"".join(export.crew_zip(join_own_crew(ann).crew)), join_own_crew(dan).crew
    list(importing.import_crew(importing.open_zip(io.BytesIO(data)), target))
    found = Season.objects.filter(crew=target).order_by("name")
    assert list(found.values_list("name", "since", "until", "played")) == [
        ("Hearts league", date(2026, 3, 1), None, "score_sheet.hearts"),
        ("Spring", date(2026, 3, 1), date(2026, 5, 31), ""),
    ]
    assert Browser(dan).go(f"/crew/seasons/{found[0].public_id}/").status == 200
    assert Season.objects.count() == 4


@pytest.mark.parametrize(
    ("season", "said"),
    [
        ({"name": "S", "since": "2026-03-01", "played": "chess"}, "there is no game 'chess'"),
        ({"name": "S", "since": "2026-03-01", "until": "2026-02-01"}, "it ends before it begins"),
        ({"name": "S", "since": "1900-03-01"}, "1900 cannot be the year of a game"),
        ({"name": " S", "since": "2026-03-01"}, "too many spaces"),
    ],
)
def test_a_season_that_cannot_be_is_no_part_of_an_import(
    ann: Visitor, season: dict[str, str], said: str
) -> None:
    whole = io.BytesIO(b"".join(export.crew_zip(join_own_crew(ann).crew)))
    with zipfile.ZipFile(whole) as parcel:
        crew = json.loads(parcel.read("crew.json"))
    changed = io.BytesIO()
    with zipfile.ZipFile(changed, "w") as parcel:
        parcel.writestr("crew.json", json.dumps(crew | {"seasons": [season]}))
    changed.seek(0)
    with pytest.raises(CannotImport, match=said):
        importing.open_zip(changed)


def test_many_seasons_ask_as_much_as_one(ann: Visitor) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2}, day="2026-03-02")

    def count(url: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert Browser(ann).go(url).status == 200
        return len(captured)

    urls = ["/crew/seasons/", f"/crew/seasons/{make(ann).public_id}/"]
    count(urls[0])
    few = [count(url) for url in urls]
    for number in range(12):
        make(ann, f"League {number}", ("", "score_sheet")[number % 2], f"2026-{number + 1:02}-02")
        sheet(ann, {f"P{number}": 1, "Ann": 2}, day=f"2026-{number % 11 + 1:02}-03")
    assert [count(url) for url in urls] == few
    assert max(few) <= 8
