"""ZAR's own part of its pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from referee.games.presenter import MomentText
from referee.games.setup import ENDS, NEXT_DEALER, Ask, Group, Setup
from referee.games.shedding.presenter import HOUSE_RULES, TRACK, SheddingPresenter, longest_stack, points_of
from referee.games.shedding.wording import wordings
from referee.games.zar.faces import STYLE
from referee.rules.sentences import counted
from referee.rules.zar.game import GAME, Options, Scale
from referee.web.components import TileView

_MOST = 8
#: How many decks so many half decks are, as players count them.
_DECKS = {str(n): f"{n // 2}{'½' * (n % 2)}" for n in range(2, _MOST + 1)}


def _limits(options: Options) -> str:
    more = ", or up to 14 with 1½ decks (More options)" if options.half_decks == 2 else ""
    return f"2 to {options.most_players} players{more}."


class ZarPresenter(SheddingPresenter):
    """How ZAR looks."""

    rules = GAME
    blurb = "Get rid of your cards, match out of turn, make the others draw. The lowest score wins."
    limits = "2 to 9 players, or up to 14 with 1½ decks (More options)."
    tile = TileView(sign="winged-dragon")
    names = ("Tsar", "Czar")
    symbols = ("lightning", "galaxy", "moon", "star", "sun", "cloud")
    badges: ClassVar[Mapping[str, TileView]] = {
        "match": TileView(look="t-yellow", sign="lightning"),
        "gotcha": TileView(look="t-red", sign="gotcha"),
        "stack": TileView(sign="wasp"),
    }
    moments: ClassVar[Mapping[str, MomentText]] = {
        "stack": longest_stack("{n} wasps in a row", "wasp"),
        "gotcha": MomentText(
            "GOTCHA", "{player} caught {other}, who forgot to say ZAR", "gotcha", "t-red", "caught"
        ),
        **SheddingPresenter.moments,
    }
    called: ClassVar[Mapping[str, str]] = {"calls": "GOTCHA"}
    usual = STYLE
    wordings = wordings(STYLE)
    setup = Setup(
        Options,
        asked=[ENDS],
        rarer=[
            Group(
                "Deck",
                [
                    Ask(
                        "half_decks",
                        "Decks",
                        texts=_DECKS,
                        read=int,
                        summary={n: f"{decks} decks" for n, decks in _DECKS.items()} | {"2": "1 deck"},
                    ),
                    Ask(
                        "chameleons",
                        "Chameleons",
                        texts={"0": "none", "1": "1", "2": "2"}
                        | {str(n): f"{n} ({_DECKS[str(n)]} decks)" for n in range(3, _MOST + 1)},
                        read=int,
                        summary={str(n): counted(n, "chameleon") for n in range(1, _MOST + 1)},
                    ),
                ],
                hint="A deck has every card twice, half a deck once, and takes 2 chameleons at most.",
            ),
            NEXT_DEALER,
            Ask(
                "late_gotcha",
                "GOTCHA after a last card",
                texts={"yes": "Still counts", "no": "Too late"},
                read="yes".__eq__,
                hint="Somebody plays their last card and never said “ZAR”. Can a GOTCHA still catch them?",
            ),
            Ask(
                "reminds",
                "Who has to say “ZAR”",
                texts={"yes": "The app reminds", "no": "Nobody is told"},
                read="yes".__eq__,
                hint="If nobody is told, no phone shows who owes “ZAR” until it is too late.",
            ),
            points_of(Scale.__struct_fields__),
        ],
        tracked=TRACK,
        limits=_limits,
        house=HOUSE_RULES,
    )
