"""The cast in the crew: Ann keeps it, Bob is a scorer, Cat watches, Dan is a stranger."""

import pytest

from scoring.crew import Visitor, join_own_crew
from scoring.models import Membership, Role


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
