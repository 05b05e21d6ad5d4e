"""Marks on some of a test's cases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")


def long_except(values: Iterable[T], *quick: T) -> list[T | ParameterSet]:
    """The same values for `parametrize`; what is not named as quick is left to `make test-long`."""
    return [value if value in quick else pytest.param(value, marks=pytest.mark.long) for value in values]
