"""From a message and its facts to a sentence: other languages can come with messages of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import TypeVar

Fact = str | int | float | list[str]
Facts = Mapping[str, Fact]
_Points = TypeVar("_Points", int, float, int | float)


#: Facts of these kinds alone make a sentence that is cached: 1 and 1.0 would be taken for each other.
_PLAIN = frozenset({str, int})
#: Where a fact ends in a stop and so does the message; an ellipsis has three.
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
#: What a sentence ends with.
_STOPS = (".", "!", "?")
#: What is said wherever something has to be chosen and is not.
NOT_CHOSEN = "{field} is missing: choose one."
NOT_CHOSEN_FOR = "{field} is missing for {names}: choose one."


def with_article(name: str) -> str:
    """A thing with its article.

    >>> with_article("red moon"), with_article("unwinged dragon")
    ('a red moon', 'an unwinged dragon')
    """
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


#: Letters of what was sent that a message says.
_BRIEF = 200


def brief(text: str) -> str:
    """What may have foreign words in it, on one line and short: its beginning and its end.

    >>> brief("a\\nb"), len(brief("a" * 9999))
    ('a b', 200)
    """
    if len(text) > _BRIEF:
        text = f"{text[: _BRIEF - 80]}…{text[-79:]}"
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def joined(names: Sequence[str], last: str = "and") -> str:
    """Names as one says them; empty for none.

    >>> joined(["Ann", "Bob", "Cat"])
    'Ann, Bob and Cat'
    """
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def joined_short(names: Sequence[str]) -> str:
    """The same, or the first alone where all are too long and in sight.

    >>> joined_short(["Ann", "Bob", "Cat"]), joined_short(["Bartholomäus", "Maximiliane", "Konstantin"])
    ('Ann, Bob and Cat', 'Bartholomäus and 2 more')
    """
    text = joined(names)
    return text if len(text) < 30 or len(names) < 2 else f"{names[0]} and {len(names) - 1} more"


def side_name(names: Iterable[str]) -> str:
    """Partners as one, as their column is headed.

    >>> side_name(("Ann", "Cat"))
    'Ann & Cat'
    """
    return " & ".join(names)


def by_side(points: Mapping[str, _Points], sides: Iterable[Sequence[str]]) -> dict[str, _Points]:
    """Points by names, those of partners once: they are alike.

    >>> by_side({"Ann": 1, "Bob": 2, "Cat": 1, "Dan": 2}, [("Ann", "Cat"), ("Bob", "Dan")])
    {'Ann & Cat': 1, 'Bob & Dan': 2}
    """
    partners = {name: side_name(side) for side in sides for name in side}
    return {partners.get(name, name): number for name, number in points.items()}


def as_sentences(phrases: Iterable[str]) -> tuple[str, ...]:
    """Phrases with a stop each, so that a voice pauses; an empty one stays as it is.

    >>> as_sentences(["Ann draws 1", "", "Does anybody match?"])
    ('Ann draws 1.', '', 'Does anybody match?')
    """
    return tuple(f"{phrase}." if phrase and not phrase.endswith(_STOPS) else phrase for phrase in phrases)


def plural(noun: str) -> str:
    """More than one of them, for words that come from a value; a message has both forms itself.

    >>> plural("card"), plural("play"), plural("box"), plural("category")
    ('cards', 'plays', 'boxes', 'categories')
    """
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "z", "ch", "sh")) else f"{noun}s"


def counted(number: float, noun: str) -> str:
    """So many of them.

    >>> counted(1, "card"), counted(0, "card"), counted(2, "box")
    ('1 card', '0 cards', '2 boxes')
    """
    return f"{number_text(number)} {noun if number == 1 else plural(noun)}"


def words(message: str, facts: Facts) -> str:
    """The one place where a message and its facts become a sentence, which ends in one stop.

    Lists are joined, `{n:card|cards}` counts, `{card:cap}` starts a sentence. `{card:a}` has the article
    ("an unwinged dragon"), `{card:A}` the same where a sentence starts, and `{card:s}` is more than one. The
    forms of a plural stand in the message: another language has it with as many forms as it needs.

    >>> words("{card:A} goes on {top:a}: {why}.", {"card": "moon", "top": "orange sun", "why": "Our rule."})
    'A moon goes on an orange sun: Our rule.'
    >>> words("{names} draw {n:card|cards}.", {"names": ["Ann", "Bob"], "n": 2})
    'Ann and Bob draw 2 cards.'
    """
    if _PLAIN.issuperset(map(type, facts.values())):
        return _cached(message, tuple(facts.items()))
    return _worded(message, facts)


def _worded(message: str, facts: Facts) -> str:
    parts = [
        text if name is None else f"{text}{_fact_text(facts[name], spec or '')}"
        for text, name, spec, _ in _parsed(message)
    ]
    return _TWO_STOPS.sub(".", "".join(parts))


@lru_cache(4_000)
def _cached(message: str, facts: tuple[tuple[str, Fact], ...]) -> str:
    """What is said of one game is said again and again: the same players, the same cards."""
    return _worded(message, dict(facts))


@lru_cache(2_000)
def _parsed(message: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """There are some hundred messages, and each is said again and again."""
    return tuple(Formatter().parse(message))


def number_text(value: float) -> str:
    """A number as it is read: with a true minus, not a hyphen."""
    return str(value).replace("-", "−")


def signed(points: float) -> str:
    """Points as what is added or taken off; 0 has no sign."""
    return number_text(points) if points < 0 else f"+{points}" if points else "0"


def _fact_text(value: Fact, spec: str) -> str:
    """A fact as its place in the message asks for it."""
    if spec in ("a", "A"):
        named = joined(list(map(with_article, value if isinstance(value, list) else [str(value)])))
        return named if spec == "a" else named[:1].upper() + named[1:]
    if isinstance(value, list):
        text = joined(value)
    elif spec == "s":
        return plural(str(value))
    else:
        text = number_text(value) if isinstance(value, int | float) else value
    if spec == "cap":
        return text[:1].upper() + text[1:]
    if spec:
        one, _, many = spec.partition("|")
        # A message that the log kept from before both forms stood in it has the first alone.
        return f"{text} {one if value == 1 else many or plural(one)}"
    return text
