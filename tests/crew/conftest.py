"""The phones of the crew, and a server on which nobody has tried anything yet."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.table.conftest import phone, twins

__all__ = ["phone", "twins"]


@pytest.fixture(autouse=True)
def _nobody_has_tried_yet() -> Iterator[None]:
    """Wrong codes and passwords are counted in the cache, which outlives a test."""
    yield
    cache.clear()
