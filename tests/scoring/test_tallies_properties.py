"""Whatever ends, is corrected and is taken up again, in whatever order: catching up equals counting anew."""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.crew.visitor import Visitor
from scoring.models import Game, Seat
from scoring.statistics import counting
from tests.scoring.counted import begun, kept
from tests.scoring.toy import DEAL, END, PAIR, Phone, join, score

#: Three games in two months of two years, two on one day.
DAYS = ("2025-12-31", "2026-01-01", "2026-01-01")
BODIES = st.one_of(
    st.just(DEAL),
    st.just(END),
    st.just(PAIR),
    st.just(join("Cat")),
    st.builds(score, st.sampled_from(["Ann", "Bob"]), st.integers(-9, 9)),
)
ACTS = st.one_of(
    st.tuples(st.sampled_from([0, 1, 2]), BODIES),
    st.tuples(st.sampled_from([0, 1, 2]), st.sampled_from(["end", "undo", "redo"])),
    st.tuples(st.sampled_from([0, 1, 2]), st.tuples(st.integers(0, 99), st.lists(BODIES, max_size=1))),
    st.tuples(st.just("catch up"), st.integers(1, 2)),
)


def act(phone: Phone, what: object) -> None:
    """What can be done at this table now; nothing else. A table that is over takes no move."""
    game = phone.game
    match what:
        case dict(body) if not game.finished_at and not _twice(game, body):
            phone.tap(body)
        case "end" if not game.finished_at:
            phone.tap(END)
        case "undo" if game.length:
            phone.undo()
        case "redo" if game.redoable:
            phone.redo()
        case (int(pick), list(new)) if game.length:
            position = 1 + pick % game.length
            new = [body for body in new if body["do"] == "score"]
            phone.correct(position, new)


def _twice(game: Game, body: dict[str, object]) -> bool:
    return body["do"] == "join" and body["player"] in game.standing["scores"]


class CatchingUpAgainstCountingAnew(TestCase):
    @pytest.mark.long
    @settings(max_examples=60)
    @given(acts=st.lists(ACTS, max_size=30))
    def test_they_come_to_the_same(self, acts: list[tuple[object, object]]) -> None:
        visitor = Visitor()
        phones = [begun(visitor, day, f"0-game-{number}") for number, day in enumerate(DAYS)]
        crew = phones[0].game.crew_id
        for where, what in acts:
            if isinstance(where, int):
                act(phones[where], what)
            else:
                assert isinstance(what, int)
                counting.catch_up(crew, most=what)
        while counting.catch_up(crew, most=2, at_once=1):
            pass
        before = kept()
        assert counting.catch_up(crew) == 0
        assert kept() == before
        due = counting.rebuild(crew)
        assert due == Game.objects.filter(finished_at__isnull=False).count()
        assert not Seat.objects.exclude(facts={}).exists()
        assert counting.catch_up(crew, at_once=2) == 0
        assert kept() == before

    def test_a_game_lies_in_the_month_of_the_servers_calendar(self) -> None:
        phone = begun(Visitor(), "2026-01-01")
        began = dt.datetime(2026, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=14)))
        Game.objects.update(created_at=began)
        Seat.objects.update(began_at=began)
        phone.tap(END)
        with self.settings(TIME_ZONE="Etc/GMT+12"):
            counting.catch_up(phone.game.crew_id)
        assert kept()[2][0]["day"] == dt.date(2025, 12, 30)
