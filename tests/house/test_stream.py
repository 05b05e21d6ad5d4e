"""The doorbell: what an open page hears, and when it hears nothing more."""

import asyncio
import http.client
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from urllib.parse import urlsplit

import pytest
import uvicorn
from django.core import signing
from django.utils import timezone

from referee.asgi import application  # before the game of a test leaves its structs behind
from referee.server import lifespan
from referee.stream import endpoint, hub
from referee.stream.endpoint import CLOCK, stream_url
from referee.stream.hub import HUB
from scoring.models import Crew, Membership
from tests.conftest import House
from tests.house.loops import run_apart


@pytest.fixture
def door() -> Iterator[str]:
    """host:port of the whole app, served by a thread of this process, so that a test can ring its bells."""
    config = uvicorn.Config(application, port=0, lifespan="off", ws="none", log_config=None)
    listener = config.bind_socket()
    server = uvicorn.Server(config)

    async def serve() -> None:
        hub.HUB.open()  # as the lifespan does, which asks the database too
        await server.serve(sockets=[listener])

    thread = threading.Thread(target=lambda: run_apart(serve()))
    thread.start()
    while thread.is_alive() and not server.started:
        time.sleep(0.01)
    yield "{}:{}".format(*listener.getsockname())
    hub.HUB.close()
    server.handle_exit(signal.SIGTERM, None)
    thread.join(timeout=60)
    assert not thread.is_alive()
    listener.close()


class Listener:
    """An open page's end of a stream."""

    def __init__(self, door: str, path: str, method: str = "GET") -> None:
        self._connection = http.client.HTTPConnection(door, timeout=60)
        self._connection.request(method, path)
        self.answer = self._connection.getresponse()

    def hear(self) -> list[str]:
        """The lines of the next message; none when the stream has ended as it should."""
        lines = []
        while line := self.answer.readline().decode().rstrip("\n"):
            lines.append(line)
        return lines[1:] if lines[:1] and lines[0].startswith("retry: ") else lines

    def close(self) -> None:
        self.answer.close()
        self._connection.close()


def test_the_clock_tells_the_server_s_milliseconds_and_is_only_looked_at(door: str) -> None:
    before = time.time() * 1000
    looked, posted = Listener(door, CLOCK), Listener(door, CLOCK, "POST")
    milliseconds = float(looked.answer.read())
    assert before - 1 <= milliseconds <= time.time() * 1000 + 1
    assert looked.answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in looked.answer.headers["Content-Security-Policy"]
    assert posted.answer.status == 405
    for each in (looked, posted):
        each.close()


def listen(door: str, game: str = "game-7", phone: int = 1, crew: int = 1) -> Listener:
    listener = Listener(door, stream_url(game, phone, crew))
    assert listener.answer.status == 200
    return listener


def test_an_open_page_hears_of_its_own_table_and_of_no_other(door: str) -> None:
    with closing(listen(door, "own")) as ann, closing(listen(door, "other")) as dan:
        assert ann.hear() == dan.hear() == ["event: version", "data: 0"]
        HUB.notify("own", 1)
        assert ann.hear() == ["event: version", "data: 1"]
        HUB.notify("other", 5)
        assert dan.hear() == ["event: version", "data: 5"]


def test_the_first_event_says_when_to_ask_again(door: str) -> None:
    """An event without data is passed by, with all that it says."""
    with closing(Listener(door, stream_url("first", 1, 1))) as page:
        first = [page.answer.readline().decode().rstrip() for _ in range(4)]
    assert 500 <= int(first[0].removeprefix("retry: ")) <= 1500
    assert first[1:] == ["event: version", "data: 0", ""]


def test_a_page_that_comes_late_hears_at_once_what_it_missed(door: str) -> None:
    HUB.notify("late", 42)
    with closing(listen(door, "late")) as page:
        assert page.hear() == ["event: version", "data: 42"]


