"""How the cards of NumZumZero look on a page."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from referee.games.numzumzero.context import CardView, KeyView
from referee.rules.numzumzero import cards


def face(card: str) -> CardView:
    """A card of the game."""
    return CardView(card=card, color="blue" if card.startswith("blue") else "orange", value=cards.value(card))


def pad(off: Collection[str], collects: Mapping[str, str] | None = None) -> tuple[KeyView, ...]:
    """The 14 keys, blue before orange; those of cards that cannot be there are `off`."""
    marks = collects or {}
    return tuple(
        KeyView(
            card=look.card,
            color=look.color,
            value=look.value,
            off=look.card in off,
            collects=marks.get(look.card, ""),
        )
        for look in map(face, cards.CARDS)
    )
