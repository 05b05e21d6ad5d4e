"""How the cards of the Game of Zar look: those of an Uno deck, or ZAR's own in their place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from referee.games.house_zar.faq import questions
from referee.games.parts import Face
from referee.games.shedding.style import Style
from referee.games.shedding.views import Words
from referee.games.zar import faces as zar
from referee.rules.house_zar import cards
from referee.rules.house_zar.game import GAME
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, InPlay, Top

_NAMES = {
    "draw two": "Draw 2",
    "wild 1": "Wild",
    "wild 2": "Wild +4",
    "dragon 1": "Dragon 8",
    "dragon 2": "Dragon 9",
    "plain": "Number",
}
#: The cards that the Uno deck lends (1): its two wilds, and red 8s and 9s.
_LABELS = {
    "wild 1": "wild",
    "wild 2": "wild +4",
    "dragon 1": "dragon (red 8)",
    "dragon 2": "dragon (red 9)",
    "plain": "number",
}
_ART = {
    "wild": "wild-1",
    "dragon": "dragon-8",
    "dragon 1": "dragon-8",
    "dragon 2": "dragon-9",
}
#: For each word of this game, the word of a ZAR deck that can stand in for it.
_ZAR = {
    "yellow": "yellow",
    "green": "red",
    "blue": "blue",
    **dict(zip(cards.NUMBERS, ("cloud", "galaxy", "lightning", "moon", "star", "sun"), strict=True)),
    "skip": "frog",
    "draw two": "wasp",
    "reverse": "crab",
    "wild 1": "front peacock",
    "wild 2": "side peacock",
    "dragon 1": "winged dragon",
    "dragon 2": "unwinged dragon",
    "wild": "peacock",
    "dragon": "dragon",
}


class UnoStyle(Style):
    """The game as an Uno deck shows it."""

    rules = GAME
    words = Words(
        flip="Put a wild or a dragon back and flip another.",
        draws="",
        passes="Draw 1, pass",
        owes="“one”",
        owing="owes “one”",
        said="Said “one”",
        ask="“How many cards?”, asked by",
        penalty="Penalty card",
        illegal="The play and everything after it are undone. Nobody draws for it.",
        undo="It was illegal: undo it",
        owed="“One”?",
        close="Which two cards met?",
        fine="Too tangled to undo: a penalty card for",
        fine_why="a play too tangled to undo",
        cry="One!",
        gotcha="How many cards?",
    )
    sentences = {
        moves.Take: "{player} draws for the draw twos",
        moves.SayZar: "{player} says “one”",
        moves.Gotcha: "{caller} asks {target}: how many cards?",
        moves.Penalty: "A penalty card for {player}",
    }
    colors = cards.COLORS
    symbols = cards.NUMBERS + cards.COMMANDS
    powers = {"a wild": cards.WILDS, "a dragon": cards.DRAGONS}
    # What is declared, too, has the word of the deck here.
    names_cards = Style.names_cards | {"declared", "wanted", "power"}
    elsewhere = ("house_zar settled 14",)
    voids = ("house_zar 18", "house_zar settled 10")
    rows = (("match", "play"), ("match", "match"))
    events = {"play": "playing in turn", "match": "playing a match"}
    underneath = rows
    unknown = "Nobody can tell: toss a coin"
    fines = ("house_zar 19",)
    last_word = "house_zar 7"
    penalty_instead = True

    def face(self, card: str) -> Face:
        return _face(card)

    def declared(self, word: str) -> str:
        return f"any {word}" if word in cards.NUMBERS else word

    def demand(self, state: InPlay[Agreed]) -> str:
        return f"Draw {state.draw_count}, or add a draw two" if state.draw_count else ""

    def stands_for(self, given: tuple[str, ...], top: Top) -> str:
        return GAME.stands_for(given, top)

    def questions(self, state: InPlay[Agreed]) -> Iterator[tuple[str, str, str]]:
        return questions(self, state)


@lru_cache(512)
def _face(card: str) -> Face:
    """A card, a kind of card, or what is declared; on a number its name is the picture."""
    first, _, rest = card.partition(" ")
    color = first if first in cards.COLORS else ""
    shown = rest if color and rest else card
    name = _NAMES.get(shown) or shown[:1].upper() + shown[1:]
    bare = shown in cards.NUMBERS or shown in cards.COLORS
    art = "" if bare else _ART.get(shown) or shown.replace(" ", "-")
    return Face(card=card, name=name, label=_LABELS.get(card, card), art=art, look=color)


class ZarDeckStyle(UnoStyle):
    """The same game as a ZAR deck shows it: `green 3` is the red lightning bolt."""

    def face(self, card: str) -> Face:
        return _zar_face(card)

    def declared(self, word: str) -> str:
        return zar.declared(_ZAR.get(word, word))

    def said(self, say: str) -> str:
        known = [(part, _ZAR.get(part.lower())) for part in say.split("-")]
        return "-".join(zar.declared(word).upper() if word else part for part, word in known)


@lru_cache(512)
def _zar_face(card: str) -> Face:
    color, _, shown = card.partition(" ")
    known = _ZAR.get(card, card)
    if color in cards.COLORS and shown:
        known = f"{_ZAR[color]} {_ZAR.get(shown, shown)}"
    return replace(zar.face(known), card=card)


#: The ways to show the game, by the word in the cookie of a phone.
STYLES = {"": UnoStyle(), "zar": ZarDeckStyle()}
