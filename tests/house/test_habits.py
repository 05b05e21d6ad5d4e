"""Days and times as the phone that asks has them, in English words."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.utils import timezone

from referee.web.habits import habits, of_phone
from referee.web.wording import clock, day, day_and_time, long_day, weekday_and_day
from scoring.crew.visitor import COOKIE, Visitor
from tests.crew.played import sheet

EVENING = datetime(2026, 11, 21, 20, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("", "21 Nov 2026, 20:05"),
        ("*", "21 Nov 2026, 20:05"),
        ("de-DE,de;q=0.9,en;q=0.8", "21 Nov 2026, 20:05"),
        ("en-GB,en;q=0.9", "21 Nov 2026, 20:05"),
        ("en-IE", "21 Nov 2026, 20:05"),
        ("en-US,en;q=0.9", "Nov 21, 2026, 8:05 pm"),
        ("en", "Nov 21, 2026, 8:05 pm"),
        ("en-AU", "21 Nov 2026, 8:05 pm"),
        ("hi-IN", "21 Nov 2026, 8:05 pm"),
        ("es-MX,es;q=0.9", "21 Nov 2026, 20:05"),
        ("es-CO", "21 Nov 2026, 8:05 pm"),
        ("ja", "2026-11-21, 20:05"),
        ("zh-Hant-TW", "2026-11-21, 8:05 pm"),
        ("fr;q=0.5,en-US;q=0.9", "Nov 21, 2026, 8:05 pm"),
        ("-,;q=x", "21 Nov 2026, 20:05"),
        ("x" * 5000, "21 Nov 2026, 20:05"),
    ],
)
def test_a_moment_is_written_as_the_phone_has_it(language: str, said: str) -> None:
    with timezone.override(UTC), of_phone(language):
        assert day_and_time(EVENING) == said
    assert habits().clock == "H:i", "afterwards it is as before"


def test_midnight_and_noon_and_weekdays() -> None:
    that = date(2026, 11, 20)
    with of_phone("en-US"):
        midnight, noon = EVENING.replace(hour=0, minute=0), EVENING.replace(hour=12, minute=0)
        with timezone.override(UTC):
            assert (clock(midnight), clock(noon)) == ("12:00 am", "12:00 pm")
        assert weekday_and_day(that) == "Friday, Nov 20, 2026"
        assert (long_day(that), long_day(that, year=False)) == (
            "Friday, November 20, 2026",
            "Friday, November 20",
        )
    assert long_day(that) == "Friday 20 November 2026"
    with of_phone("hu"):
        assert day(that) == "2026-11-20"


def test_a_page_is_written_for_the_phone_that_asks(ann: Visitor) -> None:
    sheet(ann, {"Ann": 7, "Bob": 3}, day="2026-11-21")
    client = Client()
    client.cookies[COOKIE] = ann.token
    for language, said in (("en-US", b"Nov 21, 2026"), ("en-GB", b"21 Nov 2026"), ("ko", b"2026-11-21")):
        answer = client.get("/crew/nights/2026-11-21/picture/", headers={"Accept-Language": language})
        assert said in answer.content, language
