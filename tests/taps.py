"""Taps made without a page: each opens the table, does one thing, and returns what came of it."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from referee.table import correction, taps
from referee.table.taps import Result
from scoring.crew.visitor import Visitor


def make(visitor: Visitor, public_id: str, key: str, move: dict[str, Any]) -> Result:
    with taps.open_table(visitor, public_id, key) as table:
        return taps.make(table, table.presenter.rules.read(move), QueryDict())


def undo(visitor: Visitor, public_id: str, key: str) -> Result:
    with taps.open_table(visitor, public_id, key) as table:
        return correction.undo(table)


def redo(visitor: Visitor, public_id: str, key: str) -> Result:
    with taps.open_table(visitor, public_id, key) as table:
        return taps.redo(table)


def correct(
    visitor: Visitor, public_id: str, key: str, *, position: int, move: dict[str, Any] | None
) -> Result:
    with taps.open_table(visitor, public_id, key) as table:
        made = None if move is None else table.presenter.rules.read(move)
        return correction.correct(table, position, made, QueryDict())


def take_back(visitor: Visitor, public_id: str, key: str, *, position: int) -> Result:
    with taps.open_table(visitor, public_id, key) as table:
        return correction.take_back(table, position)
