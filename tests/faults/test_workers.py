"""Several processes with one record: what happens in one is heard in the others, and any of them may die."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import House, OpenHouse
from tests.faults.phones import Answer, Line, Phone, Stream, Table, begin, in_log, play
from tests.faults.servers import PostgreSQL, Redis, answers, free_port

PHONES = 8
CONNECTED = "Bells go through Redis."


@pytest.fixture(scope="module")
def two(cell: OpenHouse) -> tuple[House, House]:
    """Two processes on one record, which hear of each other."""
    houses = cell(), cell()
    for house in houses:
        until_said(house, CONNECTED)
    return houses


@pytest.fixture(scope="module")
def workers(cell: OpenHouse) -> House:
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
    assert stream.heard() == f"version {at}"
    return stream


def tap(house: House, table: Table) -> None:
    phone = Phone(house.port, table)
    phone.tap()
    phone.close()


# --- what goes from one to the other


@pytest.mark.long
def test_a_tap_on_one_process_rings_on_the_other(two: tuple[House, House]) -> None:
    here, there = two
    table = begin(here.port)
    with closing(bell(there, table)) as stream:
        for version, house in enumerate((here, there, here), 1):
            tap(house, table)
            # Each is heard once: its own it hears from no other.
            assert stream.heard() == f"version {version}"


def joined(house: House, keeper: Table) -> tuple[Table, str]:
    """One more phone of the crew, as it sees the table; and the address by which its keeper removes it."""
    with closing(Line(house.port, keeper.cookies)) as line, closing(Line(house.port)) as guest:
        form = line.ask("GET", "/crew/invites/new/")
        fields = re.findall(r'name="(key|until|uses)"[^>]*value="([^"]+)"', form.text)
        fields += [("csrfmiddlewaretoken", form.token), ("role", "scorer")]
        made = line.ask("POST", "/crew/invites/new/", fields)
        assert made.status == 303, made.text
        asked = guest.ask("GET", made.location)
        entered = guest.ask("POST", made.location, [("csrfmiddlewaretoken", asked.token), ("key", asked.key)])
        assert entered.status == 303, entered.text
        shown = guest.ask("GET", keeper.path)
        phones = re.findall(r'href="(/crew/phones/\d+/)"', line.ask("GET", "/crew/").text)
        (out,) = (f"{path}out/" for path in phones if f"{path}out/" in line.ask("GET", path).text)
    return Table(keeper.path, guest.cookies, shown.token, shown.stream), out


def remove(house: House, keeper: Table, out: str) -> None:
    with closing(Line(house.port, keeper.cookies)) as line:
        answer = line.ask("POST", out, [("csrfmiddlewaretoken", keeper.token)])
    assert answer.status == 303, answer.text


@pytest.mark.long
def test_who_is_shut_out_by_one_process_hears_nothing_more_from_the_other(two: tuple[House, House]) -> None:
    here, there = two
    table = begin(here.port)
    bob, out = joined(here, table)
    with closing(bell(there, bob)) as his, closing(bell(there, table)) as hers:
        remove(here, table, out)
        assert (his.heard(), his.heard()) == ("gone", "")
        with closing(Stream(there.port, bob.stream)) as again:
            assert again.status == 204
        tap(here, table)
        assert hers.heard() == "version 1"


@pytest.mark.long
def test_a_phone_that_looks_through_one_process_is_here_for_the_other(two: tuple[House, House]) -> None:
    here, there = two
    table = begin(here.port)
    bob, _ = joined(here, table)
    with closing(Line(here.port, bob.cookies)) as his, closing(Line(there.port, table.cookies)) as hers:
        sits = his.ask("POST", f"{table.path}seat/", [("csrfmiddlewaretoken", bob.token), ("take", "Bob")])
        assert sits.status == 303, sits.text
        assert 'data-phones="- gone"' in hers.ask("GET", table.path).text
        his.ask("GET", table.path)
        for _ in range(1000):
            if 'data-phones="- here"' in hers.ask("GET", table.path).text:
                break
            time.sleep(0.01)
        else:
            pytest.fail("Bob's phone is not here")


def guess(house: House) -> Answer:
    with closing(Line(house.port)) as line:
        page = line.ask("GET", "/recover/")
        return line.ask("POST", "/recover/", [("csrfmiddlewaretoken", page.token), ("code", "wrong")])


@pytest.mark.long
def test_tries_are_counted_together(two: tuple[House, House]) -> None:
    assert [guess(house).status for house in two * 11] == [422] * 20 + [429] * 2


# --- who dies


def test_redis_may_die_in_the_middle_of_taps_and_come_back(
    two: tuple[House, House], redis: Redis, postgresql: PostgreSQL
) -> None:
    here, there = two
    table = begin(here.port)
    bob, out = joined(here, table)
    phone = Phone(here.port, table)
    with closing(bell(there, table)) as hers, closing(bell(there, bob)) as his:
        phone.tap()
        assert hers.heard() == "version 1"
        redis.stop()
        for _ in range(5):
            phone.tap()
        remove(here, table, out)
        redis.start()
        # Bells of meanwhile may be told before the other process listens again: for those its pages poll.
        assert his.hears("gone"), "who was shut out meanwhile is looked up"
        phone.tap()
        phone.close()
        assert hers.hears("version 7")
    assert table.ledger.statuses == {200: 7}
    assert in_log(postgresql.url, table) == dict.fromkeys(range(1, 8), 1)


def test_a_redis_that_says_nothing_holds_nobody_up(two: tuple[House, House], redis: Redis) -> None:
    here, _ = two
    table = begin(here.port)
    with closing(bell(here, table)) as stream, redis.frozen():
        for version in range(1, 4):
            tap(here, table)
            assert stream.heard() == f"version {version}"
        # Counted by the process alone.
        assert begin(here.port).game


@pytest.mark.long
def test_postgresql_and_redis_start_anew_in_the_middle_of_eight_phones_taps(
    workers: House, postgresql: PostgreSQL, redis: Redis
) -> None:
    table = begin(workers.port)
    phones = [Phone(workers.port, table) for _ in range(PHONES)]
    playing = threading.Thread(target=play, args=(phones, 5))
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
    with closing(Stream(workers.port, table.stream)) as stream:
        tap(workers, table)
        assert stream.hears(f"version {len(sent)}")


# --- several processes behind one address


def children(house: House) -> list[int]:
    pid = house.process.pid
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.long
def test_a_worker_that_is_killed_is_started_again_and_the_other_answers(workers: House) -> None:
    table, before = begin(workers.port), said(workers, CONNECTED)
    first, second = children(workers)
    os.kill(first, signal.SIGKILL)
    tap(workers, table)
    until_said(workers, "ended (-9) and is started again.")
    until_said(workers, CONNECTED, times=before + 1)
    assert second in children(workers)
    assert len(children(workers)) == 2
    os.kill(second, signal.SIGSTOP)  # so that the new one answers
    try:
        tap(workers, table)
    finally:
        os.kill(second, signal.SIGCONT)


@pytest.mark.long
def test_when_who_started_them_is_killed_the_workers_end_and_the_port_is_free(cell: OpenHouse) -> None:
    house = cell(WORKERS="2")
    pids = children(house)
    house.process.kill()
    for _ in range(2000):
        if not any(Path(f"/proc/{pid}").exists() for pid in pids):
            break
        time.sleep(0.01)
    else:
        pytest.fail("They live on")
    assert not answers(house.port)


HANGS = """
import signal, time
from referee import workers

