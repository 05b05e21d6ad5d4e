"""The presenters: one for each game, found by its key."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from django.http import QueryDict

from referee.rules.engine import Game, Refused, games
from referee.table.context import TableView
from referee.table.door_context import Answers
from referee.table.look import Look
from referee.table.page_context import Agreed, EditField


class Presenter(Protocol):
    """How a game looks: from a state to what its templates show, and from its forms to moves."""

    rules: Game[Any, Any]
    #: One sentence for those who choose a game, and how many may play.
    blurb: str
    limits: str
    #: What the player chosen at the setup does; "" where nobody is chosen.
    first: str

    @property
    def door(self) -> Answers | None:
        """What the game answers at the dispute door; None where it has a door of its own."""

    def move(self, sent: QueryDict) -> dict[str, Any]:
        """The move that a form asks for, as RECORD.md has it."""

    def asks(self, state: Any, raw: Mapping[str, Any]) -> str | Refused:
        """The query of the sheet to open before this move can be made; "" when nothing is missing.

        Refused when it could not be made with what is missing either: then nothing has to be asked.
        """

    def tell(self, raw: Mapping[str, Any]) -> str:
        """A move in a short sentence."""

    def edit(self, state: Any, raw: Mapping[str, Any]) -> tuple[EditField, ...]:
        """The fields by which a move of the log is corrected; `state` is the one before it."""

    def edited(self, sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The move that those fields ask for."""

    def agreed(self, sent: QueryDict, options: dict[str, Any] | None = None) -> Agreed:
        """What the setup page asks beside the names: as sent, or from the options of an earlier game."""

    def options(self, sent: QueryDict) -> tuple[dict[str, Any], list[str]]:
        """What the setup page agreed on, as the record has it, and what is wrong with it in words."""

    def opening(self, dealer: str) -> dict[str, Any] | None:
        """The move that a new game begins with by itself, None where the table has to say more."""

    def view(self, look: Look) -> TableView:
        """Everything that the table shows."""


@cache
def offered() -> tuple[str, ...]:
    """The keys of the games that have pages, in the order of the rules."""
    return tuple(key for key in games() if importlib.util.find_spec(f"{__package__}.{key}"))


@cache
def presenter_of(game: str) -> Presenter:
    """The presenter in the folder of the game with this key."""
    found: Presenter = importlib.import_module(f"{__package__}.{game}").PRESENTER
    return found
