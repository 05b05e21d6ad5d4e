"""The phones at the table."""

import pytest

from scoring.crew.visitor import Visitor
from tests.table.page import Phone, Twins, new_game


@pytest.fixture
def phone(ann: Visitor) -> Phone:
    """Ann's phone at a new game of Ann, Bob and Cat."""
    return Phone(ann, new_game(ann))


@pytest.fixture
def twins(ann: Visitor) -> Twins:
    """Ann's two phones, one without scripts, at two new games of Ann, Bob and Cat."""
    return Twins(ann)
