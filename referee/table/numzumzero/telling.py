"""NumZumZero's moves in words, and the fields by which one is corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from referee.rules.engine import joined
from referee.rules.numzumzero import cards
from referee.rules.numzumzero.state import Table
from referee.table.numzumzero.entry import move_of
from referee.table.page_context import EditField, Option


def tell(raw: Mapping[str, Any]) -> str:
    """A move of the record as a short sentence, without its full stop."""
    match raw["do"]:
        case "deal":
            return f"{raw['lead']} leads; turned over: {joined(raw['columns'])}"
        case "play":
            # Refused at once, it may still lack its column.
            where = f" on column {raw['column']}" if "column" in raw else ""
            return f"{raw['player']} plays {raw['card']}{where}"
        case "refill":
            return f"The field is filled anew: {joined(raw['columns'])}"
        case "bonus":
            return f"Bonus marks of {raw['player']}: {raw['tokens']}"
    return "The game is ended"


def fields(state: Table, raw: Mapping[str, Any]) -> Iterator[EditField]:
    """What can be changed in a move, as it stands in the record or was sent, where something may be missing;
    `state` is the one before it.
    """
    for name, text in (("lead", "Leads"), ("player", "Player")):
        if name in raw:
            yield _choice(name, text, str(raw[name]), state.players)
    if raw["do"] == "play":
        yield _choice("card", "Card", str(raw.get("card", "")), cards.CARDS)
        numbers = [str(number) for number in range(1, len(state.columns) + 1)]
        yield _choice("column", "Column", str(raw.get("column", "")), numbers)
    for place, card in enumerate(raw.get("columns", ()), 1):
        yield _choice("columns", f"Column {place}", card, cards.CARDS)
    if raw["do"] == "bonus":
        yield EditField(name="tokens", label="Tokens", value=str(raw.get("tokens", "")))


def _choice(name: str, text: str, value: str, values: Sequence[str]) -> EditField:
    options = tuple(Option(value=each, text=each, chosen=each == value) for each in values)
    return EditField(name=name, label=text, value=value, choices=options)


def corrected(sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The move that the fields ask for; the table's reason for overruling stays with it."""
    changed = sent.copy()
    changed["do"] = raw["do"]
    kept = {name: raw[name] for name in ("overruled",) if name in raw}
    return kept | move_of(changed)
