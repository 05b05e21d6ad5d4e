"""Agreeing on a game of NumZumZero: the options that the setup page asks for."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import QueryDict

from referee.games.numzumzero.context import NumAgreed
from referee.rules.numzumzero.state import PLAYERS_A_BOX
from referee.rules.sentences import counted
from referee.web.components import Option
from referee.web.wording import whole_number

_GAMES = {"": "Basic", "1": "Advanced: bonus marks"}
_MOST_BOXES = 99


def agreed(sent: QueryDict, options: Mapping[str, object] | None = None) -> NumAgreed:
    """What the form shows: as it was sent, else from the options of an earlier game, else the usual."""
    earlier = options or {}
    chosen = sent.get("advanced", "") if sent else "1" if earlier.get("advanced") else ""
    return NumAgreed(
        advanced=tuple(
            Option(value=value, text=text, chosen=value == chosen) for value, text in _GAMES.items()
        ),
        boxes=sent.get("boxes", "") if sent else str(earlier.get("boxes", "")),
    )


def options(sent: QueryDict) -> tuple[dict[str, object], list[str]]:
    """The options of the record, without what is usual; and what is wrong with the form, in words (1)."""
    raw: dict[str, object] = {"advanced": True} if sent.get("advanced") == "1" else {}
    if sent.get("advanced", "") not in _GAMES:
        return raw, ["Choose Basic or Advanced."]
    players = sum(bool(name.strip()) for name in sent.getlist("name"))
    needed = -(-players // PLAYERS_A_BOX)
    text = sent.get("boxes", "").strip()
    if not text:
        return raw, []
    boxes = whole_number(text) or 0
    if not 1 <= boxes <= _MOST_BOXES:
        return raw, [f"The number of boxes has to be a whole number from 1 to {_MOST_BOXES}."]
    if boxes < needed:
        return raw, [f"{counted(players, 'player')} need at least {counted(needed, 'box')}."]
    return raw | ({"boxes": boxes} if boxes != needed else {}), []
