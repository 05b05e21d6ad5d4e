"""How ZAR's cards look and what they are called on a page."""

from __future__ import annotations

from functools import cache
from typing import Any

from referee.rules.shedding import state as shedding
from referee.rules.shedding.state import Top
from referee.rules.zar import cards, close_call
from referee.rules.zar.game import GAME
from referee.rules.zar.play import skipping_out, stands_for
from referee.rules.zar.state import Live
from referee.table.shedding.context import CardView, Color, Words
from referee.table.shedding.style import Style

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


class ZarStyle(Style):
    """ZAR as its deck shows it."""

    rules = GAME
    words = Words(
        flip="A Power card is buried, and another flipped.",
        waiting="Or a match, or a GOTCHA on {out}: tap the player.",
        draws="Draw",
        passes="Pass",
        owes="ZAR",
        owing="owes “ZAR”",
        said="Said “ZAR”",
        ask="GOTCHA, called by",
        penalty="Penalty card",
        illegal="A play was illegal: undo it and all after it",
        close="Close call: which two happened at once?",
        fine="An intended false call: one card for",
        fine_why="false call",
    )
    sentences = {
        "take": "{player} takes what the Wasps ask for",
        "zar": "{player} says “ZAR”",
        "gotcha": "{caller} calls GOTCHA on {target}",
        "penalty": "A penalty card for {player}",
    }
    colors = cards.COLORS
    symbols = cards.SYMBOLS + cards.COMMANDS
    powers = {"a Dragon": cards.DRAGONS, "a Peacock": cards.PEACOCKS}
    mixes = cards.CHAMELEON
    elsewhere = ("zar 7", "zar 9.1")
    rows = tuple((min(row), max(row)) for row in close_call.ROWS)
    events = close_call.NAMES
    underneath = tuple((min(row), max(row)) for row in close_call.UNDERNEATH)
    knocked = True

    def face(self, card: str) -> CardView:
        return face(card)

    def declared(self, word: str) -> str:
        return declared(word)

    def stands_for(self, given: tuple[str, ...], top: Top) -> str:
        return stands_for(given, top)

    def demand(self, state: shedding.Live[Any]) -> str:
        if state.draw_count:
            return f"draw {state.draw_count} or play a Wasp"
        if not isinstance(state, Live):
            return ""
        if state.hands[state.turn] == 1 and skipping_out(state, state.turn):
            return "skipped here: draw or pass, no last card"
        return "drew one: play it or pass" if state.drawn else ""


STYLE = ZarStyle()
