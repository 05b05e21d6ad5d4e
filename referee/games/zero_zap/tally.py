"""The calculator's words: a player's round as taps (`set red 4`, `out`, `held 3`), and as the record's."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from referee.rules.zero_zap.cards import COLORS
from referee.rules.zero_zap.moves import Scored, Sheet
from referee.web.wording import whole_number

MOST_HELD = 99
#: Taps that are read: the whole deck takes some sixty, and each line of the page has an address of all.
MOST_TAPS = 100


def tapped(sheet: Sheet, text: str) -> Sheet | None:
    """The player's round after one more tap; a second tap takes most things away. None for no tap."""
    match text.split():
        case ["set" | "run" as kind, color, number] if color in COLORS and number in tuple("34567"):
            group = Scored(color, int(number))
            if kind == "set":
                return replace(sheet, sets=(*sheet.sets, group)) if group.cards < 5 else None
            return replace(sheet, runs=(*sheet.runs, group))
        case ["double", color] if color in COLORS:
            had = color in sheet.doubles
            kept = tuple(each for each in sheet.doubles if each != color)
            return replace(sheet, doubles=kept if had else (*kept, color))
        case ["held", number] if (more := whole_number(number, digits=2)) is not None:
            return replace(sheet, held=min(sheet.held + more, MOST_HELD))
        case ["out"]:
            return replace(sheet, out=not sheet.out)
        case ["holds"]:
            return replace(sheet, zero_zap=not sheet.zero_zap)
        case ["zapped"]:
            return replace(sheet, zapped=not sheet.zapped)
    return None


def taps_of(sheet: Sheet) -> tuple[str, ...]:
    """The taps that make a player's round."""
    return (
        *(f"set {group.color} {group.cards}" for group in sheet.sets),
        *(f"run {group.color} {group.cards}" for group in sheet.runs),
        *(f"double {color}" for color in sheet.doubles),
        *(("out",) if sheet.out else ()),
        *((f"held {sheet.held}",) if sheet.held else ()),
        *(("holds",) if sheet.zero_zap else ()),
        *(("zapped",) if sheet.zapped else ()),
    )


def sheet_of(taps: Sequence[str]) -> Sheet | None:
    """A player's round from its taps; None if one of them is none."""
    sheet: Sheet | None = Sheet()
    for text in taps:
        sheet = tapped(sheet, text) if sheet else None
    return sheet


def as_json(sheet: Sheet) -> object:
    """A player's round as the record has it."""
    decoded: object = msgspec.json.decode(msgspec.json.encode(sheet))
    return decoded


def table_of(texts: Sequence[str], players: int) -> list[Sheet]:
    """Everybody's round from all taps in order, each with the player's place: `0 set red 4`.

    What only one player can have goes to the one for whom it was tapped last. What is no tap is passed over.
    """
    sheets = [Sheet()] * players
    for text in texts[:MOST_TAPS]:
        place, _, tap = text.partition(" ")
        if place not in map(str, range(players)):
            continue
        at = int(place)
        after = tapped(sheets[at], tap)
        if after is None:
            continue
        sheets = [each if other == at else _without(each, tap) for other, each in enumerate(sheets)]
        sheets[at] = _sound(after, tap)
    return sheets


def _without(sheet: Sheet, tap: str) -> Sheet:
    """Another player's round: there is one who goes out, one Zero Zap, one double of a colour."""
    match tap.split():
        case ["out"]:
            return replace(sheet, out=False)
        case ["holds" | "zapped"]:
            return replace(sheet, zero_zap=False, zapped=False)
        case ["double", color]:
            return replace(sheet, doubles=tuple(each for each in sheet.doubles if each != color))
    return sheet


def _sound(sheet: Sheet, tap: str) -> Sheet:
    """The player's own: who is out holds nothing, who holds Zero Zap was not hit by it as well."""
    match tap.split():
        case ["out"]:
            return replace(sheet, held=0, zero_zap=False, zapped=False) if sheet.out else sheet
        case ["held", _]:
            return replace(sheet, out=False)
        case ["holds"]:
            # It is a card like any other.
            held = max(sheet.held, 1) if sheet.zero_zap else sheet.held
            return replace(sheet, zapped=False, out=sheet.out and not sheet.zero_zap, held=held)
        case ["zapped"]:
            return replace(sheet, zero_zap=False, out=sheet.out and not sheet.zapped)
    return sheet


def texts_of(sheets: Sequence[Sheet]) -> tuple[str, ...]:
    """The taps that make everybody's round."""
    return tuple(f"{place} {tap}" for place, sheet in enumerate(sheets) for tap in taps_of(sheet))


def scores_of(names: Sequence[str], texts: Sequence[str]) -> dict[str, object]:
    """What a saved calculator sends as docs/record.md has it; what is no tap, the referee refuses."""
    scores: dict[str, object] = {}
    for place, name in enumerate(names):
        mine = [text.partition(" ")[2] for text in texts if text.partition(" ")[0] == str(place)]
        sheet = sheet_of(mine)
        scores[name] = ", ".join(mine) if sheet is None else as_json(sheet)
    strangers = [text for text in texts if text.partition(" ")[0] not in map(str, range(len(names)))]
    return scores | {text: {} for text in strangers}
