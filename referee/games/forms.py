"""A move on its forms: read from the fields that its struct has, told in a sentence, and asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import NamedTuple, get_args

from django.http import QueryDict
from msgspec import inspect, structs

from referee.games.parts import EditField, choice
from referee.rules.engine import Move, State
from referee.rules.sentences import words
from referee.web.wording import number_or_text


class _Field(NamedTuple):
    """A field of a move: whether `many` are sent, whether none too, and how each of them is read."""

    name: str
    many: bool
    needed: bool
    read: Callable[[str], object]


def move_of(moves: UnionType, sent: QueryDict) -> dict[str, object]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse.

    A form that does not say what it does is a key of the pad: it plays. What is empty is left out.
    """
    do = sent.get("do") or "play"
    raw: dict[str, object] = {"do": do}
    for field in _fields(moves).get(do, ()):
        if not field.many:
            if value := sent.get(field.name):
                raw[field.name] = field.read(value)
        elif (values := [*filter(None, sent.getlist(field.name))]) or field.needed:
            raw[field.name] = [field.read(value) for value in values]
    return raw


@cache
def _fields(moves: UnionType) -> Mapping[str, tuple[_Field, ...]]:
    """The fields that a form may send, by what each move is called in the record."""
    return {
        str(kind.__struct_config__.tag): tuple(
            field
            for each in structs.fields(kind)
            if each.name not in kind.never_sent and (field := _field(each))
        )
        for kind in get_args(moves)
    }


def _field(field: structs.FieldInfo) -> _Field | None:
    """How a form sends a field; None for what is no list and no single value."""
    kind = inspect.type_info(field.type)
    if isinstance(kind, inspect.UnionType):
        kind = next(each for each in kind.types if not isinstance(each, inspect.NoneType))
    if isinstance(kind, inspect.VarTupleType):
        return _Field(field.encode_name, many=True, needed=field.required, read=_reader(kind.item_type))
    if isinstance(kind, inspect.TupleType):
        return _Field(field.encode_name, many=True, needed=False, read=_reader(kind.item_types[0]))
    if isinstance(kind, inspect.DictType):
        return None
    return _Field(field.encode_name, many=False, needed=False, read=_reader(kind))


def _reader(kind: inspect.Type) -> Callable[[str], object]:
    """What makes of a text what the record has."""
    if isinstance(kind, inspect.BoolType):
        return bool
    first = kind.values[0] if isinstance(kind, inspect.LiteralType) else None
    if isinstance(kind, inspect.IntType) or isinstance(first, int):
        return number_or_text
    # A text that may not be empty is typed by somebody: a new name, a reason.
    return _tidy if isinstance(kind, inspect.StrType) and kind.min_length else str


def _tidy(typed: str) -> str:
    return " ".join(typed.split())


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
    """How a move is told, without a full stop, and what a question about it asks for.

    The sentence is one of `sentences.words` about the fields of the move, or made of the move.
    """

    sentence: str | Callable[..., str]
    edits: Sequence[Edit | Edits] = ()

    def describe(self, move: Move) -> str:
        if callable(self.sentence):
            return self.sentence(move)
        listed = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in structs.asdict(move).items()
        }
        return words(self.sentence, listed)

    def fields(self, state: State, move: Move) -> Iterator[EditField]:
        """What is asked of the move; `state` is the one before it."""
        for edit in self.edits:
            yield from edit.fields(state, move)


def seats(state: State, _move: Move) -> Sequence[str]:
    """Whoever sits at the table."""
    return state.players


PLAYER = Edit("player", "Player", seats)
