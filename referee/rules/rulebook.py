"""The clauses of a game in our own words, read from the `rulebook.toml` in its folder."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

#: Whole sentences: what a page shows may be followed by another one.
Sentence = Annotated[str, Meta(min_length=1, pattern=r"[.!?]\Z")]


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule, by the author's number ("9.2.2"), or a point that a text leaves open ("settled 4").

    A settled point is either our `reading`, or the `author`'s own rule, which has no number in the source.
    `ours` is what we add to an author's clause, shown as our reading too. `see` has the numbers of clauses
    that go with it, `example` a short case worked out.

    >>> Clause("settled 4", "Chains", "Frogs add up.", reading=True).reading
    True
    >>> Clause("4", "Chains", "Frogs add up.", ours="Crabs do not.").ours
    'Crabs do not.'
    """

    number: str
    title: Annotated[str, Meta(min_length=1)]
    text: Sentence
    reading: bool = False
    author: bool = False
    ours: Sentence = ""
    see: tuple[str, ...] = ()
    example: str = ""

    def __post_init__(self) -> None:
        """Raises ValueError for marks that contradict each other; msgspec adds the clause's place."""
        if not self.settled and (self.reading or self.author):
            raise ValueError(f"{self.number}: only a settled point has `reading` or `author`")
        if self.settled and self.reading == self.author:
            raise ValueError(f"{self.number}: a settled point is either our `reading` or the `author`’s rule")
        if self.reading and self.ours:
            raise ValueError(f"{self.number}: a reading is ours as a whole, `ours` is for an author’s clause")

    @property
    def settled(self) -> bool:
        """Whether the number is one of ours, for a point that the author's numbers leave out."""
        return self.number.startswith("settled ")


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's rules for the players at the table: who wrote them, how it is played, and clause by clause."""

    game: str
    name: str
    source: str
    how: str
    clauses: tuple[Clause, ...] = msgspec.field(name="clause")

    def cited(self, rule: str) -> Clause:
        """The clause that a ruling cites, such as `zar 5.2`. Raises KeyError for one that does not exist."""
        game, _, number = rule.partition(" ")
        for clause in self.clauses:
            if game == self.game and clause.number == number:
                return clause
        raise KeyError(rule)


@cache
def load(game_key: str) -> Rulebook:
    """The rulebook of a game. Raises FileNotFoundError for a game that has none.

    >>> load("zar").cited("zar 5.2").title
    'Match'
    """
    return read((Path(__file__).parent / game_key / "rulebook.toml").read_text(encoding="utf-8"))


def read(text: str) -> Rulebook:
    """The rulebook in a TOML text. Raises msgspec.ValidationError, which says where, for a malformed one."""
    return msgspec.convert(tomllib.loads(text), Rulebook)
