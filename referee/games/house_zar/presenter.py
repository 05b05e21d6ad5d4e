"""The Game of Zar's own part of its pages."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import ClassVar

from django.http import QueryDict
from msgspec import structs

from referee.games.frame import MenuLink
from referee.games.house_zar.faces import STYLES
from referee.games.look import AnyLook
from referee.games.presenter import MomentText
from referee.games.setup import ENDS, NEXT_DEALER, Ask, Setup
from referee.games.shedding.presenter import HOUSE_RULES, TRACK, SheddingPresenter, longest_stack, points_of
from referee.games.shedding.style import Style
from referee.games.shedding.wording import wordings
from referee.rules.engine import Refused
from referee.rules.house_zar.game import GAME, Options, Scale, undecided
from referee.rules.shedding.moves import CloseCall, Moves
from referee.web.components import TileView


class HouseZarPresenter(SheddingPresenter):
    """How the Game of Zar looks."""

    rules = GAME
    names = ("The Game of Tsar", "House ZAR")
    blurb = (
        "Zar with part of an Uno deck: match out of turn, add up draw twos, say “one”. The lowest score wins."
    )
    limits = "2 to 9 players."
    tile = TileView(look="t-red", sign="crab")
    symbols = ("reverse", "skip", "draw-two", "wild-1")
    badges: ClassVar[Mapping[str, TileView]] = {
        "match": TileView(look="t-yellow", sign="lightning"),
        "gotcha": TileView(look="t-red", sign="gotcha"),
        "stack": TileView(look="t-blue", sign="draw-two"),
    }
    moments: ClassVar[Mapping[str, MomentText]] = {
        "stack": longest_stack("{n} draw twos in a row", "draw-two"),
        "gotcha": MomentText(
            "Caught without “one”", "{player} asked {other} for the count", "gotcha", "t-red", "caught"
        ),
        **SheddingPresenter.moments,
    }
    usual = STYLES[""]
    wordings = wordings(STYLES[""])
    setup = Setup(
        Options,
        asked=[
            Ask(
                "copies",
                "Copies of each card",
                texts={"2": "Two of each", "3": "Triple Zar"},
                read=int,
                summary={"2": "two of each card", "3": "Triple Zar"},
            ),
            Ask(
                "in_turn_match",
                "The identical card, played in turn",
                texts={"yes": "a match", "no": "a plain play"},
                read="yes".__eq__,
            ),
            ENDS,
        ],
        rarer=[NEXT_DEALER, points_of(field.encode_name for field in structs.fields(Scale))],
        tracked=TRACK,
        above="games/house_zar/setup_above.html",
        house=HOUSE_RULES,
    )

    def style(self, look: AnyLook) -> Style:
        """The way this phone shows the game."""
        return STYLES.get(look.mode, self.usual)

    def links(self, look: AnyLook) -> tuple[MenuLink, ...]:
        """The other way to show it."""
        if STYLES.get(look.mode, self.usual) is self.usual:
            return (MenuLink(icon="cards", href=f"{look.url}?mode=zar", text="Show ZAR’s own cards"),)
        return (MenuLink(icon="cards", href=f"{look.url}?mode=", text="Show Uno cards"),)

    def move(self, sent: QueryDict) -> Moves | Refused:
        """The move that a form asks for; where nobody saw who was first, a coin is tossed here (21).

        The toss goes into the record with the move, so that it is the same ever after.
        """
        move = super().move(sent)
        if isinstance(move, CloseCall) and undecided(move):
            return structs.replace(move, toss=secrets.choice(move.players))
        return move
