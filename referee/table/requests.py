"""What a request knows in this app, and how a view is given its game."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.http import HttpResponse

from referee.web.requests import HtmxRequest, check_form_fields
from scoring.crew.visitor import CrewRequest, get_game_or_404, must_write
from scoring.models import Game


class TableRequest(CrewRequest, HtmxRequest):
    """A request after the middleware: who asks (scoring), and whether htmx does (referee.web)."""


#: What the address of a table has of its game.
_TABLE = re.compile(r"[\w-]{22}", re.ASCII)

TableViewFunction = Callable[Concatenate[TableRequest, Game, ...], HttpResponse]


def at_table(*, writes: bool = False) -> Callable[[TableViewFunction], Callable[..., HttpResponse]]:
    """Gives a view the game of its address; with `writes`, only for those who may do more than look.

    The view then raises Http404 where the visitor's crew does not play that game, PermissionDenied, and
    BadRequest for a form with fields that no page of ours sends.
    """

    def decorate(view: TableViewFunction) -> Callable[..., HttpResponse]:
        @wraps(view)
        def with_game(request: TableRequest, public_id: str, **rest: object) -> HttpResponse:
            game = get_game_or_404(request, public_id)
            if writes:
                must_write(game.viewer_role)
            check_form_fields(request)
            return view(request, game, **rest)

        return with_game

    return decorate


def table_left(request: TableRequest) -> str:
    """The table from which somebody came to a page, as its address says; "" for none."""
    table = request.GET.get("table", "")
    return table if _TABLE.fullmatch(table) else ""
