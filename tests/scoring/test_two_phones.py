"""Phones that tap at once lose and double nothing: threads and processes, on a real database."""

import multiprocessing
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import partial

import pytest
from django.db import connection, connections

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.log import writer
from scoring.log.seats import check_names
from scoring.log.values import Step
from scoring.models import Crew, Game, Move, Player, Score, Seat
from scoring.statistics import counting
from tests.scoring.counted import kept
from tests.scoring.threads import at_once
from tests.scoring.toy import DEAL, END, Phone, join, load, new_game, score
from tests.scoring.toy import table as toy_table

TAPS = 12
PHONES = 4

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def tap_often(token: str, public_id: str, mark: str) -> None:
    phone = Phone(Visitor(token), public_id)
    for n in range(TAPS):
        # Made on version 0: stale from the second tap on, and judged anew each time.
        phone.tap(score("Ann", 1), key=f"0-{mark}-tap-{n:06}")


def check_nothing_is_lost_or_doubled(phone: Phone) -> None:
    total = TAPS * PHONES
    game = phone.game
    rows = Move.objects.order_by("seq").values_list("seq", "position")
    assert list(rows) == [(n, n) for n in range(1, total + 1)]
    assert (game.version, game.length) == (total, total)
    assert len(load(game.state)) == total
    assert Score.objects.count() == game.standing["scores"]["Ann"] == total


def test_phones_tapping_in_threads_lose_and_double_nothing(phone: Phone) -> None:
    token, public_id = phone.visitor.token, phone.public_id
    at_once(*[partial(tap_often, token, public_id, f"phone{n}") for n in range(PHONES)])
    check_nothing_is_lost_or_doubled(phone)


def test_phones_tapping_in_processes_lose_and_double_nothing(phone: Phone) -> None:
    # A child must not share the parent's connection: each opens its own, to the test's database.
    connections.close_all()
    fork = multiprocessing.get_context("fork")
    workers = [
        fork.Process(target=tap_often, args=(phone.visitor.token, phone.public_id, f"phone{n}"))
        for n in range(PHONES)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=200)
    assert [worker.exitcode for worker in workers] == [0] * PHONES
    check_nothing_is_lost_or_doubled(phone)


def others_wait_for_a_lock() -> bool:
    """Whether somebody does by now. SQLite's wait before they have read anything."""
    if connection.vendor == "sqlite":
        return True
    asked = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return cursor.fetchone() is not None


def test_who_waited_while_a_hand_began_sees_that_hand(phone: Phone) -> None:
    phone.tap(DEAL)
    visitor, public_id = Visitor(phone.visitor.token), phone.public_id
    opened = threading.Event()

    def deal() -> None:
        with writer.open_game(visitor, public_id, key="1-the-second-deal") as table:
            opened.set()
            for _ in range(1000):
                if others_wait_for_a_lock():
                    break
                time.sleep(0.01)
            bodies = [DEAL, DEAL]
            table.move(Step(DEAL, {}, hand=2), toy_table(bodies))

    def look() -> tuple[int, int]:
        opened.wait(timeout=20)
        with writer.open_game(visitor, public_id, key="1-the-tap-that-waits") as table:
            return table.length_of_hand, table.rows_of_hand

    assert at_once(deal, look)[1] == (1, 0)


def test_a_double_tap_in_one_moment_counts_once(phone: Phone) -> None:
    token = phone.visitor.token
    rows = at_once(*[lambda: Phone(Visitor(token), phone.public_id).tap(DEAL, "0-double-tap")] * PHONES)
    assert {row.pk for row in rows} == {Move.objects.get().pk}
    assert phone.game.version == 1


def test_a_first_form_sent_twice_in_one_moment_starts_one_game_in_one_crew() -> None:
    token = Visitor().token
    games = at_once(*[lambda: new_game(Visitor(token))] * PHONES)
    assert len(set(games)) == Game.objects.count() == Crew.objects.count() == 1
    assert join_own_crew(Visitor(token)).crew == Crew.objects.get()


def test_somebody_new_who_sits_down_at_two_tables_in_one_moment_is_one_player(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = phone.visitor.token
    tables = [phone.public_id, new_game(phone.visitor, "0-other-table").public_id]
    both = threading.Barrier(len(tables))

    def meet(names: Iterable[str]) -> None:
        check_names(names)
        # Where one writes after the other, the second does not come while the first waits.
        with suppress(threading.BrokenBarrierError):
            both.wait(timeout=1)

    monkeypatch.setattr("scoring.log.seats.check_names", meet)
    at_once(*[partial(Phone(Visitor(token), table).tap, join("Eve"), "0-eve-sits-down") for table in tables])
    assert Player.objects.filter(name="Eve").count() == 1
    assert Seat.objects.filter(player__name="Eve").count() == len(tables)


def catch_up_to_the_end(crew: int) -> None:
    while counting.catch_up(crew, most=3, at_once=1):
        pass


def test_processes_and_threads_that_tally_at_once_count_every_game_once(phone: Phone) -> None:
    crew = phone.game.crew_id
    phones = [Phone(phone.visitor, new_game(phone.visitor, f"0-game-{n}").public_id) for n in range(6)]
    for n, each in enumerate(phones):
        for body in (DEAL, score(("Ann", "Bob")[n % 2], n), END):
            each.tap(body)
    connections.close_all()
    fork = multiprocessing.get_context("fork")
    others = [fork.Process(target=catch_up_to_the_end, args=(crew,)) for _ in range(2)]
    for process in others:
        process.start()
    at_once(*(partial(catch_up_to_the_end, crew) for _ in range(2)))
    for process in others:
        process.join(timeout=200)
    assert [process.exitcode for process in others] == [0, 0]
    before = kept()
    assert {row["games"] for row in before[1]} == {6}
    counting.rebuild(crew)
    catch_up_to_the_end(crew)
    assert kept() == before
