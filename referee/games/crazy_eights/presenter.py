"""From a Crazy Eights state to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar
from urllib.parse import urlencode

from django.http import QueryDict

from referee.games.crazy_eights import sheets, table
from referee.games.crazy_eights.dispute import CrazyEightsAnswers
from referee.games.presenter import TablePresenter
from referee.games.setup import ENDS, NEXT_DEALER, Ask, Setup
from referee.games.shedding import common
from referee.games.shedding.common import SHEDDING, headline, overruled, with_points
from referee.games.wording import PLAYER, Edit, Wording
from referee.rules.crazy_eights import cards, moves
from referee.rules.crazy_eights.game import GAME, Options, States
from referee.rules.engine import Move, Refused
from referee.rules.sentences import counted, joined
from referee.rules.shedding.state import Counting, Playing
from referee.web.components import TileView

_CARD = Edit("card", "Card", cards.CARDS)


def _plays(move: moves.Play) -> str:
    names = f" and names {move.suit}" if move.suit else ""
    return f"{move.player} plays the {move.card}{names}{overruled(move)}"


def _held(move: moves.Count) -> str:
    held = counted(move.points or 0, "point") if move.cards is None else joined(move.cards) or "no cards"
    return f"{move.player} is counted: {held}"


class CrazyEightsPresenter(TablePresenter[States, moves.Move]):
    """How Crazy Eights looks."""

    rules = GAME
    blurb = "Follow suit or rank. An eight goes on anything and names the suit. Out first scores the rest."
    limits = "2 to 5 players, with two packs up to 7."
    tile = TileView(look="t-red", letter="8")
    badges: ClassVar[Mapping[str, TileView]] = {
        "eights": TileView(look="t-red", letter="8"),
        "haul": TileView(look="t-green", sign="cards"),
    }
    mishaps: ClassVar[Mapping[str, TileView]] = {"drawn": TileView(look="t-blue", sign="cards")}
    first = "Deals first"
    answers = CrazyEightsAnswers()
    laying = (moves.Play,)
    headline = staticmethod(headline)
    stage = staticmethod(table.stage)
    now = staticmethod(table.now)
    action = staticmethod(table.action)
    seats = staticmethod(table.seats)
    sheet = staticmethod(sheets.sheet)
    setup = Setup(
        Options,
        asked=[
            Ask(
                "packs",
                "Cards",
                texts={"1": "One pack, 2 to 5 players", "2": "Two packs, 2 to 7 players"},
                read=int,
                told={"1": "1 pack", "2": "2 packs"},
            ),
            Ask(
                "draw",
                "Who does not play",
                texts={"one": "Draws one card", "until": "Draws until they can play"},
                told={"one": "draw one", "until": "draw until one fits"},
            ),
            ENDS,
        ],
        rarer=[NEXT_DEALER],
        limits=lambda options: f"2 to {options.most_players} players.",
    )
    wordings: ClassVar[Mapping[type[Move], Wording]] = {
        **SHEDDING,
        moves.Flip: Wording("First card: {card}", [_CARD]),
        moves.Play: Wording(
            _plays, [PLAYER, _CARD, Edit("suit", "An eight names", cards.SUITS, none="nothing")]
        ),
        moves.Count: Wording(_held, [PLAYER, Edit("points", "Points"), Edit("cards", "Card", cards.CARDS)]),
        moves.Recount: Wording("{player} holds {cards}, counted by hand", [PLAYER, Edit("cards", "Cards")]),
    }

    def form(self, sent: QueryDict) -> dict[str, object]:
        """A form's fields as a move of docs/record.md; points may be typed card by card."""
        return with_points(super().form(sent), sent)

    def asks(self, state: States, move: moves.Move) -> str | Refused:
        """The query of the sheet that asks for the suit of an eight; see Presenter."""
        if not isinstance(move, moves.Play) or move.suit or not isinstance(state, Playing):
            return ""
        if move.card not in cards.CARDS or not cards.is_eight(move.card):
            return ""
        answer = GAME.judge(state, table.with_any_suit(move))
        if isinstance(answer, Refused):
            return answer
        return urlencode({"sheet": "suit", "player": move.player, "card": move.card})

    def doubts(self, state: States, move: moves.Move, sent: QueryDict) -> str:
        """The query that asks about points which the cards of a hand can hardly make; see Presenter."""
        if not isinstance(move, moves.Count) or not isinstance(state, Counting):
            return ""
        return common.doubts(state, move.player, move.points, sent)

    def opening(self, dealer: str) -> moves.Move | None:
        """The dealer that was chosen deals."""
        return moves.Deal(dealer=dealer)
