"""Declarations (section 7, 13.2, Table 2): what a player has to say with a play, in full."""

from __future__ import annotations

from referee.rules.shedding.play import Reading
from referee.rules.shedding.state import Agreed

SPOKEN = {
    "cloud": "CLOUDS",
    "galaxy": "GALAXIES",
    "lightning": "LIGHTNING BOLTS",
    "moon": "MOONS",
    "star": "STARS",
    "sun": "SUNS",
    "blue": "BLUE",
    "red": "RED",
    "yellow": "YELLOW",
}
_MULTIPLES = {1: "", 2: "DOUBLE", 3: "TRIPLE", 4: "QUAD"}
_AFTER_ZAR = {"MATCH": "ZAR'CH", "DOUBLE": "ZAR'BLE", "TRIPLE": "ZAR'PLE", "QUAD": "ZAR'QUAD"}


_BEFORE_ZAR = {"ZAR": "", **{said: word for word, said in _AFTER_ZAR.items()}}


def without_zar(say: str) -> str:
    """What is said with a play, but for the word of the last card.

    >>> without_zar("ZAR'CH-MOONS"), without_zar("ZAR"), without_zar("NOT A MATCH")
    ('MATCH-MOONS', '', 'NOT A MATCH')
    """
    first, *more = say.split("-")
    return "-".join(filter(None, [_BEFORE_ZAR.get(first, first), *more]))


def multiple(cards: int) -> str:
    """The word for so many identical cards: "" for one, then DOUBLE, TRIPLE, QUAD, 5-OF-A-KIND.

    >>> multiple(2), multiple(5)
    ('DOUBLE', '5-OF-A-KIND')
    """
    return _MULTIPLES.get(cards, f"{cards}-OF-A-KIND")


def declaration(play: Reading[Agreed], cards: int) -> str:
    """What is said with a play, in the order of section 7; "" for nothing.

    `cards` are the identical ones of the play, or of all that a match on oneself has on top (settled 16).
    """
    kind, declare = play.kind, play.declare
    first = "ZAR" if play.left == 1 else ""
    parts = [
        "MATCH" if kind == "match" else "NOT A MATCH" if play.repeats and kind == "play" else "",
        multiple(cards),
        SPOKEN[declare] if declare else "",
        "OUT" if play.left == 0 else "",
    ]
    spoken = [part for part in parts if part]
    if first and spoken and spoken[0] in _AFTER_ZAR:
        first, *spoken = [_AFTER_ZAR[spoken[0]], *spoken[1:]]
    return "-".join([first, *spoken] if first else spoken)