def serve(number):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print(number, flush=True)
    time.sleep(600)

workers.STOPS_WITHIN = 0.1
workers.run(2, serve, ready=lambda: None)
"""


def test_a_worker_that_hangs_ends_too_when_who_started_it_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", HANGS], stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout
        assert {first.stdout.readline(), first.stdout.readline()} == {"0\n", "1\n"}
        first.kill()
        # They hold the other end until they are gone.
        assert first.stdout.read() == ""


@pytest.mark.long
def test_a_stop_waits_for_no_stream_and_each_worker_has_measures_of_its_own(cell: OpenHouse) -> None:
    port = free_port(2)
    house = cell(WORKERS="2", METRICS_PORT=str(port))
    pids, table = children(house), begin(house.port)
    for each in (port, port + 1):
        while not answers(each):
            time.sleep(0.01)
        with closing(Line(each)) as line:
            assert "referee_streams" in line.ask("GET", "/metrics").text
    with closing(bell(house, table)) as stream:
        assert house.stop(signal.SIGTERM) == 0
        assert stream.heard() == ""
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    assert "Traceback" not in house.errors.read_text()


@pytest.mark.long
@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"WORKERS": "2"}, "needs PostgreSQL, as SQLite has one writer. Set DATABASE_URL"),
        ({"WORKERS": "2", "DATABASE_URL": "postgresql://a:b@127.0.0.1:1/c"}, "needs Redis"),
        ({"REDIS_URL": "http://127.0.0.1/"}, "REDIS_URL must read redis://"),
    ],
    ids=["SQLite", "no Redis", "no address"],
)
def test_what_cannot_work_is_refused_in_a_sentence(
    open_house: OpenHouse, environ: dict[str, str], sentence: str
) -> None:
    with pytest.raises(RuntimeError, match=re.escape(sentence)) as refused:
        open_house(**environ)
    assert "Traceback" not in str(refused.value)
