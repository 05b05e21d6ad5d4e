"""The cast at the table: Ann keeps the score, Bob is in the crew, Cat watches, Dan is a stranger."""

import pytest

from scoring.crew import Visitor, join_own_crew
from scoring.models import Membership, Role
from tests.table.page import Phone, Twins, new_game


def _member(ann: Visitor, role: Role) -> Visitor:
    visitor = Visitor()
    Membership.objects.create(crew=join_own_crew(ann).crew, role=role, token_digest=visitor.digest)
    return visitor


@pytest.fixture
def ann(db: None) -> Visitor:
    visitor = Visitor()
    join_own_crew(visitor)
    return visitor


@pytest.fixture
def bob(ann: Visitor) -> Visitor:
    return _member(ann, Role.SCORER)


@pytest.fixture
def cat(ann: Visitor) -> Visitor:
    return _member(ann, Role.WATCHER)


@pytest.fixture
def dan(db: None) -> Visitor:
    visitor = Visitor()
    join_own_crew(visitor)
    return visitor


@pytest.fixture
def phone(ann: Visitor) -> Phone:
    """Ann's phone at a new game of Ann, Bob and Cat."""
    return Phone(ann, new_game(ann))


@pytest.fixture
def twins(ann: Visitor) -> Twins:
    """Ann's two phones, one without scripts, at two new games of Ann, Bob and Cat."""
    return Twins(ann)
