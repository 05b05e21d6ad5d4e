"""What a span of days came to: the sums of its years, its months, and the days around them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from scoring import discarding
from scoring.crew.visitor import Visitor
from scoring.models import Game
from scoring.statistics.spans import Span, cut, standings
from tests.crew.played import sheet, zar
from tests.plans import plan_of

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 23)
days = st.dates(date(2019, 1, 1), date(2027, 12, 31))


def told(visitor: Visitor, *spans: Span) -> list[dict[str, tuple[int, int]]]:
    found = standings(visitor, spans, today=TODAY)
    return [{each.player.name: (each.facts.games, each.facts.wins) for each in some} for some in found]


@given(days, days)
def test_a_span_is_cut_into_pieces_that_are_its_days_each_once(one: date, other: date) -> None:
    since, until = sorted((one, other))
    periods, rest = cut(since, until)
    covered: list[date] = []
    for first, last in rest:
        covered += [first + timedelta(days=n) for n in range((last - first).days + 1)]
    for period in periods:
        year, _, month = period.partition("-")
        first = date(int(year), int(month or 1), 1)
        after = date(first.year + 1, 1, 1) if not month else (first + timedelta(days=32)).replace(day=1)
        covered += [first + timedelta(days=n) for n in range((after - first).days)]
    assert sorted(covered) == [since + timedelta(days=n) for n in range((until - since).days + 1)]
    assert len(rest) <= 2
    assert len([period for period in periods if len(period) > 4]) <= 22


@pytest.fixture
def played(ann: Visitor) -> None:
    for day, winner in (
        ("2024-12-31", "Ann"),
        ("2025-01-01", "Bob"),
        ("2025-06-30", "Ann"),
        ("2026-01-15", "Ann"),
        ("2026-02-01", "Bob"),
        ("2026-02-28", "Ann"),
        ("2026-03-01", "Ann"),
    ):
        sheet(ann, {"Ann": 1 + (winner == "Ann"), "Bob": 1 + (winner == "Bob")}, day=day)
    sheet(ann, {"Ann": 5}, day="2026-02-02")
    zar(ann, day="2026-02-28", names="Bob Ann Cat")


def test_it_counts_from_its_first_day_to_its_last(ann: Visitor, played: None) -> None:
    assert told(
        ann,
        Span("score_sheet"),
        Span("score_sheet", date(2025, 1, 1), date(2026, 2, 28)),
        Span("score_sheet", date(2026, 1, 16), date(2026, 2, 27)),
        Span("score_sheet", date(2026, 2, 28), date(2026, 2, 28)),
        Span("", date(2026, 2, 28), date(2026, 3, 1)),
        Span("score_sheet", date(2026, 3, 1)),
        Span("zar"),
        Span("score_sheet", date(2023, 1, 1), date(2023, 12, 31)),
    ) == [
        {"Ann": (8, 5), "Bob": (7, 2)},
        {"Ann": (6, 3), "Bob": (5, 2)},
        {"Ann": (2, 0), "Bob": (1, 1)},
        {"Ann": (1, 1), "Bob": (1, 0)},
        {"Ann": (3, 2), "Bob": (3, 1), "Cat": (1, 0)},
        {"Ann": (1, 1), "Bob": (1, 0)},
        {"Bob": (1, 1), "Ann": (1, 0), "Cat": (1, 0)},
        {},
    ]


def test_alone_nobody_wins_or_loses(ann: Visitor, played: None) -> None:
    (some,) = standings(ann, [Span("score_sheet", date(2026, 2, 1), date(2026, 2, 28))], today=TODAY)
    assert [(each.player.name, each.facts.alone, each.facts.win_rate) for each in some] == [
        ("Ann", 1, 0.5),
        ("Bob", 0, 0.5),
    ]


def test_what_was_discarded_or_is_not_counted_yet_is_left_out(
    ann: Visitor, dan: Visitor, played: None
) -> None:
    game = Game.objects.visible_to(ann).get(created_at__date="2026-03-01")
    discarding.discard(ann, game.public_id)
    assert told(ann, Span("score_sheet", date(2026, 3, 1), date(2026, 3, 2))) == [{}]
    assert told(dan, Span("")) == [{}], "nor what is another crew's"


def test_two_queries_for_any_number_of_spans(ann: Visitor, played: None) -> None:
    spans = [Span("", date(2026, 1, 1 + n), date(2026, 3, 1 + n)) for n in range(25)]
    for asked in (spans[:1], spans):
        with CaptureQueriesContext(connection) as captured:
            found = standings(ann, asked, today=TODAY)
        assert (len(found), len(captured)) == (len(asked), 2)
    assert standings(ann, [], today=TODAY) == []


def test_the_days_around_whole_months_are_read_by_when_they_were(ann: Visitor, played: None) -> None:
    with CaptureQueriesContext(connection) as captured:
        standings(ann, [Span("", date(2025, 1, 15), date(2026, 2, 15))], today=TODAY)
    of_seats = [step for step in plan_of(captured, 0) if "scoring_seat" in step]
    assert len(of_seats) == 2
    assert all("(player_id=? AND began_at>? AND began_at<?)" in step for step in of_seats), of_seats
