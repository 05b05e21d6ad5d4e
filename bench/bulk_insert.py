"""Many rows at once: collected with the primary keys that they will have, and written in one go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models
from django.db.models import Max

from scoring.models import Crew, Game, Hand, Membership, Move, Night, Player, Rating, Score, Seat, Tally

Row = tuple[Any, ...]
Model = type[models.Model]
#: What is named comes before what names it. SQLite looks through whole tables for what came too early.
ORDER: tuple[Model, ...] = (
    Crew, Membership, Player, Game, Hand, Seat, Move, Score, Tally, Rating, Night,
)  # fmt: skip


class BulkInsert:
    """Rows that wait to be written. For use in a transaction: nobody else may take the keys meanwhile."""

    def __init__(self) -> None:
        self._rows: defaultdict[Model, list[Row]] = defaultdict(list)
        self._next: dict[Model, int] = {}

    def take(self, model: Model, number: int) -> int:
        """The first of so many primary keys that belong to nobody yet."""
        if model not in self._next:
            self._next[model] = 1 + (model._default_manager.aggregate(last=Max("pk"))["last"] or 0)
        first = self._next[model]
        self._next[model] += number
        return first

    def add(self, model: Model, **values: Any) -> int:
        """Puts up a row, by its columns' attribute names, with the model's defaults; its primary key."""
        pk = self.take(model, 1)
        self.add_at(model, pk, **values)
        return pk

    def add_at(self, model: Model, pk: int, **values: Any) -> None:
        """Puts up a row with a primary key that was taken before."""
        row = (
            prepare(values.get(name, default)) if prepare else values.get(name, default)
            for name, default, prepare in _columns(model)[1:]
        )
        self._rows[model].append((pk, *row))

    def write(self) -> int:
        """Writes everything; how many rows that was."""
        hand = columns(Game).index("hand_id")
        hands = [(row[hand], row[0]) for row in self._rows[Game]]
        # A game and its hands name each other: the hand that it is at comes last.
        self._rows[Game] = [(*row[:hand], None, *row[hand + 1 :]) for row in self._rows[Game]]
        with connection.cursor() as cursor:
            for model in ORDER:
                cursor.executemany(_insert(model), self._rows[model])
            cursor.executemany(f"UPDATE {Game._meta.db_table} SET hand_id = %s WHERE id = %s", hands)  # noqa: S608
        reset_sequences(self._rows)
        written = sum(map(len, self._rows.values()))
        self._rows.clear()
        return written


def columns(model: Model) -> list[str]:
    """The model's columns in the order of a row, primary key first."""
    return [str(field.column) for field in model._meta.concrete_fields]


def reset_sequences(tables: Iterable[Model]) -> None:
    """Has the database number what comes next from behind the rows that brought their own keys."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(tables)):
            cursor.execute(statement)


#: What the database has as Python does.
_PLAIN = (
    models.AutoField, models.BooleanField, models.CharField, models.FloatField, models.ForeignKey,
    models.IntegerField,
)  # fmt: skip


@cache
def _columns(model: Model) -> list[tuple[str, Any, Callable[[Any], Any] | None]]:
    """Of each column its attribute, its default, and what makes it a value of the database, if it is none."""

    def prepared(field: models.Field[Any, Any]) -> Callable[[Any], Any] | None:
        if isinstance(field, _PLAIN):
            return None
        return lambda value: field.get_db_prep_save(value, connection)

    return [
        (field.attname, None if callable(field.default) else field.get_default(), prepared(field))
        for field in model._meta.concrete_fields
    ]


@cache
def _insert(model: Model) -> str:
    quote = connection.ops.quote_name
    names = ", ".join(map(quote, columns(model)))
    marks = ", ".join(["%s"] * len(columns(model)))
    return f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({marks})"  # noqa: S608 - own names
