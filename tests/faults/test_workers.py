"""Several processes with one record: what happens in one is heard in the others, and any of them may die."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from contextlib import closing

import pytest

from tests.conftest import House, OpenHouse
from tests.faults.faults import PHONES, serves, tapping, wait_for_taps, workers
from tests.faults.ledger import Table, Tapper, begin, in_log, play
from tests.faults.servers import PostgreSQL, Redis
from tests.phones import Phone, Response, Stream

CONNECTED = "Bells go through Redis."


@pytest.fixture(scope="module")
def two(cell: OpenHouse) -> tuple[House, House]:
    """Two processes on one record, which hear of each other."""
    houses = cell(), cell()
    for house in houses:
        until_said(house, CONNECTED)
    return houses


@pytest.fixture(scope="module")
def pair(cell: OpenHouse) -> House:
    """Two processes behind one address."""
    house = cell(WORKERS="2")
    until_said(house, CONNECTED, times=2)
    return house


def said(house: House, words: str) -> int:
    """How often the app has logged this."""
    return house.errors.read_text().count(words)


def until_said(house: House, words: str, *, times: int = 1) -> None:
    """Waits until it was logged so often."""
    for _ in range(6000):
        if said(house, words) >= times:
            return
        time.sleep(0.01)
    pytest.fail(f"It never said: {words}\n{house.errors.read_text()[-2000:]}")


def bell(house: House, table: Table, *, at: int = 0) -> Stream:
    """A page that is open at the table, and knows the newest version."""
    stream = Stream(house.port, table.stream)
    assert stream.next_event() == f"version {at}"
    return stream


def tap(house: House, table: Table) -> None:
    with closing(Tapper(house.port, table)) as tapper:
        tapper.tap()


# --- what goes from one to the other


@pytest.mark.long
def test_a_tap_on_one_process_rings_on_the_other(two: tuple[House, House]) -> None:
    here, there = two
    table = begin(here.port)
    with closing(bell(there, table)) as stream:
        for version, house in enumerate((here, there, here), 1):
            tap(house, table)
            # Each is heard once: its own it hears from no other.
            assert stream.next_event() == f"version {version}"


def joined(house: House, keeper: Table) -> tuple[Table, str]:
    """One more phone of the crew, as it sees the table; and the address by which its keeper removes it."""
    with closing(Phone(house.port, keeper.cookies)) as hers, closing(Phone(house.port)) as his:
        his.join(hers.invite())
        shown = his.get(keeper.path)
        phones = re.findall(r'href="(/crew/phones/\d+/)"', hers.get("/crew/").text)
        (out,) = (f"{path}out/" for path in phones if f"{path}out/" in hers.get(path).text)
    return Table(keeper.path, his.cookies, shown.token, shown.stream), out


def remove(house: House, keeper: Table, out: str) -> None:
    with closing(Phone(house.port, keeper.cookies)) as phone:
        phone.get(out.removesuffix("out/"))
        phone.post(out).expect(303)


@pytest.mark.long
def test_who_is_shut_out_by_one_process_hears_nothing_more_from_the_other(two: tuple[House, House]) -> None:
    here, there = two
    table = begin(here.port)
    bob, out = joined(here, table)
    with closing(bell(there, bob)) as his, closing(bell(there, table)) as hers:
        remove(here, table, out)
        assert (his.next_event(), his.next_event()) == ("gone", "")
        with closing(Stream(there.port, bob.stream)) as again:
            assert (again.next_event(), again.next_event()) == ("gone", "")
        tap(here, table)
        assert hers.next_event() == "version 1"


@pytest.mark.long
def test_a_phone_that_looks_through_one_process_is_here_for_the_other(two: tuple[House, House]) -> None:
    here, there = two
    table = begin(here.port)
    bob, _ = joined(here, table)
    with closing(Phone(here.port, bob.cookies)) as his, closing(Phone(there.port, table.cookies)) as hers:
        his.get(table.path)
        his.post(f"{table.path}seat/", [("take", "Bob")]).expect(303)
        assert 'data-phones="- "' in hers.get(table.path).text, "it has not come since it sat down"
        his.get(table.path)
        for _ in range(1000):
            if 'data-phones="- here"' in hers.get(table.path).text:
                break
            time.sleep(0.01)
        else:
            pytest.fail("Bob's phone is not here")


def guess(house: House) -> Response:
    with closing(Phone(house.port)) as phone:
        phone.get("/recover/")
        return phone.post("/recover/", [("code", "wrong")])


@pytest.mark.long
def test_tries_are_counted_together(two: tuple[House, House]) -> None:
    assert [guess(house).status for house in two * 11] == [422] * 20 + [429] * 2


# --- who dies


@pytest.mark.long
def test_redis_may_die_in_the_middle_of_taps_and_come_back(
    two: tuple[House, House], redis: Redis, postgresql: PostgreSQL
) -> None:
    here, there = two
    table = begin(here.port)
    bob, out = joined(here, table)
    with (
        closing(Tapper(here.port, table)) as tapper,
        closing(bell(there, table)) as hers,
        closing(bell(there, bob)) as his,
    ):
        tapper.tap()
        assert hers.next_event() == "version 1"
        redis.stop()
        for _ in range(5):
            tapper.tap()
        remove(here, table, out)
        redis.start()
        # Bells of meanwhile may be told before the other process listens again: for those its pages poll.
        assert his.wait_for("gone"), "who was shut out meanwhile is looked up"
        tapper.tap()
        assert hers.wait_for("version 7")
    assert table.ledger.statuses == {200: 7}
    assert in_log(postgresql.url, table) == dict.fromkeys(range(1, 8), 1)


@pytest.mark.long
def test_a_redis_that_says_nothing_holds_nobody_up(two: tuple[House, House], redis: Redis) -> None:
    here, _ = two
    table = begin(here.port)
    with closing(bell(here, table)) as stream, redis.frozen():
        for version in range(1, 4):
            tap(here, table)
            assert stream.next_event() == f"version {version}"
        # Counted by the process alone.
        assert begin(here.port).path


@pytest.mark.long
def test_postgresql_and_redis_start_anew_in_the_middle_of_eight_phones_taps(
    pair: House, postgresql: PostgreSQL, redis: Redis
) -> None:
    table, before = begin(pair.port), said(pair, CONNECTED)
    playing = threading.Thread(target=play, args=(pair.port, table), kwargs={"phones": PHONES, "taps": 5})
    playing.start()
    while len(table.ledger.answered) < PHONES:
        time.sleep(0.01)
    redis.stop()
    postgresql.stop()
    postgresql.start()
    redis.start()
    playing.join()
    sent = table.ledger.sent
    assert table.ledger.answered == sent
    assert len(sent) == PHONES * 5
    assert in_log(postgresql.url, table) == dict.fromkeys(sent, 1)
    assert set(table.ledger.statuses) <= {200, 503}
    until_said(pair, CONNECTED, times=before + 2)  # a bell of before then is polled for, not heard
    with closing(Stream(pair.port, table.stream)) as stream:
        tap(pair, table)
        assert stream.wait_for(f"version {len(sent)}")


# --- several processes behind one address


@pytest.mark.long
def test_a_worker_that_is_killed_is_replaced_and_no_answered_tap_is_lost(
    pair: House, postgresql: PostgreSQL
) -> None:
    table, before = begin(pair.port), said(pair, CONNECTED)
    first, second = workers(pair)
    with tapping(pair.port, table, phones=3):
        wait_for_taps(table.ledger)
        os.kill(first, signal.SIGKILL)
        until_said(pair, CONNECTED, times=before + 1)
        wait_for_taps(table.ledger)
    assert len(workers(pair)) == 2
    assert second in workers(pair)
    assert table.ledger.answered <= in_log(postgresql.url, table).keys()
    os.kill(second, signal.SIGSTOP)  # so that the new one answers
    try:
        tap(pair, table)
    finally:
        os.kill(second, signal.SIGCONT)


@pytest.mark.long
def test_a_stop_ends_every_worker_and_waits_for_no_stream(cell: OpenHouse) -> None:
    house = cell(WORKERS="2")
    pids, table = workers(house), begin(house.port)
    with closing(bell(house, table)) as stream:
        assert house.stop(signal.SIGTERM) == 0
        assert stream.next_event() == ""
    assert not any(map(serves, pids))
    assert "Traceback" not in house.errors.read_text()
