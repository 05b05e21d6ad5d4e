"""From a ZAR state to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from referee.rules.zar.game import GAME
from referee.rules.zar.state import Between, Counting, Over
from referee.table.context import TableView
from referee.table.look import Look
from referee.table.page_context import EditField
from referee.table.zar import entry, live, rest, setup, sheets, telling


class ZarPresenter:
    """How ZAR looks; a sibling of it stands in each game's folder."""

    rules = GAME
    template = "table/zar/table.html"
    blurb = "Get rid of your cards, match out of turn, make the others draw. The lowest score wins."
    limits = "2 to 9 players."

    def move(self, sent: QueryDict) -> dict[str, Any]:
        """The move that a form asks for, as RECORD.md has it."""
        return entry.move_of(sent)

    def asks(self, state: Any, raw: Mapping[str, Any]) -> str:
        """The query of the sheet to open before this move can be made; "" when nothing is missing."""
        if not entry.asks_declaration(state, dict(raw)) or len(set(raw["cards"])) != 1:
            return ""
        given = raw["cards"]
        return urlencode({"sheet": "declare", "card": given[0], "count": len(given), "player": raw["player"]})

    def tell(self, raw: Mapping[str, Any]) -> str:
        """A move in a short sentence."""
        return telling.tell(raw)

    def edit(self, state: Any, raw: Mapping[str, Any]) -> tuple[EditField, ...]:
        """The fields by which a move of the log is corrected; `state` is the one before it."""
        return tuple(telling.fields(state, raw))

    def edited(self, sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The move that those fields ask for."""
        return telling.corrected(sent, raw)

    def setup(self, sent: QueryDict, options: dict[str, Any] | None = None) -> dict[str, Any]:
        """The setup page's own fields: as sent, or from the options of an earlier game."""
        return setup.fields(sent, options)

    def options(self, sent: QueryDict) -> tuple[dict[str, Any], list[str]]:
        """What the setup page agreed on, as the record has it, and what is wrong with it."""
        return setup.options(sent)

    def view(self, look: Look) -> TableView:
        """Everything that the table shows."""
        state, answer = look.state, look.answer
        keys = live.pad(state)
        sheet = (
            sheets.refused(answer) if answer and answer.status != HTTPStatus.OK else sheets.asked(look, state)
        )
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
    if answer is None or answer.status != HTTPStatus.OK or not answer.changed:
        return ""
    return "Meanwhile: " + " ".join(answer.changed[-2:])


PRESENTER = ZarPresenter()
