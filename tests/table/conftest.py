"""The phones at the table."""

from http import HTTPStatus

import pytest
from django.http import HttpResponse

from referee.table import page
from referee.table.requests import TableRequest
from scoring.crew.visitor import Visitor
from tests.table.page import Phone, Twins, new_game


@pytest.fixture
def phone(ann: Visitor) -> Phone:
    """Ann's phone at a new game of Ann, Bob and Cat."""
    return Phone(ann, new_game(ann))


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[page.TablePage]:
    """What the templates of tables were given, oldest first."""
    given: list[page.TablePage] = []
    render = page.render_page

    def rendered(request: TableRequest, shown: page.TablePage, *, status: HTTPStatus) -> HttpResponse:
        given.append(shown)
        return render(request, shown, status=status)

    monkeypatch.setattr(page, "render_page", rendered)
    return given


@pytest.fixture
def twins(ann: Visitor) -> Twins:
    """Ann's two phones, one without scripts, at two new games of Ann, Bob and Cat."""
    return Twins(ann)
