"""Whether a text has a word in it, whatever the case of either: SQLite by itself knows only A to Z."""

from __future__ import annotations

import unicodedata

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, F, Func, Value
from django.db.models.functions import Lower, StrIndex
from django.db.models.lookups import GreaterThan

_FOLD = "REFEREE_FOLD"


def fold(text: str) -> str:
    """What makes two texts the same one.

    >>> fold("ÜBER") == fold("u\\u0308ber")
    True
    """
    return unicodedata.normalize("NFKC", text).casefold()


def teach(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Tells a new connection to SQLite how texts are folded."""
    if connection.vendor == "sqlite":
        connection.connection.create_function(_FOLD, 1, fold, deterministic=True)


def has(column: str, word: str) -> GreaterThan:
    """A condition: whether the column, a text, has the word in it."""
    if connection.vendor == "sqlite":
        text: Func = Func(F(column), function=_FOLD, output_field=CharField())
        return GreaterThan(StrIndex(text, Value(fold(word))), 0)
    plain = Func(F(column), template="NORMALIZE(%(expressions)s, NFKC)", output_field=CharField())
    return GreaterThan(StrIndex(Lower(plain), Value(unicodedata.normalize("NFKC", word).lower())), 0)
