"""What takes long stands still while a tap is answered, and neither waits for the other for good."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from threading import Event, Thread

import pytest
from django.db import transaction

from scoring import taps_first
from scoring.taps_first import come_later, give_way, tap_at_hand, unhurried


class Long:
    """Something long on a thread of its own, that knows how far it is."""

    def __init__(self, *, later: bool = True) -> None:
        self.steps, self._stop, self._later = 0, Event(), later
        self._thread = Thread(target=self._go)
        self._thread.start()

    def _go(self) -> None:
        if self._later:
            come_later()
        for step in unhurried(count()):
            self.steps = step
            if self._stop.wait(0.001):
                return

    def goes_on(self, seconds: float = 60) -> bool:
        """Whether it comes two steps further in that time: the first may have been begun already."""
        was = self.steps
        for _ in range(int(seconds / 0.01)):
            if self.steps > was + 1:
                return True
            self._stop.wait(0.01)
        return False

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()


@contextmanager
def something_long(*, later: bool = True) -> Iterator[Long]:
    long = Long(later=later)
    try:
        yield long
    finally:
        long.stop()


def test_what_takes_long_stands_still_while_a_tap_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taps_first, "PATIENCE", 60)
    with something_long() as long:
        assert long.goes_on()
        with tap_at_hand():
            assert not long.goes_on(0.3)
        assert long.goes_on()


def test_it_comes_to_its_end_while_somebody_taps_on_and_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each tap comes before the one before it is answered, so that there is always one at hand."""
    monkeypatch.setattr(taps_first, "PATIENCE", 0.05)
    with something_long() as long, ExitStack() as before:
        before.enter_context(tap_at_hand())
        was = long.steps
        for _ in range(500):
            with ExitStack() as next_one:
                next_one.enter_context(tap_at_hand())
                before.close()
                time.sleep(0.01)
                before.push(next_one.pop_all())
            if long.steps > was + 1:
                break
        assert long.steps > was + 1


def test_who_never_takes_an_answer_holds_nobody_up_but_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taps_first, "PATIENCE", 0.05)
    waited: list[float] = []
    with something_long() as long, tap_at_hand():
        assert long.goes_on()
        monkeypatch.setattr(taps_first._no_tap, "wait", waited.append)
        assert long.goes_on()
    assert waited
    assert not any(waited)


def test_the_last_of_two_taps_lets_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taps_first, "PATIENCE", 60)
    with something_long() as long:
        with tap_at_hand():
            with tap_at_hand():
                pass
            assert not long.goes_on(0.3)
        assert long.goes_on()


def test_only_who_was_told_to_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap that reads much does not wait for itself."""
    monkeypatch.setattr(taps_first, "PATIENCE", 60)
    with something_long(later=False) as tap, tap_at_hand():
        assert tap.goes_on()


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_with_a_transaction_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap would wait for its end."""
    waited: list[float] = []
    monkeypatch.setattr(taps_first._no_tap, "wait", waited.append)
    monkeypatch.setattr(taps_first._here, "gives_way", True)
    with tap_at_hand():
        with transaction.atomic():
            give_way()
        assert not waited
        give_way()
    assert len(waited) == 1


def test_a_tap_that_fails_holds_nobody_up() -> None:
    with something_long() as long:
        with pytest.raises(ZeroDivisionError), tap_at_hand():
            _ = 1 / 0
        assert long.goes_on()
