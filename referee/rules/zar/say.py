"""Declarations (section 7, 13.2, Table 2): what a player has to say with a play, in full."""

from __future__ import annotations

from typing import Literal

Kind = Literal["play", "match", "self_match"]

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
_MULTIPLES = {2: "DOUBLE", 3: "TRIPLE", 4: "QUAD"}
_AFTER_ZAR = {"MATCH": "ZAR'CH", "DOUBLE": "ZAR'BLE", "TRIPLE": "ZAR'PLE", "QUAD": "ZAR'QUAD"}


def multiple(cards: int) -> str:
    """The word for so many identical cards: "" for one, then DOUBLE, TRIPLE, QUAD, 5-OF-A-KIND.

    >>> multiple(2), multiple(5)
    ('DOUBLE', '5-OF-A-KIND')
    """
    return "" if cards < 2 else _MULTIPLES.get(cards, f"{cards}-OF-A-KIND")


def declaration(kind: Kind, *, cards: int, run: int, left: int, repeats: bool, declare: str | None) -> str:
    """What is said, in the order of section 7; "" for nothing.

    `run` is how many of the player's own cards are on top after a match on oneself (settled 16), `left` what
    is still held, `repeats` whether the play repeats the top card without being a match (FAQ 3).

    >>> declaration("match", cards=3, run=3, left=1, repeats=False, declare="blue")
    "ZAR'CH-TRIPLE-BLUE"
    >>> declaration("play", cards=1, run=1, left=0, repeats=True, declare=None)
    'NOT A MATCH-OUT'
    """
    parts = [
        "ZAR" if left == 1 else "",
        "MATCH" if kind == "match" else "NOT A MATCH" if repeats else "",
        multiple(run if kind == "self_match" else cards),
        SPOKEN[declare] if declare else "",
        "OUT" if left == 0 else "",
    ]
    spoken = [part for part in parts if part]
    if spoken[0:1] == ["ZAR"] and len(spoken) > 1 and spoken[1] in _AFTER_ZAR:
        spoken[0:2] = [_AFTER_ZAR[spoken[1]]]
    return "-".join(spoken)
