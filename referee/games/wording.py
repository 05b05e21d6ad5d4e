"""A move in a sentence, and the fields by which it is corrected: each game has a table of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import asdict

from referee.games.parts import EditField, choice
from referee.rules.engine import Move, State
from referee.rules.sentences import words


class Edit(NamedTuple):
    """How a field of a move is asked for: chosen from `values`, or typed where there are none.

    A list is asked for part by part. `text` has a value in words, `none` those for nothing where that may be.
    """

    name: str
    label: str
    values: Sequence[str] | Callable[..., Sequence[str]] = ()
    text: Callable[[str], str] = str
    none: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def fields(self, state: State, move: Move) -> Iterator[EditField]:
        """The fields of a page; none where the move says nothing of it and need not."""
        given = getattr(move, self.name, None)
        if given is None and not self.none:
            return
        values = self.values(state, move) if callable(self.values) else self.values
        parts = given if isinstance(given, tuple) else ("" if given is None else given,)
        for place, part in enumerate(parts, 1):
            label = f"{self.label} {place}" if isinstance(given, tuple) else self.label
            if values:
                offered = ("", *values) if self.none else values
                texts = [self.text(value) if value else self.none for value in offered]
                yield choice(self.name, label, part, offered, texts)
            else:
                yield EditField(name=self.name, label=label, value=str(part))


class Edits(NamedTuple):
    """The fields of a move by these `names`, asked for in a way that only its game knows."""

    names: tuple[str, ...]
    fields: Callable[..., Iterable[EditField]]


class Wording(NamedTuple):
    """How a move is told, without a full stop, and what a correction asks for in it.

    The sentence is one of `sentences.words` about the fields of the move, or made of the move.
    """

    sentence: str | Callable[..., str]
    edits: Sequence[Edit | Edits] = ()

    def describe(self, move: Move) -> str:
        """The move in a sentence."""
        if callable(self.sentence):
            return self.sentence(move)
        listed = {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(move).items()
        }
        return words(self.sentence, listed)

    def fields(self, state: State, move: Move) -> Iterator[EditField]:
        """What can be changed in the move; `state` is the one before it."""
        for edit in self.edits:
            yield from edit.fields(state, move)


def seats(state: State, _move: Move) -> Sequence[str]:
    """Whoever sits at the table."""
    return state.players


PLAYER = Edit("player", "Player", seats)
DEALER = Edit("dealer", "Dealer", seats)
