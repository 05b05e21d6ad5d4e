"""The cast of the crew: Ann keeps it, Bob keeps the score, Cat watches, Dan is a stranger."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.table.conftest import ann, bob, cat, dan

__all__ = ["ann", "bob", "cat", "dan"]


@pytest.fixture(autouse=True)
def _nobody_has_tried_yet() -> Iterator[None]:
    """Wrong codes and passwords are counted in the cache, which outlives a test."""
    yield
    cache.clear()
