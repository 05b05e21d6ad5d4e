"""ZAR's moves in words, and the fields by which one is corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from referee.rules.engine import joined
from referee.rules.zar import cards
from referee.rules.zar.game import deck
from referee.rules.zar.state import Options, Table
from referee.table.page_context import EditField, Option
from referee.table.zar.entry import move_of
from referee.table.zar.faces import declared, label

_SENTENCES = {
    "deal": "{dealer} deals",
    "draw": "{player} draws",
    "take": "{player} takes what the Wasps ask for",
    "pass": "{player} passes",
    "zar": "{player} says “ZAR”",
    "gotcha": "{caller} calls GOTCHA on {target}",
    "penalty": "A penalty card for {player}",
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


def tell(raw: Mapping[str, Any]) -> str:
    """A move of the record as a short sentence, without its full stop."""
    match raw["do"]:
        case "flip":
            return f"Flip: {label(raw['card'])}"
        case "play":
            asks = f", {declared(raw['declare'])}" if raw.get("declare") else ""
            return f"{raw['player']} plays {given(raw['cards'])}{asks}"
        case "count":
            held = given(raw["cards"]) if "cards" in raw else f"{raw['points']} points"
            return f"{raw['player']} is counted: {held}"
        case "close_call":
            return f"A close call between {joined(raw['players'])}"
        case do:
            return _SENTENCES[do].format_map(raw)


def given(names: Sequence[str]) -> str:
    """Cards in a sentence: `blue moon`, twice the `blue moon`, `red Wasp and blue sun`."""
    same = len(set(names)) == 1
    return (
        f"{len(names)} × {label(names[0])}" if same and len(names) > 1 else joined([label(c) for c in names])
    )


def fields(state: Table[Options], raw: Mapping[str, Any]) -> Iterator[EditField]:
    """What can be changed in a move, as it stands in the record or was sent, where a number may be missing;
    `state` is the one before it.
    """
    for name, text in _PLAYERS.items():
        if name in raw:
            yield _choice(name, text, raw[name], state.players if raw["do"] != "join" else (raw[name],))
    names = deck(state.options)
    match raw["do"]:
        case "flip":
            yield _choice("card", "Card", raw.get("card", ""), names)
        case "play":
            yield _choice("card", "Card", raw["cards"][-1], names)
            numbers = [str(number) for number in range(1, state.options.half_decks + 1)]
            yield _choice("count", "How many", str(len(raw["cards"])), numbers)
            words = ("", *cards.SYMBOLS, *cards.COLORS)
            yield _choice("declare", "Declares", raw.get("declare") or "", words)
        case "count" if "cards" in raw:
            for place, card in enumerate(raw["cards"], 1):
                yield _choice("cards", f"Card {place}", card, names)
        case "count":
            yield EditField(name="points", label="Points", value=str(raw.get("points", "")))
        case "recount":
            yield EditField(name="number", label="Cards", value=str(raw.get("cards", "")))
        case "illegal":
            yield EditField(name="move", label="Move", value=str(raw.get("move", "")))


def _choice(name: str, text: str, value: str, values: Sequence[str]) -> EditField:
    options = tuple(Option(value=each, text=_word(each), chosen=each == value) for each in values)
    return EditField(name=name, label=text, value=value, choices=options)


def _word(value: str) -> str:
    if value in (*cards.CARDS, *cards.KINDS, cards.CHAMELEON):
        return label(value)
    return value or "nothing"


def corrected(sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The move that the fields ask for; Chameleons in a play stay, unless its card or number changed."""
    changed = sent.copy()
    changed["do"] = raw["do"]
    if raw["do"] == "close_call":
        return dict(raw)
    made = move_of(changed)
    same = raw["do"] == "play" and made["cards"] == [raw["cards"][-1]] * len(raw["cards"])
    if same:
        made["cards"] = list(raw["cards"])
    kept = {name: raw[name] for name in ("why", "after", "overruled") if name in raw}
    return kept | made
