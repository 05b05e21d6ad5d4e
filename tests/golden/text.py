"""A page as text that is the same each time it is drawn, and a clock that stands still meanwhile."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

#: When all of it happens: some pages say the time.
NOW = dt.datetime(2025, 3, 14, 20, 15, tzinfo=dt.UTC)
#: What is fresh in each page: keys, signatures, and the addresses of games, people and their pictures.
FRESH = re.compile(
    r"""(?<=name="csrfmiddlewaretoken"\ value=")[^"]*|(?<=name="key"\ value=")[^"]*
    |(?<=hx-sse:connect=")[^"]*|(?<=data-mark=")[^"]*|(?<=[/="])[\w-]{22}(?=["/?&])""",
    re.VERBOSE,
)


def text_of(response: Any) -> str:
    """A page as lines of text, a tag or the words between two in each: equal for pages that show the same."""
    if response.status_code >= 300 and not response.content:
        return f"{response.status_code} {FRESH.sub('*', response.get('Location', ''))}"
    fresh = FRESH.sub("*", response.content.decode())
    parts = (" ".join(part.split()) for part in re.split(r"(<[^>]*>)", fresh))
    return "\n".join([str(response.status_code), *filter(None, parts)])


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
