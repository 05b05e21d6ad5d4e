"""Zero Zap's moves in words, and the fields by which one is corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.http import QueryDict

from referee.rules.engine import joined
from referee.rules.zero_zap import cards
from referee.rules.zero_zap.groups import MOST, loosely
from referee.rules.zero_zap.moves import Sheet
from referee.rules.zero_zap.state import Table, Turn
from referee.table.page_context import EditField, Option
from referee.table.zero_zap.entry import move_of, number
from referee.table.zero_zap.faces import label
from referee.table.zero_zap.tally import as_json, sheet_of, taps_of

_SENTENCES = {
    "deal": "{dealer} deals",
    "draw": "{player} draws {cards}",
    "double": "{player} lays double {color}",
    "zap": "{player} says “Zero Zap!” to {target}",
    "pass": "{player} has no card and passes",
    "recount": "{player} holds {cards}, counted by hand",
    "void": "The round is given up",
    "end": "The game is ended",
}
_GROUPED = (*cards.NUMBER_CARDS, cards.WILD)
_NAMED = {"dealer": "Dealer", "player": "Player"}
_WORDS = "set red 3, run blue 5, double red, held 2, out, holds, zapped"


def tell(raw: Mapping[str, Any]) -> str:
    """A move of the record as a short sentence, without its full stop."""
    match raw["do"]:
        case "take":
            return f"{raw['player']} takes {label(raw['card'])} from the lineup"
        case "meld":
            return f"{raw['player']} lays {given(raw['cards'])}"
        case "add":
            return f"{raw['player']} adds {given(raw['cards'])} to set or run {raw['meld'] + 1}"
        case "discard":
            return f"{raw['player']} discards {label(raw['card'])}{_followed(raw)}"
        case "count":
            zap = ", Zero Zap among them" if raw.get("zero_zap") else ""
            return f"{raw['player']} is counted: {raw['cards']} held{zap}"
        case "round":
            out = [name for name, sheet in raw["scores"].items() if sheet.get("out")]
            return f"A round is scored, {joined(out)} went out"
        case do:
            return _SENTENCES[do].format_map(raw)


def _followed(raw: Mapping[str, Any]) -> str:
    if "passed" in raw:
        return ": " + joined([f"{name} hands on {number}" for name, number in raw["passed"].items()])
    if "meld" in raw:
        return f": set or run {raw['meld'] + 1} of {raw['target']}"
    if "color" in raw:
        return f": double {raw['color']} of {raw['target']}"
    return f": {raw['target']}" if "target" in raw else ""


def given(names: Sequence[str]) -> str:
    """Cards in a sentence: `red 4, red 5 and Wild`."""
    return joined([label(card) for card in names])


def fields(state: Table, raw: Mapping[str, Any]) -> Iterator[EditField]:
    """What can be changed in a move, as it stands in the record or was sent; `state` is the one before it."""
    for name in ("dealer", "player"):
        if name in raw:
            yield _choice(name, _NAMED[name], raw[name], state.players)
    match raw["do"]:
        case "draw":
            yield _choice("number", "Cards", str(raw.get("cards", "")), ("1", "2"))
        case "take":
            yield _taken(state, raw)
        case "meld":
            yield from _cards(raw["cards"])
        case "add":
            yield _own(state, raw)
            yield from _cards(raw["cards"])
        case "double":
            yield _choice("color", "Colour", raw.get("color", ""), cards.COLORS)
        case "discard":
            yield from _discard(state, raw)
        case "zap":
            yield _choice("target", "Whom", raw.get("target", ""), state.players)
        case "count" | "recount" | "round":
            yield from _counted(state, raw)


def _taken(state: Table, raw: Mapping[str, Any]) -> EditField:
    """The card of the lineup; where the record leaves out its place, it is the last one like it."""
    lying = [place for place, card in enumerate(state.lineup) if card == raw["card"]]
    place = raw.get("index", lying[-1] if lying else "")
    values = [f"{at} {card}" for at, card in enumerate(state.lineup)]
    texts = [f"{at}. {label(card)}" for at, card in enumerate(state.lineup, 1)]
    return _choice("take", "Card", f"{place} {raw['card']}", values, texts)


def _own(state: Table, raw: Mapping[str, Any]) -> EditField:
    own = state.melds[state.turn] if isinstance(state, Turn) else ()
    texts = [f"{place}. {_group(group)}" for place, group in enumerate(own, 1)]
    return _choice("meld", "To", str(raw.get("meld", "")), [str(place) for place in range(len(own))], texts)


def _counted(state: Table, raw: Mapping[str, Any]) -> Iterator[EditField]:
    if raw["do"] == "round":
        for place, name in enumerate(state.players):
            value = _round(raw["scores"].get(name))
            words = f", as in: {_WORDS}" if place == 0 else ""
            yield EditField(name=f"round {name}", label=f"{name}{words}", value=value)
        return
    yield EditField(name="number", label="Cards", value=str(raw.get("cards", "")))
    if raw["do"] == "count":
        held = "1" if raw.get("zero_zap") else ""
        yield _choice("zero_zap", "Zero Zap", held, ("", "1"), ("not among them", "among them"))


def _cards(chosen: Sequence[str]) -> Iterator[EditField]:
    """The cards of a set or run, and one more; `nothing` leaves one out."""
    texts = ["nothing", *map(label, _GROUPED)]
    for place, card in enumerate((*chosen, "")[: MOST["run"]], 1):
        yield _choice("cards", f"Card {place}", card, ("", *_GROUPED), texts)


def _group(group: tuple[str, ...]) -> str:
    read = loosely(group)
    return f"{read.kind} of {read.cards} {read.color or ''}".rstrip()


def _discard(state: Table, raw: Mapping[str, Any]) -> Iterator[EditField]:
    """The card and, as it stands, what it asks for; another card asks for more when it is looked at again."""
    card = raw.get("card", "")
    yield _choice("card", "Card", card, cards.CARDS, [label(each) for each in cards.CARDS])
    if card in ("give", "bonus", "steal"):
        texts = ["nobody", *state.players]
        yield _choice("target", "Whom", raw.get("target", ""), ("", *state.players), texts)
    if card == "steal":
        most = max(map(len, state.melds.values()), default=0)
        value = f"meld {raw['meld']}" if "meld" in raw else f"color {raw['color']}" if "color" in raw else ""
        choices = ("", *(f"meld {n}" for n in range(most)), *(f"color {each}" for each in cards.COLORS))
        texts = ["nothing", *(f"set or run {n + 1}" for n in range(most))]
        yield _choice("what", "What", value, choices, [*texts, *(f"double {each}" for each in cards.COLORS)])
    if card == "pass color":
        passed = raw.get("passed", {})
        for name in state.players:
            yield EditField(name=f"passed {name}", label=f"{name} hands on", value=str(passed.get(name, 0)))


def _round(sheet: object) -> str:
    """A player's round in the calculator's words; what was typed and is none stays as it was."""
    try:
        return ", ".join(taps_of(msgspec.convert(sheet or {}, Sheet)))
    except msgspec.ValidationError:
        return str(sheet)


def _choice(
    name: str, text: str, value: str, values: Sequence[str], texts: Sequence[str] | None = None
) -> EditField:
    options = tuple(
        Option(value=each, text=words, chosen=each == value)
        for each, words in zip(values, texts or values, strict=True)
    )
    return EditField(name=name, label=text, value=value, choices=options)


def corrected(sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The move that the fields ask for."""
    changed = sent.copy()
    changed["do"] = raw["do"]
    made = move_of(changed)
    if raw["do"] == "discard":
        made |= _asked_for(sent, made.get("card"))
    if raw["do"] == "round":
        typed = {name: _typed(text) for name, text in _by_name(sent, "round")}
        made["scores"] = {**raw["scores"], **typed}
    kept = {"overruled": raw["overruled"]} if "overruled" in raw else {}
    return kept | made


def _by_name(sent: QueryDict, field: str) -> Iterator[tuple[str, str]]:
    """What a field of a correction holds for each player."""
    for key in sent:
        name, _, player = key.partition(" ")
        if name == field and player:
            yield player, sent.get(key, "")


def _typed(text: str) -> Any:
    sheet = sheet_of([part.strip() for part in text.split(",") if part.strip()])
    return text if sheet is None else as_json(sheet)


def _asked_for(sent: QueryDict, card: object) -> dict[str, Any]:
    """What a special asks for, as far as the fields of the page said it."""
    name, _, value = sent.get("what", "").partition(" ")
    if card == "steal" and name in ("meld", "color"):
        return {name: number(value) if name == "meld" else value}
    passed = {name: number(text) for name, text in _by_name(sent, "passed")}
    return {"passed": passed} if card == "pass color" and passed else {}
