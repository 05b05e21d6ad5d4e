"""Numbers as they are typed and shown; days and times as the phone that asks has them, in English words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.web import wording
from referee.web.wording import (
    clock,
    day_and_time,
    formats_of,
    long_day,
    number_or_text,
    short_day,
    signed,
    weekday_and_day,
    whole_number,
    written,
)
from scoring import regular
from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from scoring.models import Game, Player
from scoring.sharing import links
from scoring.statistics import seasons
from scoring.statistics.spans import Span
from tests.crew.played import sheet, zar
from tests.table.page import Shown, words

pytestmark = pytest.mark.slow

EVENING = datetime(2026, 11, 21, 20, 5, tzinfo=UTC)


@contextmanager
def phone(language: str) -> Iterator[None]:
    """Days are written for a phone of this language, and for nobody else."""
    token = wording.formats.set(formats_of(language))
    with timezone.override(UTC):
        yield
    wording.formats.reset(token)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("7", 7),
        ("007", 7),
        ("999999999", 999_999_999),
        *((text, None) for text in ("1000000000", "", "-1", "1.5", " 1", "²", "٣")),
    ],
)
def test_a_whole_number_has_plain_digits_and_not_too_many(typed: str, number: int | None) -> None:
    assert whole_number(typed) == number
    assert number_or_text(typed) == (typed if number is None else number)


@pytest.mark.parametrize(
    ("points", "shown", "added"),
    [
        (7, "7", "+7"),
        (0, "0", "0"),
        (0.0, "0.0", "0"),
        (-3, "\u22123", "\u22123"),
        (-2.5, "\u22122.5", "\u22122.5"),
    ],
)
def test_a_minus_is_a_minus_and_nothing_added_has_no_sign(points: float, shown: str, added: str) -> None:
    assert (written(points), signed(points)) == (shown, added)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        *(
            (language, "21 Nov 2026, 20:05")
            for language in ("", "*", "de-DE,de;q=0.9,en-US;q=0.8", "en-GB,en;q=0.9", "en-AU", "ja", "-,;q=x")
        ),
        ("x" * 5000, "21 Nov 2026, 20:05"),
        *(
            (language, "Nov 21, 2026, 8:05 pm")
            for language in ("en-US,en;q=0.9", "en", "EN-CA", "fr;q=0.5,en-US;q=0.9")
        ),
    ],
)
def test_a_moment_is_written_as_the_phone_has_it(language: str, expected: str) -> None:
    with phone(language):
        assert day_and_time(EVENING) == expected


def test_midnight_and_noon_and_weekdays() -> None:
    that = date(2026, 11, 20)
    with phone("en-US"):
        midnight, noon = EVENING.replace(hour=0, minute=0), EVENING.replace(hour=12, minute=0)
        assert (clock(midnight), clock(noon)) == ("12:00 am", "12:00 pm")
        assert weekday_and_day(that) == "Friday, Nov 20, 2026"
        assert (long_day(that), long_day(that, year=False)) == (
            "Friday, November 20, 2026",
            "Friday, November 20",
        )
        assert short_day(that) == "Nov 20"
    assert long_day(that) == "Friday 20 November 2026"
    assert short_day(that) == "20 Nov"


#: What English of the United States writes otherwise than the rest, and the rest otherwise than it.
_MONTHS = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_DAY_FIRST = re.compile(rf"\b\d{{1,2}} {_MONTHS} 20|\b(?:1[3-9]|2[0-3]):\d\d\b|\b20\d\d-\d\d-\d\d\b")
_MONTH_FIRST = re.compile(rf"\b{_MONTHS} \d{{1,2}}, 20|\b[ap]\.?m\b|\b20\d\d-\d\d-\d\d\b")


def test_no_page_writes_days_or_times_as_others_do(ann: Visitor) -> None:
    me = join_own_crew(ann)
    days = range(10, 22)
    ended = [sheet(ann, {"Ann": 7, "Bob": 3}, day=f"2026-11-{each}", title="Hearts") for each in days][-1]
    game = zar(ann)
    seasons.make(me, "Autumn", Span("", date(2026, 9, 1), date(2026, 11, 30)))
    kept = regular.keep(me, regular.Wanted("", "Ann’s", "week", timezone.localdate(), time(19, 30), 3))
    link = links.share(Game.objects.visible_to(ann).get(pk=ended.pk)).public_id
    player = Player.objects.get(name="Ann").public_id
    pages = [
        *("home", "games", "players", "leaders", "records", "nights", "seasons", "crew", "regular_nights"),
        *("export", "settings", "account", "titles", "sheets"),
        ("regular_night", kept.public_id),
        ("night", "2026-11-21"),
        ("night_share", "2026-11-21"),
        ("year", 2026),
        ("player", player),
        *((name, game.public_id) for name in ("game", "log", "replay", "share", "table", "board")),
        ("ruling", game.public_id, 1),
        ("shared", link),
    ]
    client = Client()
    client.cookies[COOKIE] = ann.token
    wrong, dates = [], 0
    for name, *args in ([page] if isinstance(page, str) else page for page in pages):
        for language, others in (("en-US", _DAY_FIRST), ("de-DE", _MONTH_FIRST), ("en-GB", _MONTH_FIRST)):
            answer = client.get(
                reverse(str(name), args=args), headers={"Accept-Language": language}, follow=True
            )
            assert answer.status_code == 200, name
            text = words(Shown(answer).soup.body)
            dates += len((_MONTH_FIRST if others is _DAY_FIRST else _DAY_FIRST).findall(text))
            wrong += [(name, language, found) for found in others.findall(text)]
    assert not wrong
    assert dates > 100


def test_a_page_is_written_for_the_phone_that_asks(ann: Visitor) -> None:
    sheet(ann, {"Ann": 7, "Bob": 3}, day="2026-11-21")
    client = Client()
    client.cookies[COOKIE] = ann.token
    for language, expected in (("en-US", b"Nov 21, 2026"), ("en-GB", b"21 Nov 2026")):
        answer = client.get("/crew/nights/2026-11-21/picture/", headers={"Accept-Language": language})
        assert expected in answer.content, language
