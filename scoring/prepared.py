"""What is asked and written at every tap: built and turned into SQL once.

Building one of the ORM's queries takes Python several times as long as the database takes to answer it
(docs/performance.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache, cached_property, lru_cache
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec
from django.db import connection, models
from django.db.models.expressions import Expression

ModelT = TypeVar("ModelT", bound=models.Model)
#: Any: what values it holds the model knows.
AnyField: TypeAlias = "models.Field[Any, Any]"
Names: TypeAlias = tuple[str, ...]


class Prepared(Generic[ModelT]):
    """The first row that a query finds, for texts that differ from one asking to the next::

        by_name = Prepared(lambda name: Player.objects.filter(name=name), 1)
        by_name("Ann")

    `build` makes the query of so many texts. It is called once, when first asked, and must put each of them
    into the SQL as it is; where it locks rows, that is in a transaction.
    """

    def __init__(self, build: Callable[..., models.QuerySet[ModelT]], texts: int) -> None:
        self._build = build
        self._places = [f"\0{number}" for number in range(texts)]

    def __call__(self, *texts: str) -> ModelT | None:
        """What the query finds first; None for nothing."""
        query = self._compiled
        given = dict(zip(self._places, texts, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(query.sql, [given.get(param, param) for param in query.params])
            row = cursor.fetchone()
        if row is None:
            return None
        values = list(row)
        for place, expression, convert in query.converters:
            values[place] = convert(values[place], expression, connection)
        found: ModelT = query.model.from_db(connection.alias, query.fields, values[: len(query.fields)])
        for name, place in query.annotations.items():
            setattr(found, name, values[place])
        return found

    @cached_property
    def _compiled(self) -> _Compiled[ModelT]:
        found = self._build(*self._places)[:1]
        compiler = found.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        if not set(self._places) <= set(params):
            raise ValueError(f"Some text does not come into the query as it is: {sql}")
        columns = [column for column, *_ in compiler.select]
        return _Compiled(
            found.model,
            sql,
            params,
            # The model's own come first.
            [columns[place].target.attname for place in compiler.klass_info["select_fields"]],
            compiler.annotation_col_map,
            # Those of one connection are those of all: they go by the settings.
            [
                (place, expression, convert)
                for place, (converters, expression) in compiler.get_converters(columns).items()
                for convert in converters
            ],
        )


class _Compiled(NamedTuple, Generic[ModelT]):
    model: type[ModelT]
    sql: str
    params: Sequence[str]
    fields: Sequence[str]
    annotations: Mapping[str, int]
    converters: Sequence[tuple[int, Expression, Callable[[object, Expression, object], object]]]


def insert(row: ModelT) -> ModelT:
    """Adds a row of a model, and gives it its primary key. No signals are sent. Raises IntegrityError."""
    written = _insertion(type(row))
    with connection.cursor() as cursor:
        cursor.execute(written.sql, written.values([getattr(row, name) for name in written.names]))
        (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, connection.alias  # noqa: SLF001 - as `save` does
    return row


def update(model: type[models.Model], where: Mapping[str, object], changes: Mapping[str, object]) -> int:
    """Changes the rows that have these values; how many they are. Raises IntegrityError."""
    written = _change(model, tuple(where), tuple(changes))
    with connection.cursor() as cursor:
        cursor.execute(written.sql, written.values([*changes.values(), *where.values()]))
        changed: int = cursor.rowcount
    return changed


class Written(NamedTuple):
    """A statement that writes values of these names; `prepared` are the places of those that need it."""

    sql: str
    names: Sequence[str]
    prepared: Sequence[tuple[int, Callable[[Any], Any]]]

    def values(self, given: list[Any]) -> list[Any]:
        """What the database takes for what was given."""
        for place, prepare in self.prepared:
            given[place] = prepare(given[place])
        return given


@cache
def _insertion(model: type[models.Model]) -> Written:
    table, key = model._meta, model._meta.pk  # noqa: SLF001 - of whichever model
    written = insertion(model, [field for field in table.concrete_fields if field is not key])
    return written._replace(sql=f"{written.sql} RETURNING {_column(key)}")


def insertion(model: type[models.Model], fields: Sequence[AnyField]) -> Written:
    """What adds a row of a model with these of its fields."""
    columns, marks = ", ".join(map(_column, fields)), ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {_quoted(model._meta.db_table)} ({columns}) VALUES ({marks})"  # noqa: S608, SLF001 - own names
    return Written(sql, [field.attname for field in fields], _prepared(fields))


@cache
def _change(model: type[models.Model], where: Names, changes: Names) -> Written:
    table = model._meta  # noqa: SLF001 - of whichever model
    fields = {field.attname: field for field in table.concrete_fields}
    sets = ", ".join(f"{_column(fields[name])} = %s" for name in changes)
    found = " AND ".join(f"{_column(fields[name])} = %s" for name in where)
    sql = f"UPDATE {_quoted(table.db_table)} SET {sets} WHERE {found}"  # noqa: S608 - own names
    names = (*changes, *where)
    return Written(sql, names, _prepared([fields[name] for name in names]))


def _prepared(fields: Sequence[AnyField]) -> list[tuple[int, Callable[[Any], Any]]]:
    """Of fields whose values a database does not take as they are: their places, and what it takes."""
    return [
        (place, prepare)
        for place, field in enumerate(fields)
        for kind, prepare in _PREPARES.items()
        if isinstance(field, kind)
    ]


def _json(value: object) -> str | None:
    # What a field does by Django's own takes eight times as long: most of what a row of a move costs.
    return None if value is None else msgspec.json.encode(value).decode()


@lru_cache(100)
def _moment(value: datetime | None) -> str | datetime | None:
    # The rows of an import have few moments among them.
    found: str | datetime | None = connection.ops.adapt_datetimefield_value(value)
    return found


_PREPARES: Mapping[type[AnyField], Callable[[Any], Any]] = {
    models.JSONField: _json,
    models.DateTimeField: _moment,
}


def _column(field: AnyField) -> str:
    return _quoted(str(field.column))


def _quoted(name: str) -> str:
    quoted: str = connection.ops.quote_name(name)
    return quoted
