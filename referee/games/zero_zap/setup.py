"""Agreeing on a game of Zero Zap: the points that end it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from django.http import QueryDict

from referee.games.zero_zap.context import ZeroZapAgreed
from referee.rules.zero_zap.state import Options
from referee.web.wording import number_or_text


def agreed(sent: QueryDict, options: Mapping[str, object] | None = None) -> ZeroZapAgreed:
    """What the form shows: as it was sent, else from the options of an earlier game, else the usual."""
    earlier = msgspec.convert(options or {}, Options)
    return ZeroZapAgreed(score=sent.get("score", str(earlier.end.score)))


def options(sent: QueryDict) -> tuple[dict[str, object], list[str]]:
    """The options of the record; and what is wrong with the form, in words. Left empty it is the usual."""
    typed = sent.get("score", "").strip()
    raw: dict[str, object] = {"end": {"score": number_or_text(typed)}} if typed else {}
    try:
        msgspec.convert(raw, Options)
    except msgspec.ValidationError:
        return {}, ["The game ends at a whole number of points, from 1 to 1000000."]
    return raw, []
