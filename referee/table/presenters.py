"""The presenters: one for each game, found by its key."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from django.http import QueryDict

from referee.rules.engine import Game
from referee.table.context import TableView
from referee.table.look import Look


class Presenter(Protocol):
    """How a game looks: from a state to what its templates show, and from its forms to moves."""

    rules: Game[Any, Any]
    template: str

    def move(self, sent: QueryDict) -> dict[str, Any]:
        """The move that a form asks for, as RECORD.md has it."""

    def asks(self, state: Any, raw: Mapping[str, Any]) -> str:
        """The query of the sheet to open before this move can be made; "" when nothing is missing."""

    def view(self, look: Look) -> TableView:
        """Everything that the table shows."""


@cache
def presenter_of(game: str) -> Presenter:
    """The presenter in the folder of the game with this key."""
    found: Presenter = importlib.import_module(f"{__package__}.{game}").PRESENTER
    return found
