"""From a message and its facts to a sentence: other languages can come with messages of their own."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence

Fact = str | int | float | list[str]
Facts = Mapping[str, Fact]


class _Words(string.Formatter):
    """Puts facts into a message: lists are joined, `{n:card|cards}` counts, `{card:cap}` starts a sentence.

    `{card:a}` has the article ("an unwinged dragon"), `{card:A}` the same where a sentence starts. The forms
    of a plural stand in the message: another language has it with as many forms as it needs.
    """

    def format_field(self, value: object, spec: str) -> str:
        if spec in ("a", "A"):
            named = joined(list(map(with_article, value if isinstance(value, list) else [str(value)])))
            return named if spec == "a" else named[:1].upper() + named[1:]
        text = joined(value) if isinstance(value, list) else str(value)
        if isinstance(value, int | float):
            text = text.replace("-", "−")
        if spec == "cap":
            return text[:1].upper() + text[1:]
        if spec:
            one, _, many = spec.partition("|")
            # A message that the log kept from before both forms stood in it has the first alone.
            return f"{text} {one if value == 1 else many or f'{one}s'}"
        return text


_WORDS = _Words()


#: Where a fact ends in a stop and so does the message; an ellipsis has three.
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")


def with_article(name: str) -> str:
    """A thing with its article.

    >>> with_article("red moon"), with_article("unwinged dragon")
    ('a red moon', 'an unwinged dragon')
    """
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def joined(names: Sequence[str], last: str = "and") -> str:
    """Names as one says them; empty for none.

    >>> joined(["Ann", "Bob", "Cat"])
    'Ann, Bob and Cat'
    """
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def words(message: str, facts: Facts) -> str:
    """The one place where a message and its facts become a sentence, which ends in one stop.

    >>> words("{card:A} goes on {top:a}: {why}.", {"card": "moon", "top": "orange sun", "why": "Our rule."})
    'A moon goes on an orange sun: Our rule.'
    >>> words("{names} draw {n:card|cards}.", {"names": ["Ann", "Bob"], "n": 2})
    'Ann and Bob draw 2 cards.'
    """
    return _TWO_STOPS.sub(".", _WORDS.vformat(message, (), facts))
