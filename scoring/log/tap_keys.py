"""Keys: what a page sends with its tap, so that the log takes it once and knows what the page showed.

`12-GnwAzx4oBq0w` was tapped on a page of version 12. `12+3-GnwAzx4oBq0w` was tapped on the same page behind
three others that were still on their way: it is meant for the table that those three make of version 12. What
follows the first hyphen is the tap's own, in whichever way it is sent again.
"""

from __future__ import annotations

import re
import secrets

from scoring.models import Game

_KEY = re.compile(r"(\d{1,9})(?:\+(\d{1,4}))?-([\w-]{8,40})", re.ASCII)


class BadKey(ValueError):
    """A key that no page of ours has made."""


def new_key(game: Game) -> str:
    """A key for a page that shows the game as it is: it is good for one row of the log."""
    return f"{game.version}-{secrets.token_urlsafe(12)}"


def version_of(key: str) -> int:
    """The version that the page of a key showed. Raises BadKey.

    >>> version_of("12-GnwAzx4oBq0w")
    12
    """
    return int(_read(key)[1])


def ahead_of(key: str) -> int:
    """How many rows were to come between that version and the tap. Raises BadKey.

    >>> ahead_of("12+3-GnwAzx4oBq0w"), ahead_of("12-GnwAzx4oBq0w")
    (3, 0)
    """
    return int(_read(key)[2] or 0)


def id_of(key: str) -> str:
    """What is the tap's own, however often and behind however many others it is sent. Raises BadKey.

    >>> id_of("12+3-GnwAzx4oBq0w")
    'GnwAzx4oBq0w'
    """
    return _read(key)[3]


def _read(key: str) -> re.Match[str]:
    match = _KEY.fullmatch(key)
    if match is None:
        raise BadKey(key)
    return match
