"""A clock that stands still while pages are drawn: some of them say the time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

NOW = dt.datetime(2025, 3, 14, 20, 15, tzinfo=dt.UTC)


@contextmanager
def stopped_clock(at: dt.datetime = NOW) -> Iterator[None]:
    """All that the app is asked happens at this time."""

    class Stopped(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Stopped:
            return cls.fromtimestamp(at.timestamp(), tz)

    with (
        patch("django.utils.timezone.datetime", Stopped),
        patch("time.time", return_value=at.timestamp()),
    ):
        yield
