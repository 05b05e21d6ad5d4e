"""The sheets of a Crazy Eights table: what opens in the place of the pad when somebody asks for it."""

from __future__ import annotations

from urllib.parse import urlencode

from referee.games.context import Sheet
from referee.games.crazy_eights.context import CardsSheet, SeatSheet, SuitSheet
from referee.games.crazy_eights.faces import known_suit, suit_slots, suits
from referee.games.crazy_eights.in_play import mark
from referee.games.frame import menu
from referee.games.look import AnyLook
from referee.rules.crazy_eights import cards
from referee.rules.crazy_eights.game import GAME
from referee.rules.crazy_eights.state import Playing, States
from referee.rules.shedding.state import Dealt
from referee.web.components import Field
from referee.web.wording import whole_number


def asked(look: AnyLook, state: States) -> Sheet | None:
    """The sheet that the address asks for, if it makes sense now."""
    match look.asked.get("sheet"):
        case "menu":
            void = Field(name="Give this hand up, unscored", value="void")
            return menu(look, GAME, moves=[void] if isinstance(state, Dealt) else ())
        case "suit":
            return _suit(look, state)
        case "cards" if isinstance(state, Playing):
            shown = known_suit(look.asked.get("suit", ""))
            address = f"{look.url}?sheet=cards&"
            pad = suit_slots(
                shown, lambda suit: address + urlencode({"suit": suit}), lambda card: mark(state, card)
            )
            return CardsSheet(player=state.turn, pad=pad)
        case "seat" if isinstance(state, Playing):
            return _seat(look, state)
    return None


def _suit(look: AnyLook, state: States) -> SuitSheet | None:
    card, player = look.asked.get("card", ""), look.asked.get("player", "")
    if card not in cards.CARDS or not cards.is_eight(card) or player not in state.players:
        return None
    fields = {"do": "play", "player": player, "card": card, "instead": look.asked.get("instead", "")}
    return SuitSheet(
        card=card,
        player=player,
        fields=tuple(Field(name=name, value=value) for name, value in fields.items() if value),
        suits=suits(),
    )


def _seat(look: AnyLook, state: Playing) -> SeatSheet | None:
    place = whole_number(look.asked.get("player", ""))
    if place is None or place >= len(state.players):
        return None
    name = state.players[place]
    return SeatSheet(name=name, cards=state.hands[name])
