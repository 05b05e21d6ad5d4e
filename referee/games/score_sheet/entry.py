"""What a tap on a score sheet means: from a form to the move of docs/record.md, and to words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.http import QueryDict

from referee.games.context import EditField, choice
from referee.rules.score_sheet import moves
from referee.rules.score_sheet.state import States
from referee.web.numbers import written

#: A player's number is sent as `score Ann`; who has a minus before it is named by `minus`.
SCORE = "score "
_NUMBER = re.compile(r"([+-]?)(\d{0,10})(?:[.,](\d{1,6}))?", re.ASCII)
_TEXTS = {"join": ("player", "after"), "quit": ("player",)}


def form(sent: QueryDict) -> dict[str, object]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse."""
    do = sent.get("do") or "round"
    if do == "round":
        return _round(sent, [name.removeprefix(SCORE) for name in sent if name.startswith(SCORE)])
    raw: dict[str, object] = {"do": do}
    raw |= {name: " ".join(str(sent[name]).split()) for name in _TEXTS.get(do, ()) if sent.get(name)}
    return raw


def _round(sent: QueryDict, players: list[str]) -> dict[str, object]:
    """A blank is no number: it is left out, and the referee misses it."""
    minus = sent.getlist("minus")
    scores = {
        name: number(str(sent[f"{SCORE}{name}"]), negative=name in minus)
        for name in players
        if sent.get(f"{SCORE}{name}", "").strip()
    }
    called = " ".join(sent.get("called", "").split())
    return {"do": "round", "scores": scores, **({"name": called} if called else {})}


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


def number_text(points: float | str) -> str:
    """A number as it is read: with a true minus, and never as a power of ten."""
    text = str(points)
    if isinstance(points, float) and "e" in text:
        text = f"{points:.6f}".rstrip("0")
    return written(text)


def describe(move: moves.Move) -> str:
    """A move as a short sentence, without its full stop."""
    match move:
        case moves.Round():
            numbers = ", ".join(f"{name} {number_text(points)}" for name, points in move.scores.items())
            return f"{move.name or 'A round'}: {numbers}"
        case moves.Join():
            return f"{move.player} joins"
        case moves.Quit():
            return f"{move.player} leaves"
    return "The game is ended"


def fields(state: States, move: moves.Move) -> Iterator[EditField]:
    """What can be changed in a move; `state` is the one before it."""
    match move:
        case moves.Round():
            for name in state.players:
                points = move.scores.get(name, "")
                yield EditField(name=f"{SCORE}{name}", label=name, value=str(points))
            yield EditField(name="called", label="Name of the round", value=move.name or "")
        case moves.Join():
            yield EditField(name="player", label="Player", value=move.player)
        case moves.Quit():
            yield choice("player", "Player", move.player, state.players)
