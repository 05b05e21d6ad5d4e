"""Nights: the heat map and the calendar, and the page of one night."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.crew.visitor import Visitor
from scoring.models import Game
from tests.crew.browser import Browser
from tests.crew.played import sheet, zar
from tests.table.page import Shown, new_game, words

DAY = "/crew/nights/2026-11-20/"


def came(shown: Shown) -> list[str]:
    return [words(row) for row in shown.soup.select(".came li")]


def test_a_night_says_who_came_who_won_most_and_what_was_played(ann: Visitor) -> None:
    sheet(ann, {"Ann": 9, "Bob": 2, "Cat": 1}, day="2026-11-20", title="Hearts")
    sheet(ann, {"Ann": 1, "Cat": 2}, day="2026-11-20")
    zar(ann, day="2026-11-20", names="Ann Bob")
    zar(ann, day="2026-11-21", names="Bob Ann")
    Game.objects.filter(title="Hearts").update(place="The kitchen")
    shown = Browser(ann).go(DAY)
    assert shown.one("h1") == "Friday 20 November 2026"
    assert shown.one(".night-line") == "3 games, 20:00 to 21:00, The kitchen"
    assert shown.one(".best") == "Ann won 2 of 3"
    assert came(shown) == ["1 A Ann 2 of 3 won", "2 C Cat 1 of 2 won", "3 B Bob 0 of 2 won"]
    played = [words(row) for row in shown.soup.select(".evening li")]
    assert played == [
        "Hearts Score sheet, 20:00, 60 min A Ann won",
        "Score sheet 20:00, 60 min C Cat won",
        "ZAR 20:00, 60 min A Ann won",
    ]


def test_nights_lead_to_the_ones_before_and_after(ann: Visitor) -> None:
    for day in ("2025-12-31", "2026-11-20", "2026-11-21"):
        zar(ann, day=day)
    browser = Browser(ann)
    browser.go(DAY)
    assert browser.tap("← 31 Dec 2025").one("h1") == "Wednesday 31 December 2025"
    assert not browser.shown.soup.select("a[rel=prev]")
    browser.tap("20 Nov 2026")
    assert browser.tap("21 Nov 2026").one("h1") == "Saturday 21 November 2026"


def test_the_best_of_a_night_may_be_several_or_nobody(ann: Visitor) -> None:
    zar(ann, day="2026-11-20", names="Ann Bob")
    zar(ann, day="2026-11-20", names="Bob Ann")
    browser = Browser(ann)
    assert browser.go(DAY).one(".best") == "Ann and Bob won 1 each"
    assert [row[0] for row in came(browser.shown)] == ["1", "1"]
    sheet(ann, {"Eve": 5}, day="2026-11-19")
    shown = browser.go("/crew/nights/2026-11-19/")
    assert not shown.soup.select(".best"), "alone nobody wins"
    assert came(shown) == ["1 E Eve 0 of 1 won"]


def test_what_is_still_open_or_was_discarded_is_no_part_of_a_night(ann: Visitor) -> None:
    game = zar(ann, day="2026-11-20")
    still = new_game(ann, "Ann Bob", "zarathustra")
    Game.objects.filter(pk=still.pk).update(created_at=game.created_at)
    shown = Browser(ann).go(DAY)
    assert shown.one(".night-line").startswith("1 game,")
    assert "Begun and still open: Zarathustra" in shown.text
    Game.objects.filter(pk=game.pk).update(discarded_at=game.created_at)
    assert Browser(ann).go(DAY).status == 404


@pytest.mark.parametrize("day", ["2026-11-19", "2026-02-30", "x", "0001-01-01", "9999-12-31", "20261120"])
def test_a_day_without_games_is_not_found(ann: Visitor, day: str) -> None:
    zar(ann, day="2026-11-20")
    assert Browser(ann).go(f"/crew/nights/{day}/").status == 404


def test_nobody_sees_the_night_of_another_crew(ann: Visitor, dan: Visitor) -> None:
    zar(ann, day="2026-11-20")
    zar(dan, day="2026-11-19")
    assert Browser(dan).go(DAY).status == 404
    assert Browser().go(DAY).status == 404


def test_a_night_asks_as_much_for_many_games_as_for_one(ann: Visitor) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert Browser(ann).go(DAY).status == 200
        return len(captured)

    zar(ann, day="2026-11-20")
    count()
    few = count()
    for number in range(12):
        sheet(ann, {f"P{number}": 3, "Ann": 1}, day="2026-11-20")
        sheet(ann, {f"P{number}": 3, "Ann": 1}, day=f"2026-10-{number + 1:02}")
    assert count() == few <= 8
