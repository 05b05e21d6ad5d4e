"""From a ZAR state to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from referee.rules.engine import Refused
from referee.rules.zar.game import GAME
from referee.rules.zar.state import Between, Counting, Over
from referee.table.context import RefusedSheet, TableView
from referee.table.frame import frame, refused
from referee.table.look import Look
from referee.table.page_context import Agreed, EditField
from referee.table.zar import entry, live, rest, setup, sheets, telling
from referee.table.zar.context import ZarView


class ZarPresenter:
    """How ZAR looks; a sibling of it stands in each game's folder."""

    rules = GAME
    blurb = "Get rid of your cards, match out of turn, make the others draw. The lowest score wins."
    limits = "2 to 9 players."
    first = "Deals first"

    def move(self, sent: QueryDict) -> dict[str, Any]:
        """The move that a form asks for, as RECORD.md has it."""
        return entry.move_of(sent)

    def asks(self, state: Any, raw: Mapping[str, Any]) -> str | Refused:
        """The query of the sheet that asks for a declaration; see Presenter."""
        words = entry.asks_declaration(state, dict(raw))
        if not words or len(set(raw["cards"])) != 1:
            return ""
        move = GAME.read({**raw, "declare": words[0]})
        answer = move if isinstance(move, Refused) else GAME.judge(state, move)
        if isinstance(answer, Refused):
            return answer
        given = raw["cards"]
        asked = {"sheet": "declare", "card": given[0], "count": len(given), "player": raw["player"]}
        return urlencode(asked | {name: raw[name] for name in ("overruled",) if name in raw})

    def tell(self, raw: Mapping[str, Any]) -> str:
        """A move in a short sentence."""
        return telling.tell(raw)

    def edit(self, state: Any, raw: Mapping[str, Any]) -> tuple[EditField, ...]:
        """The fields by which a move of the log is corrected; `state` is the one before it."""
        return tuple(telling.fields(state, raw))

    def edited(self, sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The move that those fields ask for."""
        return telling.corrected(sent, raw)

    def agreed(self, sent: QueryDict, options: dict[str, Any] | None = None) -> Agreed:
        """What the setup page asks beside the names: as sent, or from the options of an earlier game."""
        return setup.agreed(sent, options)

    def options(self, sent: QueryDict) -> tuple[dict[str, Any], list[str]]:
        """What the setup page agreed on, as the record has it, and what is wrong with it."""
        return setup.options(sent)

    def opening(self, dealer: str) -> dict[str, Any] | None:
        """The move that a new game begins with by itself."""
        return {"do": "deal", "dealer": dealer}

    def view(self, look: Look) -> TableView:
        """Everything that the table shows."""
        state = look.state
        keys = live.pad(state)
        now = live.now(look, state, keys)
        view = ZarView(
            seats=live.seats(look, state),
            now=now,
            pad=keys,
            actions=live.actions(look, state),
            count=rest.counting(look, state) if isinstance(state, Counting) else None,
            between=rest.between(look, state) if isinstance(state, Between) else None,
            over=rest.over(look, state) if isinstance(state, Over) else None,
        )
        return frame(
            look,
            self.rules,
            body="table/zar/body.html",
            table=view,
            title=now.title if now else "",
            headline=live.headline(state),
            sheet=self._refused(look) or sheets.asked(look, state),
            remembers=isinstance(state, Counting),
        )

    def _refused(self, look: Look) -> RefusedSheet | None:
        answer = look.answer
        if answer is None or answer.status == HTTPStatus.OK:
            return None
        if answer.refused is None or answer.refused.code != "illegal" or answer.sent.get("do") != "play":
            return refused(answer)
        player = answer.sent["player"]
        return refused(answer, move=f"{player}: {telling.given(answer.sent['cards'])}", offender=player)


PRESENTER = ZarPresenter()
