"""Buzzes: kept with both clocks' figures and a flag, two that met shown to everybody, and ruled on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from referee.table import races
from referee.table.races import race_of
from scoring.crew import loggers
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.log.buzzes import timed
from scoring.models import AppendOnlyError, Buzz, Game, Logger
from tests.table.page import Phone, Shown, client_of, new_game, phone_of, words

CAME = datetime(2026, 11, 22, 20, tzinfo=UTC)
NOW = CAME.timestamp() * 1000


class Clock:
    """The server's, which stands still but for 50 ms before each buzz; milliseconds."""

    now = NOW


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Clock, "now", NOW)
    monkeypatch.setattr(races, "received_at", lambda _: datetime.fromtimestamp(Clock.now / 1000, UTC))


@pytest.fixture
def game(ann: Visitor) -> Game:
    """Bob has one card left and owes “ZAR”; Cat is on turn."""
    begun = new_game(ann, "Ann Bob Cat", half_decks=3)
    keeper = Phone(ann, begun)
    for name in ("Ann deals", "blue sun"):
        keeper.tap(name)
    keeper.tap("Bob", within=".seats")
    keeper.tap("Set", cards="2")
    keeper.tap("blue moon")
    return begun


@pytest.fixture
def sit(ann: Visitor, game: Game) -> Callable[..., Phone]:
    return partial(phone_of, game, ann)


def press(phone: Phone, name: str, ago: float = 50, doubt: float = 6, offset: float = 1_000_000) -> Any:
    """Presses a buzzer so many milliseconds ago by the server's clock."""
    node = phone.shown.find(name, ".calls")
    Clock.now += 50
    pressed = Clock.now - ago - offset
    sent = f"{pressed:.1f} {offset:.1f} {doubt:.1f}"
    return phone.send(phone.request_of(node).with_field("buzz", sent))


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize(
    ("sent", "flag"),
    [
        (f"{NOW - 1_000_050} 1000000 6", ""),
        (f"{NOW - 50.5:.1f} 0.0 150", ""),
        (f"{NOW - 50} -0.5 150.1", "unsure"),
        (f"{NOW + 5} 0 6", ""),
        (f"{NOW + 7} 0 6", "late"),
        (f"{NOW - 2000} 0 6", ""),
        (f"{NOW - 2001} 0 6", "early"),
        *((junk, "untimed") for junk in ("", "1 2", "1 2 3 4", "nan 1 1", "inf 0 0", "1e3 0 0", "1 2 -3")),
        *((junk, "untimed") for junk in ("\uff11 2 3", "9" * 40, f"{'9' * 17} 1 1")),
    ],
)  # fmt: skip
def test_a_time_that_cannot_be_true_is_flagged(sent: str, flag: str) -> None:
    told = timed(sent, CAME)
    assert told.flag == flag
    assert (told.pressed is None) == (flag == "untimed")


def test_a_buzz_is_kept_with_both_clocks_figures_and_no_one_changes_it(
    game: Game, sit: Callable[..., Phone]
) -> None:
    cat = sit("Cat")
    press(cat, "GOTCHA! Bob", doubt=7.5)
    buzz = Buzz.objects.get()
    assert (buzz.player, buzz.event, buzz.target, buzz.flag) == ("Cat", "gotcha", "Bob", "")
    assert (buzz.offset, buzz.doubt, buzz.number) == (1_000_000, 7.5, 1)
    assert buzz.came_at.timestamp() * 1000 - (buzz.pressed or 0) - 1_000_000 == pytest.approx(50)
    assert buzz.version == fresh(game).version
    for change in (buzz.save, buzz.delete, Buzz.objects.all().delete):
        with pytest.raises(AppendOnlyError):
            change()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE scoring_buzz SET doubt = 0")


def test_a_buzz_sent_twice_is_kept_once(game: Game, sit: Callable[..., Phone]) -> None:
    cat = sit("Cat")
    request = cat.request_of(cat.shown.find("GOTCHA! Bob")).with_field("buzz", "1 2 3")
    cat.send(request)
    cat.send(request)
    assert Buzz.objects.count() == 1
    assert cat.bodies[-1]["do"] == "gotcha"
    assert cat.bodies[-2]["do"] == "play"


