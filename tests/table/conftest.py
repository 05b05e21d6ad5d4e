"""The phones at the table."""

from collections.abc import Mapping
from http import HTTPStatus

import pytest
from django.http import HttpResponse

from referee.table.page import TablePage
from referee.table.requests import TableRequest
from referee.web.requests import page_or_part
from scoring.crew.visitor import Visitor
from scoring.models import Game
from tests.table.page import Phone, Twins, new_game


@pytest.fixture
def phone(ann: Visitor) -> Phone:
    """Ann's phone at a new game of Ann, Bob and Cat."""
    return Phone(ann, new_game(ann))


@pytest.fixture
def game(ann: Visitor) -> Game:
    """Ann's game, in which Bob begins on a blue sun."""
    phone = Phone(ann, new_game(ann))
    phone.tap("Ann deals")
    phone.tap("blue sun")
    return phone.game


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[TablePage]:
    """What the templates of tables were given, oldest first."""
    given: list[TablePage] = []

    def rendered(
        request: TableRequest,
        whole: str,
        region: str,
        context: Mapping[str, TablePage],
        *,
        status: HTTPStatus,
    ) -> HttpResponse:
        given.append(context["t"])
        return page_or_part(request, whole, region, context, status=status)

    monkeypatch.setattr("referee.table.page.page_or_part", rendered)
    return given


@pytest.fixture
def twins(ann: Visitor) -> Twins:
    """Ann's two phones, one without scripts, at two new games of Ann, Bob and Cat."""
    return Twins(ann)
