"""ZAR's own part of its pages."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from referee.rules.zar.game import GAME
from referee.rules.zar.state import Options, Scale
from referee.table.shedding.presenter import SheddingPresenter
from referee.table.shedding.setup import Ask, Setup
from referee.table.zar.faces import STYLE

_MOST = 8


def _limits(options: Any) -> str:
    more = "" if options.half_decks > 2 else "; with 3 half decks or more, up to 14"
    return f"2 to {options.most_players} players{more}."


class ZarSetup(Setup):
    """Beside the fields one by one, no more Chameleons than half decks (settled 20)."""

    def options(self, sent: QueryDict) -> tuple[dict[str, Any], list[str]]:
        raw, wrong = super().options(sent)
        half_decks, chameleons = raw.get("half_decks", 2), raw.get("chameleons", 0)
        if not wrong and chameleons > half_decks:
            wrong = [f"{half_decks} half decks take {half_decks} Chameleons at most, not {chameleons}."]
        return raw, wrong


class ZarPresenter(SheddingPresenter):
    """How ZAR looks."""

    rules = GAME
    blurb = "Get rid of your cards, match out of turn, make the others draw. The lowest score wins."
    limits = "2 to 9 players; with 3 half decks or more, up to 14."
    usual = STYLE
    setup = ZarSetup(
        agreed_type=Options,
        deck=(
            Ask("half_decks", "Half decks", {str(n): str(n) for n in range(2, _MOST + 1)}, int, short=True),
            Ask(
                "chameleons",
                "Chameleons",
                {"0": "none"} | {str(n): str(n) for n in range(1, _MOST + 1)},
                int,
                short=True,
            ),
        ),
        deck_hint="A half deck has every card once. At most one Chameleon for each.",
        kinds=Scale.__struct_fields__,
        limits=_limits,
    )


PRESENTER = ZarPresenter()
