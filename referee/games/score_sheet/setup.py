"""Agreeing on a score sheet: who wins, and when it ends."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from django.http import QueryDict

from referee.games.score_sheet.context import ScoreSheetAgreed
from referee.games.score_sheet.entry import number
from referee.rules.score_sheet.state import Options
from referee.web.context import Option

WINS = {"high": "The highest score", "low": "The lowest score"}
_ENDS = {"score": "The score that ends the game", "rounds": "The number of rounds"}


def agreed(sent: QueryDict, options: Mapping[str, object] | None = None) -> ScoreSheetAgreed:
    """What the form shows: as it was sent, else from the options of an earlier game, else the usual."""
    earlier = msgspec.convert(options or {}, Options)
    usual = {
        "wins": earlier.wins,
        "score": "" if earlier.end.score is None else str(earlier.end.score),
        "rounds": str(earlier.end.rounds or ""),
    }
    values = {name: sent.get(name, value) for name, value in usual.items()}
    return ScoreSheetAgreed(
        wins=tuple(
            Option(value=value, text=text, chosen=value == values["wins"]) for value, text in WINS.items()
        ),
        score=values["score"],
        rounds=values["rounds"],
    )


def options(sent: QueryDict) -> tuple[dict[str, object], list[str]]:
    """The options of the record, without what is usual; and what is wrong with the form, in words."""
    end = {name: number(str(sent[name])) for name in _ENDS if sent.get(name, "").strip()}
    wrong = [
        f"{_ENDS[name]} has to be a number above 0." for name, value in end.items() if not _counts(value)
    ]
    if "rounds" in end and isinstance(end["rounds"], float):
        wrong.append(f"{_ENDS['rounds']} has to be a whole number.")
    raw: dict[str, object] = {"end": end} | ({"wins": sent["wins"]} if sent.get("wins") else {})
    try:
        msgspec.convert(raw, Options)
    except msgspec.ValidationError as error:
        wrong = wrong or [f"That cannot be agreed on: {error}."]
    return raw, wrong


def _counts(value: float | str) -> bool:
    return not isinstance(value, str) and value > 0
