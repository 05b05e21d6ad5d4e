"""What of a game is worth telling afterwards, in words: of each game the feats that make a moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Telling:
    """A feat as a moment: `title` may name {n}, `text` the {player} and the {other} with the feat `paired`.

    `then` is a feat that comes of it: the words name {after} and {m} for whoever had it next, and how much.
    `least` is how much it takes, `top` says that only the most of a game is told, `weight` how much it is
    worth among others. `sign` and `look` are those of a tile.
    """

    title: str
    text: str
    sign: str
    look: str = ""
    paired: str = ""
    then: str = ""
    least: int = 1
    top: bool = False
    weight: int = 50


_ILLEGAL = Telling("An illegal play", "{player} was caught at it", "cross", "t-red", weight=20)
#: By the game's key and the feat's name. A score sheet has its rounds to tell of, and nothing besides.
TELLINGS: Mapping[str, Mapping[str, Telling]] = {
    "zar": {
        "stack": Telling(
            "{n} wasps in a row",
            "{player} played the last one, {after} drew {m:card|cards}",
            "wasp",
            "t-yellow",
            then="stung",
            least=2,
            top=True,
        ),
        "gotcha": Telling(
            "GOTCHA!", "{player} caught {other}, who forgot to say ZAR", "gotcha", "t-red", "caught"
        ),
        "illegal": _ILLEGAL,
    },
    "house_zar": {
        "stack": Telling(
            "{n} draw twos in a row",
            "{player} played the last one, {after} drew {m:card|cards}",
            "draw-two",
            "t-yellow",
            then="stung",
            least=2,
            top=True,
        ),
        "gotcha": Telling(
            "Caught without “one”", "{player} asked {other} for the count", "gotcha", "t-red", "caught"
        ),
        "illegal": _ILLEGAL,
    },
    "numzumzero": {
        "longest": Telling(
            "{n:card|cards} in one column",
            "{player} collected them all",
            "cards",
            "t-blue",
            least=3,
            top=True,
        ),
        "field": Telling("The field was empty", "{player} collected its last cards", "star", "t-yellow"),
        "returned": Telling("A token given back", "{player} had to return it", "token", "t-red", weight=20),
    },
    "zarathustra": {
        "sweep": Telling(
            "{n:tile|tiles} of others removed",
            "{player} did it with one tile",
            "skull",
            "t-red",
            least=2,
            top=True,
        ),
        "placing": Telling(
            "{n:blank edge|blank edges} at once",
            "{player} gained them by one tile",
            "star",
            "t-blue",
            least=4,
            top=True,
        ),
    },
    "zero_zap": {
        "zap": Telling("Zero Zap!", "{player} zapped {other}", "zap", "t-yellow", "zapped", weight=70),
        "stolen": Telling("A group stolen", "{player} took it from {other}", "steal", "t-red", "robbed"),
    },
    "crazy_eights": {},
    "score_sheet": {},
}
