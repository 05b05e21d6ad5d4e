"""A form's fields as a move: the move's own struct says which fields there are, and what each of them is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import UnionType
from typing import NamedTuple, get_args

from django.http import QueryDict
from msgspec import inspect, structs

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
