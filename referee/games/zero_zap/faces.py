"""How Zero Zap's cards look and what they are called on a page."""

from __future__ import annotations

from functools import lru_cache

from referee.games.parts import Face
from referee.rules.zero_zap import cards

#: What stands on a card, and its symbol in static/art/sprite.svg.
_NAMES = {
    cards.WILD: ("Wild", "star"),
    "reshuffle": ("Reshuffle", "reshuffle"),
    "steal": ("Steal", "steal"),
    "give": ("Give", "give"),
    "bonus": ("Bonus 2", "bonus"),
    "pass hands": ("Hands", "pass-right"),
    "pass color": ("Colour", "pass-left"),
    cards.ZERO_ZAP: ("Zero Zap", "zap"),
}
_LABELS = {
    "pass color": "pass colour",
    cards.ZERO_ZAP: "Zero Zap",
}


def label(card: str) -> str:
    """A card in the middle of a sentence: `red 4`, `double red`, `wild`, `pass colour`."""
    return _LABELS.get(card, card)


@lru_cache(512)
def face(card: str) -> Face:
    """A card as it is drawn. Any card of the game."""
    match cards.kind(card):
        case "number":
            color, number = cards.color_of(card), str(cards.number_of(card))
            return Face(card=card, name=number, label=card, look=color)
        case "double":
            color = card.removeprefix("double ")
            return Face(card=card, name="×2", label=card, look=color)
    name, art = _NAMES[card]
    return Face(card=card, name=name, label=label(card), art=art)
