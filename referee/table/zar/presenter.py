"""From a ZAR state to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from referee.rules.zar.game import GAME
from referee.rules.zar.state import Between, Counting, Over
from referee.table.context import TableView
from referee.table.look import Look
from referee.table.zar import entry, live, rest, sheets


class ZarPresenter:
    """How ZAR looks; a sibling of it stands in each game's folder."""

    rules = GAME
    template = "table/zar/table.html"

    def move(self, sent: QueryDict) -> dict[str, Any]:
        """The move that a form asks for, as RECORD.md has it."""
        return entry.move_of(sent)

    def asks(self, state: Any, raw: Mapping[str, Any]) -> str:
        """The query of the sheet to open before this move can be made; "" when nothing is missing."""
        if not entry.asks_declaration(state, dict(raw)) or len(set(raw["cards"])) != 1:
            return ""
        given = raw["cards"]
        return urlencode({"sheet": "declare", "card": given[0], "count": len(given), "player": raw["player"]})

    def view(self, look: Look) -> TableView:
        """Everything that the table shows."""
        state, answer = look.state, look.answer
        keys = live.pad(state)
        sheet = sheets.refused(answer) if answer and answer.status > 299 else sheets.asked(look, state)
        asked = look.asked.urlencode() if sheet or isinstance(state, Counting) else ""
        return TableView(
            game=self.rules.name,
            url=look.url,
            here=f"{look.url}?{asked}" if asked else look.url,
            live=look.live,
            version=look.game.version,
            key=look.key,
            phase=state.phase,
            hand=state.hand,
            goal=live.goal(state.options),
            seats=live.seats(look, state),
            undo=look.game.length > 0,
            redo=look.game.redoable > 0,
            now=live.now(look, state, keys),
            pad=keys,
            actions=live.actions(look, state),
            sheet=sheet,
            count=rest.counting(look, state) if isinstance(state, Counting) else None,
            between=rest.between(look, state) if isinstance(state, Between) else None,
            over=rest.over(look, state) if isinstance(state, Over) else None,
            notice=_notice(look),
        )


def _notice(look: Look) -> str:
    """What else the table should know: taps of others that came in between."""
    answer = look.answer
    if answer is None or answer.status > 299 or not answer.changed:
        return ""
    return "Meanwhile: " + " ".join(answer.changed[-2:])


PRESENTER = ZarPresenter()