def test_ordinary_plays_and_made_up_buzzes_of_other_seats_are_none(
    ann: Visitor, game: Game, sit: Callable[..., Phone]
) -> None:
    bob, cat = sit("Bob"), sit("Cat")
    cat.tap("blue star")
    bob.open()
    request = bob.request_of(bob.shown.find("GOTCHA! Ann")).with_field("caller", "Cat")
    assert bob.send(request).status == 403
    assert not Buzz.objects.exists()


def test_two_buzzes_that_met_open_the_sheet_with_their_evidence_on_every_phone(
    ann: Visitor, cat: Visitor, game: Game, sit: Callable[..., Phone]
) -> None:
    bob, third, watcher = sit("Bob"), sit("Cat"), Phone(cat, game)
    press(bob, "ZAR!", ago=140, doubt=5)
    assert race_of(fresh(game)) is None
    press(third, "GOTCHA! Bob", ago=40, doubt=6)
    race = race_of(fresh(game))
    assert race
    assert race.order
    assert (race.one.player, race.two.player, race.order.sure) == ("Bob", "Cat", True)
    assert race.text == "Bob 150 ms before Cat, sure to within 8 ms."
    for phone in (third, bob, Phone(ann, game)):
        if phone is not third:
            phone.open()
        assert "Bob says “ZAR”, or Cat calls GOTCHA?" in phone.shown.one(".s-close h2")
        assert race.text in phone.shown.one(".measured")
        assert race.text in phone.reloaded().one(".measured"), "swap equals reload"
    watcher.open()
    assert race.text in watcher.shown.text
    assert not watcher.shown.soup.select("#table form")
    board = Shown(client_of(ann).get(f"/games/{game.public_id}/board/")).soup
    assert words(board.select_one(".race")) == race.text


def test_the_ruling_goes_by_a_sure_order_and_the_record_has_it(game: Game, sit: Callable[..., Phone]) -> None:
    bob, cat = sit("Bob"), sit("Cat")
    press(cat, "GOTCHA! Bob", ago=140)
    bob.open()
    press(bob, "ZAR!", ago=20)
    bob.tap("No, nothing of the kind")
    call = bob.bodies[-1]
    assert call["do"] == "close_call"
    assert [each["doubt"] for each in call["buzzes"]] == [6, 6]
    assert min(each["at"] for each in call["buzzes"]) == 0
    assert "Cat was first, calling GOTCHA" in bob.shown.one(".s-ruled h2")
    assert "sure to within 9 ms" in bob.shown.one(".s-ruled h2")
    assert race_of(fresh(game)) is None, "it is ruled on"


def test_a_word_that_was_first_but_came_later_takes_the_place_of_the_gotcha(
    game: Game, sit: Callable[..., Phone]
) -> None:
    bob, cat = sit("Bob"), sit("Cat")
    press(cat, "GOTCHA! Bob", ago=20)
    assert cat.state["hands"]["Bob"] == 2
    bob.open()
    press(bob, "ZAR!", ago=900)
    bob.tap("No, nothing of the kind")
    assert "Bob was first, saying “ZAR”" in bob.shown.one(".s-ruled h2")
    bob.tap("Bob says “ZAR”")
    assert bob.state["hands"]["Bob"] == 1
    assert bob.state["owes_zar"] == []


def test_the_table_may_leave_the_buzzes_out(game: Game, sit: Callable[..., Phone]) -> None:
    bob, cat = sit("Bob"), sit("Cat")
    press(cat, "GOTCHA! Bob", ago=140)
    bob.open()
    press(bob, "ZAR!", ago=20)
    bob.tap("The buzzes do not count")
    assert "buzzes" not in bob.bodies[-1]
    assert "that takes precedence" in bob.shown.one(".s-ruled h2")


