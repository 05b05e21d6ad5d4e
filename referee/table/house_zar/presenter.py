"""The Game of Zar's own part of its pages."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from django.http import QueryDict

from referee.rules.house_zar.close_call import undecided
from referee.rules.house_zar.game import GAME
from referee.rules.house_zar.state import Options, Scale
from referee.rules.shedding.moves import CloseCall
from referee.table.context import Link
from referee.table.house_zar.faces import STYLES
from referee.table.look import Look
from referee.table.shedding.presenter import SheddingPresenter
from referee.table.shedding.setup import Ask, Setup
from referee.table.shedding.style import Style

_LIMITS = "2 to 9 players."


class HouseZarPresenter(SheddingPresenter):
    """How the Game of Zar looks."""

    rules = GAME
    blurb = (
        "Zar with part of an Uno deck: match out of turn, draw twos add up, “how many cards?”. Lowest wins."
    )
    limits = _LIMITS
    usual = STYLES[""]
    setup = Setup(
        agreed_type=Options,
        deck=(
            Ask(
                "copies",
                "Copies of each card",
                {"2": "Two of each", "3": "Triple Zar"},
                int,
            ),
            Ask(
                "in_turn_match",
                "The identical card, played in turn",
                {"yes": "a match", "no": "a plain play"},
                "yes".__eq__,
                hint="The identical card, laid by the player on turn, is",
            ),
        ),
        kinds=tuple(field.encode_name for field in msgspec.structs.fields(Scale)),
        limits=lambda _: _LIMITS,
    )

    def style(self, look: Look) -> Style:
        """The way this phone shows the game."""
        return STYLES.get(look.taste, self.usual)

    def links(self, look: Look) -> tuple[Link, ...]:
        """The other way to show it."""
        if STYLES.get(look.taste, self.usual) is self.usual:
            return (Link(href=f"{look.url}?taste=zar", text="Show ZAR’s own cards"),)
        return (Link(href=f"{look.url}?taste=", text="Show Uno cards"),)

    def move(self, sent: QueryDict) -> dict[str, Any]:
        """The move that a form asks for; where nobody saw who was first, a coin is tossed here (21).

        The toss goes into the record with the move, so that it is the same ever after.
        """
        raw = super().move(sent)
        move = GAME.read(raw)
        if isinstance(move, CloseCall) and undecided(move):
            raw["toss"] = secrets.choice(move.players)
        return raw


PRESENTER = HouseZarPresenter()
