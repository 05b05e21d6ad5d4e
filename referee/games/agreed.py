"""What a table agreed on, in a few words for whoever looks back: how far it went, cards, house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec

from referee.rules.crazy_eights.state import Options as EightsOptions
from referee.rules.house_zar.state import Options as HouseOptions
from referee.rules.score_sheet.state import Options as SheetOptions
from referee.rules.sentences import counted
from referee.rules.zar.state import Options as ZarOptions
from referee.rules.zero_zap.state import Options as ZapOptions

_KINDS = {
    "crazy_eights": EightsOptions,
    "house_zar": HouseOptions,
    "score_sheet": SheetOptions,
    "zar": ZarOptions,
    "zero_zap": ZapOptions,
}


@dataclass(frozen=True)
class Agreed:
    """The score that ends the game, None for none, and in words all that was agreed on."""

    limit: int | float | None
    words: tuple[str, ...]


def agreed(key: str, options: Mapping[str, object]) -> Agreed:
    """What a game's options say; the usual ones are said too."""
    if key not in _KINDS:
        # NumZumZero has no other choice than its Advanced game, Zarathustra none at all.
        return Agreed(None, ("Advanced game",) if options.get("advanced") else ())
    read = msgspec.convert(options, _KINDS[key])
    return Agreed(read.end.score, tuple(_words(read, read.end.score)))


def _words(
    options: EightsOptions | HouseOptions | SheetOptions | ZarOptions | ZapOptions,
    limit: float | None,
) -> Iterator[str]:
    if limit is not None:
        yield f"to {limit}"
    match options:
        case ZarOptions():
            yield from _tracked(options.track)
            yield counted(options.half_decks, "half deck")
            if options.chameleons:
                yield counted(options.chameleons, "chameleon")
            yield from _house(options)
        case HouseOptions():
            yield from _tracked(options.track)
            yield "Triple Zar" if options.copies_each == 3 else "two of each card"
            yield from _house(options)
        case EightsOptions():
            yield counted(options.packs, "pack")
            yield "draw until one fits" if options.draw == "until" else "draw one"
        case SheetOptions():
            if options.end.rounds:
                yield counted(options.end.rounds, "round")
            yield "lowest wins" if options.wins == "low" else "highest wins"


def _tracked(track: str) -> Iterator[str]:
    yield "quick tracking" if track == "quick" else "full tracking"


def _house(options: ZarOptions | HouseOptions) -> Iterator[str]:
    """Whether cards count as the rulebook says."""
    usual = type(options)(end=options.end, track=options.track)
    changed = [
        text
        for text, name in (
            ("own points for cards", "points"),
            ("own rule for the next dealer", "next_dealer"),
        )
        if getattr(options, name) != getattr(usual, name)
    ]
    yield from changed or ["no house rules"]
