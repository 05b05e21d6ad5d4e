"""What a tap on a score sheet means: from the fields of a form to the move of RECORD.md, and to words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.http import QueryDict

from referee.rules.score_sheet.state import States
from referee.table.page_context import EditField, Option

#: A player's number is sent as `score Ann`; who has a minus before it is named by `minus`.
SCORE = "score "
_NUMBER = re.compile(r"([+-]?)(\d{0,10})(?:[.,](\d{1,6}))?", re.ASCII)
_TEXTS = {"join": ("player", "after"), "quit": ("player",)}


def move_of(sent: QueryDict) -> dict[str, Any]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse."""
    do = sent.get("do") or "round"
    if do == "round":
        return _round(sent, [name.removeprefix(SCORE) for name in sent if name.startswith(SCORE)])
    raw: dict[str, Any] = {"do": do}
    raw |= {name: " ".join(str(sent[name]).split()) for name in _TEXTS.get(do, ()) if sent.get(name)}
    return raw


def _round(sent: QueryDict, players: list[str]) -> dict[str, Any]:
    """A blank is no number: it is left out, and the referee misses it."""
    minus = sent.getlist("minus")
    scores = {
        name: number(str(sent[f"{SCORE}{name}"]), negative=name in minus)
        for name in players
        if sent.get(f"{SCORE}{name}", "").strip()
    }
    called = " ".join(sent.get("called", "").split())
    return {"do": "round", "scores": scores} | ({"name": called} if called else {})


def number(typed: str, *, negative: bool = False) -> int | float | str:
    """What was typed as a number, with a point or a comma, whatever minus the keyboard has; else the text."""
    text = "".join(typed.split()).replace("−", "-").replace("–", "-")
    found = _NUMBER.fullmatch(text)
    if not found or not (found[2] or found[3]):
        return typed
    sign = -1 if (found[1] == "-") != negative else 1
    if found[3] is None:
        return sign * int(found[2])
    value = sign * float(f"{found[2] or 0}.{found[3]}")
    return int(value) if value.is_integer() else value


def told(points: float | str) -> str:
    """A number as it is read: with a true minus, and never as a power of ten."""
    text = str(points)
    if isinstance(points, float) and "e" in text:
        text = f"{points:.6f}".rstrip("0")
    return text.replace("-", "−")


def tell(raw: Mapping[str, Any]) -> str:
    """A move of the record as a short sentence, without its full stop."""
    match raw["do"]:
        case "round":
            numbers = ", ".join(f"{name} {told(points)}" for name, points in raw["scores"].items())
            return f"{raw.get('name') or 'A round'}: {numbers}"
        case "join":
            return f"{raw['player']} joins"
        case "quit":
            return f"{raw['player']} leaves"
    return "The game is ended"


def fields(state: States, raw: Mapping[str, Any]) -> Iterator[EditField]:
    """What can be changed in a move; `state` is the one before it."""
    match raw["do"]:
        case "round":
            for name in state.players:
                points = raw["scores"].get(name, "")
                yield EditField(name=f"{SCORE}{name}", label=name, value=str(points))
            yield EditField(name="called", label="The round is called", value=raw.get("name") or "")
        case "join":
            yield EditField(name="player", label="Player", value=raw.get("player", ""))
        case "quit":
            options = tuple(
                Option(value=name, text=name, chosen=name == raw["player"]) for name in state.players
            )
            yield EditField(name="player", label="Player", value=raw["player"], choices=options)


def edited(sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The move that those fields ask for."""
    changed = sent.copy()
    changed["do"] = raw["do"]
    made = move_of(changed)
    return ({"after": raw["after"]} if "after" in raw else {}) | made
