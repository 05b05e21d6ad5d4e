"""How ZAR's cards look and what they are called on a page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.games.parts import Face
from referee.games.shedding.style import Style
from referee.games.shedding.views import Words
from referee.games.zar.faq import questions
from referee.rules.shedding import moves
from referee.rules.shedding import state as shedding
from referee.rules.shedding.state import Agreed, Top, out_of
from referee.rules.shedding.turn import UNDERNEATH
from referee.rules.zar import cards
from referee.rules.zar.game import GAME, Options, skipping_out
from referee.rules.zar.say import without_zar

_NAMES = {
    "lightning": "Bolt",
    "winged dragon": "Winged",
    "unwinged dragon": "Unwinged",
    "front peacock": "Front",
    "side peacock": "Side",
}
_ART_OF_KINDS = {"dragon": "winged-dragon", "peacock": "front-peacock"}
_PLURAL_LABELS = {"lightning": "lightning bolts", "galaxy": "galaxies"}


@lru_cache(512)
def face(card: str) -> Face:
    """A card, or a kind of card, or a symbol or colour to declare."""
    shown = cards.SHOWN.get(card)
    color = (shown.color or "") if shown else card if card in cards.COLORS else ""
    symbol = shown.symbol if shown and shown.symbol else card
    name = _NAMES.get(symbol) or (symbol if " " not in symbol else card).capitalize()
    return Face(card=card, name=name, label=label(card), art=art(card), look=color)


def label(card: str) -> str:
    """A card in the middle of a sentence: `red wasp`, `yellow lightning bolt`, `winged dragon`."""
    return card.replace("lightning", "lightning bolt")


def art(card: str) -> str:
    """The symbol of static/art/ that shows a card."""
    if card in cards.COLORS:
        return ""
    if (shown := cards.SHOWN.get(card)) and shown.symbol:
        return shown.symbol
    return _ART_OF_KINDS.get(card) or card.replace(" ", "-")


def declared(word: str) -> str:
    """A declaration in the middle of a sentence: `moons`, `lightning bolts`, `red`."""
    return word if word in cards.COLORS else _PLURAL_LABELS.get(word, f"{word}s")


class ZarStyle(Style):
    """ZAR as its deck shows it."""

    rules = GAME
    words = Words(
        flip="Bury a power card and flip another.",
        draws="Draw",
        passes="Pass",
        owes="ZAR",
        owing="owes “ZAR”",
        said="Said “ZAR”",
        ask="GOTCHA, called by",
        penalty="Penalty card",
        illegal="The play and all plays after it are undone, and its player draws. Calls made since"
        " stand where they are still due: ZAR, GOTCHA, penalty cards.",
        undo="It was illegal: undo it",
        owed="GOTCHA?",
        close="Which two happened at once?",
        fine="A deliberate false call costs a card. Who draws?",
        fine_why="false call",
        cry="ZAR!",
        gotcha="GOTCHA!",
    )
    sentences = {
        moves.Take: "{player} draws for the wasps",
        moves.SayZar: "{player} says “ZAR”",
        moves.Gotcha: "{caller} calls GOTCHA on {target}",
        moves.Penalty: "A penalty card for {player}",
    }
    colors = cards.COLORS
    symbols = cards.SYMBOLS + cards.COMMANDS
    powers = {"a dragon": cards.DRAGONS, "a peacock": cards.PEACOCKS}
    mixes = cards.CHAMELEON
    elsewhere = ("zar 7", "zar 9.1")
    rows = tuple((min(row), max(row)) for row in GAME.races)
    events = GAME.events
    underneath = tuple((min(row), max(row)) for row in UNDERNEATH)
    knocked = True
    voids = ("zar settled 22",)
    fines = ("zar 8", "zar 11.8")
    last_word = "zar 6"

    def face(self, card: str) -> Face:
        return face(card)

    def declared(self, word: str) -> str:
        return declared(word)

    def stands_for(self, given: tuple[str, ...], top: Top) -> str:
        return GAME.stands_for(given, top)

    def demand(self, state: shedding.InPlay[Agreed]) -> str:
        if state.draw_count:
            gone = sum(number for card, number in state.laid.items() if card.endswith("wasp"))
            other = ", or play a wasp" if gone < state.options.copies("wasp") else ""
            return f"Draw {state.draw_count}{other}"
        if state.hands[state.turn] == 1 and skipping_out(state, state.turn):
            return "Draw before a last card"
        return "Play a card, or pass" if state.since.drawn else ""

    def reminds(self, options: Agreed) -> bool:
        return not isinstance(options, Options) or options.reminds

    def unprompted(self, say: str) -> str:
        return without_zar(say)

    def stops(self, state: shedding.InPlay[Agreed]) -> tuple[str, ...]:
        out, options = out_of(state), state.options
        # Where nobody is told who owes the word, this does not tell it either.
        catches = out in state.owes or not self.reminds(options)
        late = isinstance(options, Options) and options.late_gotcha
        return (f"a GOTCHA on {out}",) if late and catches else ()

    def questions(self, state: shedding.InPlay[Agreed]) -> Iterator[tuple[str, str, str]]:
        return questions(self, state)


STYLE = ZarStyle()
