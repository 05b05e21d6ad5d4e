"""What is worth a badge: what players are proud of among all that the record counts, with its card."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.tiles import TileView

#: The badges of each game, in their order: a look, and a sign of the sprite or a letter.
_BADGES: Mapping[str, Mapping[str, TileView]] = {
    "zar": {
        "match": TileView(look="t-yellow", sign="lightning"),
        "gotcha": TileView(look="t-red", sign="gotcha"),
        "stack": TileView(look="", sign="wasp"),
    },
    "house_zar": {
        "match": TileView(look="t-yellow", sign="lightning"),
        "gotcha": TileView(look="t-red", sign="gotcha"),
        "stack": TileView(look="t-blue", sign="draw-two"),
    },
    "crazy_eights": {
        "eights": TileView(look="t-red", letter="8"),
        "haul": TileView(look="t-green", sign="cards"),
    },
    "numzumzero": {
        "column": TileView(look="t-blue", sign="up"),
        "cards": TileView(look="t-yellow", sign="cards"),
        "field": TileView(look="t-green", sign="reshuffle"),
        "longest": TileView(look="", sign="star"),
    },
    "zarathustra": {
        "placed": TileView(look="t-green", sign="shield-edge"),
        "struck": TileView(look="t-red", sign="sword-edge"),
        "placing": TileView(look="t-blue", sign="plain"),
        "sweep": TileView(look="", sign="skull"),
    },
    "zero_zap": {
        "out": TileView(look="t-green", sign="tick"),
        "zap": TileView(look="t-yellow", sign="zap"),
        "stolen": TileView(look="t-red", sign="steal"),
        "round": TileView(look="t-blue", sign="star"),
    },
}


def badges(rules: str) -> Mapping[str, TileView]:
    """What earns a badge in a game, by the names of its feats; nothing at a score sheet."""
    return _BADGES.get(rules, {})


#: The cards of what is counted beside: of every game, and what nobody is proud of.
_OTHERS: Mapping[str, TileView] = {
    "highest": TileView(look="t-green", sign="up"),
    "lowest": TileView(look="t-blue", sign="down"),
    "highest_hand": TileView(look="t-green", sign="plus"),
    "lowest_hand": TileView(look="t-blue", sign="cards"),
    "run": TileView(look="t-yellow", sign="lightning"),
    "wins": TileView(look="t-yellow", sign="crown"),
    "hand_won": TileView(look="t-green", sign="star"),
    "matched": TileView(look="t-blue", sign="lightning"),
    "stung": TileView(look="t-red", sign="wasp"),
    "caught": TileView(look="t-blue", sign="gotcha"),
    "illegal": TileView(look="t-red", sign="cross"),
    "lost": TileView(look="t-blue", sign="shield-edge"),
    "zapped": TileView(look="t-red", sign="zap"),
    "robbed": TileView(look="t-blue", sign="steal"),
    "drawn": TileView(look="t-blue", sign="cards"),
    "returned": TileView(look="t-red", sign="token"),
}


def card_of(rules: str, what: str) -> TileView:
    """The card of anything that is counted; a star where it has none of its own."""
    return badges(rules).get(what) or _OTHERS.get(what) or TileView(look="", sign="star")
