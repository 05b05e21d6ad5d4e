"""The sheets of a Crazy Eights table: what opens in the place of the pad when somebody asks for it."""

from __future__ import annotations

from referee.games.crazy_eights.table import every_card, mark, suit_face
from referee.games.frame import fields_of, menu
from referee.games.look import AnyLook
from referee.games.parts import Sheet
from referee.rules.crazy_eights import cards
from referee.rules.crazy_eights.game import GAME, Options, States
from referee.rules.shedding.state import Dealt, Playing
from referee.web.components import Field
from referee.web.wording import whole_number


def sheet(look: AnyLook) -> Sheet | None:
    """The sheet that the address asks for, if it makes sense now."""
    state: States = look.state
    match look.asked.get("sheet"):
        case "menu":
            void = Field(name="Give this hand up, unscored", value="void")
            return menu(look, GAME, moves=[void] if isinstance(state, Dealt) else ())
        case "suit":
            return _suit(look, state)
        case "cards" if isinstance(state, Playing):
            pad = every_card(look, f"{look.url}?sheet=cards&", lambda card: mark(state, card))
            template = "games/crazy_eights/sheets/cards.html"
            return Sheet.of("cards", template, tall=True, player=state.turn, pad=pad)
        case "seat" if isinstance(state, Playing):
            return _seat(look, state)
    return None


def _suit(look: AnyLook, state: States) -> Sheet | None:
    """Which suit an eight names."""
    card, player = look.asked.get("card", ""), look.asked.get("player", "")
    if card not in cards.CARDS or not cards.is_eight(card) or player not in state.players:
        return None
    fields = {"do": "play", "player": player, "card": card, "instead": look.asked.get("instead", "")}
    return Sheet.of(
        "suit",
        "games/crazy_eights/sheets/suit.html",
        card=card,
        player=player,
        fields=tuple(fields_of({name: value for name, value in fields.items() if value})),
        suits=tuple(map(suit_face, cards.SUITS)),
    )


def _seat(look: AnyLook, state: Playing[Options]) -> Sheet | None:
    """How many cards a player holds, to be put right."""
    place = whole_number(look.asked.get("player", ""))
    if place is None or place >= len(state.players):
        return None
    name = state.players[place]
    return Sheet.of("seat", "games/crazy_eights/sheets/seat.html", name=name, cards=state.hands[name])
