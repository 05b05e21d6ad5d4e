"""Keys: what a page sends with its tap, so that the log takes it once and knows what the page showed."""

from __future__ import annotations

import re
import secrets

from scoring.models import Game

_KEY = re.compile(r"(\d{1,9})-[\w-]{8,40}", re.ASCII)


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
    match = _KEY.fullmatch(key)
    if match is None:
        raise BadKey(key)
    return int(match[1])