def test_an_older_bell_does_not_take_a_newer_version_back(door: str) -> None:
    HUB.notify("order", 9)
    HUB.notify("order", 8)
    with closing(listen(door, "order")) as page:
        assert page.hear() == ["event: version", "data: 9"]


def test_a_burst_is_heard_at_its_end(door: str) -> None:
    with closing(listen(door, "burst")) as page:
        page.hear()
        for version in range(1, 201):
            HUB.notify("burst", version)
        heard: list[str] = []
        while heard[-1:] != ["data: 200"]:
            heard.append(page.hear()[1])
    versions = [int(line.removeprefix("data: ")) for line in heard]
    assert versions == sorted(set(versions))


def test_a_quiet_stream_says_that_it_is_still_there(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "HEARTBEAT", 0.01)
    with closing(listen(door)) as page:
        page.hear()
        assert page.hear() == [": still here"]


def test_a_heartbeat_comes_before_phones_and_proxies_hang_up() -> None:
    assert endpoint.HEARTBEAT < 20


def test_a_stream_ends_by_itself_so_that_the_page_connects_anew(
    door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "LIFE", 0.05)
    with closing(listen(door)) as page:
        page.hear()
        assert page.hear() == []


def test_a_stream_is_neither_cached_nor_held_back_by_a_proxy(door: str) -> None:
    with closing(listen(door)) as page:
        headers = page.answer.headers
    assert headers["Content-Type"] == "text/event-stream"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Accel-Buffering"] == "no"
    assert headers["Content-Encoding"] is None


