"""Agreeing on a game of Crazy Eights: the options that the setup page asks for."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from django.http import QueryDict

from referee.games.crazy_eights.context import EightsAgreed
from referee.games.shedding.setup import Ask
from referee.rules.crazy_eights.state import Options
from referee.web.wording import whole_number

_ASKED = (
    Ask("packs", "Cards", {"1": "One pack, 2 to 5 players", "2": "Two packs, 2 to 7 players"}, read=int),
    Ask("draw", "Who does not play", {"one": "Draws one card", "until": "Draws until they can play"}),
)
_RARER = (Ask("next_dealer", "Next dealer", {"rotate": "Next player", "winner": "The winner"}),)
_NUMBERS = {"score": "The score", "hands": "The number of hands"}
_MOST = 9999


def agreed(sent: QueryDict, options: Mapping[str, object] | None = None) -> EightsAgreed:
    """What the form shows: as it was sent, else from the options of an earlier game, else the usual."""
    earlier = msgspec.convert(options or {}, Options)
    end = earlier.end
    usual = {"score": str(end.score or ""), "hands": str(end.hands or ""), "time": end.time or ""}
    usual |= {ask.name: ask.of(earlier) for ask in (*_ASKED, *_RARER)}
    values = {name: sent.get(name, value) for name, value in usual.items()}
    return EightsAgreed(
        limits=f"2 to {7 if values['packs'] == '2' else 5} players.",
        asked=tuple(ask.question(values[ask.name]) for ask in _ASKED),
        rarer=tuple(ask.question(values[ask.name]) for ask in _RARER),
        score=values["score"],
        hands=values["hands"],
        time=values["time"],
    )


def options(sent: QueryDict) -> tuple[dict[str, object], list[str]]:
    """The options of the record, without what is usual; and what is wrong with the form, in words."""
    wrong: list[str] = []
    end: dict[str, object] = {}
    for name, what in _NUMBERS.items():
        if typed := sent.get(name, "").strip():
            number = whole_number(typed, digits=4)
            if number:
                end[name] = number
            else:
                wrong.append(f"{what} has to be a whole number from 1 to {_MOST}.")
    if sent.get("time"):
        end["time"] = sent["time"]
    raw: dict[str, object] = {"end": end}
    for ask in (*_ASKED, *_RARER):
        given = sent.get(ask.name)
        if given and given != next(iter(ask.texts)):
            raw[ask.name] = ask.read(given) if given in ask.texts else given
    try:
        msgspec.convert(raw, Options)
    except msgspec.ValidationError as error:
        wrong = wrong or [f"That cannot be agreed on: {error}."]
    return raw, wrong
