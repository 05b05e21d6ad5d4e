"""The clauses of a game in our own words, read from the `rulebook.toml` in its folder."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule, by the author's number ("9.2.2"), or "settled 4" for a `reading`, ours where it is silent.

    `see` has the numbers of clauses that go with it, `example` a short case worked out.
    """

    number: str
    title: str
    text: str
    reading: bool = False
    see: tuple[str, ...] = ()
    example: str = ""


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    """The rulebook of a game. Raises FileNotFoundError for a game that has none."""
    path = Path(__file__).parent / game_key / "rulebook.toml"
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Rulebook)
