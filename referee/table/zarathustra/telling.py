"""Zarathustra's moves in words, and the fields by which one is corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from referee.rules.zarathustra import tiles
from referee.rules.zarathustra.state import Board
from referee.table.page_context import EditField, Option


def tell(raw: Mapping[str, Any]) -> str:
    """A move of the record as a short sentence, without its full stop."""
    if raw["do"] == "end":
        return "The game is ended"
    edges = "-".join(tiles.SYMBOLS.get(edge, edge) for edge in raw["tile"])
    return f"{raw['player']} puts {edges} on {raw['at']}"


def fields(state: Board, raw: Mapping[str, Any]) -> Iterator[EditField]:
    """What can be changed in a move, as it stands in the record or was sent, where an edge may be missing;
    `state` is the one before it.
    """
    if raw["do"] != "place":
        return
    yield _choice(
        "player", "Player", raw.get("player", ""), dict(zip(state.players, state.players, strict=True))
    )
    spaces = tiles.spaces(state.size)
    yield _choice("at", "Space", raw.get("at", ""), dict(zip(spaces, spaces, strict=True)))
    tile = raw.get("tile", "")
    for number, side in enumerate(tiles.SIDES):
        yield _choice(side, f"{side.capitalize()} edge", tile[number : number + 1], tiles.SYMBOLS)


def _choice(name: str, text: str, value: str, texts: Mapping[str, str]) -> EditField:
    options = tuple(Option(value=each, text=words, chosen=each == value) for each, words in texts.items())
    return EditField(name=name, label=text, value=value, choices=options)


def corrected(sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The move that the fields ask for."""
    if raw["do"] != "place":
        return dict(raw)
    given: Sequence[str] = [sent.get(side, "") for side in tiles.SIDES]
    made = {"player": sent.get("player", ""), "at": sent.get("at", ""), "tile": "".join(given)}
    return dict(raw) | made
