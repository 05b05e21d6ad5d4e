"""Whether a text has a word in it, and the order of names, by letters alone: SQLite only knows A to Z."""

from __future__ import annotations

import unicodedata

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, F, Func, Value
from django.db.models.functions import Concat, StrIndex
from django.db.models.lookups import GreaterThan

_NAME = "REFEREE_LETTERS"
#: Letters with a mark that is no sign of its own, the plain ones, and all marks, which are left out.
_MARKED, _PLAIN = "øłđıς", "oldiσ"
_MARKS = "".join(map(chr, range(0x300, 0x370)))
_TABLE = str.maketrans(_MARKED, _PLAIN, _MARKS)


def letters(text: str) -> str:
    """What makes two texts the same one to whoever searches: neither case nor marks on letters.

    >>> letters("ÖZGÜR, Søren"), letters("u\\u0308ber")
    ('ozgur, soren', 'uber')
    """
    return unicodedata.normalize("NFKD", text).casefold().translate(_TABLE)


def teach(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Tells a new connection to SQLite what the letters of a text are."""
    if connection.vendor == "sqlite":
        connection.connection.create_function(_NAME, 1, letters, deterministic=True)


def letters_of(column: str) -> Func:
    """The letters of a column, a text."""
    if connection.vendor == "sqlite":
        return Func(column, function=_NAME, output_field=CharField())
    small = "REPLACE(LOWER(NORMALIZE(%(expressions)s, NFKD)), 'ß', 'ss')"
    plain = f"TRANSLATE({small}, '{_MARKED}{_MARKS}', '{_PLAIN}')"
    return Func(column, template=plain, output_field=CharField())


def by_letters() -> Concat:
    """The places of players in their order, each another one: Ö stands with O."""
    return Concat(letters_of("folded"), Value(" "), F("folded"))


def has(column: str, word: str) -> GreaterThan:
    """A condition: whether the column, a text, has the word in it."""
    return GreaterThan(StrIndex(letters_of(column), Value(letters(word))), 0)
