"""The phones of the tests of the log."""

import pytest

from scoring.crew.visitor import Visitor
from tests.scoring.toy import Phone, new_game


@pytest.fixture
def phone(ann: Visitor) -> Phone:
    """Ann's phone at a new game of Ann and Bob."""
    return Phone(ann, new_game(ann).public_id)