def test_a_full_table_asks_the_next_page_to_come_later_and_lets_it_in_when_one_leaves(
    door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(hub.MAX_LISTENERS, "game", 1)
    first = listen(door)
    with closing(Listener(door, stream_url("game-7", 1, 1))) as second:
        assert second.answer.status == 503
        assert int(second.answer.headers["Retry-After"]) > 0
    first.close()
    status = 503
    while status == 503:  # the server hears of the hang-up in its own time
        with closing(Listener(door, stream_url("game-7", 1, 1))) as third:
            status = third.answer.status
    assert status == 200


@pytest.mark.parametrize("limit", ["crew", "address"])
def test_a_crew_and_an_address_have_so_many_streams(
    door: str, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setitem(hub.MAX_LISTENERS, limit, 2)
    with closing(listen(door, "a", 1)), closing(listen(door, "b", 2)):
        with closing(Listener(door, stream_url("c", 3, 1))) as third:
            assert third.answer.status == 503
        with closing(Listener(door, stream_url("c", 3, 2))) as other:
            assert other.answer.status == (503 if limit == "address" else 200)


def test_a_phone_that_listens_too_often_loses_the_oldest(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It fell asleep over that one: to refuse the new one would leave a page without news."""
    monkeypatch.setitem(hub.MAX_LISTENERS, "phone", 2)
    with ExitStack() as stack:
        first, second, third = (stack.enter_context(closing(listen(door, game, 7))) for game in "xxy")
        other = stack.enter_context(closing(listen(door, "x", 8)))
        for page in (first, second, third, other):
            page.hear()
        assert first.hear() == []
        HUB.notify("x", 5)
        HUB.notify("y", 6)
        assert second.hear() == other.hear() == ["event: version", "data: 5"]
        assert third.hear() == ["event: version", "data: 6"]


def test_a_full_house_asks_everybody_to_come_later(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(hub.MAX_LISTENERS, "all", 1)
    with closing(listen(door, "a")), closing(Listener(door, stream_url("b", 1, 1))) as page:
        assert page.answer.status == 503


def _is_shut(door: str, path: str) -> bool:
    """Whether it says at once that it is over: by an event, as a status would be asked for again."""
    with closing(Listener(door, path)) as page:
        assert page.answer.status == 200
        return page.hear() == ["event: gone", "data: "] and page.hear() == []


def test_a_stream_that_no_page_signed_tells_the_browser_to_stop_asking(
    door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign = signing.TimestampSigner(key="another house", salt=endpoint._SALT).sign("game-7.1.1")
    elsewhere = signing.TimestampSigner(salt="another use").sign("game-7.1.1")
    for path in (f"/live/{foreign}/", f"/live/{elsewhere}/", "/live/game-7.1.1/", "/live/"):
        assert _is_shut(door, path), path
    old = stream_url("game-7", 1, 1)
    monkeypatch.setattr(endpoint, "ADDRESS_LIFE", 0)
    time.sleep(0.01)
    assert _is_shut(door, old)


def test_a_phone_that_is_shut_out_hears_so_at_once_and_nothing_ever_after(
    door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub.HUB, "_gone", {})
    with ExitStack() as stack:
        ann, dan, too = (
            stack.enter_context(closing(listen(door, game, phone)))
            for game, phone in (("a", 8), ("a", 7), ("b", 7))
        )
        for page in (ann, dan, too):
            page.hear()
        HUB.disconnect(7)
        assert dan.hear() == too.hear() == ["event: gone", "data: "]
        assert dan.hear() == too.hear() == []
        HUB.notify("a", 3)
        assert ann.hear() == ["event: version", "data: 3"]
    assert _is_shut(door, stream_url("a", 7, 1))


@pytest.mark.django_db
def test_a_server_that_starts_anew_knows_who_was_shut_out_while_an_address_still_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub.HUB, "_gone", {})
    crew, now = Crew.objects.create(), timezone.now()
    out, long_out, here = (
        Membership.objects.create(crew=crew, role="scorer", token_digest=str(n) * 64, shut_out_at=shut)
        for n, shut in enumerate((now, now - 2 * endpoint.ADDRESS_LIFE, None))
    )
    lifespan.disconnect_shut_out()
    since = now.timestamp()
    assert [hub.HUB.is_gone(phone.pk, since) for phone in (out, long_out, here)] == [True, False, False]


def test_a_place_that_gets_a_phone_again_is_heard_of_by_pages_opened_since(
    door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody leaves the crew and comes back by the account: the place in the crew is the same row."""
    monkeypatch.setattr(hub.HUB, "_gone", {})
    old = stream_url("a", 7, 1)
    HUB.disconnect(7)
    now = time.time()
    with monkeypatch.context() as later:
        later.setattr(time, "time", lambda: now + 1)
        new = stream_url("a", 7, 1)
    assert [_is_shut(door, path) for path in (old, new)] == [True, False]


def test_a_stream_is_read_and_not_written(door: str) -> None:
    with closing(Listener(door, stream_url("game-7", 1, 1), "POST")) as page:
        assert page.answer.status == 405


def test_streams_hold_no_thread(door: str) -> None:
    before = threading.active_count()
    pages = [listen(door, "crowd", phone) for phone in range(30)]
    try:
        assert threading.active_count() == before
    finally:
        for page in pages:
            page.close()


def test_a_bell_rung_outside_the_server_reaches_nobody_and_without_lifespan_all_who_listen() -> None:
    hub.Hub().notify("game-7", 1)

    async def evening() -> None:
        alone = hub.Hub()
        with alone.listen(hub.Subscriber("game-7", 1, 1, "192.0.2.1")) as bell:
            assert await bell.heard(60)  # as it stands when they come
            await asyncio.to_thread(alone.notify, "game-7", 1)
            assert await bell.heard(60)
            assert (bell.version, bell.closed) == (1, False)

    run_apart(evening())


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_open_streams_and_stops(house: House, how: signal.Signals) -> None:
    key = (house.folder / "secret.key").read_text().strip()
    signed = signing.TimestampSigner(key=key, salt=endpoint._SALT).sign("game-7.1.1")
    with closing(Listener(urlsplit(house.url).netloc, f"/live/{signed}/")) as page:
        page.hear()
        page.hear()
        house.stop(how)
        assert page.hear() == []
    log = house.errors.read_text()
    assert "Traceback" not in log
    assert "graceful" not in log  # uvicorn's word when it had to cut connections off
