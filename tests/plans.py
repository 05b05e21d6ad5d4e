"""How a database means to answer a query: by which index."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection


def plan_of(captured: Any, number: int = -1) -> list[str]:
    """How SQLite answers one of the captured queries, step by step; skips the test on other databases."""
    if connection.vendor != "sqlite":
        pytest.skip("other databases plan by what they hold")
    # What asks for no order has one by chance in tests, and nowhere else.
    asked = captured[number]["sql"].replace(" ORDER BY RAND() ASC", "")
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + asked)
        return [str(row[-1]) for row in cursor.fetchall()]
