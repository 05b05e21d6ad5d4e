"""A query that is asked at every tap: built and turned into SQL once.

Building one of the ORM's queries takes Python several times as long as the database takes to answer it
(docs/performance.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from django.db import connection, models
from django.db.models.expressions import Expression
from django.db.models.query import RawQuerySet

ModelT = TypeVar("ModelT", bound=models.Model)


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
        model, sql, params, annotations = self._compiled
        given = dict(zip(self._places, texts, strict=True))
        values = tuple([given.get(param, param) if isinstance(param, str) else param for param in params])
        found: ModelT | None = next(iter(RawQuerySet(sql, model=model, params=values)), None)
        if found is not None:
            for name, expression in annotations.items():
                # Of the fields a raw query takes care itself.
                value = getattr(found, name)
                for convert in _converters(expression):
                    value = convert(value, expression, connection)
                setattr(found, name, value)
        return found

    @cached_property
    def _compiled(self) -> _Compiled[ModelT]:
        found = self._build(*self._places)[:1]
        sql, params = found.query.sql_with_params()
        if not set(self._places) <= set(params):
            raise ValueError(f"Some text does not come into the query as it is: {sql}")
        return _Compiled(found.model, sql, params, found.query.annotation_select)


def _converters(expression: Expression) -> Sequence[Callable[[object, Expression, object], object]]:
    """What makes Python's value of the database's, as the ORM finds it."""
    return [*connection.ops.get_db_converters(expression), *expression.get_db_converters(connection)]


class _Compiled(NamedTuple, Generic[ModelT]):
    model: type[ModelT]
    sql: str
    params: Sequence[object]
    annotations: Mapping[str, Expression]
