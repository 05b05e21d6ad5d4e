"""Agreeing on a game of ZAR: the options that the setup page asks for."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import QueryDict

from referee.rules.zar.state import Options, Scale
from referee.table.page_context import NumberField, Option
from referee.table.zar.context import ZarAgreed

TRACKS = {"full": "Every card", "quick": "Only kinds of cards"}
DEALERS = {"rotate": "Next player", "winner": "The winner"}
_KINDS = [kind for kind in Scale.__struct_fields__ if kind != "chameleon"]


def agreed(sent: QueryDict, options: dict[str, Any] | None = None) -> ZarAgreed:
    """What the form shows: as it was sent, else from the options of an earlier game, else the usual."""
    earlier = msgspec.convert(options or {}, Options)
    end = earlier.end
    usual = {
        "score": str(end.score or ""),
        "hands": str(end.hands or ""),
        "time": end.time or "",
        "track": earlier.track,
        "next_dealer": earlier.next_dealer,
    } | {f"points_{kind}": str(getattr(earlier.points, kind)) for kind in _KINDS}
    values = {name: sent.get(name, value) for name, value in usual.items()} if sent else usual
    return ZarAgreed(
        score=values["score"],
        hands=values["hands"],
        time=values["time"],
        track=_choices(TRACKS, values["track"]),
        next_dealer=_choices(DEALERS, values["next_dealer"]),
        points=tuple(
            NumberField(name=f"points_{kind}", label=kind.capitalize(), value=values[f"points_{kind}"])
            for kind in _KINDS
        ),
    )


def _choices(texts: dict[str, str], chosen: str) -> tuple[Option, ...]:
    return tuple(Option(value=value, text=text, chosen=value == chosen) for value, text in texts.items())


def options(sent: QueryDict) -> tuple[dict[str, Any], list[str]]:
    """The options of the record, without what is usual; and what is wrong with the form, in words."""
    wrong: list[str] = []
    end: dict[str, Any] = {}
    for name, text in (("score", "The score"), ("hands", "The number of hands")):
        number = _number(sent.get(name, ""), text, wrong, least=1)
        if number is not None:
            end[name] = number
    if sent.get("time"):
        end["time"] = sent["time"]
    scale = {
        kind: _number(sent.get(f"points_{kind}", ""), f"Points for {kind}", wrong, least=0) for kind in _KINDS
    }
    raw: dict[str, Any] = {"end": end}
    points = {kind: number for kind, number in scale.items() if number is not None}
    if points != {kind: getattr(Scale(), kind) for kind in points}:
        raw["points"] = points
    raw |= {name: sent[name] for name in ("track", "next_dealer") if sent.get(name)}
    try:
        msgspec.convert(raw, Options)
    except msgspec.ValidationError as error:
        wrong = wrong or [f"That cannot be agreed on: {error}."]
    return raw, wrong


def _number(text: str, what: str, wrong: list[str], *, least: int) -> int | None:
    if not text.strip():
        return None
    if text.isascii() and text.isdigit() and len(text) <= 4 and int(text) >= least:
        return int(text)
    wrong.append(f"{what} has to be a whole number from {least} to 9999.")
    return None