def test_what_is_too_close_is_said_and_left_to_the_rulebook(game: Game, sit: Callable[..., Phone]) -> None:
    bob, cat = sit("Bob"), sit("Cat")
    press(bob, "ZAR!", ago=100, doubt=100)
    cat.open()
    press(cat, "GOTCHA! Bob", ago=100, doubt=140)
    race = race_of(fresh(game))
    assert race
    assert race.text == "Too close to call: 50 ms apart, sure to within 173 ms."
    cat.tap("No, nothing of the kind")
    assert "that takes precedence" in cat.shown.one(".s-ruled h2")
    assert "The buzzes are too close to call" in cat.shown.one(".s-ruled")


def test_a_phone_whose_time_is_no_evidence_still_met_the_other(game: Game, sit: Callable[..., Phone]) -> None:
    bob, cat = sit("Bob"), sit("Cat", htmx=False)
    press(bob, "ZAR!")
    cat.open()
    cat.tap("GOTCHA! Bob")
    race = race_of(fresh(game))
    assert race
    assert race.text == "Pressed at once, but the clock of Cat’s phone is not known well enough."
    assert race.text in cat.shown.one(".measured")


def test_buzzes_far_apart_or_about_different_things_do_not_meet(
    ann: Visitor, game: Game, sit: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, cat = sit("Bob"), sit("Cat")
    press(bob, "ZAR!", ago=1500)
    cat.open()
    press(cat, "GOTCHA! Bob", ago=10)
    assert race_of(fresh(game)) is None
    cat.open()
    press(cat, "GOTCHA! Ann", ago=10)
    assert race_of(fresh(game)) is None


def test_one_phone_s_two_taps_are_no_race(ann: Visitor, game: Game) -> None:
    keeper = Phone(ann, game)
    keeper.tap("Bob", within=".seats")
    keeper.tap("Said “ZAR”")
    keeper.tap("Bob", within=".seats")
    keeper.tap("Cat", within=".s-seat")
    assert Buzz.objects.count() == 2
    assert race_of(fresh(game)) is None


def test_two_matches_race_though_the_second_is_refused(game: Game, sit: Callable[..., Phone]) -> None:
    ann_s, cat = sit("Ann"), sit("Cat")
    press(ann_s, "MATCH!", ago=90)
    cat_before = cat.shown
    cat.shown = cat_before  # its page is a moment old
    press(cat, "MATCH!", ago=10)
    race = race_of(fresh(game))
    assert race
    assert {race.one.player, race.two.player} == {"Ann", "Cat"}
    assert cat.shown.soup.select_one(".s-close .measured")


def test_with_one_scorer_a_buzz_of_another_seat_is_evidence_and_no_move(
    ann: Visitor, game: Game, sit: Callable[..., Phone]
) -> None:
    bob, cat = sit("Bob"), sit("Cat")
    loggers.choose(fresh(game), Logger.ONE, join_own_crew(ann).pk)
    before = cat.bodies
    bob.open()
    shown = press(bob, "ZAR!", ago=90)
    assert shown.status == 403
    assert "Your buzz is noted." in shown.text
    keeper = Phone(ann, game)
    assert keeper.shown.one(".notice") == "Bob buzzed: ZAR!"
    assert keeper.reloaded().one(".notice") == "Bob buzzed: ZAR!"
    assert not keeper.shown.soup.select(".sheet")
    press(cat, "GOTCHA! Bob", ago=10)
    assert cat.bodies == before
    assert race_of(fresh(game)) is not None


def test_back_at_the_table_the_race_does_not_open_again(game: Game, sit: Callable[..., Phone]) -> None:
    bob, cat = sit("Bob"), sit("Cat")
    press(bob, "ZAR!", ago=90)
    cat.open()
    press(cat, "GOTCHA! Bob", ago=10)
    cat.tap("Back to the table")
    assert not cat.shown.soup.select(".sheet")
    assert not cat.reloaded().soup.select(".sheet")
    cat.open()
    assert cat.shown.soup.select(".s-close"), "the evidence is there until the next move"
