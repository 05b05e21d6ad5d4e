"""How ZAR's cards look and what they are called on a page."""

from __future__ import annotations

from functools import cache

from referee.rules.zar import cards
from referee.table.zar.context import CardView, Color

_COLORS: dict[str | None, Color] = {"blue": "blue", "red": "red", "yellow": "yellow"}
_NAMES = {
    "lightning": "Bolt",
    "winged dragon": "Winged",
    "unwinged dragon": "Unwinged",
    "front peacock": "Front",
    "side peacock": "Side",
}
_LABELS = {
    "winged dragon": "winged Dragon",
    "unwinged dragon": "unwinged Dragon",
    "front peacock": "front Peacock",
    "side peacock": "side Peacock",
    "chameleon": "Chameleon",
}
_ART_OF_KINDS = {"dragon": "winged-dragon", "peacock": "front-peacock"}
_PLURAL_LABELS = {"lightning": "lightning bolts", "galaxy": "galaxies"}


@cache
def face(card: str) -> CardView:
    """A card, or a kind of card, or a symbol or colour to declare."""
    color = _COLORS.get(cards.color(card), "") if card not in cards.COLORS else _COLORS[card]
    symbol = cards.symbol(card) or card
    name = _NAMES.get(symbol) or (symbol if " " not in symbol else card).capitalize()
    return CardView(card=card, name=name, label=label(card), art=art(card), color=color)


def label(card: str) -> str:
    """A card in the middle of a sentence: `red Wasp`, `blue moon`, `winged Dragon`."""
    if card in _LABELS:
        return _LABELS[card]
    words = card.split() or [""]  # a card that was refused can be anything
    if words[-1] in (*cards.COMMANDS, "dragon", "peacock"):
        words[-1] = words[-1].capitalize()
    return " ".join(words).replace("lightning", "lightning bolt")


def art(card: str) -> str:
    """The symbol of static/art/sprite.svg that shows a card."""
    if card in cards.COLORS:
        return ""
    if cards.color(card):
        return cards.symbol(card) or ""
    return _ART_OF_KINDS.get(card) or card.replace(" ", "-")


def declared(word: str) -> str:
    """A declaration in the middle of a sentence: `moons`, `lightning bolts`, `red`."""
    return word if word in cards.COLORS else _PLURAL_LABELS.get(word, f"{word}s")
