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
