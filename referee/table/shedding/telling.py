"""Moves in words, and the fields by which one is corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from referee.rules.engine import joined
from referee.rules.shedding.game import deck
from referee.rules.shedding.state import Agreed, Table
from referee.table.page_context import EditField, Option
from referee.table.shedding.entry import move_of, taken_apart
from referee.table.shedding.pad import mixes
from referee.table.shedding.style import Style

_SENTENCES = {
    "deal": "{dealer} deals",
    "draw": "{player} draws",
    "pass": "{player} passes",
    "illegal": "The play of move {move} was illegal",
    "out": "Nobody matched {player}",
    "join": "{player} joins",
    "quit": "{player} leaves",
    "recount": "{player} holds {cards}, counted by hand",
    "void": "The hand is given up",
    "end": "The game is ended",
}
#: The fields that name a player, and what a page calls them.
_PLAYERS = {
    "dealer": "Dealer",
    "player": "Player",
    "caller": "Called by",
    "target": "Called on",
}


def tell(style: Style, raw: Mapping[str, Any]) -> str:
    """A move of the record as a short sentence, without its full stop."""
    match raw["do"]:
        case "flip":
            return f"Flip: {style.label(raw['card'])}"
        case "play":
            asks = f", {style.declared(raw['declare'])}" if raw.get("declare") else ""
            why = f", overruled: {raw['overruled']}" if raw.get("overruled") else ""
            return f"{raw['player']} plays {style.given(raw['cards'])}{asks}{why}"
        case "count":
            held = style.given(raw["cards"]) if "cards" in raw else f"{raw['points']} points"
            return f"{raw['player']} is counted: {held}"
        case "close_call":
            coin = f", the coin fell for {raw['toss']}" if raw.get("toss") else ""
            return f"A close call between {joined(raw['players'])}{coin}"
        case do:
            return {**_SENTENCES, **style.sentences}[str(do)].format_map(raw)


def fields(style: Style, state: Table[Any], raw: Mapping[str, Any]) -> Iterator[EditField]:
    """What can be changed in a move, as it stands in the record or was sent, where a number may be missing;
    `state` is the one before it.
    """
    for name, text in _PLAYERS.items():
        if name in raw:
            players = state.players if raw["do"] != "join" else (raw[name],)
            yield _choice(style, name, text, raw[name], players)
    names = deck(state.options)
    match raw["do"]:
        case "flip":
            yield _choice(style, "card", "Card", raw.get("card", ""), names)
        case "play":
            yield from _play(style, state.options, raw)
        case "count" if "cards" in raw:
            for place, card in enumerate(raw["cards"], 1):
                yield _choice(style, "cards", f"Card {place}", card, names)
        case "count":
            yield EditField(name="points", label="Points", value=str(raw.get("points", "")))
        case "recount":
            yield EditField(name="number", label="Cards", value=str(raw.get("cards", "")))
        case "illegal":
            yield EditField(name="move", label="Move", value=str(raw.get("move", "")))


def _play(style: Style, options: Agreed, raw: Mapping[str, Any]) -> Iterator[EditField]:
    card, count, mixed = _parts(style, raw)
    yield _choice(style, "card", "Card", card, deck(options))
    numbers = [str(number) for number in range(1, max(options.alike, count) + 1)]
    yield _choice(style, "count", "How many", str(count), numbers)
    if style.mixes and (most := options.copies(style.mixes)):
        choices = mixes(style, most, chosen=mixed)
        yield EditField(name="mixed", label=f"{style.label(style.mixes)} too", value=mixed, choices=choices)
    words = ("", *(word for words in options.declared.values() for word in words))
    yield _choice(style, "declare", "Declares", raw.get("declare") or "", words)


def _parts(style: Style, raw: Mapping[str, Any]) -> tuple[str, int, str]:
    """The fields of a play; what cannot be taken apart shows its uppermost card."""
    return taken_apart(style, raw["cards"]) or (raw["cards"][-1], len(raw["cards"]), "")


def _choice(style: Style, name: str, text: str, value: str, values: Sequence[str]) -> EditField:
    word = style.label if name in ("card", "cards") else style.word
    options = tuple(Option(value=each, text=word(each), chosen=each == value) for each in values)
    return EditField(name=name, label=text, value=value, choices=options)


def corrected(style: Style, sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The move that the fields ask for; cards that lie in no order a field knows stay until one changes."""
    if raw["do"] == "close_call":
        return dict(raw)
    changed = sent.copy()
    changed["do"] = raw["do"]
    made = move_of(style, changed)
    if raw["do"] == "play" and not taken_apart(style, raw["cards"]):
        card, count, _ = _parts(style, raw)
        if made["cards"] == [card] * count:
            made["cards"] = list(raw["cards"])
    kept = {name: raw[name] for name in ("why", "after", "overruled") if name in raw}
    return kept | made
